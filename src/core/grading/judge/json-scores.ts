import type { Candidate, Span } from './candidate.ts'
import { ratingOf } from './rating.ts'
import { scoreAt } from './score-value.ts'

/** What the JSON in a reply says, and where it stands, so that nothing else reads there. */
export interface JsonScores {
  readonly candidates: readonly Candidate[]
  readonly spans: readonly Span[]
}

// A reply with more objects than this is no verdict; it also bounds the parsing.
const MOST_OBJECTS = 64

/**
 * The scores that JSON objects in a text own, under `score`, `rating`, `grade`, `total_rating` or `final_score`
 * in any case; inside `arguments` and `parameters` too, where tool calls have them. Other nested objects rate
 * parts of the answer and are left alone. JSON that does not parse but is closed and holds exactly one such key
 * counts; an object that is cut off does not.
 */
export const jsonScores = (text: string): JsonScores => {
  const candidates: Candidate[] = []
  const spans: Span[] = []
  let tried = 0
  let parsedTo = 0
  for (const span of balancedSpans(text)) {
    if (span.start < parsedTo) continue
    if (++tried > MOST_OBJECTS) {
      candidates.push(badAt(span.start, `more than ${MOST_OBJECTS} JSON objects`, false))
      break
    }
    const source = text.slice(span.start, span.end)
    const parsed = parse(source)
    if (parsed === undefined) continue
    parsedTo = span.end
    spans.push(span)
    const found = ownScores(parsed.value, span.start)
    candidates.push(...found)
    if (hasScoreKeyTwice(source, parsed.value)) candidates.push(badAt(span.start, 'a score key twice', false))
  }
  if (candidates.length > 0) return { candidates, spans }
  const broken = brokenObject(text, spans)
  return broken ? { candidates: [broken.candidate], spans: [...spans, broken.span] } : { candidates, spans }
}

/** Every stretch from an opening brace or bracket to its closing one, outer before inner, in one pass. */
const balancedSpans = (text: string): readonly Span[] => {
  const open: number[] = []
  const spans: Span[] = []
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index++
      else if (character === '"' || character === '\n') inString = false
    } else if (character === '"') inString = open.length > 0
    else if (character === '{' || character === '[') open.push(index)
    else if (character === '}' || character === ']') {
      const start = open.pop()
      if (start !== undefined) spans.push({ start, end: index + 1 })
    }
  }
  return spans.sort((a, b) => a.start - b.start)
}

const parse = (source: string): { readonly value: unknown } | undefined => {
  // Nothing else can start what owns a score; citations like [3] are not worth an attempt.
  if (!/^(?:\{\s*["}]|\[\s*\{)/.test(source)) return undefined
  try {
    return { value: JSON.parse(source) }
  } catch {
    return undefined
  }
}

const SCORE_KEYS: ReadonlySet<string> = new Set(['score', 'rating', 'grade', 'totalrating', 'finalscore'])
const WRAPPERS: ReadonlySet<string> = new Set(['arguments', 'parameters'])
// Where an object names the top of its scale, that must be 4.
const LIMITS: ReadonlySet<string> = new Set(['max', 'maximum', 'maxscore', 'maxrating', 'outof'])
const CALLS: ReadonlySet<string> = new Set(['function', 'tool_calls', 'tool_call'])

const keyName = (key: string): string => key.toLowerCase().replace(/[\s_-]/g, '')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ownScores = (value: unknown, index: number): readonly Candidate[] => {
  if (Array.isArray(value))
    return value.flatMap((member) => (isObject(member) ? ownScores(member, index) : []))
  if (!isObject(value)) return []
  const otherScale = Object.entries(value).some(
    ([key, member]) => LIMITS.has(keyName(key)) && typeof member === 'number' && member !== 4,
  )
  return Object.entries(value).flatMap(([key, member]): readonly Candidate[] => {
    if (SCORE_KEYS.has(keyName(key)))
      return otherScale
        ? [badAt(index, `${JSON.stringify(member)} on another scale`, false)]
        : [candidateOf(key, member, index)]
    if (CALLS.has(key.toLowerCase())) return ownScores(member, index)
    if (!WRAPPERS.has(key.toLowerCase())) return []
    return ownScores(typeof member === 'string' ? parse(member.trim())?.value : member, index)
  })
}

const candidateOf = (key: string, value: unknown, index: number): Candidate => {
  const final = keyName(key) === 'finalscore'
  if (typeof value === 'string') return fromText(value, index, final)
  const rating = typeof value === 'number' ? ratingOf(value) : undefined
  return rating === undefined
    ? badAt(index, JSON.stringify(value), final)
    : { ...goodAt(index, final), rating }
}

const fromText = (text: string, index: number, final: boolean): Candidate => {
  const value = scoreAt(text.trim())
  if (value.kind === 'rating') return { ...goodAt(index, final), rating: value.rating }
  return badAt(index, value.kind === 'bad' ? value.found : `"${text.trim().slice(0, 40)}"`, final)
}

const goodAt = (index: number, final: boolean): Candidate => ({ index, found: '', final, weak: false })

const badAt = (index: number, found: string, final: boolean): Candidate => ({
  index,
  found,
  final,
  weak: false,
})

const QUOTED_KEY = /(?<!\\)"(score|rating|grade|total[\s_-]?rating|final[\s_-]?score)"\s*:/gi

/** JSON.parse keeps the last of two equal keys without a word; two scores in one object are a contradiction. */
const hasScoreKeyTwice = (source: string, value: unknown): boolean => {
  const written = [...source.matchAll(QUOTED_KEY)].length
  return written > 1 && written > countScoreKeys(value)
}

const countScoreKeys = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, member) => sum + countScoreKeys(member), 0)
  if (!isObject(value)) return 0
  return Object.entries(value).reduce(
    (sum, [key, member]) => sum + (SCORE_KEYS.has(keyName(key)) ? 1 : 0) + countScoreKeys(member),
    0,
  )
}

const LOOSE_KEY =
  /(?:(?<!\\)(["'])(?:score|rating|grade|total[\s_-]?rating|final[\s_-]?score)\1|(?<=[{,]\s{0,20})(?:score|rating|grade|total_rating|final_score))\s*:\s*([^,}\]\n]*)/gi

/** JSON that does not parse: from its first brace to its last, with exactly one score key in between. */
const brokenObject = (
  text: string,
  spans: readonly Span[],
): { readonly candidate: Candidate; readonly span: Span } | undefined => {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}') + 1
  if (start < 0 || end <= start) return undefined
  const keys = [...text.slice(start, end).matchAll(LOOSE_KEY)].filter(
    (key) => !spans.some((span) => span.start <= start + key.index && start + key.index < span.end),
  )
  const [key] = keys
  if (!key) return undefined
  const index = start + key.index
  const span = { start, end }
  if (keys.length > 1) return { candidate: badAt(index, `${keys.length} scores in broken JSON`, false), span }
  const value = (key[2] ?? '').trim()
  const final = /final/i.test(key[0].slice(0, key[0].indexOf(':')))
  return {
    candidate: /\S/.test(value) ? fromText(value, index, final) : badAt(index, 'no value', final),
    span,
  }
}
