import path from 'node:path'
import type { GradedAttempt } from '#core/reports/build-report.ts'
import type { Summary } from '#core/reports/report.ts'
import { graderHash, planGrading } from '#core/grading/plan.ts'
import type { Suite } from '#core/suite/suite.ts'
import { databaseFile, dataFolder } from '../../storage/data-folder.ts'
import { openDatabase, StorageError } from '../../storage/database.ts'
import type { EmbeddingCache } from '#core/grading/similarity/cached-embedder.ts'
import { createEmbeddingStore } from '../../storage/embedding-store.ts'
import { createRunStore, type RunState, type RunStore } from '../../storage/run-store.ts'
import { fileProblem } from '../../running/file-problem.ts'
import type { Terminal } from './terminal.ts'

export interface OpenStore {
  readonly runs: RunStore
  readonly embeddings: EmbeddingCache
  close(): void
}

/** Opens the store. Throws a `StorageError` or what the file system throws. */
export const openStore = (environment: NodeJS.ProcessEnv): OpenStore => {
  const database = openDatabase(databaseFile(dataFolder(environment)))
  return {
    runs: createRunStore(database),
    embeddings: createEmbeddingStore(database),
    close: () => database.close(),
  }
}

/** The same for a call that can do its work without: a note says that the run will not be kept. */
export const openRunStore = (terminal: Terminal): OpenStore | undefined => {
  try {
    return openStore(terminal.environment)
  } catch (error) {
    terminal.note(`proctor: warning: this run will not be kept: ${storageProblem(error)}\n`)
    return undefined
  }
}

export const storageProblem = (error: unknown): string =>
  error instanceof StorageError ? error.message : `the data folder cannot be used: ${fileProblem(error)}`

export interface FinishedRun {
  readonly command: 'run' | 'grade'
  readonly suite: Suite
  readonly startedAt: string
  readonly graded: readonly GradedAttempt[]
  readonly summary: Summary
}

/** Keeps a graded run that was not stored while it ran. What goes wrong is a note, not an error. */
export const keepRun = (terminal: Terminal, { runs }: OpenStore, run: FinishedRun): void => {
  try {
    const runId = runs.begin({
      ...identityOf(run.suite),
      command: run.command,
      startedAt: run.startedAt,
      processId: process.pid,
    })
    const attemptIds = runs.addAttempts(
      runId,
      run.graded.map(({ attempt }) => attempt),
    )
    finishRun(runs, runId, run.suite, attemptIds, run.graded, 'complete', run.summary)
  } catch (error) {
    terminal.note(`proctor: warning: this run was not kept: ${fileProblem(error)}\n`)
  }
}

/** Writes the grades of attempts that are stored, and the run's end. */
export const finishRun = (
  runs: RunStore,
  runId: number,
  suite: Suite,
  attemptIds: readonly number[],
  graded: readonly GradedAttempt[],
  state: RunState,
  summary: Summary,
): void => {
  const { graders } = planGrading(suite)
  const positions = new Map(graders.map((grader, position) => [grader, position]))
  runs.setGraders(
    runId,
    graders.map((grader) => ({ name: grader.name, kind: grader.kind, hash: graderHash(grader) })),
  )
  runs.addGrades(
    attemptIds,
    graded.map((one) =>
      one.grades.map((grade, index) => {
        const grader = one.graders[index]
        return { position: (grader && positions.get(grader)) ?? index, grade }
      }),
    ),
  )
  runs.end(runId, state, new Date().toISOString(), summary)
}

/** How the store knows a suite: by its absolute path. */
export const identityOf = (suite: Suite): { suiteFile: string; suiteTitle: string; suiteHash: string } => ({
  suiteFile: path.resolve(suite.file),
  suiteTitle: suite.title,
  suiteHash: suite.hash,
})
