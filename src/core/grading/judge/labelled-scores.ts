import type { Candidate, Span } from './candidate.ts'
import { scoreAt, wholeScore, type ScoreValue } from './score-value.ts'

const QUALIFIER = String.raw`(?:(?:final|total|overall|my|your|the|evaluation|judge)[\s_-]+){0,3}`

const LABEL = new RegExp(
  [
    // The boundary: "underscore:" and "sub-score:" hold the word, too. An underscore alone is Markdown.
    String.raw`(?<![\p{L}\p{N}-]|[\p{L}\p{N}]_)(?<label>${QUALIFIER}(?:score|rating|grade))(?![\p{L}\p{N}])`,
    String.raw`[ \t*_\x60~"'”’]{0,8}(?:\((?<scale>[^()\n]{0,40})\))?[ \t*_\x60~"'”’]{0,8}`,
    String.raw`(?<colon>(?:[:=]+[ \t]*)+)?`,
  ].join(''),
  'giu',
)

const TAG = /<(score|rating|grade|total_rating|final_score)>\s*/gi
const RESULT_MARK = /\[RESULT\]\s*:?\s*/gi

/**
 * The scores of a text that stand after a label ("Score:", "Final rating:"), under one ("## Score"), in a tag
 * (`<score>3</score>`) or after `[RESULT]`. What is quoted (quotes, code spans, block quotes) is the answer's
 * or the rubric's, not the judge's, and does not count; neither does what stands in one of `spans`.
 */
export const labelledScores = (text: string, spans: readonly Span[]): readonly Candidate[] => {
  const candidates: Candidate[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const next = start + line.length + 1
    if (!/^\s*>/.test(line)) {
      for (const candidate of scoresInLine(line, text.slice(next, next + LOOK_AHEAD))) {
        const index = start + candidate.index
        if (!spans.some((span) => span.start <= index && index < span.end))
          candidates.push({ ...candidate, index })
      }
    }
    start = next
  }
  return candidates
}

// How far from a label its value and the words before it are looked at: a bound, so that time stays linear.
const REACH = 200

const valueFrom = (line: string, start: number): string => line.slice(start, start + REACH)

// Enough for an empty line or two and a number under a heading.
const LOOK_AHEAD = 80

const scoresInLine = (line: string, after: string): readonly Candidate[] => {
  if (!/score|rating|grade|\[RESULT\]/i.test(line)) return []
  const quoted = quotedSpans(line)
  const isQuoted = (index: number): boolean => quoted.some(({ start, end }) => start < index && index < end)
  const marked = [...line.matchAll(TAG), ...line.matchAll(RESULT_MARK)]
    .filter((mark) => !isQuoted(mark.index))
    .flatMap((mark) => {
      const value = valueFrom(line, mark.index + mark[0].length)
      const tag = mark[1] !== undefined
      return candidateOf(tag ? scoreInTag(value || after.trimStart()) : scoreAt(value), mark.index, {
        final: tag && /final/i.test(mark[0]),
        weak: false,
      })
    })
  const labelled = [...line.matchAll(LABEL)]
    .filter((label) => !isQuoted(label.index) && !'"“‘«'.includes(line[label.index - 1] ?? ' '))
    .flatMap((label) => labelledScore(line, after, label))
  return [...marked, ...labelled].sort((a, b) => a.index - b.index)
}

const scoreInTag = (value: string): ScoreValue => {
  const content = value.split('<', 1)[0] ?? ''
  const score = wholeScore(content)
  return score.kind === 'rating' || !/\d/.test(content)
    ? score
    : { kind: 'bad', found: content.trim().slice(0, 40) }
}

const labelledScore = (line: string, after: string, label: RegExpExecArray): readonly Candidate[] => {
  const end = label.index + label[0].length
  const value = valueFrom(line, end)
  const before = line.slice(Math.max(0, label.index - REACH), label.index)
  const alone = value.replace(MARKUP, '') === ''
  if (label.groups?.['colon'] === undefined && !(alone && before.replace(MARKUP, '') === '')) return []
  const flags = { final: /final/i.test(label.groups?.['label'] ?? ''), weak: isInSentence(before) }
  const scale = label.groups?.['scale']
  if (scale !== undefined && !isOurScale(scale))
    return candidateOf({ kind: 'bad', found: `(${scale})` }, label.index, flags)
  if (!alone) return candidateOf(scoreAt(value), label.index, flags)
  const below = after.trimStart().split('\n', 1)[0] ?? ''
  return candidateOf(wholeScore(below), label.index, flags)
}

/** Whether the numbers beside a label, as in "Score (1-4)" and "Score (out of 4)", are those of the scale of 1 to 4. */
const isOurScale = (scale: string): boolean => {
  const numbers = (scale.match(/\d+/g) ?? []).map(Number)
  return numbers.length === 0 || (Math.max(...numbers) === 4 && Math.min(...numbers) >= 1)
}

const MARKUP = /[\s*_#~`|>"'+•-]+|^\s*\d{1,2}[.)]\s/gu

/** Whether a label comes after words of its own sentence: "The answer ends with Score: 4". */
const isInSentence = (before: string): boolean => {
  const bare = before.replace(/[\s*_#~`|>"'+•-]+$/u, '').replace(/^\s*\d{1,2}[.)]$/u, '')
  return bare !== '' && !/(?:[.!?;,)\]}…–—|]|\p{Extended_Pictographic})$/u.test(bare)
}

const candidateOf = (
  value: ScoreValue,
  index: number,
  flags: { readonly final: boolean; readonly weak: boolean },
): readonly Candidate[] => {
  if (value.kind === 'none') return []
  if (value.kind === 'bad') return [{ index, found: value.found, ...flags }]
  return [{ index, rating: value.rating, found: '', ...flags }]
}

const QUOTED =
  /"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)|(?<![\p{L}\p{N}])['‘][^'’\n]*['’](?![\p{L}\p{N}])/gu

const quotedSpans = (line: string): readonly Span[] =>
  [...line.matchAll(QUOTED)].map((quote) => ({ start: quote.index, end: quote.index + quote[0].length }))
