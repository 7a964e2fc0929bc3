import type { Rating } from './rating.ts'

/** One place of a reply where the judge says, or seems to say, a score. */
export interface Candidate {
  /** Where it starts, in UTF-16 units of the cleaned reply. */
  readonly index: number
  /** Absent where what stands there must not be read as a rating; `found` says what it is. */
  readonly rating?: Rating
  readonly found: string
  /** Whether the judge calls it final. */
  readonly final: boolean
  /** Whether it stands in the middle of a sentence: then it may contradict a score, but is none by itself. */
  readonly weak: boolean
}

/** A stretch of a text, `end` not included. */
export interface Span {
  readonly start: number
  readonly end: number
}
