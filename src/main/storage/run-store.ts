import { hash as digest } from 'node:crypto'
import type { Attempt } from '#core/attempts/attempt.ts'
import type { Summary } from '#core/reports/report.ts'
import type { Grade } from '#core/grading/grade.ts'
import type { ProctorDatabase } from './database.ts'
import { packGrades, unpackGrades, type PackedGrades } from './packed-grades.ts'

export type RunState = 'running' | 'complete' | 'incomplete' | 'interrupted'

/** A stored run, as `proctor runs` lists it. */
export interface StoredRun {
  readonly id: number
  readonly command: 'run' | 'grade'
  readonly suiteFile: string
  readonly suiteTitle: string
  readonly suiteHash: string
  /** What of the suite was run, as canonical JSON; empty where that was all of it. */
  readonly selection: string
  readonly startedAt: string
  readonly endedAt?: string
  /** The process that makes or made it. */
  readonly processId: number
  readonly state: RunState
  /** The report's summary, once the run has ended. */
  readonly summary?: Summary
  readonly attempts: number
}

export interface NewRun {
  readonly command: 'run' | 'grade'
  readonly suiteFile: string
  readonly suiteTitle: string
  readonly suiteHash: string
  readonly selection: string
  readonly startedAt: string
  readonly processId: number
}

export interface RunGrader {
  readonly name: string
  readonly kind: string
  readonly hash: string
}

/** The grades of an attempt, each at its grader's position in the run's list; undefined where it does not apply. */
export type StoredGrades = readonly (Grade | undefined)[]

/** A stored attempt and its id in the store. */
export interface StoredAttempt {
  readonly id: number
  readonly attempt: Attempt
}

/** Stored runs: each attempt is written as it arrives, each output once. */
export interface RunStore {
  begin(run: NewRun): number
  /**
   * Writes attempts in one transaction, replacing an earlier answer to the same attempt. Returns their ids, in
   * order. Where they are graded already, `grades[i]` are those of `attempts[i]`.
   */
  addAttempts(
    runId: number,
    attempts: readonly Attempt[],
    grades?: readonly StoredGrades[],
  ): readonly number[]
  setGraders(runId: number, graders: readonly RunGrader[]): void
  /** Writes the grades of stored attempts in one transaction; `attemptIds[i]` has the grades `grades[i]`. */
  addGrades(attemptIds: readonly number[], grades: readonly StoredGrades[]): void
  end(runId: number, state: RunState, endedAt: string, summary: Summary | undefined): void
  list(options: { readonly limit: number; readonly suiteFile?: string }): readonly StoredRun[]
  /** The newest run of this part of a suite, if it asked a device and did not get every answer. */
  latestUnfinished(suiteFile: string, selection: string): StoredRun | undefined
  /** Makes a run that did not end this process's own, for the suite as it is now; its grades are forgotten. */
  takeOver(runId: number, processId: number, suiteHash: string): void
  /** The grades of a run's attempts, by the attempt's id. */
  gradesOf(runId: number): ReadonlyMap<number, StoredGrades>
  /** A run's attempts, in the order they were written. */
  attemptsOf(runId: number): readonly StoredAttempt[]
  /** Forgets a run; outputs that no other run holds go with it. Returns whether it was there. */
  remove(runId: number): boolean
}

