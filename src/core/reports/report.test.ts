import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fullReport, sampleAttempt, sampleCase, sampleReport } from '../../../test/support/sample-report.ts'
import { reportSchema } from './report.ts'
import { writeJsonReport } from './write-json.ts'

test('the written report is the report, and what is read keeps fields of a later version', () => {
  const text = [...writeJsonReport(fullReport)].join('')
  expect(JSON.parse(text)).toEqual(fullReport)
  expect(text.split('\n')).toHaveLength(fullReport.cases.length + 3)
  const later = { ...fullReport, later: { a: 1 } }
  expect(reportSchema.parse(later)).toEqual(later)
})

test('an empty report is valid JSON', () => {
  const empty = sampleReport([])
  expect(JSON.parse([...writeJsonReport(empty)].join(''))).toEqual(empty)
  expect(reportSchema.parse(empty)).toEqual(empty)
})

test('a report is written in pieces, whatever its size', () => {
  const attempt = sampleAttempt([], { output: 'x'.repeat(100) })
  const large = sampleReport([
    sampleCase(
      'a',
      Array.from({ length: 20_000 }, () => attempt),
    ),
  ])
  const lengths = [...writeJsonReport(large)].map((piece) => piece.length)
  expect(Math.max(...lengths)).toBeLessThan(100_000)
  expect(lengths.length).toBeGreaterThan(20)
})

test('only this module loads zod: the rest takes types alone', () => {
  const folder = new URL('.', import.meta.url)
  const others = readdirSync(folder).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|^report\.ts$/.test(file),
  )
  expect(others.length).toBeGreaterThan(10)
  for (const file of others) {
    const imports =
      readFileSync(new URL(file, folder), 'utf8').match(/^import (?!type)[^]*?from '.*?'/gm) ?? []
    expect(imports.filter((line) => /from '(?:zod|\.\/report\.ts)'/.test(line))).toEqual([])
  }
})
