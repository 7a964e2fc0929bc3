import * as fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, test } from 'vitest'
import {
  caseWithGrade,
  sampleAttempt,
  sampleCase,
  sampleGrade,
  sampleReport,
} from '../../../test/support/sample-report.ts'
import { markdownCode, markdownText, utf8Length } from './markdown-text.ts'
import type { Report } from './report.ts'
import { writeMarkdown } from './write-markdown.ts'

const written = (report: Report, maxBytes?: number): string =>
  [...writeMarkdown(report, maxBytes === undefined ? {} : { maxBytes })].join('')

const rowsOf = (markdown: string): readonly string[] =>
  markdown.split('\n').filter((line) => line.startsWith('| '))

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '`',
        '``',
        '|',
        '\\',
        '\\|',
        '\n',
        '\r',
        '<b>',
        '@octocat',
        '#12',
        '&amp;',
        ' ',
        'a',
        '*a*',
        '[x](y)',
        'https://a.b',
        '-->',
      ),
    )
    .map((parts) => parts.join('')),
)

describe('inline code', () => {
  test('is one code or one HTML element that shows the text, and nothing else', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const code = markdownCode(text)
        expect(code).not.toMatch(/[\r\n]/)
        if (code === '') return
        const [paragraph, ...others] = fromMarkdown(code).children
        expect(others).toEqual([])
        const inside = paragraph?.type === 'paragraph' ? paragraph.children : []
        const kinds = inside.map(({ type }) => type).join(' ')
        expect(text.includes('|') ? 'html text html' : 'inlineCode').toBe(kinds)
        if (text.includes('|')) expect(code.slice(6, -7)).not.toMatch(/[|@<>`\\*[\]]/)
      }),
      { numRuns: 1000 },
    )
  })

  test('shows line breaks and controls', () => {
    expect(markdownCode('a\nb\u001b')).toBe('`a↵b‹U+001B›`')
    expect(markdownCode('a`b')).toBe('``a`b``')
    expect(markdownCode('a|b')).toBe('<code>a&#124;b</code>')
  })
})

test('text of a title is no markup, mention, reference or link', () => {
  const text = markdownText('*a* @octocat #12 <b> http://x.y www.x.y [a](b)')
  expect(text).not.toMatch(/@octocat|#12|http:|www\.x/)
  const [paragraph] = fromMarkdown(text).children
  expect(paragraph?.type === 'paragraph' && paragraph.children.map(({ type }) => type)).toEqual(['text'])
})

test('the length of UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text))
    }),
  )
})

describe('the page', () => {
  const report = sampleReport(
    [
      caseWithGrade('good', 'passed'),
      caseWithGrade('bad', 'failed', 'expected "a|b", got\n`c`'),
      caseWithGrade('open', 'notGraded', 'no expected value'),
    ],
    { stale: 1 },
  )

  test('has the coverage first, then graders, failures, what is not graded, and the rest folded', () => {
    const page = written(report)
    const order = [
      '## ✗ Ticket triage',
      '**1 of 3 cases pass, 1 not graded** · pass rate 50.0 % of the graded cases, 33.3 % of all',
      '> 1 of 3 attempts answer another prompt',
      '| `exactMatch` | 1 | 1 | 1 |',
      '### ✗ 1 case failed',
      '### – 1 case not graded',
      '<details><summary>✓ 1 case passed</summary>',
    ]
    const places = order.map((part) => page.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('every row has as many cells as its head, whatever the texts are', () => {
    fc.assert(
      fc.property(anyText, anyText, (id, reason) => {
        const page = written(
          sampleReport([sampleCase(id, [sampleAttempt([sampleGrade('failed', id, reason)])])]),
        )
        for (const row of rowsOf(page)) expect([4, 5]).toContain(row.split('|').length - 1)
      }),
    )
  })

  test('nothing graded has no rate', () => {
    expect(written(sampleReport([sampleCase('a', [])]))).toContain(
      '**0 of 1 cases pass, 1 not graded** · pass rate —',
    )
  })
})

test('stays below the limit in bytes, failures first, and says what is left out', () => {
  const cases = Array.from({ length: 2000 }, (_, index) =>
    index % 2 === 0
      ? caseWithGrade(`pass-${index}`, 'passed')
      : caseWithGrade(`fail-${index}`, 'failed', 'ß'.repeat(250)),
  )
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 200_000 }), (maxBytes) => {
      const page = written(sampleReport(cases), maxBytes)
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maxBytes)
      expect(page).toMatch(/[\d,]+ more rows are left out/)
      expect(page).not.toContain('pass-0')
      expect(page.includes('<details>')).toBe(page.includes('</details>'))
    }),
    { numRuns: 20 },
  )
  expect(Buffer.byteLength(written(sampleReport([...cases, ...cases, ...cases])))).toBeLessThan(1_048_576)
})
