import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseWithGrade } from '../../../test/support/sample-report.ts'
import { exitStatus, type Outcome } from './exit-status.ts'
import type { Summary } from './report.ts'
import { summarise } from './verdicts.ts'

const summaryOf = (passed: number, failed: number, notGraded: number): Summary =>
  summarise([
    ...Array.from({ length: passed }, (_, index) => caseWithGrade(`p${index}`, 'passed')),
    ...Array.from({ length: failed }, (_, index) => caseWithGrade(`f${index}`, 'failed')),
    ...Array.from({ length: notGraded }, (_, index) => caseWithGrade(`n${index}`, 'notGraded')),
  ])

describe('the first that applies', () => {
  test.each<[string, Outcome, number]>([
    [
      'interrupted before all',
      { interrupted: true, invalid: true, missingAttempts: 1, summary: summaryOf(0, 1, 1) },
      130,
    ],
    ['a wrong call before missing attempts', { invalid: true, missingAttempts: 1 }, 2],
    ['missing attempts before failures', { missingAttempts: 1, summary: summaryOf(0, 1, 0) }, 4],
    ['a failure before what is not graded', { summary: summaryOf(1, 1, 1) }, 1],
    ['not graded', { summary: summaryOf(1, 0, 1) }, 3],
    ['all pass', { summary: summaryOf(2, 0, 0) }, 0],
    ['nothing to say', {}, 0],
  ])('%s', (_what, outcome, status) => {
    expect(exitStatus(outcome)).toBe(status)
  })
})

describe('a minimum pass rate', () => {
  test.each<[string, Outcome, number]>([
    ['takes failures', { summary: summaryOf(8, 2, 0), minPassRate: 0.8 }, 0],
    ['is of the worst case', { summary: summaryOf(8, 1, 1), minPassRate: 0.85 }, 1],
    ['still leaves what is not graded', { summary: summaryOf(8, 1, 1), minPassRate: 0.8 }, 3],
    [
      'the option goes before the gate',
      { summary: summaryOf(8, 2, 0), minPassRate: 0.9, gate: { minPassRate: 0.5 } },
      1,
    ],
    ['the option may be 0', { summary: summaryOf(0, 2, 0), minPassRate: 0, gate: { minPassRate: 0.5 } }, 0],
    ['the gate', { summary: summaryOf(8, 2, 0), gate: { minPassRate: 0.81 } }, 1],
    ['no case has no rate', { summary: summaryOf(0, 0, 0), minPassRate: 0.5 }, 1],
  ])('%s', (_what, outcome, status) => {
    expect(exitStatus(outcome)).toBe(status)
  })
})

describe('what is not graded', () => {
  test.each<[string, Outcome, number]>([
    ['warn', { summary: summaryOf(1, 0, 9), notGraded: 'warn' }, 0],
    ['ignore', { summary: summaryOf(1, 0, 9), notGraded: 'ignore' }, 0],
    ['up to the share', { summary: summaryOf(9, 0, 1), gate: { maxNotGraded: 0.1 } }, 0],
    ['above the share', { summary: summaryOf(8, 0, 2), gate: { maxNotGraded: 0.1 } }, 3],
    ['no share at all', { summary: summaryOf(9, 0, 1), gate: { maxNotGraded: 0 } }, 3],
  ])('%s', (_what, outcome, status) => {
    expect(exitStatus(outcome)).toBe(status)
  })
})

test('a shard never decides', () => {
  const count = fc.nat({ max: 4 })
  fc.assert(
    fc.property(count, count, count, (passed, failed, notGraded) => {
      const summary = summaryOf(passed, failed, notGraded)
      expect(exitStatus({ summary, isShard: true, minPassRate: 1 })).toBe(0)
    }),
  )
})
