import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  caseWithGrade,
  fullReport,
  sampleAttempt,
  sampleCase,
  sampleGrade,
  sampleReport,
} from '../../../test/support/sample-report.ts'
import { escapeHtml, visibleHtml } from './html-text.ts'
import type { Report } from './report.ts'
import { writeHtml } from './write-html.ts'

const written = (report: Report, maxAttemptUnits?: number): string =>
  [...writeHtml(report, maxAttemptUnits === undefined ? {} : { maxAttemptUnits })].join('')

const unescaped = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe('untrusted text', () => {
  test('is never markup, and without its marks is the text where HTML can hold it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        const html = visibleHtml(text)
        expect(html.replaceAll(/<i data-c="[^"<>&]+" title="[^"<>&]+">[\t ]?<\/i>/g, '')).not.toMatch(
          /[<>"']/,
        )
        expect(html).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u202a-\u202e\u2066-\u2069]/)
        if (/^[\t\n\x20-\x7e]*$/.test(text)) expect(unescaped(html)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('has no tag of its own anywhere in the page', () => {
    const evil = '"\'><script>alert(1)</script><img src=x onerror=alert(1)>&'
    const grade = {
      ...sampleGrade('failed', evil, evil),
      kind: evil,
      details: { replies: [evil], log: [evil], warnings: [evil], reason: evil },
    }
    const attempt = sampleAttempt([grade], { output: evil, error: evil })
    const page = written(
      sampleReport(
        [sampleCase(evil, [attempt], { prompt: evil, device: evil, input: evil, expected: evil })],
        {
          suite: { title: evil, file: evil, hash: evil },
          warnings: [evil],
        },
      ),
    )
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<img')
    expect(page.match(/<\/?[a-z0-9]+/g)?.filter((tag) => /script|img|iframe|link|object/.test(tag))).toEqual(
      [],
    )
    expect(escapeHtml(evil)).not.toMatch(/[<>"']/)
  })

  test('an emoji keeps its joiners; a lone joiner is shown', () => {
    expect(visibleHtml('👩‍👩‍👧 ❤️')).toBe('👩‍👩‍👧 ❤️')
    expect(visibleHtml('a\u200db')).toContain('data-c="U+200D"')
  })
})

describe('the page', () => {
  const page = written(fullReport)

  test('loads nothing, runs nothing, and its policy takes its own style', () => {
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    )
    expect(page).not.toMatch(/\s(?:style|src|href|on\w+)=/)
    expect(style).not.toMatch(/@import|url\((?!#)/)
  })

  test('says what the report says', () => {
    for (const part of [
      '0 of 3 cases pass',
      'the judge’s reply',
      'Score: 4',
      'rating 4 of 4',
      'cut off',
      'answers another prompt',
      'gone',
      '813 ms',
      'shard 1 of 2',
      '(empty)',
    ]) {
      expect(page).toContain(part)
    }
  })

  test('every tag that opens closes', () => {
    const open: string[] = []
    for (const [, slash, tag = '', rest = ''] of page
      .replace(/<style>[^]*?<\/style>/, '')
      .matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/g)) {
      if (/^(?:meta|input)$/.test(tag) || rest.endsWith('/')) continue
      if (slash) expect(open.pop()).toBe(tag)
      else open.push(tag)
    }
    expect(open).toEqual([])
  })
})

test('where attempts are too much for a page, failed cases keep theirs, and the page says so', () => {
  const cases = [
    caseWithGrade('good', 'passed'),
    caseWithGrade('bad', 'failed', 'no'),
    caseWithGrade('well', 'passed'),
  ]
  const page = written(sampleReport(cases), 900)
  expect(page.match(/<details class="case \w+/g)).toEqual(['<details class="case failed'])
  expect(page).toContain('2 attempts are left out')
})

test('a report without cases says so', () => {
  expect(written(sampleReport([]))).toContain('This report has no cases.')
})
