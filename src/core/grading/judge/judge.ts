import type { JudgeMessage } from './prompt.ts'

/** One question to a judge. */
export interface JudgeRequest {
  readonly messages: readonly JudgeMessage[]
  /** Which of a grader's repeats this is; counts from 1. A cache that left it out would make every judge consistent. */
  readonly repeat: number
  readonly graderName: string
  /** Whether this asks once more for a score that a first reply did not hold. */
  readonly repair: boolean
  /** See `judgePromptHash`, or `repairPromptHash` for a repair turn. */
  readonly promptHash: string
}

/**
 * A judge's answer. `unavailable` says, as a clause of a sentence, why there is none: it failed, was not allowed,
 * or has nothing recorded. `finish` is `length` where the reply was cut off.
 */
export type JudgeReply =
  | { readonly reply: string; readonly finish?: string }
  | { readonly unavailable: string }

/** Whatever answers judge prompts: a model, a program, or what was recorded. Never rejects but on cancellation. */
export interface Judge {
  /** Kind, model, version and sampling: two judges with one fingerprint answer alike. */
  readonly fingerprint: string
  readonly ask: (request: JudgeRequest) => Promise<JudgeReply>
}
