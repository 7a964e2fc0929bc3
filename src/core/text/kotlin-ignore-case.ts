import { CASE_FOLDING_RUNS } from './case-folding-jdk17.ts'

/**
 * Kotlin's `a.equals(b, ignoreCase = true)` on JDK 17: the same UTF-16 length and, code point by code point,
 * `lower(upper(x))` agree. No locale, no folding to several letters: `ß` is not `ss`.
 */
export const equalsIgnoreCase = (a: string, b: string): boolean => {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) {
    const first = a.codePointAt(index) ?? 0
    const second = b.codePointAt(index) ?? 0
    if (first !== second && foldCodePoint(first) !== foldCodePoint(second)) return false
    if (first > 0xffff) index++
  }
  return true
}

/** `lower(upper(codePoint))` with the simple mappings of JDK 17. Never changes how many UTF-16 units it takes. */
const foldCodePoint = (codePoint: number): number => {
  if (codePoint < 0x80) return codePoint >= 0x41 && codePoint <= 0x5a ? codePoint + 0x20 : codePoint
  return (codePoint < 0x10000 ? tables().basic[codePoint] : tables().beyond.get(codePoint)) ?? codePoint
}

interface Tables {
  /** Indexed by code point, for the Basic Multilingual Plane. */
  readonly basic: Uint16Array
  readonly beyond: ReadonlyMap<number, number>
}

let built: Tables | undefined
const tables = (): Tables => (built ??= buildTables())

const buildTables = (): Tables => {
  const basic = Uint16Array.from({ length: 0x10000 }, (_, codePoint) => codePoint)
  const beyond = new Map<number, number>()
  for (let run = 0; run < CASE_FOLDING_RUNS.length; run += 4) {
    const [first = 0, last = 0, offset = 0, step = 1] = CASE_FOLDING_RUNS.slice(run, run + 4)
    for (let codePoint = first; codePoint <= last; codePoint += step) {
      if (codePoint < 0x10000) basic[codePoint] = codePoint + offset
      else beyond.set(codePoint, codePoint + offset)
    }
  }
  return { basic, beyond }
}
