import type { Span } from '../../text/kotlin-trim.ts'

/**
 * The last JSON object or array in a text that is not inside another one, whatever stands around it.
 *
 * One pass with a stack of open brackets: a character that JSON does not allow where it stands rules out every
 * open bracket at once, and the last value that was complete inside them is what they leave. Because the quotes of
 * such brackets may have been apostrophes or the wrong halves of pairs, the search goes on inside the last string
 * before that character; each part of the text is so read at most three times, and the time stays linear.
 *
 * Brackets that are open where the text ends are a value that was cut off: its pieces are not taken for an answer.
 */
export const lastJsonValue = (text: string): Span | undefined => {
  const starts: number[] = []
  let expected: Expected = 'value'
  let found: Span | undefined
  /** The last complete value inside the open brackets. */
  let inner: Span | undefined
  let lastString = -1
  let index = 0

  while (true) {
    if (starts.length === 0) {
      index = nextBracket(text, index)
      if (index === text.length) return found
      inner = undefined
      lastString = -1
      starts.push(index)
      expected = text.charAt(index) === '{' ? 'keyOrEnd' : 'valueOrEnd'
      index++
      continue
    }
    index = skipJsonWhitespace(text, index)
    if (index === text.length) return found
    const character = text.charAt(index)
    const inObject = text.charAt(starts.at(-1) ?? 0) === '{'
    const takesValue: boolean = expected === 'value' || expected === 'valueOrEnd'
    let next = BROKEN

    if (character === '"' && (takesValue || expected === 'key' || expected === 'keyOrEnd')) {
      next = stringEnd(text, index)
      if (next === CUT_OFF) return found
      lastString = index
      expected = takesValue ? 'commaOrEnd' : 'colon'
    } else if ((character === '{' || character === '[') && takesValue) {
      starts.push(index)
      expected = character === '{' ? 'keyOrEnd' : 'valueOrEnd'
      next = index + 1
    } else if (character === (inObject ? '}' : ']') && endsHere(expected)) {
      const complete = { start: starts.pop() ?? 0, end: index + 1 }
      if (starts.length === 0) found = complete
      else inner = complete
      lastString = -1
      expected = 'commaOrEnd'
      next = index + 1
    } else if (character === ',' && expected === 'commaOrEnd') {
      expected = inObject ? 'key' : 'value'
      next = index + 1
    } else if (character === ':' && expected === 'colon') {
      expected = 'value'
      next = index + 1
    } else if (takesValue) {
      next = scalarEnd(text, index)
      expected = 'commaOrEnd'
    }

    if (next === BROKEN) {
      starts.length = 0
      if (inner) found = inner
      index = lastString === -1 ? index : lastString + 1
    } else index = next
  }
}

const BROKEN = -1
const CUT_OFF = -2

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd'

const endsHere = (expected: Expected): boolean =>
  expected === 'commaOrEnd' || expected === 'keyOrEnd' || expected === 'valueOrEnd'

const BRACKET = /[[{]/g

const nextBracket = (text: string, index: number): number => {
  BRACKET.lastIndex = index
  return BRACKET.exec(text)?.index ?? text.length
}

const skipJsonWhitespace = (text: string, index: number): number => {
  let next = index
  while (next < text.length && isJsonWhitespace(text.charCodeAt(next))) next++
  return next
}

/** Whether JSON allows this UTF-16 unit between its tokens. */
export const isJsonWhitespace = (unit: number): boolean =>
  unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

const STRING_STOP = /["\\\u0000-\u001f]/g
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y
const LONGEST_ESCAPE = 6

/**
 * The index after the string that begins at `index`; `CUT_OFF` where the text ends in it; `BROKEN` where it holds
 * what no JSON string may.
 */
const stringEnd = (text: string, index: number): number => {
  let next = index + 1
  while (true) {
    STRING_STOP.lastIndex = next
    const stop = STRING_STOP.exec(text)
    if (!stop) return CUT_OFF
    if (stop[0] === '"') return stop.index + 1
    if (stop[0] !== '\\') return BROKEN
    ESCAPE.lastIndex = stop.index
    if (!ESCAPE.test(text)) return stop.index > text.length - LONGEST_ESCAPE ? CUT_OFF : BROKEN
    next = ESCAPE.lastIndex
  }
}

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null/y

/** The index after the number or the word that begins at `index`, or `BROKEN` where JSON has no such one. */
const scalarEnd = (text: string, index: number): number => {
  SCALAR.lastIndex = index
  return SCALAR.test(text) ? SCALAR.lastIndex : BROKEN
}
