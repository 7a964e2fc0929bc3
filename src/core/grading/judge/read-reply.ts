import type { Candidate } from './candidate.ts'
import { cleanReply } from './clean-reply.ts'
import { jsonScores } from './json-scores.ts'
import { labelledScores } from './labelled-scores.ts'
import type { Rating } from './rating.ts'
import { wholeScore } from './score-value.ts'

/** What a judge's reply says: a rating, or why no rating can be read from it. */
export type Reading = { readonly rating: Rating } | { readonly unreadable: string }

/**
 * Reads a judge's reply. Nothing is clamped, rounded, rescaled, averaged or assumed: a reply that does not give
 * one whole number of 1 to 4 is unreadable, and the reason says what was found.
 *
 * The rules, in order: what the judge thought before answering is dropped; a reply that stopped at the token limit
 * (`finish` is `length`) says nothing, for what would have followed is not known; then JSON objects that own a
 * score; then JSON that does not parse but holds one; then tags, `[RESULT]` and labelled lines outside quotes; then a reply, or a last line, that
 * is the number. One bad score makes the reply unreadable, and so do two different ones, unless exactly one is
 * called final and comes last. Never throws; takes time linear in the reply, which is read up to 32 KB.
 */
export const readReply = (reply: string, finish?: string): Reading => {
  const cleaned = cleanReply(reply)
  if ('unreadable' in cleaned) return cleaned
  const text = cleaned.text.replace(INLINE_HTML, '')
  if (text.trim() === '')
    return { unreadable: reply.trim() === '' ? 'the reply is empty' : EMPTY_AFTER_REASONING }
  if (finish === 'length') return CUT_OFF
  const json = jsonScores(text)
  const candidates = [...json.candidates, ...labelledScores(text, json.spans)]
  if (candidates.length > 0) return decide(candidates.sort((a, b) => a.index - b.index))
  return bareNumber(text)
}

const EMPTY_AFTER_REASONING = 'the reply is empty after the reasoning of the judge'
const CUT_OFF: Reading = { unreadable: 'the reply was cut off at the token limit' }
const INLINE_HTML = /<\/?(?:b|strong|i|em|u|p|br|span|h[1-6])\s*\/?>/gi

const decide = (candidates: readonly Candidate[]): Reading => {
  const bad = candidates.find((candidate) => candidate.rating === undefined)
  if (bad) return { unreadable: `found ${bad.found}, which is not one of 1, 2, 3 and 4` }
  const ratings = candidates.flatMap(({ rating }) => (rating === undefined ? [] : [rating]))
  const different = [...new Set(ratings)]
  const [only] = different
  if (only === undefined || candidates.every(({ weak }) => weak))
    return { unreadable: 'a score stands only inside a sentence, not on a line "Score: N"' }
  if (different.length === 1) return { rating: only }
  const last = candidates.at(-1)
  if (last?.final && last.rating !== undefined && candidates.filter(({ final }) => final).length === 1)
    return { rating: last.rating }
  return { unreadable: `found different scores: ${ratings.slice(0, 8).join(', ')}` }
}

/** The whole reply, or its whole last line, as a number. */
const bareNumber = (text: string): Reading => {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:`{3,}|~{3,})/.test(line))
  const last = lines.at(-1) ?? ''
  // "3." after "1. …" and "2. …" is the next point of a list, not a verdict.
  const isListItem = lines.length > 1 && /^\s*\d+[.)]\s*$/.test(last) && /^\s*\d+[.)]\s/m.test(text)
  const value = isListItem ? undefined : wholeScore(last)
  if (value?.kind === 'rating') return { rating: value.rating }
  if (value?.kind === 'bad') return { unreadable: `found ${value.found}, which is not one of 1, 2, 3 and 4` }
  return { unreadable: 'found no line "Score: N"' }
}
