import { readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { reportSchema } from '#core/reports/report.ts'
import { ATTEMPTS, lines, NOTEBOOK } from './notebooks.ts'
import { desk, type Desk } from './proctor.ts'

const prepared = (attempts: string = ATTEMPTS): Desk => {
  const one = desk()
  one.write('a.proctor.md', NOTEBOOK)
  one.write('attempts.jsonl', attempts)
  return one
}

const runsOf = async (one: Desk) =>
  (
    JSON.parse((await one.call(['runs', '--json'])).out) as {
      runs: { id: number; state: string; attempts: number }[]
    }
  ).runs

describe('proctor run', () => {
  test('asks the replay device, keeps the run and records it', async () => {
    const one = prepared()
    const { status, out } = await one.call(['run', 'a.proctor.md', '--record', 'new.jsonl', '--json'])
    expect(status).toBe(0)
    expect(reportSchema.parse(JSON.parse(out)).summary).toMatchObject({ cases: 2, passed: 2 })
    expect(await runsOf(one)).toMatchObject([{ state: 'complete', attempts: 4 }])
    const recorded = readFileSync(path.join(one.folder, 'new.jsonl'), 'utf8').trimEnd().split('\n')
    expect(recorded.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { case: 'sky', attempt: 1, output: 'yes', device: { name: 'phone' } },
      { case: 'sky', attempt: 2, output: 'Yes\n' },
      { case: 'grass', attempt: 1, output: 'no' },
      { case: 'grass', attempt: 2, output: 'NO' },
    ])
    expect((await one.call(['grade', 'a.proctor.md', '--attempts', 'new.jsonl'])).status).toBe(0)
  })

  test('what it records grades to the same report, whatever the order of prompts and devices', async () => {
    const one = desk()
    const prompts = '```yaml prompt short\ntemplate: "{{input}}"\n```\n\n```yaml prompt\n'
    const tablet = '```yaml device tablet\nkind: replay\nfile: attempts.jsonl\n```\n\n```yaml cases'
    one.write('a.proctor.md', NOTEBOOK.replace('```yaml prompt\n', prompts).replace('```yaml cases', tablet))
    const answers = ['short', 'default'].flatMap((promptName) =>
      ['sky', 'grass'].map((id) => ({ case: id, promptName, output: promptName === 'short' ? 'yes' : 'no' })),
    )
    one.write('attempts.jsonl', lines(...answers))
    const chosen = ['--prompt', 'short', '--prompt', 'default', '--device', 'phone', '--device', 'tablet']
    const call = ['run', 'a.proctor.md', '--attempts', '1', '--record', 'new.jsonl', '--json']
    const run = await one.call([...call, ...chosen])
    const graded = await one.call(['grade', 'a.proctor.md', '--attempts', 'new.jsonl', '--json'])
    expect(reportSchema.parse(JSON.parse(run.out)).summary).toMatchObject({ cases: 8, passed: 4, failed: 4 })
    expect(JSON.parse(graded.out)).toEqual(JSON.parse(run.out))
  })

  test('runs what was chosen', async () => {
    const one = prepared()
    const report = async (...options: readonly string[]) =>
      reportSchema.parse(JSON.parse((await one.call(['run', 'a.proctor.md', '--json', ...options])).out))
    expect((await report('--case', 'sky')).cases.map(({ id }) => id)).toEqual(['sky'])
    expect((await report('--tag', 'plants')).cases.map(({ id }) => id)).toEqual(['grass'])
    expect((await report('--attempts', '1')).summary.attempts.total).toBe(2)
    const shards = [await report('--shard', '1/2'), await report('--shard', '2/2')]
    expect(shards.map(({ cases, shard }) => [cases.map(({ id }) => id), shard])).toEqual([
      [['sky'], { index: 1, count: 2 }],
      [['grass'], { index: 2, count: 2 }],
    ])
  })

  test('a shard decides nothing: a failed case leaves its status at 0', async () => {
    const one = prepared(ATTEMPTS.replace('"no"', '"green"'))
    expect((await one.call(['run', 'a.proctor.md', '--shard', '2/2'])).status).toBe(0)
    expect((await one.call(['run', 'a.proctor.md'])).status).toBe(1)
  })

  test('ends with 4 where answers are missing, and --resume asks those alone', async () => {
    const one = prepared(
      lines({ case: 'sky', output: 'yes' }, { case: 'sky', output: 'yes' }, { case: 'grass', output: 'no' }),
    )
    const first = await one.call(['run', 'a.proctor.md', '--trust', '--allow', 'a.example'])
    expect(first.status).toBe(4)
    expect(first.err).toContain('proctor run a.proctor.md --trust --allow a.example --resume')
    expect(await runsOf(one)).toMatchObject([{ state: 'incomplete', attempts: 4 }])

    // The answers that are there must not be asked again: were they, these outputs would fail.
    one.write('attempts.jsonl', ATTEMPTS.replaceAll('"yes"', '"asked again"'))
    const second = await one.call(['run', 'a.proctor.md', '--resume'])
    expect(second.err).toContain('3 of 4 attempts are there')
    expect(second.status).toBe(0)
    expect(await runsOf(one)).toMatchObject([{ state: 'complete', attempts: 4 }])
  })

  test('--resume of a part leaves the unfinished whole as it is', async () => {
    const one = prepared(lines({ case: 'sky', output: 'yes' }, { case: 'grass', output: 'no' }))
    expect((await one.call(['run', 'a.proctor.md'])).status).toBe(4)
    one.write('attempts.jsonl', ATTEMPTS)
    const part = await one.call(['run', 'a.proctor.md', '--resume', '--case', 'sky'])
    expect(part.err).toContain('no run of this part of the suite is unfinished')
    const whole = await one.call(['run', 'a.proctor.md', '--resume'])
    expect(whole.err).toContain('going on with run 1: 2 of 4 attempts are there')
    expect((await runsOf(one)).map(({ id, state }) => [id, state])).toEqual([
      [2, 'complete'],
      [1, 'complete'],
    ])
  })

  test('refuses to record over what it reads', async () => {
    const one = prepared()
    for (const option of ['--record', '--report']) {
      const { status, err } = await one.call(['run', 'a.proctor.md', option, 'attempts.jsonl'])
      expect(status).toBe(2)
      expect(err).toContain('this call reads that file')
    }
    expect(readFileSync(path.join(one.folder, 'attempts.jsonl'), 'utf8')).toBe(ATTEMPTS)
  })

  test('runs a suite that was exported into another folder', async () => {
    const one = prepared()
    one.write('out/.keep', '')
    expect(
      (await one.call(['export', 'a.proctor.md', '--to', 'suite', '-o', 'out/a.suite.yaml'])).status,
    ).toBe(0)
    expect((await one.call(['run', 'out/a.suite.yaml', '--trust'])).status).toBe(0)
    expect((await one.call(['run', 'out/a.suite.yaml'])).status).toBe(2)
  })

  test('--resume after a run that ended starts a new one and says so', async () => {
    const one = prepared()
    await one.call(['run', 'a.proctor.md'])
    const { status, err } = await one.call(['run', 'a.proctor.md', '--resume'])
    expect(status).toBe(0)
    expect(err).toContain('nothing to resume')
    expect(await runsOf(one)).toHaveLength(2)
  })
})

