/**
 * Kotlin's `String.trim()`: without the leading and trailing UTF-16 units for which `Character.isWhitespace` or
 * `Character.isSpaceChar` holds. Not JavaScript's `trim`: U+001C to U+001F go, U+FEFF stays.
 */
export const kotlinTrim = (text: string): string => {
  const start = skipKotlinWhitespace(text, 0)
  let end = text.length
  while (end > start && isKotlinWhitespace(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

/** The index of the first unit at or after `index` that Kotlin's trim keeps, or the text's length. */
export const skipKotlinWhitespace = (text: string, index: number): number => {
  let next = index
  while (next < text.length && isKotlinWhitespace(text.charCodeAt(next))) next++
  return next
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
