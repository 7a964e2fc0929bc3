import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { reportSchema } from '#core/reports/report.ts'
import { ATTEMPTS, lines, NOTEBOOK } from './notebooks.ts'
import { desk, type Desk } from './proctor.ts'

const GRADE = ['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl'] as const

const prepared = (attempts: string = ATTEMPTS, notebook: string = NOTEBOOK): Desk => {
  const one = desk()
  one.write('a.proctor.md', notebook)
  one.write('attempts.jsonl', attempts)
  return one
}

const reportOf = (out: string) => reportSchema.parse(JSON.parse(out))

describe('proctor grade', () => {
  test('prints a table and ends with 0 where every case passes', async () => {
    const { status, out, err } = await prepared().call(GRADE)
    expect(err).toBe('')
    expect(status).toBe(0)
    expect(out).toContain('2 of 2 cases pass')
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('with --json prints the report and nothing else', async () => {
    const { status, out, err } = await prepared().call([...GRADE, '--json'])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const report = reportOf(out)
    expect(report.summary).toMatchObject({ cases: 2, passed: 2, passRate: 1, worstPassRate: 1 })
    expect(report.cases.map(({ id, prompt, device }) => [id, prompt, device])).toEqual([
      ['sky', 'default', 'phone'],
      ['grass', 'default', 'phone'],
    ])
    expect(report.cases[0]?.attempts[1]?.grades).toEqual([
      { grader: 'exactMatch', kind: 'exactMatch', verdict: 'passed', score: 1 },
      { grader: 'regex', kind: 'regex', verdict: 'passed', score: 1 },
    ])
  })

  test.each([
    ['a failed case', lines({ case: 'sky', output: 'yes' }, { case: 'grass', output: 'maybe' }), [], 1],
    [
      'a failed case above the minimum',
      lines({ case: 'sky', output: 'yes' }, { case: 'grass', output: 'maybe' }),
      ['--min-pass-rate', '0.5'],
      0,
    ],
    [
      'a failed case below the minimum',
      lines({ case: 'sky', output: 'yes' }, { case: 'grass', output: 'maybe' }),
      ['--min-pass-rate', '0.6'],
      1,
    ],
    ['a case without attempts', lines({ case: 'sky', output: 'yes' }), [], 3],
    [
      'a case without attempts, warned of',
      lines({ case: 'sky', output: 'yes' }),
      ['--not-graded', 'warn'],
      0,
    ],
    [
      'a device error',
      lines({ case: 'sky', output: 'yes' }, { case: 'grass', error: 'cable pulled' }),
      [],
      3,
    ],
    ['no attempts at all', '', [], 3],
  ])('ends with the status of %s', async (_, attempts, options, expected) => {
    const { status } = await prepared(attempts).call([...GRADE, ...options])
    expect(status).toBe(expected)
  })

  test('counts a device error as not graded, and a model error as an answer', async () => {
    const attempts = lines(
      { case: 'sky', error: 'cable pulled' },
      { case: 'grass', error: 'context overflow', errorKind: 'model' },
    )
    const { out } = await prepared(attempts).call([...GRADE, '--json'])
    const { summary, cases } = reportOf(out)
    expect(summary.attempts).toEqual({ total: 2, passed: 0, failed: 1, notGraded: 1, errors: 1 })
    expect(cases[0]?.attempts[0]?.grades[0]?.reason).toBe('the attempt has no output: cable pulled')
    expect(cases[1]?.verdict).toBe('failed')
  })

  test('says how many attempts answer another prompt', async () => {
    const attempts = lines({ case: 'sky', output: 'yes', promptHash: 'x' }, { case: 'grass', output: 'no' })
    const called = await prepared(attempts).call(GRADE)
    expect(called.out).toContain('1 of 2 attempts answer another prompt')
    expect(called.status).toBe(0)
  })

  test('reports each device that was recorded', async () => {
    const attempts = lines(
      { case: 'sky', output: 'yes' },
      { case: 'grass', output: 'no' },
      { case: 'sky', output: 'yes', device: { name: 'tablet' } },
    )
    const { cases } = reportOf((await prepared(attempts).call([...GRADE, '--json'])).out)
    expect(cases.map(({ id, device, verdict }) => `${id} ${device} ${verdict}`)).toEqual([
      'sky phone passed',
      'sky tablet passed',
      'grass phone passed',
      'grass tablet notGraded',
    ])
  })

  test('applies the device’s thinking rule, and keeps the raw output', async () => {
    const attempts = lines({ case: 'sky', output: '<think>hm</think>yes' }, { case: 'grass', output: 'no' })
    const strip = NOTEBOOK.replace('kind: replay', 'kind: replay\nthinking: strip')
    const { cases } = reportOf((await prepared(attempts, strip).call([...GRADE, '--json'])).out)
    expect(cases[0]).toMatchObject({ verdict: 'passed', attempts: [{ output: '<think>hm</think>yes' }] })
  })

  test('writes every report it is asked for, whole', async () => {
    const one = prepared()
    const { status } = await one.call([
      ...GRADE,
      '--report',
      'r.json',
      '--junit',
      'r.xml',
      '--html',
      'r.html',
      '--markdown',
      'r.md',
    ])
    expect(status).toBe(0)
    expect(readdirSync(one.folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
    const read = (name: string): string => readFileSync(path.join(one.folder, name), 'utf8')
    expect(reportOf(read('r.json')).summary.passed).toBe(2)
    expect(read('r.xml')).toContain('<testcase')
    expect(read('r.html')).toContain('<!doctype html>')
    expect(read('r.md')).toContain('2 of 2 cases pass')
  })

  test('annotates on GitHub and writes the step summary', async () => {
    const one = prepared(lines({ case: 'sky', output: 'yes' }, { case: 'grass', output: 'maybe' }))
    const { out } = await one.call([...GRADE, '--github'], {
      GITHUB_STEP_SUMMARY: path.join(one.folder, 'summary.md'),
    })
    expect(out).toMatch(/^::error file=a\.proctor\.md,line=\d+/m)
    expect(readFileSync(path.join(one.folder, 'summary.md'), 'utf8')).toContain('1 of 2 cases pass')
  })

  test('keeps the run, and goes on without where it cannot be kept', async () => {
    const one = prepared()
    await one.call(GRADE)
    const { runs } = JSON.parse((await one.call(['runs', '--json'])).out) as {
      runs: { command: string; attempts: number }[]
    }
    expect(runs).toMatchObject([{ command: 'grade', attempts: 4, state: 'complete' }])
    one.write('not-a-folder', '')
    const { status, err } = await one.call(GRADE, {
      PROCTOR_DATA_DIR: path.join(one.folder, 'not-a-folder', 'x'),
    })
    expect(status).toBe(0)
    expect(err).toContain('will not be kept')
  })

  test('grades a suite exported from the notebook the same', async () => {
    const one = prepared(lines({ case: 'sky', output: 'yes' }, { case: 'grass', output: 'maybe' }))
    expect((await one.call(['export', 'a.proctor.md', '--to', 'suite', '-o', 'a.suite.yaml'])).status).toBe(0)
    const [fromNotebook, fromSuite] = [
      reportOf((await one.call([...GRADE, '--json'])).out),
      reportOf((await one.call(['grade', 'a.suite.yaml', '--attempts', 'attempts.jsonl', '--json'])).out),
    ]
    expect(fromSuite.cases).toEqual(fromNotebook.cases)
    expect(fromSuite.summary).toEqual(fromNotebook.summary)
  })
})

test('--json makes one document of what export and import write', async () => {
  const one = prepared()
  one.write('cases.csv', 'input,expect\nIs it?,yes\n')
  for (const call of [
    ['export', 'a.proctor.md', '--to', 'suite'],
    ['import', 'cases.csv'],
  ]) {
    const plain = await one.call(call)
    expect(JSON.parse((await one.call([...call, '--json'])).out)).toEqual({ text: plain.out })
    const file = `${call[0]}.txt`
    expect(JSON.parse((await one.call([...call, '--json', '-o', file])).out)).toEqual({ file })
    expect(readFileSync(path.join(one.folder, file), 'utf8')).toBe(plain.out)
  }
})

describe('two processes on one database', () => {
  test('both keep their run', async () => {
    const one = prepared()
    const all = await Promise.all([1, 2, 3].map(() => one.call(GRADE)))
    expect(all.map(({ status, err }) => [status, err])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ])
    const { runs } = JSON.parse((await one.call(['runs', '--json'])).out) as { runs: unknown[] }
    expect(runs).toHaveLength(3)
  })
})

test('nothing is written where the call is refused', async () => {
  const one = prepared('{"case":"nobody","output":"x"}\n')
  const { status } = await one.call([...GRADE, '--junit', 'r.xml', '--report', 'r.json'])
  expect(status).toBe(2)
  expect(existsSync(path.join(one.folder, 'r.xml'))).toBe(false)
  expect(existsSync(path.join(one.folder, 'r.json'))).toBe(false)
})

describe('a replay judge', () => {
  const judged = (judge: string): string =>
    NOTEBOOK.replace(
      '- exactMatch: { ignoreCase: true }',
      '- llmJudge: { judge: recorded, rubric: "The answer is right. 1 = wrong, 4 = right." }',
    ).replace('```yaml graders', `\`\`\`yaml judge recorded\n${judge}\n\`\`\`\n\n\`\`\`yaml graders`)
  const judgements = (reply: string) => [{ grader: 'llmJudge', reply }]
  const bare = lines({ case: 'sky', attempt: 1, output: 'yes' }, { case: 'grass', attempt: 1, output: 'no' })
  const withReplies = lines(
    { case: 'sky', attempt: 1, output: 'yes', judgements: judgements('Right.\nScore: 4') },
    { case: 'grass', attempt: 1, output: 'no', judgements: judgements('Wrong.\nScore: 1') },
  )
  const ratings = async (one: Desk) =>
    reportOf((await one.call([...GRADE, '--json'])).out).cases.map(({ attempts }) =>
      attempts[0]?.grades.find(({ kind }) => kind === 'llmJudge'),
    )

  test('reads the replies beside the attempts', async () => {
    expect(await ratings(prepared(withReplies, judged('kind: replay')))).toMatchObject([
      { verdict: 'passed', score: 1, details: { rating: 4 } },
      { verdict: 'failed', score: 0, details: { rating: 1 } },
    ])
  })

  test('reads them from a file of its own', async () => {
    const one = prepared(bare, judged('kind: replay\nfile: judged.jsonl'))
    one.write('judged.jsonl', withReplies)
    expect((await ratings(one)).map((grade) => grade?.verdict)).toEqual(['passed', 'failed'])
  })

  test('that is missing, or outside the folder, grades nothing and says why', async () => {
    const reasons = async (file: string) =>
      (await ratings(prepared(bare, judged(`kind: replay\nfile: ${file}`)))).map((grade) => grade?.reason)
    expect(await reasons('judged.jsonl')).toEqual(Array(2).fill(expect.stringContaining('no such file')))
    expect(await reasons('../judged.jsonl')).toEqual(Array(2).fill(expect.stringContaining('outside')))
  })

  test('on a server is not asked: first its host is not allowed, then there is no client', async () => {
    const notebook = judged('kind: openai\nbaseUrl: https://judge.example.org/v1\nmodel: m')
    const one = prepared(bare, notebook)
    expect((await ratings(one))[0]).toMatchObject({
      verdict: 'notGraded',
      reason: 'sending to judge.example.org was not allowed (--allow judge.example.org)',
    })
    const { out } = await one.call([...GRADE, '--json', '--not-graded', 'ignore'], {
      PROCTOR_ALLOW: 'a.org, judge.example.org',
    })
    expect(out).toContain('of kind openai, which this version cannot ask')
  })
})
