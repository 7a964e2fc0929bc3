/** A part of a text, in UTF-16 units; the end is not part of it. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Kotlin's `String.trim()`: without the leading and trailing UTF-16 units for which `Character.isWhitespace` or
 * `Character.isSpaceChar` holds. Not JavaScript's `trim`: U+001C to U+001F go, U+FEFF stays.
 */
export const kotlinTrim = (text: string): string => {
  const { start, end } = trimSpan(text, 0, text.length)
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

/** What Kotlin's trim leaves of the text's part from `start` to `end`. */
export const trimSpan = (text: string, start: number, end: number): Span => {
  let first = start
  let last = end
  while (first < last && isKotlinWhitespace(text.charCodeAt(first))) first++
  while (last > first && isKotlinWhitespace(text.charCodeAt(last - 1))) last--
  return { start: first, end: last }
}

/** Whether Kotlin's trim removes this UTF-16 unit; 28 units are of that kind. */
export const isKotlinWhitespace = (unit: number): boolean => {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit >= 0x1c
  if (unit < 0x2000) return unit === 0xa0 || unit === 0x1680
  return (
    unit <= 0x200a ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  )
}
