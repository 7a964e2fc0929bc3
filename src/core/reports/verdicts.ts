import type { Verdict } from '../grading/grade.ts'
import type { PassRule } from '../suite/suite.ts'
import type { ReportAttempt, Summary } from './report.ts'

interface Judged {
  readonly verdict: Verdict
}

/**
 * The verdict of an attempt from those of its grades: failed when any grader failed it, else not
 * graded when any could not grade it or there is none, else passed.
 */
export const attemptVerdict = (grades: readonly Judged[]): Verdict => caseVerdict(grades, 'all')

/**
 * The verdict of a case from those of its attempts. It is decided only when the attempts that are not
 * graded could not change it, whatever they turned out to be. Without a graded attempt it is not graded.
 */
export const caseVerdict = (attempts: readonly Judged[], rule: PassRule): Verdict => {
  const { passed, failed, notGraded } = countVerdicts(attempts)
  if (passed + failed === 0) return 'notGraded'
  if (rule === 'all') return failed > 0 ? 'failed' : notGraded > 0 ? 'notGraded' : 'passed'
  if (rule === 'any') return passed > 0 ? 'passed' : notGraded > 0 ? 'notGraded' : 'failed'
  const { atLeast } = rule
  const total = passed + failed + notGraded
  const shareIfAllFail = passed / total
  const shareIfAllPass = (passed + notGraded) / total
  return shareIfAllFail >= atLeast ? 'passed' : shareIfAllPass < atLeast ? 'failed' : 'notGraded'
}

export interface VerdictCounts {
  readonly passed: number
  readonly failed: number
  readonly notGraded: number
}

/** How many there are of each verdict. */
export const countVerdicts = (judged: Iterable<Judged>): VerdictCounts => {
  const counts = { passed: 0, failed: 0, notGraded: 0 }
  for (const { verdict } of judged) counts[verdict] += 1
  return counts
}

/**
 * Whether the device failed: there is no output that could have been graded. A model that gave up is
 * another thing; its output is what there is.
 */
export const isDeviceError = (attempt: Pick<ReportAttempt, 'output' | 'error' | 'errorKind'>): boolean =>
  attempt.error !== undefined &&
  (attempt.errorKind === undefined ? attempt.output === undefined : attempt.errorKind === 'device')

interface SummarisedAttempt extends Judged, Pick<ReportAttempt, 'output' | 'error' | 'errorKind'> {}

interface SummarisedCase extends Judged {
  readonly attempts: readonly SummarisedAttempt[]
}

/**
 * Counts entries (case × prompt × device) and their attempts. Rates are of entries, 0…1: `passRate`
 * over the graded ones, null if there are none; `worstPassRate` over all, null if there are none.
 */
export const summarise = (cases: readonly SummarisedCase[]): Summary => {
  const counts = countVerdicts(cases)
  const graded = counts.passed + counts.failed
  const attempts = { total: 0, passed: 0, failed: 0, notGraded: 0, errors: 0 }
  for (const entry of cases) {
    for (const attempt of entry.attempts) {
      attempts.total += 1
      attempts[attempt.verdict] += 1
      if (attempt.verdict === 'notGraded' && isDeviceError(attempt)) attempts.errors += 1
    }
  }
  return {
    cases: cases.length,
    ...counts,
    passRate: graded === 0 ? null : counts.passed / graded,
    worstPassRate: cases.length === 0 ? null : counts.passed / cases.length,
    attempts,
  }
}
