import { codePoint, codePointRange, codePoints, type CodePointSet, union } from './code-points.ts'
import { lowerCases, upperCases } from './unicode/character-data.ts'

/** How letters compare: as they are, with ASCII case ignored, or with Unicode case ignored. */
export type Fold = 'none' | 'ascii' | 'unicode'

const upper = (value: number): number => upperCases().get(value) ?? value
const lower = (value: number): number => lowerCases().get(value) ?? value
const foldKey = (value: number): number => lower(upper(value))

const isUpperAscii = (value: number): boolean => value >= 0x41 && value <= 0x5a
const isLowerAscii = (value: number): boolean => value >= 0x61 && value <= 0x7a
const asciiPair = (value: number): CodePointSet =>
  isUpperAscii(value)
    ? codePoints([value, value + 32])
    : isLowerAscii(value)
      ? codePoints([value - 32, value])
      : codePoint(value)

let sameKeys: ReadonlyMap<number, readonly number[]> | undefined

/** Every code point with that key, the key itself among them. */
const withKey = (key: number): CodePointSet => {
  if (!sameKeys) {
    const found = new Map<number, number[]>()
    for (const value of new Set([...upperCases().keys(), ...lowerCases().keys()])) {
      const list = found.get(foldKey(value))
      if (list) list.push(value)
      else found.set(foldKey(value), [value])
    }
    sameKeys = found
  }
  return codePoints([key, ...(sameKeys.get(key) ?? [])])
}

/** What a literal that stands alone matches. Under Unicode case it folds only where it has a case mapping itself. */
export const foldedSingle = (value: number, fold: Fold): CodePointSet => {
  if (fold === 'none') return codePoint(value)
  if (fold === 'ascii') return asciiPair(value)
  return upper(value) === foldKey(value) ? codePoint(value) : withKey(foldKey(value))
}

/** What a literal in a run of two or more matches. */
export const foldedInRun = (value: number, fold: Fold): CodePointSet =>
  fold === 'none' ? codePoint(value) : fold === 'ascii' ? asciiPair(value) : withKey(foldKey(value))

/** Latin letters with relatives outside Latin-1: ÿ µ I i S s K k Å å. Java folds them as a single literal. */
const withFarRelatives = new Set([0xff, 0xb5, 0x49, 0x69, 0x53, 0x73, 0x4b, 0x6b, 0xc5, 0xe5])

/** Whether Java enters the character in the table that a class has for the first 256 code points. */
export const isTabledInClass = (value: number, fold: Fold): boolean =>
  value <= 0xff && !(fold === 'unicode' && withFarRelatives.has(value))

/** What one character of a class matches. */
export const foldedInClass = (value: number, fold: Fold): CodePointSet => {
  if (fold === 'none' || !isTabledInClass(value, fold)) return foldedSingle(value, fold)
  if (value < 0x80) return asciiPair(value)
  // Only the direct mappings are entered in the table.
  return fold === 'ascii' ? codePoint(value) : codePoints([value, lower(value), upper(value)])
}

/** What a range of a class matches. */
export const foldedRange = (first: number, last: number, fold: Fold): CodePointSet => {
  const range = codePointRange(first, last)
  if (fold === 'none') return range
  const inRange = (value: number): boolean => first <= value && value <= last
  const more: number[] = []
  if (fold === 'ascii') {
    for (let value = 0x41; value <= 0x5a; value++) {
      if (inRange(value)) more.push(value + 32)
      if (inRange(value + 32)) more.push(value)
    }
  } else {
    for (const value of new Set([...upperCases().keys(), ...lowerCases().keys()]))
      if (inRange(upper(value)) || inRange(foldKey(value))) more.push(value)
  }
  return union(range, codePoints(more))
}
