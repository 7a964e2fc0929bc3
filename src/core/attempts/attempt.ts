/** One recorded attempt: a line of a recorded file, an answer of a device. */
export interface Attempt {
  readonly caseId: string
  /** Counts from 1. */
  readonly attempt: number
  /** The prompt's name. */
  readonly prompt: string
  /** The device's name; absent where the record names none. */
  readonly device?: string
  /** The raw output. Absent only where the device failed. */
  readonly output?: string
  readonly error?: string
  readonly errorKind?: 'device' | 'model'
  readonly promptText?: string
  readonly promptHash?: string
  readonly startedAt?: string
  readonly durationMs?: number
  readonly firstTokenMs?: number
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly finish?: Finish
  readonly deviceFacts?: Readonly<Record<string, unknown>>
  readonly judgements?: readonly Judgement[]
}

/** How an output ended: by itself, cut off by a token limit, by a refusal, or by an error. */
export type Finish = 'stop' | 'length' | 'refused' | 'error'

/** A recorded judge reply. */
export interface Judgement {
  /** The grader's name, or its kind. */
  readonly grader: string
  readonly promptHash?: string
  readonly reply: string
  readonly finish?: string
}
