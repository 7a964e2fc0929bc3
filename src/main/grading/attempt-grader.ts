import { randomBytes } from 'node:crypto'
import type { Attempt } from '#core/attempts/attempt.ts'
import { type Grade, notGraded } from '#core/grading/grade.ts'
import { gradeWithJudge } from '#core/grading/graders/llm-judge.ts'
import { gradeSimilarity } from '#core/grading/graders/semantic-similarity.ts'
import type { GradeItem } from '#core/grading/item.ts'
import { replayJudge } from '#core/grading/judge/replay-judge.ts'
import { planGrading, type GradingPlan } from '#core/grading/plan.ts'
import { stripThinking } from '#core/grading/thinking.ts'
import type { GradedAttempt } from '#core/reports/build-report.ts'
import { promptHashes } from '#core/suite/prompt-hashes.ts'
import {
  inputText,
  type Grader,
  type LlmJudgeGrader,
  type SemanticSimilarityGrader,
  type Suite,
} from '#core/suite/suite.ts'
import type { EmbeddingCache } from '#core/grading/similarity/cached-embedder.ts'
import { openEmbedder, type OpenedEmbedder } from './embedders/open-embedder.ts'
import { createGradingPool } from './grading-pool.ts'
import type { GradingThread } from './grading-thread.ts'
import { whyModelIsOff } from './model-consent.ts'
import { recordedJudgements, type RecordedJudgements } from './recorded-judgements.ts'
import type { DeterministicGrader, WorkerCase } from './worker-messages.ts'

export interface AttemptGraderSetup {
  readonly suite: Suite
  /** Hosts that judges and embedders may send to. */
  readonly allowedHosts: readonly string[]
  /** Whether files outside the suite's folder may be read. */
  readonly isTrusted: boolean
  readonly signal: AbortSignal
  readonly embeddingCache?: EmbeddingCache
  /** Worker threads that were started before the suite was read. */
  readonly spares?: readonly GradingThread[]
}

/** Grades the attempts of a suite, some at a time. What grading needs is opened at first use and kept until `close`. */
export interface AttemptGrader {
  /** Starts the workers that so many attempts are worth, so that they are ready when the attempts are. */
  warmUp(attemptCount: number): void
  /**
   * Grades attempts with every grader that applies to their case, in the order of the attempts. An
   * attempt without an output is not graded by any of them. Rejects with the signal's reason when
   * cancelled. One call at a time.
   */
  grade(attempts: readonly Attempt[]): Promise<readonly GradedAttempt[]>
  close(): Promise<void>
}

export const createAttemptGrader = (setup: AttemptGraderSetup): AttemptGrader => {
  const { suite, signal } = setup
  const plan = planGrading(suite)
  const rowOf = rowMaker(suite, plan)
  const todaysHash = promptHashes(suite)
  const deterministic = createDeterministic(setup, plan)
  const embedders = new Map<string, OpenedEmbedder>()
  const embedderOf = (name: string): OpenedEmbedder => {
    const opened = embedders.get(name) ?? openEmbedder(suite, name, setup.allowedHosts, setup.embeddingCache)
    embedders.set(name, opened)
    return opened
  }

  const judges = new Map<string, RecordedJudgements>()
  const judgeOf = (name: string): RecordedJudgements => {
    const opened = judges.get(name) ?? openJudge(setup, name)
    judges.set(name, opened)
    return opened
  }

  const grade = async (attempts: readonly Attempt[]): Promise<readonly GradedAttempt[]> => {
    const rows = attempts.map(rowOf)
    await deterministic.grade(rows)
    for (const [position, grader] of plan.graders.entries()) {
      signal.throwIfAborted()
      if (isDeterministic(grader)) continue
      const own = rows.filter((row) => row.output !== undefined && row.graders.includes(position))
      if (own.length === 0) continue
      const grades =
        grader.kind === 'semanticSimilarity'
          ? await similarityGrades(grader, own, embedderOf(grader.embedder), signal)
          : await judgeGrades(setup, grader, judgeOf(grader.judge), own)
      for (const [index, row] of own.entries()) setGrade(row, position, grades[index])
    }
    signal.throwIfAborted()
    return rows.map(({ attempt, graders, grades }) => ({
      attempt,
      graders: graders.flatMap((position) => plan.graders[position] ?? []),
      grades: graders.map((_, index) => grades[index] ?? noOutput(attempt)),
      stale:
        attempt.promptHash !== undefined && attempt.promptHash !== todaysHash(attempt.caseId, attempt.prompt),
    }))
  }

  const close = async (): Promise<void> => {
    await deterministic.close()
    for (const opened of embedders.values()) if (opened.ok) await opened.close()
  }

  return { warmUp: deterministic.warmUp, grade, close }
}

/** One attempt on its way: which graders apply, by their position in the plan, and what they said so far. */
interface Row {
  readonly attempt: Attempt
  readonly caseIndex: number
  readonly graders: readonly number[]
  /** After the device's thinking rule; absent where the device failed. */
  readonly output: string | undefined
  readonly item: WorkerCase
  /** In the order of `graders`. */
  readonly grades: (Grade | undefined)[]
}

