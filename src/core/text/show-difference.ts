import { showInvisible } from './visible.ts'

/** Texts up to this many UTF-16 units are shown whole. */
const WHOLE_LENGTH = 80
const BEFORE_LENGTH = 20
const AFTER_LENGTH = 50

/**
 * `expected "Paris", got "paris."`, with what is invisible made visible. Of long texts the part around the first
 * difference is shown, with its position, counted in UTF-16 units from 1.
 *
 * @param equal - how the texts were compared; it is asked of single characters.
 */
export const showDifference = (
  actual: string,
  expected: string,
  equal: (a: string, b: string) => boolean,
): string => {
  if (actual.length <= WHOLE_LENGTH && expected.length <= WHOLE_LENGTH) {
    return `expected ${quote(expected)}, got ${quote(actual)}`
  }
  const at = firstDifference(actual, expected, equal)
  return `at character ${at + 1}: expected ${quote(partAround(expected, at))}, got ${quote(partAround(actual, at))}`
}

const quote = (text: string): string => (text === '' ? 'the empty text' : `"${showInvisible(text)}"`)

/** The first index where the characters are not equal, never inside a surrogate pair; the shorter's length if there is none. */
const firstDifference = (a: string, b: string, equal: (a: string, b: string) => boolean): number => {
  let index = 0
  while (index < a.length && index < b.length) {
    const first = String.fromCodePoint(a.codePointAt(index) ?? 0)
    const second = String.fromCodePoint(b.codePointAt(index) ?? 0)
    if (first !== second && !equal(first, second)) return index
    index += first.length
  }
  return index
}

const partAround = (text: string, at: number): string => {
  const start = pairStart(text, Math.max(0, at - BEFORE_LENGTH))
  const end = pairStart(text, Math.min(text.length, at + AFTER_LENGTH))
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

/** The index itself, or the one before where it would split a surrogate pair. */
const pairStart = (text: string, index: number): number => {
  const unit = text.charCodeAt(index)
  const before = text.charCodeAt(index - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? index - 1 : index
}
