import { cutText } from '../grade.ts'
import { cleanReply } from './clean-reply.ts'

const LONGEST = 300

/** The judge's own words for its score, on one line of at most 300 characters; empty where it gave none. */
export const replyReasons = (reply: string): string => {
  const cleaned = cleanReply(reply)
  if ('unreadable' in cleaned) return ''
  const words = (jsonReasons(cleaned.text) ?? textReasons(cleaned.text)).replace(/\s+/g, ' ').trim()
  return words.length > LONGEST ? `${cutText(words, LONGEST - 1)}…` : words
}

const REASON_KEY = /^(?:reasoning|reasons?|rationale|justification|explanation|feedback|comment)$/i

const jsonReasons = (text: string): string | undefined => {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start < 0 || end < start) return undefined
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1))
    const entries = Object.entries(value ?? {})
    const reason = entries.find(([key, member]) => REASON_KEY.test(key) && typeof member === 'string')
    return String(reason?.[1] ?? '')
  } catch {
    return undefined
  }
}

const SCORE_LINE = /^[\s*_#`>-]*(?:(?:final|total|overall)\s+)?(?:score|rating|grade)\b/i
const MARKUP_LINE = /^\s*(?:`{3,}.*|~{3,}.*|[-*_=]{3,}|<\/?\w+>)\s*$/

const textReasons = (text: string): string =>
  text
    .split('\n')
    .filter(
      (line) => !SCORE_LINE.test(line) && !MARKUP_LINE.test(line) && !/^[\s*_`]*\d?[\s*_`.]*$/.test(line),
    )
    .join(' ')
