import {
  allCodePoints,
  type CodePointSet,
  complement,
  LAST_CODE_POINT,
  onlyCodePoint,
  rangesOf,
} from './code-points.ts'

const isAlphanumeric = (value: number): boolean =>
  (value >= 0x30 && value <= 0x39) || (value >= 0x41 && value <= 0x5a) || (value >= 0x61 && value <= 0x7a)

const literal = (value: number): string =>
  isAlphanumeric(value) ? String.fromCharCode(value) : `\\u{${value.toString(16)}}`

const ranges = (set: CodePointSet): string =>
  [...rangesOf(set)]
    .map(([first, last]) => (first === last ? literal(first) : `${literal(first)}-${literal(last)}`))
    .join('')

/** The set as a part of a RegExp with the flag v that takes one code point. */
export const classSource = (set: CodePointSet): string => {
  const only = onlyCodePoint(set)
  if (only !== undefined) return literal(only)
  if (set.length === 0) return '[]'
  if (set.length === allCodePoints.length && set[0] === 0 && set[1] === LAST_CODE_POINT + 1) return '[^]'
  const reachesEnd = set.at(-1) === LAST_CODE_POINT + 1
  return reachesEnd ? `[^${ranges(complement(set))}]` : `[${ranges(set)}]`
}
