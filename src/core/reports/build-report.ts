import type { Attempt } from '../attempts/attempt.ts'
import type { Grade } from '../grading/grade.ts'
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
export interface ReportInput {
  readonly suite: Suite
  /** The cases to report, in order. Those without attempts are reported as not graded. */
  readonly cases: readonly Case[]
  /** Which prompts on which devices, by name. Each case has an entry for each. */
  readonly targets: readonly { readonly prompt: string; readonly device: string }[]
  readonly graded: readonly GradedAttempt[]
  readonly shard?: { readonly index: number; readonly count: number }
  readonly warnings?: readonly string[]
}

/** Puts grades together into a report: entries in the order of the cases, then of the targets. */
export const buildReport = ({ suite, cases, targets, graded, shard, warnings = [] }: ReportInput): Report => {
  const byEntry = new Map<string, GradedAttempt[]>()
  for (const one of graded) {
    const key = entryKey(one.attempt.caseId, one.attempt.prompt, one.attempt.device ?? '')
    const others = byEntry.get(key)
    if (others) others.push(one)
    else byEntry.set(key, [one])
  }
  const entries = cases.flatMap((testCase) =>
    targets.map(({ prompt, device }) =>
      entryOf(suite, testCase, prompt, device, byEntry.get(entryKey(testCase.id, prompt, device)) ?? []),
    ),
  )
  const stale = graded.filter((one) => one.stale).length
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
}

const entryKey = (caseId: string, prompt: string, device: string): string =>
  JSON.stringify([caseId, prompt, device])

const entryOf = (
  suite: Suite,
  testCase: Case,
  prompt: string,
  device: string,
  graded: readonly GradedAttempt[],
): ReportCase => {
  const attempts = graded.map(attemptOf).sort((a, b) => a.attempt - b.attempt)
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

const attemptOf = ({ attempt, graders, grades, stale }: GradedAttempt): ReportAttempt => ({
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

const gradeOf = (grader: Grader | undefined, grade: Grade): ReportGrade => ({
  grader: grader?.name ?? '',
  kind: grader?.kind ?? '',
  ...grade,
})
