/**
 * A set of code points as ascending boundaries: first code point in, first one out again, and so on.
 * `[48, 58]` holds the ten digits.
 */
export type CodePointSet = readonly number[]

export const LAST_CODE_POINT = 0x10ffff
const END = LAST_CODE_POINT + 1

export const noCodePoints: CodePointSet = []
export const allCodePoints: CodePointSet = [0, END]

/** The code points from `first` to `last`, both included. */
export const codePointRange = (first: number, last: number): CodePointSet => [first, last + 1]

export const codePoint = (value: number): CodePointSet => [value, value + 1]

/** A set from single code points in any order. */
export const codePoints = (values: Iterable<number>): CodePointSet => {
  const bounds: number[] = []
  for (const value of [...new Set(values)].sort((a, b) => a - b)) {
    if (bounds.at(-1) === value) bounds[bounds.length - 1] = value + 1
    else bounds.push(value, value + 1)
  }
  return bounds
}

const combine = (
  a: CodePointSet,
  b: CodePointSet,
  holds: (inA: boolean, inB: boolean) => boolean,
): CodePointSet => {
  const bounds: number[] = []
  let i = 0
  let j = 0
  let inside = false
  while (i < a.length || j < b.length) {
    const at = Math.min(a[i] ?? Infinity, b[j] ?? Infinity)
    if (a[i] === at) i++
    if (b[j] === at) j++
    // An odd count of boundaries behind us means that we stand inside the set.
    const now = holds(i % 2 === 1, j % 2 === 1)
    if (now !== inside) bounds.push(at)
    inside = now
  }
  return bounds
}

export const union = (a: CodePointSet, b: CodePointSet): CodePointSet =>
  a.length === 0 ? b : b.length === 0 ? a : combine(a, b, (inA, inB) => inA || inB)

export const unionOf = (sets: readonly CodePointSet[]): CodePointSet => sets.reduce(union, noCodePoints)

export const intersection = (a: CodePointSet, b: CodePointSet): CodePointSet =>
  combine(a, b, (inA, inB) => inA && inB)

export const difference = (a: CodePointSet, b: CodePointSet): CodePointSet =>
  combine(a, b, (inA, inB) => inA && !inB)

/** All code points, lone surrogates among them, that are not in the set. */
export const complement = (set: CodePointSet): CodePointSet => difference(allCodePoints, set)

export const hasCodePoint = (set: CodePointSet, value: number): boolean => {
  let low = 0
  let high = set.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((set[middle] ?? Infinity) <= value) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}

export const sameSet = (a: CodePointSet, b: CodePointSet): boolean =>
  a === b || (a.length === b.length && a.every((bound, index) => bound === b[index]))

/** The ranges of the set, both ends included. */
export function* rangesOf(set: CodePointSet): Generator<readonly [first: number, last: number]> {
  for (let index = 0; index < set.length; index += 2) yield [set[index] ?? 0, (set[index + 1] ?? END) - 1]
}

/** The one code point of a set that has just one. */
export const onlyCodePoint = (set: CodePointSet): number | undefined =>
  set.length === 2 && set[1] === (set[0] ?? 0) + 1 ? set[0] : undefined
