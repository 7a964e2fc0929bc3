import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Attempt } from '#core/attempts/attempt.ts'
import type { Summary } from '#core/reports/report.ts'
import { failed, notGraded, passed } from '#core/grading/grade.ts'
import { openDatabase, StorageError } from './database.ts'
import { madeDatabaseFile } from './data-folder.ts'
import { createEmbeddingStore } from './embedding-store.ts'
import { createRunStore, type NewRun } from './run-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'proctor-storage-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const RUN: NewRun = {
  command: 'run',
  suiteFile: '/suites/a.proctor.md',
  suiteTitle: 'A',
  suiteHash: 'h',
  selection: '',
  startedAt: '2026-11-30T10:00:00.000Z',
  processId: 1,
}

const attempt = (number: number, output: string): Attempt => ({
  caseId: 'one',
  prompt: 'default',
  device: 'phone',
  attempt: number,
  output,
  durationMs: 12,
})

describe('the database', () => {
  test('is made in a new folder and opened again', () => {
    const file = madeDatabaseFile(path.join(folder, 'new'))
    openDatabase(file).close()
    const database = openDatabase(file)
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
    database.close()
  })

  test('is refused where it belongs to another program', () => {
    const file = path.join(folder, 'other.sqlite')
    const other = new Database(file)
    other.exec('CREATE TABLE theirs (x)')
    other.close()
    expect(() => openDatabase(file)).toThrow(StorageError)
    expect(readdirSync(folder)).toContain('other.sqlite')
  })

  test('is refused where a newer version made it', () => {
    const file = path.join(folder, 'newer.sqlite')
    const newer = openDatabase(file)
    newer.pragma('user_version = 99')
    newer.close()
    expect(() => openDatabase(file)).toThrow(/newer version/)
  })

  test('serves two connections that write in turn', () => {
    const file = path.join(folder, 'shared.sqlite')
    const [first, second] = [openDatabase(file), openDatabase(file)]
    const [one, two] = [createRunStore(first), createRunStore(second)]
    const ids = [one.begin(RUN), two.begin(RUN)]
    one.addAttempts(ids[0] ?? 0, [attempt(1, 'a')])
    two.addAttempts(ids[1] ?? 0, [attempt(1, 'a')])
    expect(one.list({ limit: 10 }).map(({ attempts }) => attempts)).toEqual([1, 1])
    first.close()
    second.close()
  })
})

const SUMMARY: Summary = {
  cases: 1,
  passed: 1,
  failed: 0,
  notGraded: 0,
  passRate: 1,
  worstPassRate: 1,
  attempts: { total: 2, passed: 2, failed: 0, notGraded: 0, errors: 0 },
}

describe('the run store', () => {
  test.each([
    ['plain', 'yes'],
    ['empty', ''],
    ['with NUL', 'a\0b'],
    ['with a lone surrogate', 'a\ud800b'],
    ['with the replacement character', 'a\ufffdb'],
    ['astral', '😀'],
  ])('gives back an output as it was: %s', (_, output) => {
    const database = openDatabase(':memory:')
    const store = createRunStore(database)
    const id = store.begin(RUN)
    store.addAttempts(id, [attempt(1, 'a\ud800b'), attempt(2, 'a\ufffdb'), attempt(3, output)])
    expect(store.attemptsOf(id)[2]?.attempt).toEqual(attempt(3, output))
    database.close()
  })

  test('keeps each output once and forgets it with the last run that holds it', () => {
    const database = openDatabase(':memory:')
    const store = createRunStore(database)
    const outputs = () => Number(database.prepare('SELECT count(*) FROM outputs').pluck().get())
    const [first, second] = [store.begin(RUN), store.begin(RUN)]
    store.addAttempts(first, [attempt(1, 'same'), attempt(2, 'same')])
    store.addAttempts(second, [attempt(1, 'same')])
    expect(outputs()).toBe(1)
    expect(store.remove(first)).toBe(true)
    expect(outputs()).toBe(1)
    expect(store.remove(second)).toBe(true)
    expect(outputs()).toBe(0)
    expect(store.remove(second)).toBe(false)
    database.close()
  })

  test('replaces the answer to an attempt that is asked again', () => {
    const database = openDatabase(':memory:')
    const store = createRunStore(database)
    const id = store.begin(RUN)
    const { output: _, ...lost } = attempt(1, '')
    store.addAttempts(id, [{ ...lost, error: 'cable pulled', errorKind: 'device' }])
    store.addAttempts(id, [attempt(1, 'answer')])
    expect(store.attemptsOf(id).map((stored) => stored.attempt)).toEqual([attempt(1, 'answer')])
    database.close()
  })

  test('keeps grades and finds the newest unfinished run', () => {
    const database = openDatabase(':memory:')
    const store = createRunStore(database)
    const id = store.begin(RUN)
    expect(store.latestUnfinished(RUN.suiteFile, '')?.id).toBe(id)
    expect(store.latestUnfinished(RUN.suiteFile, 'a part')).toBeUndefined()
    const ids = store.addAttempts(id, [attempt(1, 'a'), attempt(2, 'b')])
    store.setGraders(id, [{ name: 'exactMatch', kind: 'exactMatch', hash: 'x' }])
    store.addGrades(ids, [
      [passed(), undefined],
      [failed('no', 0.5, { log: ['l'] }), passed()],
    ])
    store.addGrades(ids.slice(1), [[notGraded('why'), passed(0.25)]])
    expect([...store.gradesOf(id).values()]).toEqual([
      [passed(), undefined],
      [notGraded('why'), passed(0.25)],
    ])
    store.end(id, 'complete', '2026-11-30T10:01:00.000Z', SUMMARY)
    expect(store.latestUnfinished(RUN.suiteFile, '')).toBeUndefined()
    expect(store.list({ limit: 1, suiteFile: RUN.suiteFile })[0]).toMatchObject({
      state: 'complete',
      summary: SUMMARY,
    })
    expect(store.list({ limit: 1, suiteFile: 'elsewhere' })).toEqual([])
    database.close()
  })
})

test('the embedding store gives back vectors as they were, by fingerprint', () => {
  const database = openDatabase(':memory:')
  const store = createEmbeddingStore(database)
  const whole = new Float32Array([0, 1.5, -2.25, 3e-12])
  store.putMany(
    'one',
    new Map([
      ['a', { vector: whole, windows: 1 }],
      ['b', { vector: whole.subarray(1, 3), windows: 2 }],
    ]),
  )
  expect(store.getMany('one', ['b', 'a', 'missing'])).toEqual(
    new Map([
      ['b', { vector: new Float32Array([1.5, -2.25]), windows: 2 }],
      ['a', { vector: whole, windows: 1 }],
    ]),
  )
  expect(store.getMany('two', ['a'])).toEqual(new Map())
  database.close()
})
