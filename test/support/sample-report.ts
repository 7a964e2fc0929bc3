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

/** A report that has every field. */
export const fullReport: Report = sampleReport(
  [
    caseWithGrade('a', 'failed', 'no'),
    sampleCase('b', [
      sampleAttempt(
        [
          {
            grader: 'j',
            kind: 'llmJudge',
            verdict: 'passed',
            score: 1,
            details: { rating: 4, replies: ['Score: 4'] },
          },
        ],
        {
          durationMs: 812.5,
          firstTokenMs: 140,
          inputTokens: 38,
          outputTokens: 21,
          finish: 'length',
          stale: true,
          startedAt: '2026-11-30T10:00:00.000Z',
        },
      ),
      { attempt: 2, verdict: 'notGraded', error: 'gone', errorKind: 'device', grades: [] },
    ]),
    sampleCase('c', [], { input: 'x', expected: '', tags: ['t'] }),
  ],
  {
    shard: { index: 1, count: 2 },
    gate: { minPassRate: 0.5, maxNotGraded: 0.1 },
    passRule: { atLeast: 0.5 },
    stale: 1,
    warnings: ['w'],
  },
)
