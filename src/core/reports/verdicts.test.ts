import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseWithGrade, sampleAttempt, sampleCase } from '../../../test/support/sample-report.ts'
import type { Verdict } from '../grading/grade.ts'
import type { PassRule } from '../suite/suite.ts'
import { exitStatus } from './exit-status.ts'
import { attemptVerdict, caseVerdict, isDeviceError, summarise } from './verdicts.ts'
import { coverage, rates } from './wording.ts'

const verdict = fc.constantFrom<Verdict>('passed', 'failed', 'notGraded')
const verdicts = fc.array(verdict, { maxLength: 8 })
const rule: fc.Arbitrary<PassRule> = fc.oneof(
  fc.constantFrom<PassRule>('all', 'any'),
  fc.integer({ min: 0, max: 10 }).map((tenths) => ({ atLeast: tenths / 10 })),
)
const judged = (list: readonly Verdict[]) => list.map((one) => ({ verdict: one }))
const ofCase = (list: readonly Verdict[], passRule: PassRule) => caseVerdict(judged(list), passRule)

/** Every way in which the attempts that are not graded could have turned out. */
const outcomes = (list: readonly Verdict[]): readonly (readonly Verdict[])[] =>
  list.reduce<readonly (readonly Verdict[])[]>(
    (all, one) =>
      all.flatMap((start) =>
        (one === 'notGraded' ? (['passed', 'failed'] as const) : [one]).map((next) => [...start, next]),
      ),
    [[]],
  )

describe('a case', () => {
  test.each<[Verdict[], PassRule, Verdict]>([
    [[], 'all', 'notGraded'],
    [[], 'any', 'notGraded'],
    [[], { atLeast: 0 }, 'notGraded'],
    [['notGraded', 'notGraded'], 'all', 'notGraded'],
    [['notGraded', 'notGraded'], { atLeast: 0 }, 'notGraded'],
    [['passed', 'passed'], 'all', 'passed'],
    [['passed', 'notGraded'], 'all', 'notGraded'],
    [['passed', 'notGraded', 'failed'], 'all', 'failed'],
    [['passed', 'notGraded', 'failed'], 'any', 'passed'],
    [['failed', 'notGraded'], 'any', 'notGraded'],
    [['failed', 'failed'], 'any', 'failed'],
    [['passed', 'passed', 'passed', 'passed', 'failed'], { atLeast: 0.8 }, 'passed'],
    [['passed', 'passed', 'passed', 'passed', 'notGraded'], { atLeast: 0.8 }, 'passed'],
    [['passed', 'passed', 'passed', 'failed', 'notGraded'], { atLeast: 0.8 }, 'notGraded'],
    [['passed', 'passed', 'failed', 'failed', 'notGraded'], { atLeast: 0.8 }, 'failed'],
    [['passed', 'failed', 'failed'], { atLeast: 1 / 3 }, 'passed'],
  ])('%j under %j is %s', (list, passRule, expected) => {
    expect(ofCase(list, passRule)).toBe(expected)
  })

  test('is decided exactly when what is not graded cannot change it', () => {
    fc.assert(
      fc.property(verdicts, rule, (list, passRule) => {
        fc.pre(list.some((one) => one !== 'notGraded'))
        const possible = new Set(outcomes(list).map((outcome) => ofCase(outcome, passRule)))
        const [only] = possible
        expect(ofCase(list, passRule)).toBe(possible.size === 1 ? only : 'notGraded')
      }),
    )
  })

  test('does not depend on the order', () => {
    fc.assert(
      fc.property(verdicts, rule, (list, passRule) => {
        expect(ofCase(list.toReversed(), passRule)).toBe(ofCase(list, passRule))
      }),
    )
  })

  test('one more pass never makes it worse, one more failure never better', () => {
    const rank: Readonly<Record<Verdict, number>> = { failed: 0, notGraded: 1, passed: 2 }
    fc.assert(
      fc.property(verdicts, rule, (list, passRule) => {
        fc.pre(list.some((one) => one !== 'notGraded'))
        const before = rank[ofCase(list, passRule)]
        expect(rank[ofCase([...list, 'passed'], passRule)]).toBeGreaterThanOrEqual(before)
        expect(rank[ofCase([...list, 'failed'], passRule)]).toBeLessThanOrEqual(before)
      }),
    )
  })

  test('of one attempt has its verdict, under every rule that can fail', () => {
    fc.assert(
      fc.property(verdict, fc.constantFrom<PassRule>('all', 'any', { atLeast: 0.5 }), (one, passRule) => {
        expect(ofCase([one], passRule)).toBe(one)
      }),
    )
  })
})

