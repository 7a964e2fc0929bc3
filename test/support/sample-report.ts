import type { Report, ReportAttempt, ReportCase, ReportGrade } from '#core/reports/report.ts'
import { attemptVerdict, caseVerdict, summarise } from '#core/reports/verdicts.ts'

type Unjudged<T> = Omit<T, 'verdict'>

export const sampleGrade = (
  verdict: ReportGrade['verdict'],
  grader = 'exactMatch',
  reason?: string,
): ReportGrade => ({
  grader,
  kind: 'exactMatch',
  verdict,
  ...(verdict === 'notGraded' ? {} : { score: verdict === 'passed' ? 1 : 0 }),
  ...(reason === undefined ? {} : { reason }),
})

export const sampleAttempt = (
  grades: readonly ReportGrade[],
  more: Partial<ReportAttempt> = {},
): ReportAttempt => ({ attempt: 1, verdict: attemptVerdict(grades), output: 'an output', grades, ...more })

export const sampleCase = (
  id: string,
  attempts: readonly ReportAttempt[],
  more: Partial<Unjudged<ReportCase>> = {},
): ReportCase => ({
  id,
  verdict: caseVerdict(attempts, 'all'),
  prompt: 'default',
  device: 'phone',
  ...more,
  attempts: attempts.map((attempt, index) => ({ ...attempt, attempt: index + 1 })),
})

export const sampleReport = (cases: readonly ReportCase[], more: Partial<Report> = {}): Report => ({
  proctor: 1,
  suite: { title: 'Ticket triage', file: 'samples/tickets.proctor.md', hash: 'b5a2c96250612366' },
  summary: summarise(cases),
  cases,
  ...more,
})

/** A case with the one grade for its one attempt. */
export const caseWithGrade = (id: string, verdict: ReportGrade['verdict'], reason?: string): ReportCase =>
  sampleCase(id, [sampleAttempt([sampleGrade(verdict, 'exactMatch', reason)])])