export const createRunStore = (database: ProctorDatabase): RunStore => {
  const insertRun = database.prepare(
    `INSERT INTO runs (command, suite_file, suite_title, suite_hash, selection, started_at, process_id, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'running')`,
  )
  const insertOutput = database.prepare(
    'INSERT INTO outputs (hash, text) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING',
  )
  const findOutput = database.prepare<[string], { id: number }>('SELECT id FROM outputs WHERE hash = ?')
  const insertAttempt = database.prepare(
    `INSERT OR REPLACE INTO attempts (run_id, case_id, prompt, device, attempt, output_id, error_kind, prompt_hash, facts, verdicts, scores, notes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertGrader = database.prepare(
    'INSERT OR REPLACE INTO run_graders (run_id, position, name, kind, hash) VALUES (?, ?, ?, ?, ?)',
  )
  const updateGrades = database.prepare(
    'UPDATE attempts SET verdicts = ?, scores = ?, notes = ? WHERE id = ?',
  )
  const endRun = database.prepare('UPDATE runs SET state = ?, ended_at = ?, summary = ? WHERE id = ?')

  const outputId = (text: string): number | bigint => {
    const { key, value } = storedText(text)
    const inserted = insertOutput.run(key, value)
    if (inserted.changes === 1) return inserted.lastInsertRowid
    const found = findOutput.get(key)
    if (!found) throw new Error('an output that was just written is not there')
    return found.id
  }

  const addAttempts = database.transaction(
    (runId: number, attempts: readonly Attempt[], grades: readonly StoredGrades[]): number[] => {
      // Attempts of one case often have the same output.
      const known = new Map<string, number | bigint>()
      const knownOutputId = (text: string): number | bigint => {
        const id = known.get(text) ?? outputId(text)
        known.set(text, id)
        return id
      }
      return attempts.map((attempt, index) => {
        const { caseId, prompt, device, attempt: number, output, errorKind, promptHash, ...facts } = attempt
        const ownGrades = grades[index]
        const packed = ownGrades && packGrades(ownGrades)
        const row = insertAttempt.run(
          runId,
          caseId,
          prompt,
          device ?? '',
          number,
          output === undefined ? null : knownOutputId(output),
          errorKind ?? null,
          promptHash ?? null,
          isEmpty(facts) ? null : JSON.stringify(facts),
          packed?.verdicts ?? null,
          packed?.scores ?? null,
          packed?.notes ?? null,
        )
        return Number(row.lastInsertRowid)
      })
    },
  )

  const addGrades = database.transaction(
    (attemptIds: readonly number[], grades: readonly StoredGrades[]): void => {
      for (const [index, attemptId] of attemptIds.entries()) {
        const { verdicts, scores, notes } = packGrades(grades[index] ?? [])
        updateGrades.run(verdicts, scores, notes ?? null, attemptId)
      }
    },
  )

  const setGraders = database.transaction((runId: number, graders: readonly RunGrader[]): void => {
    for (const [position, { name, kind, hash }] of graders.entries())
      insertGrader.run(runId, position, name, kind, hash)
  })

  const takeOver = database.transaction((runId: number, processId: number, suiteHash: string): void => {
    database
      .prepare(
        "UPDATE runs SET state = 'running', ended_at = NULL, summary = NULL, process_id = ?, suite_hash = ? WHERE id = ?",
      )
      .run(processId, suiteHash, runId)
    database
      .prepare('UPDATE attempts SET verdicts = NULL, scores = NULL, notes = NULL WHERE run_id = ?')
      .run(runId)
    database.prepare('DELETE FROM run_graders WHERE run_id = ?').run(runId)
  })

  const remove = database.transaction((runId: number): boolean => {
    const removed = database.prepare('DELETE FROM runs WHERE id = ?').run(runId).changes > 0
    if (removed)
      database
        .prepare(
          'DELETE FROM outputs WHERE NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.output_id = outputs.id)',
        )
        .run()
    return removed
  })

  return {
    begin: (run) =>
      Number(
        insertRun.run(
          run.command,
          run.suiteFile,
          run.suiteTitle,
          run.suiteHash,
          run.selection,
          run.startedAt,
          run.processId,
        ).lastInsertRowid,
      ),
    addAttempts: (runId, attempts, grades = []) => addAttempts.immediate(runId, attempts, grades),
    setGraders: (runId, graders) => setGraders.immediate(runId, graders),
    addGrades: (attemptIds, grades) => addGrades.immediate(attemptIds, grades),
    end: (runId, state, endedAt, summary) => {
      endRun.run(state, endedAt, summary === undefined ? null : JSON.stringify(summary), runId)
    },
    list: ({ limit, suiteFile }) =>
      database
        .prepare<[string | null, string | null, number], RunRow>(
          `${SELECT_RUN} WHERE (? IS NULL OR suite_file = ?) ORDER BY id DESC LIMIT ?`,
        )
        .all(suiteFile ?? null, suiteFile ?? null, limit)
        .map(toRun),
    latestUnfinished: (suiteFile, selection) => {
      const row = database
        .prepare<[string, string], RunRow>(
          `${SELECT_RUN} WHERE suite_file = ? AND selection = ? AND command = 'run' ORDER BY id DESC LIMIT 1`,
        )
        .get(suiteFile, selection)
      return row && row.state !== 'complete' ? toRun(row) : undefined
    },
    takeOver: (runId, processId, suiteHash) => {
      takeOver.immediate(runId, processId, suiteHash)
    },
    attemptsOf: (runId) =>
      database
        .prepare<[number], AttemptRow>(SELECT_ATTEMPTS)
        .all(runId)
        .map((row) => ({ id: row.id, attempt: toAttempt(row) })),
    gradesOf: (runId) =>
      new Map(
        database
          .prepare<[number], GradesRow>(
            'SELECT id, verdicts, scores, notes FROM attempts WHERE run_id = ? AND verdicts IS NOT NULL',
          )
          .all(runId)
          .map((row) => [row.id, unpackGrades(row)]),
      ),
    remove: (runId) => remove.immediate(runId),
  }
}

const isEmpty = (record: object): boolean => {
  for (const _ in record) return false
  return true
}

/**
 * SQLite keeps text as UTF-8, which cannot hold a lone surrogate; such a text is kept as its UTF-16
 * units, under a key of its own, so that it comes back as it was.
 */
const storedText = (text: string): { key: string; value: string | Buffer } => {
  if (text.isWellFormed()) return { key: digest('sha256', text), value: text }
  const units = Buffer.from(text, 'utf16le')
  return { key: `utf16:${digest('sha256', units)}`, value: units }
}

const SELECT_RUN = `SELECT id, command, suite_file, suite_title, suite_hash, selection, started_at, ended_at, process_id, state, summary,
  (SELECT count(*) FROM attempts WHERE run_id = runs.id) AS attempts FROM runs`

interface RunRow {
  id: number
  command: 'run' | 'grade'
  suite_file: string
  suite_title: string
  suite_hash: string
  selection: string
  started_at: string
  ended_at: string | null
  process_id: number
  state: RunState
  summary: string | null
  attempts: number
}

const toRun = (row: RunRow): StoredRun => ({
  id: row.id,
  command: row.command,
  suiteFile: row.suite_file,
  suiteTitle: row.suite_title,
  suiteHash: row.suite_hash,
  selection: row.selection,
  startedAt: row.started_at,
  ...(row.ended_at !== null && { endedAt: row.ended_at }),
  processId: row.process_id,
  state: row.state,
  ...(row.summary !== null && { summary: JSON.parse(row.summary) as Summary }),
  attempts: row.attempts,
})

const SELECT_ATTEMPTS = `SELECT attempts.id, case_id, prompt, device, attempt, outputs.text AS output, error_kind, prompt_hash, facts
  FROM attempts LEFT JOIN outputs ON outputs.id = attempts.output_id WHERE run_id = ? ORDER BY attempts.id`

interface GradesRow extends PackedGrades {
  id: number
}

interface AttemptRow {
  id: number
  case_id: string
  prompt: string
  device: string
  attempt: number
  output: string | Buffer | null
  error_kind: 'device' | 'model' | null
  prompt_hash: string | null
  facts: string | null
}

const toAttempt = (row: AttemptRow): Attempt => ({
  ...(row.facts !== null && (JSON.parse(row.facts) as Partial<Attempt>)),
  caseId: row.case_id,
  prompt: row.prompt,
  device: row.device,
  attempt: row.attempt,
  ...(row.output !== null && {
    output: typeof row.output === 'string' ? row.output : row.output.toString('utf16le'),
  }),
  ...(row.error_kind !== null && { errorKind: row.error_kind }),
  ...(row.prompt_hash !== null && { promptHash: row.prompt_hash }),
})
