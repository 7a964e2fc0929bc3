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
/**
 * 64 MB, all of it from the start, so that no code inside can get past it and how much fits does not depend on
 * what was asked for before. What is not used takes no memory. A memory that grew would also leave the library
 * with views of the old one.
 */
const PAGES = 1024

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

/** Compiles the interpreter's program ahead of the first `createEngine`. */
export const loadInterpreter = async (): Promise<void> => {
  await Promise.all([(compiled ??= compile()), quickjs.importFFI()])
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

  let sealed: SealedMemory = { pages: 0, used: new Map() }
  return {
    runtime,
    context,
    seal: () => {
      sealed = copyMemory(memory)
    },
    remake: () => {
      instantiate()
      relink()
      restoreMemory(memory, sealed)
      takeRefused()
    },
    takeMemoryRefused: takeRefused,
  }
}

/** The interpreter's memory, which refuses to grow and remembers that it did. */
const createMemory = (): { memory: WebAssembly.Memory; takeRefused: () => boolean } => {
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES })
  let refused = false
  memory.grow = () => {
    refused = true
    throw new RangeError('the memory of a grader does not grow')
  }
  const takeRefused = (): boolean => {
    const was = refused
    refused = false
    return was
  }
  return { memory, takeRefused }
}

/** Data, stack and a heap that only setting up has used end well below this. */
const LIKELY_USED_PAGES = 256
/** The allocator heads every block with its length, so that a heap in use has no empty stretch this long. */
const EMPTY_STRETCH_PAGES = 64

interface SealedMemory {
  /** Pages up to the last that holds something. */
  readonly pages: number
  /** Those that do. The interpreter's stack, which is most of it, has hardly been used. */
  readonly used: ReadonlyMap<number, Uint8Array>
}

/** Copies what is in the memory. Looking at all 64 MB would take longer than everything else. */
const copyMemory = (memory: WebAssembly.Memory): SealedMemory => {
  const part = (first: number, count: number): Uint8Array =>
    new Uint8Array(memory.buffer, first * PAGE_BYTES, count * PAGE_BYTES)
  const empty = new Uint8Array(EMPTY_STRETCH_PAGES * PAGE_BYTES)
  const isEmpty = (bytes: Uint8Array): boolean => Buffer.compare(bytes, empty.subarray(0, bytes.length)) === 0
  let end = LIKELY_USED_PAGES
  while (end < PAGES && !isEmpty(part(end, EMPTY_STRETCH_PAGES))) end += EMPTY_STRETCH_PAGES
  const used = new Map<number, Uint8Array>()
  for (let page = 0; page < end; page++) if (!isEmpty(part(page, 1))) used.set(page, part(page, 1).slice())
  return { pages: Math.max(...used.keys()) + 1, used }
}

/** Puts a copy back. What lies above is free: the allocator's own records, which say so, are in the copy. */
const restoreMemory = (memory: WebAssembly.Memory, { pages, used }: SealedMemory): void => {
  const bytes = new Uint8Array(memory.buffer)
  for (let page = 0; page < pages; page++) {
    const copy = used.get(page)
    if (copy) bytes.set(copy, page * PAGE_BYTES)
    else bytes.fill(0, page * PAGE_BYTES, (page + 1) * PAGE_BYTES)
  }
}
