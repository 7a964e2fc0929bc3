/** The three verdicts. Not graded means that the grader could not do its job; it is never a failure. */
export type Verdict = 'passed' | 'failed' | 'notGraded'

/** What one grader says of one attempt. */
export interface Grade {
  readonly verdict: Verdict
  /** 0…1; for a cosine −1…1. Absent where nothing was graded. */
  readonly score?: number
  /** One sentence of at most 500 characters: what was found and what was wanted. */
  readonly reason?: string
  readonly details?: GradeDetails
}

/** What an inspector shows beyond the sentence. */
export interface GradeDetails {
  /** The reason in full, where the sentence was cut. */
  readonly reason?: string
  /** Which rule found the JSON text: as it stands, fence, block or value. */
  readonly extracted?: 'asIs' | 'fence' | 'block' | 'value'
  /** Notes that change no verdict, such as a duplicate key. */
  readonly warnings?: readonly string[]
  /** Which limit the grader reached, where one ended it. A grader that does so again and again is stopped. */
  readonly limit?: Limit
  /** What a custom grader wrote to its console. */
  readonly log?: readonly string[]
  /** The judge's rating, 1–4. */
  readonly rating?: number
  /** The judge's replies as they came, in order of the repeats. */
  readonly replies?: readonly string[]
}

/** What a grader can run out of: its steps, its time, its memory, the depth of its calls. */
export type Limit = 'steps' | 'time' | 'memory' | 'stack'

const LONGEST_REASON = 500

/** A pass. The one shared object for the common case keeps large runs small. */
export const passed = (score = 1, reason?: string, details?: GradeDetails): Grade =>
  score === 1 && reason === undefined && details === undefined
    ? PASSED
    : build('passed', score, reason, details)

const PASSED: Grade = Object.freeze({ verdict: 'passed', score: 1 })

/** A failure: the grader did its job and the output is not good enough. */
export const failed = (reason: string, score = 0, details?: GradeDetails): Grade =>
  build('failed', score, reason, details)

/** The grader could not do its job. */
export const notGraded = (reason: string, details?: GradeDetails): Grade =>
  build('notGraded', undefined, reason, details)

const build = (
  verdict: Verdict,
  score: number | undefined,
  reason: string | undefined,
  details: GradeDetails | undefined,
): Grade => {
  const cut = reason !== undefined && reason.length > LONGEST_REASON
  const allDetails = cut ? { ...details, reason } : details
  return {
    verdict,
    ...(score !== undefined && { score }),
    ...(reason !== undefined && { reason: cut ? `${cutText(reason, LONGEST_REASON - 1)}…` : reason }),
    ...(allDetails && { details: allDetails }),
  }
}

/** The text's first `length` UTF-16 units, never half a surrogate pair. */
export const cutText = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
