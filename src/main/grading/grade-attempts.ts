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
import { openEmbedder } from './embedders/open-embedder.ts'
import { gradeInWorkers } from './grade-in-workers.ts'
import { whyModelIsOff } from './model-consent.ts'
import type { DeterministicGrader, WorkerCase } from './worker-messages.ts'

export interface GradingRequest {
  readonly suite: Suite
  readonly attempts: readonly Attempt[]
  /** Hosts that judges and embedders may send to. */
  readonly allowedHosts: readonly string[]
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  readonly embeddingCache?: EmbeddingCache
}

/**
 * Grades attempts with every grader that applies to their case, in the order of the attempts. An attempt
 * without an output is not graded by any of them. Rejects with the signal's reason when cancelled.
 */
export const gradeAttempts = async (request: GradingRequest): Promise<readonly GradedAttempt[]> => {
  const { suite, attempts, signal } = request
  const plan = planGrading(suite)
  const rows = rowsOf(suite, plan, attempts)
  await gradeDeterministic(request, plan, rows)
  for (const [position, grader] of plan.graders.entries()) {
    signal.throwIfAborted()
    const own = rows.filter((row) => row.output !== undefined && row.graders.includes(position))
    if (own.length === 0) continue
    if (grader.kind === 'semanticSimilarity')
      setGrades(own, position, await similarityGrades(request, grader, own))
    if (grader.kind === 'llmJudge') setGrades(own, position, await judgeGrades(request, grader, own))
  }
  signal.throwIfAborted()
  const todaysHash = promptHashes(suite)
  return rows.map(({ attempt, graders, grades }) => ({
    attempt,
    graders: graders.flatMap((position) => plan.graders[position] ?? []),
    grades: graders.map((position) => grades.get(position) ?? noOutput(attempt)),
    stale:
      attempt.promptHash !== undefined && attempt.promptHash !== todaysHash(attempt.caseId, attempt.prompt),
  }))
}

/** One attempt on its way: which graders apply, by their position in the plan, and what they said so far. */
interface Row {
  readonly attempt: Attempt
  readonly caseIndex: number
  readonly graders: readonly number[]
  /** After the device's thinking rule; absent where the device failed. */
  readonly output: string | undefined
  readonly item: WorkerCase
  readonly grades: Map<number, Grade>
}

const rowsOf = (suite: Suite, plan: GradingPlan, attempts: readonly Attempt[]): readonly Row[] => {
  const indexOf = new Map(suite.cases.map(({ id }, index) => [id, index]))
  const items = suite.cases.map(workerCase)
  const stripsOf = new Map(suite.devices.map(({ name, thinking }) => [name, thinking === 'strip']))
  const stripsByDefault = suite.devices[0]?.thinking === 'strip'
  return attempts.map((attempt) => {
    const caseIndex = indexOf.get(attempt.caseId)
    const item = caseIndex === undefined ? undefined : items[caseIndex]
    if (caseIndex === undefined || !item) throw new Error(`no case ${attempt.caseId}`)
    const strips = stripsOf.get(attempt.device ?? '') ?? stripsByDefault
    const raw = attempt.errorKind === 'device' ? undefined : attempt.output
    const output = raw !== undefined && strips ? stripThinking(raw) : raw
    return { attempt, caseIndex, graders: plan.ofCase[caseIndex] ?? [], output, item, grades: new Map() }
  })
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

const setGrades = (rows: readonly Row[], position: number, grades: readonly Grade[]): void => {
  for (const [index, row] of rows.entries()) {
    const grade = grades[index]
    if (grade) row.grades.set(position, grade)
  }
}

const isDeterministic = (grader: Grader): grader is DeterministicGrader =>
  grader.kind !== 'semanticSimilarity' && grader.kind !== 'llmJudge'

const gradeDeterministic = async (
  { suite, signal, onProgress }: GradingRequest,
  plan: GradingPlan,
  rows: readonly Row[],
): Promise<void> => {
  const deterministic = [...plan.graders.entries()].filter(([, grader]) => isDeterministic(grader))
  const workerPosition = new Map(deterministic.map(([position], index) => [position, index]))
  const own = rows.flatMap((row) => {
    const graders = row.graders.filter((position) => workerPosition.has(position))
    return row.output === undefined || graders.length === 0 ? [] : [{ row, output: row.output, graders }]
  })
  const grades = await gradeInWorkers({
    graders: deterministic.flatMap(([, grader]) => (isDeterministic(grader) ? [grader] : [])),
    cases: suite.cases.map(workerCase),
    items: own.map(({ row, output, graders }) => ({
      caseIndex: row.caseIndex,
      attempt: row.attempt.attempt,
      output,
      graders: graders.flatMap((position) => workerPosition.get(position) ?? []),
    })),
    signal,
    onProgress: (done) => onProgress(done, own.length),
  })
  for (const [index, { row, graders }] of own.entries())
    for (const [order, position] of graders.entries()) {
      const grade = grades[index]?.[order]
      if (grade) row.grades.set(position, grade)
    }
}

const itemOf = (row: Row): GradeItem => ({
  ...row.item,
  attempt: row.attempt.attempt,
  output: row.output ?? '',
})

const similarityGrades = async (
  { suite, allowedHosts, signal, embeddingCache }: GradingRequest,
  grader: SemanticSimilarityGrader,
  rows: readonly Row[],
): Promise<readonly Grade[]> => {
  const opened = openEmbedder(suite, grader.embedder, allowedHosts, embeddingCache)
  if (!opened.ok) return rows.map(() => notGraded(opened.message))
  try {
    return await gradeSimilarity(grader, rows.map(itemOf), opened.embedder, signal)
  } finally {
    await opened.close()
  }
}

const judgeGrades = async (
  { suite, allowedHosts, signal }: GradingRequest,
  grader: LlmJudgeGrader,
  rows: readonly Row[],
): Promise<readonly Grade[]> => {
  const judge = suite.judges.find(({ name }) => name === grader.judge)
  if (!judge) return rows.map(() => notGraded(`there is no judge "${grader.judge}"`))
  if (judge.kind !== 'replay') {
    const message = whyModelIsOff('judge', judge, allowedHosts)
    return rows.map(() => notGraded(message))
  }
  const grades: Grade[] = []
  for (const row of rows) {
    signal.throwIfAborted()
    grades.push(await gradeWithJudge(grader, itemOf(row), replayJudge(row.attempt.judgements), randomMarker))
  }
  return grades
}

/** Twelve hexadecimal digits: no text can hold them by chance, and none can know them. */
const randomMarker = (): string => randomBytes(6).toString('hex')
