import { counted } from './wording.ts'
import { countVerdicts, isDeviceError, type VerdictCounts } from './verdicts.ts'
import type { ReportAttempt, ReportCase } from './report.ts'

/** Why an attempt, or a case without attempts, did not pass. */
export interface Reason {
  readonly verdict: 'failed' | 'notGraded'
  /** The grader's name; absent where no grader had anything to grade. */
  readonly grader?: string
  readonly text: string
}

/** Why the attempt did not pass: one reason a grader, or the one that kept all graders from it. */
export const reasonsOfAttempt = (attempt: ReportAttempt): readonly Reason[] => {
  if (isDeviceError(attempt)) return [{ verdict: 'notGraded', text: `no output: ${attempt.error ?? ''}` }]
  if (attempt.grades.length === 0) return [{ verdict: 'notGraded', text: 'no grader applies to this case' }]
  return attempt.grades.flatMap(({ verdict, grader, reason }) =>
    verdict === 'passed' ? [] : [{ verdict, grader, text: reason ?? 'the grader gave no reason' }],
  )
}

const NO_ATTEMPTS: Reason = { verdict: 'notGraded', text: 'there is no attempt of this case' }

/** Why the case did not pass, attempt by attempt. */
export function* reasonsOfCase(entry: ReportCase): Iterable<Reason & { readonly attempt?: number }> {
  if (entry.attempts.length === 0) yield NO_ATTEMPTS
  for (const attempt of entry.attempts) {
    for (const reason of reasonsOfAttempt(attempt)) yield { ...reason, attempt: attempt.attempt }
  }
}

/** Reasons of one grader that say the same of different data. */
export interface ReasonGroup extends Reason {
  /** How many attempts; 0 where the reason is that there are none. */
  readonly attempts: number
  /** Whether all say it in the same words as `text`, that of the first. */
  readonly isSame: boolean
  /** The entries, in order. */
  readonly cases: readonly ReportCase[]
}

/**
 * The reasons of the given entries, those alike together, so that 300 failures stay readable: failures
 * first, then the most frequent. `text` is that of the first of each group.
 */
export const groupReasons = (entries: Iterable<ReportCase>): readonly ReasonGroup[] => {
  const groups = new Map<string, { reason: Reason; attempts: number; isSame: boolean; cases: ReportCase[] }>()
  for (const entry of entries) {
    for (const reason of reasonsOfCase(entry)) {
      const key = JSON.stringify([reason.verdict, reason.grader ?? null, shapeOf(reason.text)])
      const group = groups.get(key) ?? { reason, attempts: 0, isSame: true, cases: [] }
      if (reason.attempt !== undefined) group.attempts += 1
      if (reason.text !== group.reason.text) group.isSame = false
      if (group.cases.at(-1) !== entry) group.cases.push(entry)
      groups.set(key, group)
    }
  }
  return [...groups.values()]
    .map(({ reason: { verdict, grader, text }, attempts, isSame, cases }) => ({
      verdict,
      ...(grader !== undefined && { grader }),
      text,
      attempts,
      isSame,
      cases,
    }))
    .sort((a, b) => rank(a) - rank(b) || b.attempts - a.attempts)
}

const rank = ({ verdict }: Reason): number => (verdict === 'failed' ? 0 : 1)

/** What is left of a reason when the data in it is taken out: quoted texts, JSON, numbers. */
export const shapeOf = (reason: string): string => {
  let shape = reason
    .replaceAll(/"(?:[^"\\]|\\.)*"|“[^”]*”|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu, '"…"')
    .replaceAll(/\d+(?:[.,]\d+)*/g, '#')
  for (let before = ''; before !== shape;) {
    before = shape
    shape = shape.replaceAll(/\{[^{}]*\}|\[[^[\]]*\]/g, '(…)')
  }
  return shape
}

/** What one grader said of all attempts. */
export interface GraderTotal extends VerdictCounts {
  readonly grader: string
  readonly kind: string
}

/** One row a grader, in the order in which the report first names them. */
export const graderTotals = (cases: Iterable<ReportCase>): readonly GraderTotal[] => {
  const totals = new Map<string, { kind: string; passed: number; failed: number; notGraded: number }>()
  for (const { attempts } of cases) {
    for (const { grades } of attempts) {
      for (const { grader, kind, verdict } of grades) {
        const total = totals.get(grader) ?? { kind, passed: 0, failed: 0, notGraded: 0 }
        total[verdict] += 1
        totals.set(grader, total)
      }
    }
  }
  return [...totals].map(([grader, total]) => ({ grader, ...total }))
}

/** A case's attempts in words: `2 of 3 attempts pass, 1 not graded`. */
export const attemptsOf = (entry: ReportCase): string => {
  const { passed, notGraded } = countVerdicts(entry.attempts)
  if (entry.attempts.length === 0) return 'no attempts'
  const rest = notGraded === 0 ? '' : `, ${notGraded} not graded`
  return `${passed} of ${counted(entry.attempts.length, 'attempt')} pass${rest}`
}
