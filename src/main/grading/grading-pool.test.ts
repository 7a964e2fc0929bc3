import type { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import type { CustomGrader, ExactMatchGrader, RegexGrader } from '#core/suite/suite.ts'
import { createGradingPool, type GradingPoolSetup } from './grading-pool.ts'
import { LONGEST_STREAK } from './limit-streaks.ts'
import type { WorkerItem } from './worker-messages.ts'

const place = { file: 'x', line: 1, column: 1 }
const exact: ExactMatchGrader = { kind: 'exactMatch', name: 'exactMatch', ignoreCase: false, place }
const regex = (pattern: string): RegexGrader => ({ kind: 'regex', name: pattern, pattern, flags: [], place })
const custom = (source: string): CustomGrader => ({
  kind: 'custom',
  name: 'own',
  grader: 'own',
  source,
  language: 'js',
  timeoutMs: 1_000,
  place,
  sourcePlace: place,
})
const cases = [{ caseId: 'one', tags: [], input: 'q', vars: {}, expected: 'yes' }]
const item = (output: string, graders: readonly number[]): WorkerItem => ({
  caseIndex: 0,
  attempt: 1,
  output,
  graders,
})

const gradeInWorkers = async ({
  items,
  ...setup
}: GradingPoolSetup & { readonly items: readonly WorkerItem[] }) => {
  const pool = createGradingPool(setup)
  try {
    return await pool.grade(items)
  } finally {
    await pool.close()
  }
}

/** Backtracks for longer than anyone waits. */
const CATASTROPHE = 'a'.repeat(60) + '!'

describe('grading in workers', () => {
  test('gives each item the grades of its graders, in their order', async () => {
    const outputs = Array.from({ length: 5_000 }, (_, index) => (index % 3 === 0 ? 'yes' : `no ${index}`))
    const grades = await gradeInWorkers({
      graders: [
        exact,
        regex('yes'),
        custom(
          'export const grade = ({ output, passed, failed }) => output.length > 3 ? passed(0.5) : failed(0, output)',
        ),
      ],
      cases,
      items: outputs.map((output, index) => item(output, index % 2 === 0 ? [0, 1, 2] : [2, 0])),
    })
    expect(grades.map((each) => each.map(({ verdict }) => verdict))).toEqual(
      outputs.map((output, index) => {
        const same = output === 'yes' ? 'passed' : 'failed'
        const long = output.length > 3 ? 'passed' : 'failed'
        return index % 2 === 0 ? [same, same, long] : [long, same]
      }),
    )
  })

  test('gives up on an output that takes too long, and grades the rest', async () => {
    const outputs = ['aaa', CATASTROPHE, 'aaaa']
    const grades = await gradeInWorkers({
      graders: [regex('(a+)+'), exact],
      cases,
      items: outputs.map((output) => item(output, [0, 1])),
    })
    expect(grades.map(([first]) => first?.verdict)).toEqual(['passed', 'notGraded', 'passed'])
    expect(grades[1]?.[0]).toMatchObject({ details: { limit: expect.any(String) as string } })
    expect(grades[1]?.[0]?.reason).toMatch(/gave up on this output.*catastrophic backtracking/i)
    expect(grades.map(([, second]) => second?.verdict)).toEqual(['failed', 'failed', 'failed'])
  })

  test('ends a custom grader inside a builtin, where the sandbox is never asked to stop', async () => {
    const source = `export function grade({ output, passed }) {
      if (output === 'endless') [].includes.call({ length: 2 ** 53 - 1 }, 5)
      return passed()
    }`
    const grades = await gradeInWorkers({
      graders: [custom(source)],
      cases,
      items: ['yes', 'endless', 'no'].map((output) => item(output, [0])),
    })
    expect(grades.map(([grade]) => grade?.verdict)).toEqual(['passed', 'notGraded', 'passed'])
    expect(grades[1]?.[0]?.reason).toBe('gave up on this output: it took longer than 1 s')
  })

  test('stops a grader that reaches its limit on attempt after attempt', async () => {
    const count = LONGEST_STREAK + 30
    const grades = await gradeInWorkers({
      graders: [custom('export function grade() { for (;;) {} }'), exact],
      cases,
      items: Array.from({ length: count }, () => item('yes', [0, 1])),
    })
    const reasons = grades.map(([first]) => first?.reason ?? '')
    expect(reasons.slice(0, LONGEST_STREAK).every((reason) => !reason.startsWith('not tried'))).toBe(true)
    expect(reasons.slice(LONGEST_STREAK).every((reason) => reason.startsWith('not tried'))).toBe(true)
    expect(
      grades.every(([first, second]) => first?.verdict === 'notGraded' && second?.verdict === 'passed'),
    ).toBe(true)
  })

  test('counts a streak across calls', async () => {
    const pool = createGradingPool({ graders: [custom('export function grade() { for (;;) {} }')], cases })
    const reasons: (string | undefined)[] = []
    for (let call = 0; call < 3; call++) {
      const grades = await pool.grade(Array.from({ length: 9 }, () => item('yes', [0])))
      reasons.push(...grades.map(([grade]) => grade?.reason))
    }
    await pool.close()
    expect(reasons.map((reason) => reason?.startsWith('not tried'))).toEqual(
      reasons.map((_, index) => index >= LONGEST_STREAK),
    )
  })

  test('ends when it is cancelled', async () => {
    const controller = new AbortController()
    const grading = gradeInWorkers({
      graders: [regex('(a+)+')],
      cases,
      items: [item(CATASTROPHE, [0])],
      signal: controller.signal,
    })
    controller.abort(new Error('enough'))
    await expect(grading).rejects.toThrow('enough')
    await expect(
      gradeInWorkers({ graders: [exact], cases, items: [item('yes', [0])], signal: controller.signal }),
    ).rejects.toThrow('enough')
  })

  test('cancelled in the middle of its work, starts no worker again', async () => {
    const started: Worker[] = []
    const onWorker = (worker: Worker): unknown => started.push(worker)
    process.on('worker', onWorker)
    const controller = new AbortController()
    const slow = {
      ...custom('export const grade = ({ passed }) => { for (let n = 0; n < 5e8; n++); return passed() }'),
      timeoutMs: 30_000,
    }
    const pool = createGradingPool({ graders: [slow], cases, signal: controller.signal })
    const grading = pool.grade([item('a', [0]), item('b', [0])])
    // By then it is past its start and grades.
    await expect
      .poll(() => started[0]?.performance.eventLoopUtilization().active ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(1_000)
    controller.abort(new Error('interrupted'))
    await expect(grading).rejects.toThrow('interrupted')
    await pool.close()
    await new Promise((resolve) => void setImmediate(resolve))
    process.off('worker', onWorker)
    expect(started).toHaveLength(1)
  })

  test('has nothing to do where there is nothing', async () => {
    expect(await gradeInWorkers({ graders: [exact], cases, items: [] })).toEqual([])
  })
})
