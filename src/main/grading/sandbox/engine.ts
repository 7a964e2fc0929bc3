import quickjsModule from '@jitl/quickjs-ng-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSEmscriptenModule,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fixClock } from './fixed-clock.ts'

const PAGE_BYTES = 65_536
const FIRST_PAGES = 256
/** 64 MB. The WebAssembly memory itself has this maximum: no code inside can get past it. */
const MOST_PAGES = 1024
/**
 * The interpreter's own stack. Its native frames take several times as much, and a thread may have less
 * than 1 MB for them: this leaves the interpreter the one that notices.
 */
const STACK_BYTES = 128 * 1024

/** One interpreter with memory of its own. */
export interface Engine {
  readonly runtime: QuickJSRuntime
  readonly context: QuickJSContext
  /** Remembers the state that `remake` goes back to. Call once, when nothing but setting up has run. */
  readonly seal: () => void
  /**
   * Throws the WebAssembly instance away and makes another in the state that was sealed, byte for byte.
   * Handles made since then are gone and must not be used or disposed of.
   */
  readonly remake: () => void
  /** Whether memory was asked for and refused since this was last called. */
  readonly takeMemoryRefused: () => boolean
}

const isVariant = (value: unknown): value is QuickJSSyncVariant =>
  typeof value === 'object' && value !== null && 'importFFI' in value

/** The package is typed as CommonJS, whose default export is one level deeper than Node finds it. */
const quickjs = isVariant(quickjsModule) ? quickjsModule : quickjsModule.default

let compiled: Promise<WebAssembly.Module> | undefined

const compile = async (): Promise<WebAssembly.Module> => {
  const file = createRequire(import.meta.url).resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm')
  return WebAssembly.compile(await readFile(file))
}

/** Makes an interpreter. The program it runs on is compiled once a thread. */
export const createEngine = async (): Promise<Engine> => {
  const [program, ForeignFunctions] = await Promise.all([(compiled ??= compile()), quickjs.importFFI()])
  const { memory, takeRefused } = createMemory()

  // Emscripten hands over its imports and a way to receive an instance. Both are kept, since a second instance
  // on the same imports is how a new one is made at once; the library's own way is to load all of it again.
  let instantiate = (): void => {}
  const loaderOptions = {
    wasmMemory: memory,
    instantiateWasm: (
      imports: WebAssembly.Imports,
      receive: (made: WebAssembly.Instance) => void,
    ): object => {
      const fixed = fixClock(imports, memory)
      instantiate = () => receive(new WebAssembly.Instance(program, fixed))
      instantiate()
      return {}
    },
  }
  let relink = (): void => {}
  class RelinkedFunctions extends ForeignFunctions {
    constructor(loaded: QuickJSEmscriptenModule) {
      super(loaded)
      relink = () => Object.assign(this, new ForeignFunctions(loaded))
    }
  }
  const variant: QuickJSSyncVariant = { ...quickjs, importFFI: () => Promise.resolve(RelinkedFunctions) }
  const loaded = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { emscriptenModule: loaderOptions }),
  )
  const runtime = loaded.newRuntime({ maxStackSizeBytes: STACK_BYTES })
  const context = runtime.newContext()

  let sealed = new Uint8Array()
  return {
    runtime,
    context,
    seal: () => {
      sealed = copyUsed(memory)
    },
    remake: () => {
      instantiate()
      relink()
      // What lies above is free memory: the allocator's own records, which say so, are in the copy.
      new Uint8Array(memory.buffer).set(sealed)
      takeRefused()
    },
    takeMemoryRefused: takeRefused,
  }
}

/**
 * A memory that grows once, to its maximum. Emscripten asks for a share more than it needs, so that how much
 * fits would depend on the order of the requests; this way it is 64 MB, whatever happened before.
 */
const createMemory = (): { memory: WebAssembly.Memory; takeRefused: () => boolean } => {
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES })
  const grow = memory.grow.bind(memory)
  let refused = false
  memory.grow = (pages) => {
    const left = MOST_PAGES - memory.buffer.byteLength / PAGE_BYTES
    if (pages > left) {
      refused = true
      throw new RangeError('no more memory for the grader')
    }
    return grow(left)
  }
  const takeRefused = (): boolean => {
    const was = refused
    refused = false
    return was
  }
  return { memory, takeRefused }
}

/** A copy of the memory without the pages at its end that hold nothing. */
const copyUsed = (memory: WebAssembly.Memory): Uint8Array<ArrayBuffer> => {
  const empty = new Uint8Array(PAGE_BYTES)
  const bytes = new Uint8Array(memory.buffer)
  let end = bytes.length
  while (end > 0 && Buffer.compare(bytes.subarray(end - PAGE_BYTES, end), empty) === 0) end -= PAGE_BYTES
  return bytes.slice(0, end)
}
