/** The part of WebAssembly's interface that the sandbox uses. Neither Node's types nor the language's have it. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
    grow: (pages: number) => number
  }
  class Module {
    private readonly compiled: true
  }
  class Instance {
    constructor(program: Module, imports: Imports)
    readonly exports: Record<string, unknown>
  }
  type Imports = Record<string, Record<string, unknown>>
  const compile: (bytes: Uint8Array) => Promise<Module>
}
