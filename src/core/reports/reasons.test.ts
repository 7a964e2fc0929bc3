import { expect, test } from 'vitest'
import { caseWithGrade, sampleAttempt, sampleCase, sampleGrade } from '../../../test/support/sample-report.ts'
import { attemptsOf, graderTotals, groupReasons, shapeOf } from './reasons.ts'

test.each([
  ['/items/3/price: expected number, got "12"', '/items/14/price: expected number, got "a \\" b"'],
  ['Fields differ: {"a":1,"b":[2]}', 'Fields differ: {"a":[],"c":{"d":null}}'],
  ['0.790 is below 0.82', '0.1 is below 0.82'],
  ["expected 'yes'", "expected 'no way'"],
  ['wanted “a”', 'wanted “b c”'],
])('%s has the shape of %s', (one, other) => {
  expect(shapeOf(one)).toBe(shapeOf(other))
})

test.each([
  ['expected number', 'expected string'],
  ["doesn't match, isn't long", "doesn't match, isn't short"],
])('%s has not the shape of %s', (one, other) => {
  expect(shapeOf(one)).not.toBe(shapeOf(other))
})

test('reasons alike are one group, failures and the frequent first', () => {
  const cases = [
    caseWithGrade('open', 'notGraded', 'no expected value'),
    caseWithGrade('a', 'failed', 'expected "1", got "2"'),
    caseWithGrade('other', 'failed', 'too long'),
    sampleCase('b', [
      sampleAttempt([sampleGrade('failed', 'exactMatch', 'expected "3", got "4"')]),
      sampleAttempt([sampleGrade('failed', 'exactMatch', 'expected "3", got "5"')]),
    ]),
  ]
  expect(
    groupReasons(cases).map(({ text, attempts, cases: of }) => [text, attempts, of.map(({ id }) => id)]),
  ).toEqual([
    ['expected "1", got "2"', 3, ['a', 'b']],
    ['too long', 1, ['other']],
    ['no expected value', 1, ['open']],
  ])
})

test('what kept all graders from an attempt is said once', () => {
  const gone = 'the attempt has no output: gone'
  const device = {
    attempt: 1,
    verdict: 'notGraded' as const,
    error: 'gone',
    grades: [sampleGrade('notGraded', 'a', gone), sampleGrade('notGraded', 'b', gone)],
  }
  const groups = groupReasons([
    sampleCase('x', [device]),
    sampleCase('y', []),
    sampleCase('z', [sampleAttempt([])]),
  ])
  expect(groups.map(({ text, grader, attempts }) => [text, grader, attempts])).toEqual([
    ['no output: gone', undefined, 1],
    ['no grader applies to this case', undefined, 1],
    ['there is no attempt of this case', undefined, 0],
  ])
})

test('totals of graders are in the order of the report', () => {
  const cases = [
    sampleCase('a', [sampleAttempt([sampleGrade('passed', 'one'), sampleGrade('notGraded', 'two')])]),
    sampleCase('b', [sampleAttempt([sampleGrade('failed', 'one')])]),
  ]
  expect(graderTotals(cases)).toEqual([
    { grader: 'one', kind: 'exactMatch', passed: 1, failed: 1, notGraded: 0 },
    { grader: 'two', kind: 'exactMatch', passed: 0, failed: 0, notGraded: 1 },
  ])
})

test('attempts of a case in words', () => {
  const attempt = sampleAttempt([sampleGrade('passed')])
  expect(attemptsOf(sampleCase('a', [attempt, attempt, sampleAttempt([])]))).toBe(
    '2 of 3 attempts pass, 1 not graded',
  )
  expect(attemptsOf(sampleCase('a', []))).toBe('no attempts')
})
