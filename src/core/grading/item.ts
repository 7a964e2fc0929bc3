import type { Grade } from './grade.ts'

/** What a deterministic grader sees of one attempt. Plain data: it crosses to a worker. */
export interface GradeItem {
  readonly caseId: string
  readonly tags: readonly string[]
  /** See `inputText`. */
  readonly input: string
  readonly vars: Readonly<Record<string, string>>
  readonly expected?: string
  readonly attempt: number
  /** The output, after the device's thinking rule. */
  readonly output: string
}

/** A grader made ready: its configuration compiled once, then called for each attempt. Never throws. */
export type GradeFunction = (item: GradeItem) => Grade
