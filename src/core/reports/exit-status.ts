import type { Gate } from '../suite/suite.ts'
import type { Summary } from './report.ts'

/** What a case that is not graded means for the status. */
export type NotGradedMode = 'fail' | 'warn' | 'ignore'

export type ExitStatus = 0 | 1 | 2 | 3 | 4 | 130

/** What the status of a call depends on. */
export interface Outcome {
  /** The call was stopped; what was done is kept. */
  readonly interrupted?: boolean
  /** The call or a file is wrong, and nothing was run. */
  readonly invalid?: boolean
  /** Attempts that a device could not give. */
  readonly missingAttempts?: number
  /** What was graded; absent where nothing was. */
  readonly summary?: Summary
  readonly gate?: Gate
  /** The option, 0…1: it goes before the gate's. */
  readonly minPassRate?: number
  /** `fail` where it is absent. */
  readonly notGraded?: NotGradedMode
  /** A part of a run does not decide: its status is never 1 or 3. */
  readonly isShard?: boolean
}

/**
 * The exit status of `run`, `grade` and `merge`, the first that applies: 130 interrupted; 2 the call or
 * a file is wrong; 4 attempts are missing; 1 a case failed, or with a minimum pass rate the worst-case
 * rate is below it (as it is where there is no case to have one); 3 a case is not graded, or with
 * `gate.maxNotGraded` more than that share of cases; 0 otherwise.
 */
export const exitStatus = (outcome: Outcome): ExitStatus => {
  if (outcome.interrupted) return 130
  if (outcome.invalid) return 2
  if ((outcome.missingAttempts ?? 0) > 0) return 4
  const { summary } = outcome
  if (!summary || outcome.isShard) return 0
  if (fallsShort(summary, outcome.minPassRate ?? outcome.gate?.minPassRate)) return 1
  const mode = outcome.notGraded ?? 'fail'
  if (mode === 'fail' && leavesOutTooMany(summary, outcome.gate?.maxNotGraded)) return 3
  return 0
}

const fallsShort = (summary: Summary, minPassRate: number | undefined): boolean => {
  if (minPassRate === undefined) return summary.failed > 0
  return summary.worstPassRate === null ? minPassRate > 0 : summary.worstPassRate < minPassRate
}

const leavesOutTooMany = ({ cases, notGraded }: Summary, maxNotGraded = 0): boolean =>
  notGraded > 0 && notGraded / cases > maxNotGraded
