import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseWithGrade, sampleCase, sampleReport } from '../../../test/support/sample-report.ts'
import { coverage, duration, entryNamer, headline, number, percent, rates, staleLine } from './wording.ts'

test.each([
  [null, '—'],
  [0, '0.0 %'],
  [1, '100.0 %'],
  [0.75, '75.0 %'],
  [1999 / 2000, '99.9 %'],
  [1 / 5000, '0.1 %'],
])('%s is %s', (rate, text) => {
  expect(percent(rate)).toBe(text)
})

test('only all is all and only none is none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(), (total, some) => {
      const part = some % (total + 1)
      expect(percent(part / total) === '100.0 %').toBe(part === total)
      expect(percent(part / total) === '0.0 %').toBe(part === 0)
    }),
  )
})

test('the coverage stands beside the rate, and both rates are named where they differ', () => {
  const graded = [caseWithGrade('a', 'passed'), caseWithGrade('b', 'passed'), caseWithGrade('c', 'failed')]
  const some = sampleReport([...graded, caseWithGrade('d', 'notGraded')]).summary
  expect(coverage(some)).toBe('2 of 4 cases pass, 1 not graded')
  expect(rates(some)).toBe('pass rate 66.7 % of the graded cases, 50.0 % of all')
  expect(headline(sampleReport(graded).summary)).toBe(
    '2 of 3 cases pass · pass rate 66.7 % · attempts: 2 of 3 pass',
  )
})

test('numbers have groups of three digits', () => {
  expect([0, 999, 1000, 1234567].map(number)).toEqual(['0', '999', '1,000', '1,234,567'])
})

test.each([
  [0.4, '0 ms'],
  [812, '812 ms'],
  [999.7, '1.00 s'],
  [1240, '1.24 s'],
  [59_999, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d ms is %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text)
})

test('an entry is named by what tells it apart', () => {
  const one = sampleCase('a', [])
  expect(entryNamer([one])(one)).toBe('a')
  const other = sampleCase('a', [], { device: 'tablet', prompt: 'short' })
  expect(entryNamer([one, other])(other)).toBe('a (short, tablet)')
})

test('stale attempts are counted against all', () => {
  expect(staleLine(sampleReport([caseWithGrade('a', 'passed')], { stale: 1 }))).toBe(
    '1 of 1 attempts answer another prompt',
  )
  expect(staleLine(sampleReport([]))).toBeUndefined()
})