const setGrade = (row: Row, position: number, grade: Grade | undefined): void => {
  row.grades[row.graders.indexOf(position)] = grade
}

const rowMaker = (suite: Suite, plan: GradingPlan): ((attempt: Attempt) => Row) => {
  const indexOf = new Map(suite.cases.map(({ id }, index) => [id, index]))
  const items = suite.cases.map(workerCase)
  const stripsOf = new Map(suite.devices.map(({ name, thinking }) => [name, thinking === 'strip']))
  const stripsByDefault = suite.devices[0]?.thinking === 'strip'
  return (attempt) => {
    const caseIndex = indexOf.get(attempt.caseId)
    const item = caseIndex === undefined ? undefined : items[caseIndex]
    if (caseIndex === undefined || !item) throw new Error(`no case ${attempt.caseId}`)
    const strips = stripsOf.get(attempt.device ?? '') ?? stripsByDefault
    const raw = attempt.errorKind === 'device' ? undefined : attempt.output
    const output = raw !== undefined && strips ? stripThinking(raw) : raw
    return { attempt, caseIndex, graders: plan.ofCase[caseIndex] ?? [], output, item, grades: [] }
  }
}

const workerCase = (testCase: Suite['cases'][number]): WorkerCase => ({
  caseId: testCase.id,
  tags: testCase.tags,
  input: inputText(testCase),
  vars: testCase.vars ?? {},
  ...(testCase.expect !== undefined && { expected: testCase.expect }),
})

const noOutput = ({ error = 'the device gave none' }: Attempt): Grade =>
  notGraded(`the attempt has no output: ${error}`)

const isDeterministic = (grader: Grader): grader is DeterministicGrader =>
  grader.kind !== 'semanticSimilarity' && grader.kind !== 'llmJudge'

/** The graders that run in workers, for rows whose other grades come from elsewhere. */
const createDeterministic = ({ suite, signal, spares }: AttemptGraderSetup, plan: GradingPlan) => {
  const own = [...plan.graders.entries()].filter(([, grader]) => isDeterministic(grader))
  const workerPosition = new Map(own.map(([position], index) => [position, index]))
  /** For each case its graders that run in workers, by their position there; one list for all its attempts. */
  const inWorker = plan.ofCase.map((positions) =>
    positions.flatMap((position) => workerPosition.get(position) ?? []),
  )
  const pool = createGradingPool({
    graders: own.flatMap(([, grader]) => (isDeterministic(grader) ? [grader] : [])),
    cases: suite.cases.map(workerCase),
    signal,
    ...(spares && { spares }),
  })
  return {
    grade: async (rows: readonly Row[]): Promise<void> => {
      const sent = rows.flatMap((row) => {
        const graders = inWorker[row.caseIndex] ?? []
        return row.output === undefined || graders.length === 0 ? [] : [{ row, output: row.output, graders }]
      })
      const grades = await pool.grade(
        sent.map(({ row, output, graders }) => ({
          caseIndex: row.caseIndex,
          attempt: row.attempt.attempt,
          output,
          graders,
        })),
      )
      for (const [index, { row, graders }] of sent.entries())
        for (const [order, position] of graders.entries())
          setGrade(row, own[position]?.[0] ?? -1, grades[index]?.[order])
    },
    warmUp: pool.warmUp,
    close: pool.close,
  }
}

const itemOf = (row: Row): GradeItem => ({
  ...row.item,
  attempt: row.attempt.attempt,
  output: row.output ?? '',
})

const similarityGrades = async (
  grader: SemanticSimilarityGrader,
  rows: readonly Row[],
  opened: OpenedEmbedder,
  signal: AbortSignal,
): Promise<readonly Grade[]> =>
  opened.ok
    ? await gradeSimilarity(grader, rows.map(itemOf), opened.embedder, signal)
    : rows.map(() => notGraded(opened.message))

const openJudge = (
  { suite, allowedHosts, isTrusted }: AttemptGraderSetup,
  name: string,
): RecordedJudgements => {
  const judge = suite.judges.find((one) => one.name === name)
  if (!judge) return { ok: false, message: `there is no judge "${name}"` }
  return judge.kind === 'replay'
    ? recordedJudgements(suite, judge, isTrusted)
    : { ok: false, message: whyModelIsOff('judge', judge, allowedHosts) }
}

const judgeGrades = async (
  { signal }: AttemptGraderSetup,
  grader: LlmJudgeGrader,
  judge: RecordedJudgements,
  rows: readonly Row[],
): Promise<readonly Grade[]> => {
  if (!judge.ok) return rows.map(() => notGraded(judge.message))
  const grades: Grade[] = []
  for (const row of rows) {
    signal.throwIfAborted()
    grades.push(
      await gradeWithJudge(grader, itemOf(row), replayJudge(judge.judgementsOf(row.attempt)), randomMarker),
    )
  }
  return grades
}

/** Twelve hexadecimal digits: no text can hold them by chance, and none can know them. */
const randomMarker = (): string => randomBytes(6).toString('hex')
