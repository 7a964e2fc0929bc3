import type { Attempt } from '../attempts/attempt.ts'
import { type Grade, passed } from '../grading/grade.ts'
import { inputText, type Case, type Grader, type Suite } from '../suite/suite.ts'
import type { Report, ReportAttempt, ReportCase, ReportGrade } from './report.ts'
import { attemptVerdict, caseVerdict, summarise } from './verdicts.ts'

/** An attempt with the grades of the graders that apply to its case. */
export interface GradedAttempt {
  readonly attempt: Attempt
  /** In the order of the case's graders; one grade for each. */
  readonly graders: readonly Grader[]
  readonly grades: readonly Grade[]
  /** Whether the attempt answers another prompt than today's. */
  readonly stale: boolean
}

/** What a report tells of. */
export interface ReportSubject {
  readonly suite: Suite
  /** The cases to report, in order. Those without attempts are reported as not graded. */
  readonly cases: readonly Case[]
  /** Which prompts on which devices, by name. Each case has an entry for each. */
  readonly targets: readonly { readonly prompt: string; readonly device: string }[]
  readonly shard?: { readonly index: number; readonly count: number }
  readonly warnings?: readonly string[]
}

/** Puts grades together into a report, some at a time. */
export interface ReportBuilder {
  add(graded: readonly GradedAttempt[]): void
  /** The report: entries in the order of the cases, then of the targets; attempts by their number. */
  finish(): Report
}

export const createReportBuilder = ({
  suite,
  cases,
  targets,
  shard,
  warnings = [],
}: ReportSubject): ReportBuilder => {
  const byEntry = new Map<string, ReportAttempt[]>()
  const gradeOf = gradeWriter()
  let stale = 0
  return {
    add: (graded) => {
      for (const one of graded) {
        const key = entryKey(one.attempt.caseId, one.attempt.prompt, one.attempt.device ?? '')
        const attempt = attemptOf(one, gradeOf)
        const others = byEntry.get(key)
        if (others) others.push(attempt)
        else byEntry.set(key, [attempt])
        if (one.stale) stale++
      }
    },
    finish: () => {
      const entries = cases.flatMap((testCase) =>
        targets.map(({ prompt, device }) =>
          entryOf(suite, testCase, prompt, device, byEntry.get(entryKey(testCase.id, prompt, device)) ?? []),
        ),
      )
      const hasGate = suite.gate.minPassRate !== undefined || suite.gate.maxNotGraded !== undefined
      return {
        proctor: 1,
        suite: { title: suite.title, file: suite.file, hash: suite.hash },
        ...(shard && { shard }),
        ...(hasGate && { gate: suite.gate }),
        ...(suite.passRule !== 'all' && { passRule: suite.passRule }),
        summary: summarise(entries),
        ...(stale > 0 && { stale }),
        ...(warnings.length > 0 && { warnings }),
        cases: entries,
      }
    },
  }
}

const entryKey = (caseId: string, prompt: string, device: string): string =>
  JSON.stringify([caseId, prompt, device])

const entryOf = (
  suite: Suite,
  testCase: Case,
  prompt: string,
  device: string,
  unsorted: readonly ReportAttempt[],
): ReportCase => {
  const attempts = unsorted.toSorted((a, b) => a.attempt - b.attempt)
  return {
    id: testCase.id,
    verdict: caseVerdict(attempts, suite.passRule),
    prompt,
    device,
    input: inputText(testCase),
    ...(testCase.expect !== undefined && { expected: testCase.expect }),
    ...(testCase.tags.length > 0 && { tags: testCase.tags }),
    attempts,
  }
}

type GradeWriter = (grader: Grader | undefined, grade: Grade) => ReportGrade

const attemptOf = (
  { attempt, graders, grades, stale }: GradedAttempt,
  gradeOf: GradeWriter,
): ReportAttempt => ({
  attempt: attempt.attempt,
  verdict: attemptVerdict(grades),
  ...(attempt.output !== undefined && { output: attempt.output }),
  ...(attempt.error !== undefined && { error: attempt.error }),
  ...(attempt.errorKind !== undefined && { errorKind: attempt.errorKind }),
  ...(attempt.finish !== undefined && { finish: attempt.finish }),
  ...(stale && { stale }),
  ...(attempt.startedAt !== undefined && { startedAt: attempt.startedAt }),
  ...(attempt.durationMs !== undefined && { durationMs: attempt.durationMs }),
  ...(attempt.firstTokenMs !== undefined && { firstTokenMs: attempt.firstTokenMs }),
  ...(attempt.inputTokens !== undefined && { inputTokens: attempt.inputTokens }),
  ...(attempt.outputTokens !== undefined && { outputTokens: attempt.outputTokens }),
  grades: grades.map((grade, index) => gradeOf(graders[index], grade)),
})

/** Most grades are plain passes: one object a grader for all of them keeps a report of 100,000 attempts small. */
const gradeWriter = (): GradeWriter => {
  const passes = new Map<Grader | undefined, ReportGrade>()
  return (grader, grade) => {
    const written = { grader: grader?.name ?? '', kind: grader?.kind ?? '', ...grade }
    if (grade !== passed()) return written
    const known = passes.get(grader) ?? written
    passes.set(grader, known)
    return known
  }
}