describe('a run that is stopped while it grades', () => {
  const SLOW = 'for (let step = 0; step < 3_000_000; step++);'
  const notebook = (work: string): string =>
    `${NOTEBOOK.replace('attempts: 2', 'attempts: 100')}
\`\`\`yaml graders
- custom: slow
\`\`\`

\`\`\`js grader slow
export function grade({ passed }) {
  ${work}
  return passed()
}
\`\`\`
`

  const stop = async (signal: 'SIGINT' | 'SIGKILL') => {
    const one = desk()
    one.write('a.proctor.md', notebook(SLOW))
    const answers = ['sky', 'grass'].flatMap((id) =>
      Array.from({ length: 100 }, () => ({ case: id, output: id === 'sky' ? 'yes' : 'no' })),
    )
    one.write('attempts.jsonl', lines(...answers))
    const { child, ended } = one.start(['run', 'a.proctor.md'])
    const stored = (): number => {
      try {
        const database = new Database(path.join(one.folder, 'data', 'proctor.sqlite'), { readonly: true })
        try {
          return Number(database.prepare('SELECT count(*) FROM attempts').pluck().get())
        } finally {
          database.close()
        }
      } catch {
        return 0
      }
    }
    await expect.poll(stored, { timeout: 20_000, interval: 20 }).toBe(200)
    child.kill(signal)
    return { one, called: await ended }
  }

  const goOn = async (one: Desk): Promise<void> => {
    one.write('a.proctor.md', notebook(''))
    const { status, err } = await one.call(['run', 'a.proctor.md', '--resume'])
    expect(err).toContain('going on with run 1: 200 of 200 attempts are there')
    expect(status).toBe(0)
    expect(await runsOf(one)).toMatchObject([{ id: 1, state: 'complete', attempts: 200 }])
  }

  test('by Ctrl-C says what it kept and how to go on', async () => {
    const { one, called } = await stop('SIGINT')
    expect(called.status).toBe(130)
    expect(called.out).toBe('')
    expect(called.err).toContain('interrupted; 200 of 200 attempts kept in run 1')
    expect(called.err).toContain('go on with: proctor run a.proctor.md --resume')
    expect(await runsOf(one)).toMatchObject([{ state: 'interrupted', attempts: 200 }])
    await goOn(one)
  })

  test('by being killed loses no answer', async () => {
    const { one } = await stop('SIGKILL')
    expect(await runsOf(one)).toMatchObject([{ state: 'interrupted', attempts: 200 }])
    await goOn(one)
  })
})

describe('proctor runs', () => {
  test('lists, limits and forgets', async () => {
    const one = prepared()
    expect((await one.call(['runs'])).out).toContain('No runs are kept yet')
    for (let run = 0; run < 3; run++) await one.call(['run', 'a.proctor.md'])
    expect((await one.call(['runs', '--limit', '1'])).out.trimEnd().split('\n')).toHaveLength(2)
    expect((await one.call(['runs', '--delete', '1', '--delete', '3'])).status).toBe(0)
    expect((await runsOf(one)).map(({ id }) => id)).toEqual([2])
    expect((await one.call(['runs', '--suite', 'other.proctor.md'])).out).toContain('No runs')
  })
})

test('proctor doctor finds all that is needed', async () => {
  const one = desk()
  const { status, out } = await one.call(['doctor', '--json'])
  const { findings } = JSON.parse(out) as { findings: { what: string; isFine: boolean }[] }
  expect(findings.filter(({ isFine }) => !isFine)).toEqual([])
  expect(status).toBe(0)
  const broken = await one.call(['doctor'], {
    PROCTOR_DATA_DIR: path.join(one.folder, one.write('file', ''), 'x'),
  })
  expect(broken.status).toBe(2)
  expect(broken.out).toContain('mend it with: PROCTOR_DATA_DIR=')
})
