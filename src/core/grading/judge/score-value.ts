import { ratingOf, type Rating } from './rating.ts'

/**
 * What stands where a score should: a rating, something that must not be read as one, or nothing like a score
 * at all. `end` is where reading stopped, in the text that was given.
 */
export type ScoreValue =
  | { readonly kind: 'rating'; readonly rating: Rating; readonly end: number }
  | { readonly kind: 'bad'; readonly found: string }
  | { readonly kind: 'none' }

const WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}
const WORD = Object.keys(WORDS).join('|')

const OPENING = /^[\s*_`"'“‘([{]*/
const PLACEHOLDER = /^(?:[<[{(]\s*[a-z]|[NX](?![\p{L}\p{N}]))/iu
const NUMBER = new RegExp(String.raw`^(?:(\d+)(?:\.(0+)(?!\d))?|(${WORD}))(?!_?[\p{L}\p{N}])`, 'iu')
const DENOMINATOR = new RegExp(
  String.raw`^[\s*_,([]*(?:(?:points?|stars?|marks?)\s+)?(?:/|out\s+of|of)\s*(?:the\s+|a\s+(?:possible\s+|total\s+of\s+|maximum\s+of\s+)?)?(\d+(?:[.,]\d+)?|${WORD})(?![\p{L}\p{N}])`,
  'iu',
)
// What after a number makes it something other than that number: a fraction, a decimal, a range, a second
// choice, half a step, a doubt, a part of something that is not 4.
const QUALIFIED = new RegExp(
  [
    String.raw`^\s*(?:[%‰\u2044/+?\\^]|percent\b|per\s+cent\b|of\b|out\s+of\b|or\b|->|=>|→|⇒)`,
    String.raw`^(?:[.,:]|\s+)\d`,
    String.raw`^-(?:$|[^\s*_-])`,
    String.raw`^[*_\x60]*\s*(?:[-–—−~,;&|]|\.\.+|…)\s*[*_\x60]*(?:maybe\s+|perhaps\s+|possibly\s+|a\s+)?(?:\d|half\b)`,
    String.raw`^[*_\x60]*\s*(?:to|and|through|until)\s+[*_\x60]*(?:an?\s+)?(?:\d|half\b|(?:${WORD})\b)`,
    String.raw`^\s*[,(]?\s*(?:maybe|perhaps|possibly|could\s+be|almost|nearly|or|(?:changed|raised|lowered|revised)\s+to)\s+(?:even\s+)?(?:an?\s+)?(?:\d|(?:${WORD})\b)`,
  ].join('|'),
  'iu',
)
const LEVELS = /^\s*[=:][^\n]*[\s,;]\d\s*[=:]/u

/**
 * Reads the score at the start of a text: a whole number of 1 to 4, also as `3.0`, `3/4`, `3 out of 4` or `three`,
 * with Markdown around it, and then the end of the line or a remark. A sign, a decimal, a range, a choice, a
 * percentage, another denominator or a number off the scale is bad. Text without a number is none.
 */
export const scoreAt = (text: string): ScoreValue => {
  const line = text.split('\n', 1)[0] ?? ''
  const opening = OPENING.exec(line)?.[0].length ?? 0
  const number = NUMBER.exec(line.slice(opening))
  if (!number) {
    if (!/\d/.test(line.slice(0, 60)) || PLACEHOLDER.test(line.trimStart())) return { kind: 'none' }
    return bad(line)
  }
  const value = number[3] === undefined ? Number(number[1]) : WORDS[number[3].toLowerCase()]
  const rating = ratingOf(value ?? Number.NaN)
  let end = opening + number[0].length
  const denominator = DENOMINATOR.exec(line.slice(end))
  if (denominator) {
    if (denominator[1]?.toLowerCase() !== '4' && denominator[1]?.toLowerCase() !== 'four') return bad(line)
    end += denominator[0].length
  }
  const rest = line.slice(end)
  if (rating === undefined || QUALIFIED.test(rest) || LEVELS.test(rest) || namesOtherScale(rest.slice(0, 80)))
    return bad(line)
  return { kind: 'rating', rating, end }
}

const RANGE = /(\d+)\s*(?:-|–|—|to|through)\s*(\d+)/iu

/** Whether a remark such as "on a scale of 1 to 5", "(5-point scale)" or "(1-5)" says that the scale is not 1 to 4. */
const namesOtherScale = (remark: string): boolean => {
  const inParentheses = /^\s*\(\s*\d+\s*[-–—]\s*\d+\s*\)/u.test(remark)
  if (!inParentheses && !/\bscale\b/iu.test(remark)) return false
  const range = RANGE.exec(remark)
  if (range) return range[1] !== '1' || range[2] !== '4'
  const top = /(\d+)[- ]point\b|\bscale\s+of\s+(?:up\s+to\s+)?(\d+)/iu.exec(remark)
  return top !== null && (top[1] ?? top[2]) !== '4'
}

const AFTER_WHOLE = /^[\s*_`~"'”’)\]}.]*$/

/** Reads a text that is a score and nothing else, but for Markdown around it and a full stop. */
export const wholeScore = (text: string): ScoreValue => {
  const bare = text.trim().replace(/^#+\s+/, '')
  const value = scoreAt(bare)
  if (value.kind === 'rating') return AFTER_WHOLE.test(bare.slice(value.end)) ? value : { kind: 'none' }
  return value.kind === 'bad' && WHOLE_NUMBER_LIKE.test(bare) ? value : { kind: 'none' }
}

const WHOLE_NUMBER_LIKE = /^[\s*_`~"'([{]*[-+−–]?[\d.,/%\s\u2044–-]+(?:out of \d+)?[\s*_`~"')\]}.]*$/

const bad = (line: string): ScoreValue => {
  const found = line.trim()
  return { kind: 'bad', found: found.length > 40 ? `${found.slice(0, 39)}…` : found }
}
