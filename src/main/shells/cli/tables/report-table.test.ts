import { stripVTControlCharacters } from 'node:util'
import * as fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import type { Report } from '#core/reports/report.ts'
import {
  caseWithGrade,
  sampleAttempt,
  sampleCase,
  sampleGrade,
  sampleReport,
} from '../../../../../test/support/sample-report.ts'
import { writeReportTable } from './report-table.ts'

const linesOf = (
  report: Report,
  columns = 80,
  more: { colour?: boolean; maxRows?: number } = {},
): readonly string[] =>
  [...writeReportTable(report, { columns, colour: false, ...more })].join('').split('\n').slice(0, -1)

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '日本語の長い名前の事例',
    '👩‍👩‍👧'.repeat(30),
    'x'.repeat(200),
    'a\nb\tc',
    '\u001b[2J\u001b[31m',
    '\u202eabc',
    'e\u0301'.repeat(60),
    'نص عربي',
  ),
)

const verdict = fc.constantFrom<'passed' | 'failed' | 'notGraded'>('passed', 'failed', 'notGraded')
const anyReport = fc
  .array(
    fc.record({
      id: anyText,
      attempts: fc.array(
        fc.array(fc.record({ verdict, grader: anyText, reason: anyText }), { maxLength: 4 }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 5 },
  )
  .map((cases) =>
    sampleReport(
      cases.map(({ id, attempts }) =>
        sampleCase(
          id,
          attempts.map((grades) =>
            sampleAttempt(grades.map((one) => sampleGrade(one.verdict, one.grader, one.reason))),
          ),
        ),
      ),
      { warnings: ['x'.repeat(120)], stale: 3 },
    ),
  )

describe('any report', () => {
  test('has no line wider than the terminal, and none that could control it', () => {
    fc.assert(
      fc.property(anyReport, fc.integer({ min: 20, max: 200 }), (report, columns) => {
        for (const line of linesOf(report, columns)) {
          expect(stringWidth(line)).toBeLessThanOrEqual(columns)
          expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        }
      }),
    )
  })

  test('reads the same with colours', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const painted = linesOf(report, 80, { colour: true }).map(stripVTControlCharacters)
        expect(painted.map((line) => line.trimEnd())).toEqual(linesOf(report).map((line) => line.trimEnd()))
      }),
    )
  })
})

const report = sampleReport([
  caseWithGrade('good', 'passed'),
  sampleCase('bad', [
    sampleAttempt([sampleGrade('passed'), sampleGrade('failed', 'judge', 'expected "a", got "b"')]),
    sampleAttempt([sampleGrade('passed'), sampleGrade('notGraded', 'judge', 'unreadable')]),
  ]),
  sampleCase('none', []),
])

test('a small report at the usual width', () => {
  expect(linesOf(report)).toEqual([
    'Ticket triage · samples/tickets.proctor.md',
    '',
    '  case  attempts  exactMatch   judge',
    '✓ good       1/1         1/1',
    '✗ bad     0/1 –1         2/2  0/1 –1',
    '– none',
    '',
    '  grader      pass  graded     rate  not graded',
    '  exactMatch     3       3  100.0 %',
    '  judge          0       1    0.0 %           1',
    '',
    'why 2 cases did not pass',
    '✗ judge · 1 attempt',
    '    expected "a", got "b"',
    '    bad',
    '– judge · 1 attempt',
    '    unreadable',
    '    bad',
    '– no grade · 1 case',
    '    there is no attempt of this case',
    '    none',
    '',
    '✗ 1 of 3 cases pass, 1 not graded',
    '  pass rate 50.0 % of the graded cases, 33.3 % of all',
    '  attempts: 1 of 3 pass, 1 not graded',
  ])
})

test('the headline is one line where there is room', () => {
  expect(linesOf(report, 160).at(-1)).toBe(
    '✗ 1 of 3 cases pass, 1 not graded · pass rate 50.0 % of the graded cases, 33.3 % of all · attempts: 1 of 3 pass, 1 not graded',
  )
})

test('nothing graded has no rate', () => {
  expect(linesOf(sampleReport([sampleCase('a', [])])).join('\n')).toContain('pass rate —')
})

test('a long report keeps what did not pass, in the order of the file, and tells the rest', () => {
  const cases = Array.from({ length: 300 }, (_, index) =>
    caseWithGrade(
      `case-${index}`,
      index % 20 === 19 ? 'failed' : index === 50 ? 'notGraded' : 'passed',
      `at ${index}`,
    ),
  )
  const lines = linesOf(sampleReport(cases))
  const rows = lines.filter((line) => /^[✓✗–] case-/.test(line))
  expect(rows).toHaveLength(40)
  expect(rows.filter((row) => row.startsWith('✗'))).toHaveLength(15)
  expect(rows.filter((row) => row.startsWith('–'))).toHaveLength(1)
  const order = rows.map((row) => Number(/\d+/.exec(row)?.[0]))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(lines).toContain('… and 260 more passing cases (--json or --html for all)')
  const group = lines.indexOf('✗ exactMatch · 15 attempts of 15 cases')
  expect(lines[group + 1]).toBe('    for example: at 19')
})

test('of many failures the table shows some and tells how many it does not', () => {
  const cases = Array.from({ length: 300 }, (_, index) =>
    caseWithGrade(`case-${index}`, 'failed', `no ${index}`),
  )
  const lines = linesOf(sampleReport(cases))
  expect(lines).toContain('… and 260 more failed cases (--json or --html for all)')
  expect(lines.length).toBeLessThan(60)
})

test('columns for which there is no room are named', () => {
  const grades = Array.from({ length: 20 }, (_, index) => sampleGrade('passed', `grader-number-${index}`))
  const lines = linesOf(sampleReport([sampleCase('a', [sampleAttempt(grades)])]))
  expect(lines.some((line) => line.startsWith('no room for '))).toBe(true)
})

test('a reason cannot be a command of a CI system', () => {
  const cases = [caseWithGrade('a', 'failed', '::error::x'), caseWithGrade('b', 'failed', '##[error]y')]
  for (const line of linesOf(sampleReport(cases))) expect(line.trim()).not.toMatch(/^::|##\[/)
})

test('both parts of a gate are told, since either may be what fails', () => {
  const gated = { ...report, gate: { minPassRate: 0.3, maxNotGraded: 0.1 } }
  const lines = [
    ...writeReportTable(gated, { columns: 80, colour: false, status: 3, minPassRate: 0.3 }),
  ].join('')
  expect(lines).toContain('– 1 of 3 cases pass')
  expect(lines).toContain('gate: 30.0 % of all cases have to pass, 33.3 % do')
  expect(lines).toContain('gate: at most 10.0 % of all cases may be not graded, 33.3 % are')
})
