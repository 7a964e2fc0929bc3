import { existsSync } from 'node:fs'
import path from 'node:path'
import type { GradedAttempt } from '#core/reports/build-report.ts'
import type { Summary } from '#core/reports/report.ts'
import type { Grade } from '#core/grading/grade.ts'
import { graderHash, planGrading } from '#core/grading/plan.ts'
import type { Suite } from '#core/suite/suite.ts'
import { databaseFile, dataFolder, madeDatabaseFile } from '../../storage/data-folder.ts'
import { openDatabase, StorageError } from '../../storage/database.ts'
import type { EmbeddingCache } from '#core/grading/similarity/cached-embedder.ts'
import { createEmbeddingStore } from '../../storage/embedding-store.ts'
import {
  createRunStore,
  type NewRun,
  type RunState,
  type RunStore,
  type StoredGrades,
} from '../../storage/run-store.ts'
import { fileProblem } from '../../running/file-problem.ts'
import type { Terminal } from './terminal.ts'

export interface OpenStore {
  readonly runs: RunStore
  readonly embeddings: EmbeddingCache
  close(): void
}

/** Opens the store. Throws a `StorageError` or what the file system throws. */
export const openStore = (environment: NodeJS.ProcessEnv): OpenStore => {
  const database = openDatabase(madeDatabaseFile(dataFolder(environment)))
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

/** The store if there is one that can be opened; none is made. */
export const openExistingStore = (environment: NodeJS.ProcessEnv): OpenStore | undefined => {
  try {
    return existsSync(databaseFile(dataFolder(environment))) ? openStore(environment) : undefined
  } catch {
    return undefined
  }
}

export const storageProblem = (error: unknown): string =>
  error instanceof StorageError ? error.message : `the data folder cannot be used: ${fileProblem(error)}`

/** Takes a run's graded attempts as they come. What goes wrong is one note, not an error: the grades are still printed. */
export interface RunKeeper {
  add(graded: readonly GradedAttempt[]): void
  end(state: RunState, summary?: Summary): void
}

/** Keeps a run of recorded attempts; without a store, nowhere. */
export const runKeeper = (
  terminal: Terminal,
  store: OpenStore | undefined,
  suite: Suite,
  startedAt: string,
): RunKeeper => {
  let runs = store?.runs
  let runId: number | undefined
  const attempt = (work: (runs: RunStore, runId: number) => void): void => {
    if (!runs) return
    try {
      runId ??= beginRun(runs, suite, { command: 'grade', selection: '', startedAt })
      work(runs, runId)
    } catch (error) {
      runs = undefined
      terminal.note(`proctor: warning: this run was not kept: ${fileProblem(error)}\n`)
    }
  }
  const placed = gradePlacer(suite)
  return {
    add: (graded) =>
      attempt((kept, id) =>
        kept.addAttempts(
          id,
          graded.map((one) => one.attempt),
          graded.map(placed),
        ),
      ),
    end: (state, summary) => attempt((kept, id) => kept.end(id, state, new Date().toISOString(), summary)),
  }
}

/** Starts a run of a suite, with the graders it has now. */
export const beginRun = (
  runs: RunStore,
  suite: Suite,
  run: Pick<NewRun, 'command' | 'selection' | 'startedAt'>,
): number => {
  const runId = runs.begin({ ...identityOf(suite), ...run, processId: process.pid })
  setGraders(runs, runId, suite)
  return runId
}

/** Writes which graders a run's grades are of. */
export const setGraders = (runs: RunStore, runId: number, suite: Suite): void =>
  runs.setGraders(
    runId,
    planGrading(suite).graders.map((grader) => ({
      name: grader.name,
      kind: grader.kind,
      hash: graderHash(grader),
    })),
  )

/** A function that puts each grade of an attempt under its grader's position in the suite. */
export const gradePlacer = (suite: Suite): ((graded: GradedAttempt) => StoredGrades) => {
  const positions = new Map(planGrading(suite).graders.map((grader, position) => [grader, position]))
  return ({ graders, grades }) => {
    const placed: (Grade | undefined)[] = Array.from({ length: positions.size })
    for (const [index, grader] of graders.entries()) placed[positions.get(grader) ?? index] = grades[index]
    return placed
  }
}

/** How the store knows a suite: by its absolute path. */
export const identityOf = (suite: Suite): { suiteFile: string; suiteTitle: string; suiteHash: string } => ({
  suiteFile: path.resolve(suite.file),
  suiteTitle: suite.title,
  suiteHash: suite.hash,
})
