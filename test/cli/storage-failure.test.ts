import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { ATTEMPTS, NOTEBOOK } from './notebooks.ts'
import { desk, type Desk } from './proctor.ts'

const change = (here: Desk, sql: string): void => {
  const database = new Database(path.join(here.folder, 'data', 'proctor.sqlite'))
  database.exec(sql)
  database.close()
}

/** A desk with one stored run, whose database then refuses what `event` names, as a full disk does. */
const refusing = async (event: string): Promise<Desk> => {
  const here = desk()
  here.write('a.proctor.md', NOTEBOOK)
  here.write('attempts.jsonl', ATTEMPTS)
  expect((await here.call(['run', 'a.proctor.md'])).status).toBe(0)
  change(here, `CREATE TRIGGER refuse BEFORE ${event} BEGIN SELECT RAISE(FAIL, 'disk is full'); END`)
  return here
}

describe('a database that fails while it is used', () => {
  test.each(['INSERT ON attempts', "INSERT ON attempts WHEN NEW.case_id = 'grass'", 'UPDATE ON attempts'])(
    'at an %s ends a run with what is kept and how to go on, and loses none of it',
    async (event) => {
      const here = await refusing(event)
      const called = await here.call(['run', 'a.proctor.md'])
      expect(called).toMatchObject({ status: 2, out: '' })
      expect(called.err).toMatch(
        /^proctor: the data folder cannot be used: disk is full; \d of 4 attempts are kept in run 2; .*--resume\n$/,
      )
      const kept = Number(/(\d) of 4 attempts are kept/.exec(called.err)?.[1])
      change(here, 'DROP TRIGGER refuse')
      const { out } = await here.call(['runs', '--json'])
      expect(JSON.parse(out)).toMatchObject({
        runs: [{ id: 2, state: 'interrupted' }, { state: 'complete' }],
      })
      const resumed = await here.call(['run', 'a.proctor.md', '--resume'])
      expect(resumed.err).toBe(`proctor: going on with run 2: ${kept} of 4 attempts are there\n`)
      expect(resumed.status).toBe(0)
    },
  )

  test('as a run begins is said in one sentence, with --json as one document', async () => {
    const here = await refusing('INSERT ON runs')
    const message = 'the data folder cannot be used: disk is full'
    expect(await here.call(['run', 'a.proctor.md'])).toEqual({
      status: 2,
      out: '',
      err: `proctor: ${message}\n`,
    })
    const { status, out } = await here.call(['run', 'a.proctor.md', '--json'])
    expect(status).toBe(2)
    expect(JSON.parse(out)).toMatchObject({ errors: [{ message }] })
  })
})
