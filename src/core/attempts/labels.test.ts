import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLabels, writeLabels, type Label } from './labels.ts'

const hash = 'a'.repeat(64)

const label = fc.record(
  {
    case: fc.string(),
    output: fc.constantFrom(hash, 'b'.repeat(64)),
    label: fc.constantFrom('pass' as const, 'fail' as const, 'unsure' as const),
    grader: fc.string(),
    rating: fc.integer({ min: 1, max: 4 }),
    note: fc.string(),
    by: fc.string(),
    at: fc.string(),
  },
  { requiredKeys: ['case', 'output', 'by', 'at'] },
)

test('labels come back as they were written, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(label), (labels) => {
      const text = writeLabels(labels)
      const { labels: read, diagnostics } = parseLabels(text, 'x.labels.jsonl')
      expect(diagnostics).toEqual([])
      expect(read).toHaveLength(labels.length)
      expect(writeLabels(read)).toBe(text)
      expect(writeLabels([...labels].reverse().sort((a, b) => (a.at < b.at ? -1 : 1)))).toHaveLength(
        text.length,
      )
    }),
  )
})

test('a key it does not know is kept', () => {
  const labels = [{ case: 'a', output: hash, by: 'me', at: 'now', colour: 'green' }] as readonly Label[]
  expect(writeLabels(parseLabels(writeLabels(labels), 'f').labels)).toContain('"colour":"green"')
})

test('a broken line is said with its place and hides no other', () => {
  const good = `{"case":"a","output":"${hash}","label":"pass","by":"me","at":"now"}`
  const { labels, diagnostics } = parseLabels(
    `${good}\n<<<<<<< mine\n{"case":\n{"case":"a","output":"A","by":"me","at":"now"}\n${good.replace('"pass"', '"maybe"')}\n`,
    'f',
  )
  expect(labels).toHaveLength(1)
  expect(diagnostics.map(({ line }) => line)).toEqual([2, 3, 4, 5])
  expect(diagnostics[0]?.message).toContain('merge-conflict')
  expect(diagnostics[2]?.message).toContain('64 lower-case hexadecimal digits')
  expect(diagnostics[3]?.message).toContain('label')
})
