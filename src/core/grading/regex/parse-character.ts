import { code, isAsciiDigit } from './points.ts'
import type { PatternReader } from './reader.ts'

/** The digits after `\0`; the start is the backslash's, for a fault. */
export const octal = (reader: PatternReader, start: number): number => {
  const isOctal = (point: number): boolean => point >= 0x30 && point <= 0x37
  const first = reader.read()
  if (!isOctal(first)) throw reader.fault('\\0 wants an octal digit after it', start)
  const second = reader.read()
  if (!isOctal(second)) {
    reader.unread()
    return first - 0x30
  }
  const third = reader.read()
  if (isOctal(third) && first <= 0x33) return (first - 0x30) * 64 + (second - 0x30) * 8 + third - 0x30
  reader.unread()
  return (first - 0x30) * 8 + second - 0x30
}

const hexDigit = (point: number): number | undefined =>
  isAsciiDigit(point)
    ? point - 0x30
    : point >= 0x61 && point <= 0x66
      ? point - 0x57
      : point >= 0x41 && point <= 0x46
        ? point - 0x37
        : undefined

/** The digits after `\x`. */
export const hexadecimal = (reader: PatternReader, start: number): number => {
  const first = reader.read()
  const high = hexDigit(first)
  if (high !== undefined) {
    const low = hexDigit(reader.read())
    if (low !== undefined) return high * 16 + low
  } else if (first === code('{') && hexDigit(reader.peek()) !== undefined) {
    let value = 0
    for (;;) {
      const point = reader.read()
      const digit = hexDigit(point)
      if (digit === undefined) {
        if (point === code('}')) return value
        throw reader.fault('\\x{ is not closed by }', start)
      }
      value = value * 16 + digit
      if (value > 0x10ffff) throw reader.fault('\\x{…} goes beyond the last code point, 10FFFF', start)
    }
  }
  throw reader.fault('\\x wants two hexadecimal digits, or digits in {}', start)
}

const fourDigits = (reader: PatternReader, start: number): number => {
  let value = 0
  for (let count = 0; count < 4; count++) {
    const digit = hexDigit(reader.read())
    if (digit === undefined) throw reader.fault('\\u wants four hexadecimal digits', start)
    value = value * 16 + digit
  }
  return value
}

/** The digits after `\u`, with a low surrogate's escape after a high one's. */
export const unicodeEscape = (reader: PatternReader, start: number): number => {
  const value = fourDigits(reader, start)
  if (value < 0xd800 || value > 0xdbff) return value
  const after = reader.cursor
  if (reader.read() === code('\\') && reader.read() === code('u')) {
    const low = fourDigits(reader, after)
    if (low >= 0xdc00 && low <= 0xdfff) return (value - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000
  }
  reader.cursor = after
  return value
}
