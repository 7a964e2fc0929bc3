import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elementsNamed, readXml, textOf } from '../../../test/support/read-xml.ts'
import {
  caseWithGrade,
  sampleAttempt,
  sampleCase,
  sampleGrade,
  sampleReport,
} from '../../../test/support/sample-report.ts'
import type { Report } from './report.ts'
import { writeJunit } from './write-junit.ts'
import { xmlAttribute, xmlText } from './xml.ts'

const written = (report: Report) => readXml([...writeJunit(report)].join(''))

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        ']]>',
        '<![CDATA[',
        '&amp;',
        '&#0;',
        '\ud800',
        '\udc00',
        '\ufffe',
        '\u0000',
        '\r\n',
        '\t',
        '"',
        "'",
        '<',
        '\u001b[31m',
      ),
    )
    .map((parts) => parts.join('')),
)

const LEGAL = /^[\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u

describe('any text is legal XML', () => {
  test('and comes back whole where XML can hold it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const root = readXml(
          `<?xml version="1.0" encoding="UTF-8"?><a b="${xmlAttribute(text)}">${xmlText(text)}</a>`,
        )
        if (LEGAL.test(text)) {
          expect(root.attributes['b']).toBe(text)
          expect(textOf(root)).toBe(text)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('in every place of a report', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const attempt = sampleAttempt([sampleGrade('failed', text, text)], { output: text, error: text })
        const report = sampleReport(
          [sampleCase(text, [attempt], { prompt: text, device: text }), sampleCase('b', [])],
          {
            suite: { title: text, file: text, hash: text },
          },
        )
        expect(elementsNamed(written(report), 'testcase')).toHaveLength(2)
      }),
    )
  })

  test('a control character is shown by its name', () => {
    expect(xmlText('a\u001b\u0000\ud800')).toBe('a‹U+001B›‹U+0000›‹U+D800›')
  })
})

describe('the verdicts', () => {
  const report = sampleReport([
    caseWithGrade('good', 'passed'),
    caseWithGrade('bad', 'failed', 'expected "yes", got "no"'),
    caseWithGrade('open', 'notGraded', 'no expected value'),
    sampleCase('none', []),
  ])
  const root = written(report)

  test('failed is a failure, not graded an error, passed neither', () => {
    const kinds = elementsNamed(root, 'testcase').map(({ attributes, children }) => [
      attributes['name'],
      children.flatMap((child) => (typeof child === 'string' ? [] : child.name)).join(),
    ])
    expect(kinds).toEqual([
      ['good', ''],
      ['bad', 'failure'],
      ['open', 'error'],
      ['none', 'error'],
    ])
  })

  test('the counts of the suite are those of its cases', () => {
    for (const name of ['testsuites', 'testsuite']) {
      expect(elementsNamed(root, name)[0]?.attributes).toMatchObject({
        tests: '4',
        failures: '1',
        errors: '2',
        skipped: '0',
      })
    }
  })

  test('the message says how many attempts pass, which grader, and why', () => {
    const [failure] = elementsNamed(root, 'failure')
    expect(failure?.attributes['message']).toBe('0 of 1 attempt pass: exactMatch: expected "yes", got "no"')
    expect(failure && textOf(failure)).toContain('✗ exactMatch 0: expected "yes", got "no"')
    expect(elementsNamed(root, 'error')[1]?.attributes['message']).toContain('no attempts')
  })
})

test('times are seconds, and a case per prompt and device has its own name', () => {
  const attempt = sampleAttempt([sampleGrade('passed')], { durationMs: 812 })
  const root = written(
    sampleReport([
      sampleCase('a', [attempt, attempt], { device: 'phone' }),
      sampleCase('a', [attempt], { device: 'tablet' }),
    ]),
  )
  expect(
    elementsNamed(root, 'testcase').map(({ attributes }) => [attributes['name'], attributes['time']]),
  ).toEqual([
    ['a (phone)', '1.624'],
    ['a (tablet)', '0.812'],
  ])
  expect(root.attributes['time']).toBe('2.436')
})

test('places, where they are known', () => {
  const report = sampleReport([caseWithGrade('a', 'passed')])
  const text = [...writeJunit(report, { placeOf: () => ({ file: 'x.md', line: 7 }) })].join('')
  expect(elementsNamed(readXml(text), 'testcase')[0]?.attributes).toMatchObject({ file: 'x.md', line: '7' })
})

test('long outputs and many attempts are cut, and that is said', () => {
  const attempt = sampleAttempt([sampleGrade('failed')], { output: 'x'.repeat(10_000) })
  const root = written(
    sampleReport([
      sampleCase(
        'a',
        Array.from({ length: 100 }, () => attempt),
      ),
    ]),
  )
  const text = elementsNamed(root, 'failure').map(textOf).join('')
  expect(text).toContain('… and 8,000 more characters')
  expect(text).toContain('… and 80 more attempts that did not pass')
  expect(text.length).toBeLessThan(60_000)
})
