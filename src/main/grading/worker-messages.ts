import type { Grade } from '#core/grading/grade.ts'
import type { GradeItem } from '#core/grading/item.ts'
import type { CustomGrader, ExactMatchGrader, JsonSchemaGrader, RegexGrader } from '#core/suite/suite.ts'

/** The graders that are a function of case and output alone; they run in workers. */
export type DeterministicGrader = ExactMatchGrader | RegexGrader | JsonSchemaGrader | CustomGrader

/** What a worker is told, in this order: perhaps what it will need, then what it grades with, then batches. */
export type WorkerOrder =
  | ({ readonly kind: 'preload' } & WorkerHints)
  | ({ readonly kind: 'setUp' } & WorkerSetup)
  | ({ readonly kind: 'grade' } & WorkerBatch)

/** Which of the large libraries are likely to be needed, so that they load while the suite is read. */
export interface WorkerHints {
  readonly schemas: boolean
  readonly sandbox: boolean
}

/** What a worker knows before its first batch. */
export interface WorkerSetup {
  readonly graders: readonly DeterministicGrader[]
  readonly cases: readonly WorkerCase[]
}

/** What a worker says: once that its graders are ready, then the result of each batch. */
export type WorkerAnswer = { readonly kind: 'ready' } | ({ readonly kind: 'result' } & WorkerResult)

/** A case as an item needs it. */
export type WorkerCase = Omit<GradeItem, 'attempt' | 'output'>

/** Items to grade, in the order of their attempts. */
export interface WorkerBatch {
  readonly id: number
  readonly items: readonly WorkerItem[]
}

export interface WorkerItem {
  /** Position in the setup's cases. */
  readonly caseIndex: number
  readonly attempt: number
  readonly output: string
  /** Positions in the setup's graders. */
  readonly graders: readonly number[]
}

/** The grades of a batch, in the order of its items and of each item's graders. `null` is a plain pass. */
export interface WorkerResult {
  readonly id: number
  readonly grades: readonly (readonly (Grade | null)[])[]
}
