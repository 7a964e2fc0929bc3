import type { QuickJSContext } from 'quickjs-emscripten-core'

/** What every clock in the sandbox shows, always: 2000-01-01T00:00:00.000Z. Its time zone is UTC. */
const FIXED_TIME_MS = Date.UTC(2000, 0, 1)

/**
 * The interpreter's imports with its four ways to learn the time or the time zone replaced. Emscripten
 * gives imports one-letter names in each build; `assertFixedClock` refuses a build in which they moved.
 */
export const fixClock = (imports: WebAssembly.Imports, memory: WebAssembly.Memory): WebAssembly.Imports => {
  const [[moduleName, functions] = []] = Object.entries(imports)
  if (moduleName === undefined || functions === undefined) throw new Error('the interpreter imports nothing')
  return {
    ...imports,
    [moduleName]: {
      ...functions,
      /** `localtime_r(seconds, tm)`: of the eleven words of `tm` the interpreter reads the offset from UTC. */
      m: (_seconds: bigint, tm: number): void => {
        new Int32Array(memory.buffer, tm, 10).fill(0)
      },
      /** `tzset(offset, hasDaylightSaving, name, daylightSavingName)`. */
      n: (offset: number, hasDaylightSaving: number, name: number, summerName: number): void => {
        new Int32Array(memory.buffer, offset, 1).fill(0)
        new Int32Array(memory.buffer, hasDaylightSaving, 1).fill(0)
        const utc = [0x55, 0x54, 0x43, 0]
        new Uint8Array(memory.buffer).set(utc, name)
        new Uint8Array(memory.buffer).set(utc, summerName)
      },
      /** `emscripten_date_now()`. */
      p: (): number => FIXED_TIME_MS,
      /** `clock_time_get(clock, precision, nanoseconds)`. */
      q: (_clock: number, _precision: bigint, nanoseconds: number): number => {
        new BigInt64Array(memory.buffer, nanoseconds, 1).fill(BigInt(FIXED_TIME_MS) * 1_000_000n)
        return 0
      },
    },
  }
}

/** Throws where the interpreter can still tell the time: `fixClock` does not fit this build of it. */
export const assertFixedClock = (context: QuickJSContext): void => {
  const source =
    '[Date.now(), new Date(2000, 0).getTimezoneOffset(), new Date(2000, 6).getTimezoneOffset()].join()'
  const found = context.unwrapResult(context.evalCode(source)).consume((handle) => context.getString(handle))
  if (found !== `${FIXED_TIME_MS},0,0`) throw new Error(`the sandbox can tell the time: ${found}`)
}
