import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseNotebook } from '../notebook/parse-notebook.ts'
import { importDelimited } from './import-delimited.ts'
import type { ImportedCase } from './imported-case.ts'
import { writeCasesNotebook } from './write-cases-notebook.ts'
import { afterKey } from '../notebook/yaml/write-yaml.ts'

/** Texts that YAML, Markdown or a line reader could misread. */
const TRICKY = [
  '',
  ' ',
  'yes',
  'No',
  'null',
  '~',
  '007',
  '1e3',
  '.inf',
  '2026-11-30',
  '- a',
  '? a',
  'a: b',
  'a #b',
  '#a',
  '@a',
  '`a`',
  '{{input}}',
  '{a}',
  '[a',
  '"a"',
  "'a",
  '|',
  '>',
  '%a',
  '!tag',
  '&a',
  '*a',
  '<<',
  '=',
  '---',
  '...',
  'a:',
  'a\nb',
  'a\nb\n',
  '\na',
  ' a\nb',
  'a \nb',
  'a\n\n\nb',
  'a\r\nb',
  'a\tb',
  '\ta',
  '```\nx\n```',
  '~~~~',
  'a\n```yaml cases\nb',
  '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x',
  '\u0000\u0007\u001b',
  '\ufeff',
  '\u0085\u2028\u2029',
  '\u00a0a\u00a0',
  '\ud800',
  '👩‍👩‍👧',
  'a\n---\nb',
  'x'.repeat(5000),
  'é',
  'ﬁ',
  '\u202eabc',
]

const text = fc.oneof(
  fc.constantFrom(...TRICKY),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.constantFrom(...TRICKY, ' ', '\n'), { maxLength: 4 }).map((parts) => parts.join('')),
)
const name = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,8}$/)
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const importedCase: fc.Arbitrary<ImportedCase> = fc
  .record({
    asked: fc.oneof(
      fc.record({ input: text }),
      fc.record({ vars: fc.dictionary(name, text, { minKeys: 1, maxKeys: 3 }) }),
      fc.record({
        messages: fc.array(fc.record({ role: fc.constant('user'), content: text }), {
          minLength: 1,
          maxLength: 2,
        }),
      }),
    ),
    expected: fc.oneof(
      fc.constant({}),
      fc.record({ expect: text }),
      fc.record({ expectJson: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))) }),
    ),
    tags: optional(
      fc.array(
        text.filter((tag) => tag !== ''),
        { minLength: 1, maxLength: 3 },
      ),
    ),
    attempts: optional(fc.integer({ min: 1, max: 9 })),
    notes: optional(text),
  })
  .map(({ asked, expected, tags, attempts, notes }) => ({
    ...asked,
    ...expected,
    ...(tags && { tags }),
    ...(attempts !== undefined && { attempts }),
    ...(notes !== undefined && { notes }),
  }))

/** Each with an id of its own. */
const cases = fc
  .array(importedCase, { maxLength: 4 })
  .map((list) => list.map((one, index) => ({ id: `${index} ${index % 2 === 0 ? 'a' : 'b: #'}`, ...one })))

const casesOf = (source: string) => {
  const notebook = parseNotebook(source, 'x.proctor.md')
  const problems = [...notebook.diagnostics, ...notebook.cells.flatMap(({ diagnostics }) => diagnostics)]
  expect(problems).toEqual([])
  return notebook.cells.flatMap(({ content }) =>
    content?.kind === 'cases' ? content.cases.map(({ settings }) => settings) : [],
  )
}

describe('what is written is read back', () => {
  test('a text, by YAML itself', () => {
    for (const one of TRICKY) expect(parse(`a:\n  b:${afterKey(one, '  ')}\n`)).toEqual({ a: { b: one } })
    fc.assert(
      fc.property(text, (one) => {
        expect(parse(`a:\n  b:${afterKey(one, '  ')}\n`)).toEqual({ a: { b: one } })
      }),
    )
  })

  test('cases, by the notebook', () => {
    fc.assert(
      fc.property(cases, fc.string(), (list, title) => {
        expect(casesOf(writeCasesNotebook(list, title))).toEqual(list)
      }),
      { numRuns: 300 },
    )
  })

  test('a table, through import and notebook', () => {
    const table = 'id,input,expected\r\na,007,"x\r\ny"\r\nb,"He said ""no: #1""",\r\n'
    const result = importDelimited(Buffer.from(table), 'cases.csv')
    expect(casesOf(writeCasesNotebook(result.ok ? result.cases : [], 'Cases'))).toEqual([
      { id: 'a', input: '007', expect: 'x\r\ny' },
      { id: 'b', input: 'He said "no: #1"' },
    ])
  })
})

test('a notebook that a person can read', () => {
  const list = [{ id: 'kettle', input: 'My kettle leaks.\n\nHelp!', expect: 'yes', tags: ['kitchen'] }]
  expect(writeCasesNotebook(list, 'Mails')).toContain(
    "- id: kettle\n  input: |-\n    My kettle leaks.\n\n    Help!\n  expect: 'yes'\n  tags: [kitchen]\n",
  )
})

test('the prompt asks with what the cases have', () => {
  expect(writeCasesNotebook([{ vars: { q: 'a', c: 'b' } }], 'T')).toContain('  q: {{q}}\n  c: {{c}}\n')
  expect(writeCasesNotebook([{ input: 'a', vars: { c: 'b' } }], 'T')).toContain(
    '  input: {{input}}\n  c: {{c}}\n',
  )
  expect(writeCasesNotebook([{ input: 'a' }], 'T')).toContain('template: "{{input}}"')
})
