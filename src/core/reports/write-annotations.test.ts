import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseWithGrade, sampleReport } from '../../../test/support/sample-report.ts'
import type { Report } from './report.ts'
import { writeAnnotations } from './write-annotations.ts'

const place = { file: 'a,b:c.md', line: 7 }
const written = (report: Report): readonly string[] => [...writeAnnotations(report, () => place)]

test('a failure is an error, what is not graded a warning, at the line of its case', () => {
  const report = sampleReport([
    caseWithGrade('good', 'passed'),
    caseWithGrade('open', 'notGraded', 'no expected value'),
    caseWithGrade('bad: 1,2', 'failed', '100% wrong\nsecond line'),
  ])
  expect(written(report)).toEqual([
    '::error file=a%2Cb%3Ac.md,line=7,title=bad%3A 1%2C2%3A 0 of 1 attempt pass::exactMatch: 100%25 wrong↵second line\n',
    '::warning file=a%2Cb%3Ac.md,line=7,title=open%3A 0 of 1 attempt pass%2C 1 not graded::exactMatch: no expected value\n',
  ])
})

test('a case without a known place', () => {
  const report = sampleReport([caseWithGrade('a', 'failed', 'no')])
  expect([...writeAnnotations(report, () => undefined)][0]).toMatch(/^::error title=a/)
})

test.each([10, 11, 300])('%i failures are at most ten errors, the last telling the rest', (count) => {
  const report = sampleReport([
    ...Array.from({ length: count }, (_, index) => caseWithGrade(`f${index}`, 'failed', 'no')),
    ...Array.from({ length: count }, (_, index) => caseWithGrade(`n${index}`, 'notGraded', 'no')),
  ])
  const lines = written(report)
  for (const level of ['error', 'warning']) {
    const of = lines.filter((line) => line.startsWith(`::${level} `))
    expect(of).toHaveLength(10)
    const last = of.at(-1) ?? ''
    if (count > 10) expect(last).toContain(`and ${count - 9} more cases`)
    else expect(last).not.toContain('more')
  }
})

test('any text stays within its one command', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a\n::error::b', 'a\r\n::stop-commands::x', '%0A::', 'x::y'),
      ),
      (text) => {
        const [line = '', ...others] = written(sampleReport([caseWithGrade(text, 'failed', text)]))
        expect(others).toEqual([])
        expect(line.slice(0, -1)).not.toMatch(/[\r\n]/)
        expect(/^::error file=[^,:]*,line=7,title=([^,:]*)::/.test(line)).toBe(true)
      },
    ),
  )
})
