/** The code point of the one character. */
export const code = (character: string): number => character.codePointAt(0) ?? 0
export const BACKSLASH = code('\\')
export const OPEN = code('(')
export const CLOSE = code(')')
export const BAR = code('|')
export const QUESTION = code('?')
export const STAR = code('*')
export const PLUS = code('+')
export const BRACE = code('{')
export const BRACE_END = code('}')
export const BRACKET = code('[')
export const CARET = code('^')
export const DOLLAR = code('$')
export const DOT = code('.')

export const isPropertyLetter = (point: number): boolean => point === code('p') || point === code('P')
export const isAsciiDigit = (value: number): boolean => value >= 0x30 && value <= 0x39
export const isAsciiLetter = (value: number): boolean =>
  (value >= 0x41 && value <= 0x5a) || (value >= 0x61 && value <= 0x7a)
export const isAsciiSpace = (value: number): boolean => (value >= 0x09 && value <= 0x0d) || value === 0x20