test('an attempt: a failure decides, then a missing grade, and no grader is no pass', () => {
  expect(attemptVerdict(judged(['passed', 'notGraded', 'failed']))).toBe('failed')
  expect(attemptVerdict(judged(['passed', 'notGraded']))).toBe('notGraded')
  expect(attemptVerdict(judged(['passed']))).toBe('passed')
  expect(attemptVerdict([])).toBe('notGraded')
})

test('a device error is one without an output, or one that says so', () => {
  expect(isDeviceError({ error: 'gone' })).toBe(true)
  expect(isDeviceError({ error: 'gone', output: 'half' })).toBe(false)
  expect(isDeviceError({ error: 'gone', errorKind: 'model' })).toBe(false)
  expect(isDeviceError({ output: '' })).toBe(false)
})

describe('the summary', () => {
  test('counts add up, and the worst rate is never above the rate', () => {
    fc.assert(
      fc.property(fc.array(verdicts, { maxLength: 10 }), rule, (lists, passRule) => {
        const summary = summarise(
          lists.map((list) => ({ verdict: ofCase(list, passRule), attempts: judged(list) })),
        )
        const { cases, passed, failed, notGraded, passRate, worstPassRate, attempts } = summary
        expect(passed + failed + notGraded).toBe(cases)
        expect(attempts.passed + attempts.failed + attempts.notGraded).toBe(attempts.total)
        expect(passRate).toBe(passed + failed === 0 ? null : passed / (passed + failed))
        expect(worstPassRate).toBe(cases === 0 ? null : passed / cases)
        if (passRate !== null) expect(worstPassRate).toBeLessThanOrEqual(passRate)
      }),
    )
  })

  test('device errors are part of what is not graded; a model that gave up is graded', () => {
    const device = { attempt: 1, verdict: 'notGraded' as const, error: 'gone', grades: [] }
    const model = sampleAttempt([{ grader: 'a', kind: 'regex', verdict: 'failed', score: 0 }], {
      error: 'refused',
    })
    expect(summarise([sampleCase('a', [device, device, model])]).attempts).toEqual({
      total: 3,
      passed: 0,
      failed: 1,
      notGraded: 2,
      errors: 2,
    })
  })
})

describe('vectors', () => {
  const rows = readFileSync('test/vectors/grader-cases.jsonl', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"aggregate"'))
    .map((line): { id: string } => JSON.parse(line))

  test('all are known; G03 asks for pass@k, which is not a verdict', () => {
    expect(rows.map(({ id }) => id)).toEqual(['G02', 'G03', 'G09'])
  })

  test('G02: nothing graded has no rate, and is not green', () => {
    const summary = summarise([sampleCase('a', [sampleAttempt([]), sampleAttempt([])])])
    expect([summary.passRate, rates(summary)]).toEqual([null, 'pass rate —'])
    expect(exitStatus({ summary })).toBe(3)
  })

  test('G09: one headline, and the status agrees with it', () => {
    const cases = [
      ...Array.from({ length: 28 }, (_, index) => caseWithGrade(`p${index}`, 'passed')),
      ...Array.from({ length: 3 }, (_, index) => caseWithGrade(`f${index}`, 'failed')),
    ]
    const summary = summarise(cases)
    expect(coverage(summary)).toBe('28 of 31 cases pass')
    expect(exitStatus({ summary })).toBe(1)
    expect(exitStatus({ summary, gate: { minPassRate: 0.8 } })).toBe(0)
  })
})
