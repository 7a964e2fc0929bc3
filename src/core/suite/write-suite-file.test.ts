import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasErrors } from '../diagnostics.ts'
import { parseNotebook } from '../notebook/parse-notebook.ts'
import { loadSuite } from './load-suite.ts'
import { parseSuiteFile } from './parse-suite-file.ts'
import { resolveSuite } from './resolve-suite.ts'
import { suiteContent } from './suite-content.ts'
import { NO_FILES, type SuiteFiles } from './suite-files.ts'
import type { Case, Grader, Suite } from './suite.ts'
import { writeSuiteFile } from './write-suite-file.ts'

const place = { file: 'x.proctor.md', line: 1, column: 1 }

const AWKWARD = [
  ...'|no|null|~|007|1e3|true|- a|a: b|a #b|#|{{input}}|"|it\'s|>|&a|*a|!a|%a|@a|`a`|[a|]|a]|<<|---|...|yes|y'.split(
    '|',
  ),
  ...'|.inf|0x1|12:30|=|\\n|a\n|a\n\n|\na| a\nb|a\n b\n\n  c|a\r\nb|\t|a\tb|a\n\tb|a \n b |\uFEFFa|ä😀|\u0000'.split(
    '|',
  ),
  ...' |\u0085|\u2028|\uD800|---\na|a\n---\nb|a\n \nb|# a\n# b|\n|\n\n|a\n\n\nb'.split('|'),
  '|',
  '|-',
  'a\n|',
]

const text = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.array(fc.string({ maxLength: 8 }), { maxLength: 4 }).map((lines) => lines.join('\n')),
)
const words = text.filter((value) => value !== '')
const tags = fc.array(text, { maxLength: 2 })
const optional = (key: string, value: fc.Arbitrary<unknown>) =>
  fc.option(value, { nil: undefined }).map((some) => (some === undefined ? {} : { [key]: some }))
const merged = (...parts: readonly fc.Arbitrary<object>[]) =>
  fc.tuple(...parts).map((objects): object => Object.assign({}, ...objects))

const json = fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
const schema = fc.oneof(fc.boolean(), fc.dictionary(words, json, { maxKeys: 3 }))
const own = fc.oneof(
  fc.record({ kind: fc.constant('exactMatch'), ignoreCase: fc.boolean() }),
  fc.record({ kind: fc.constant('regex'), pattern: text, flags: fc.subarray(['IGNORE_CASE', 'LITERAL']) }),
  fc.record({
    kind: fc.constant('jsonSchema'),
    schema,
    files: fc.dictionary(words, schema, { maxKeys: 2 }),
    decoder: fc.constantFrom('json', 'kotlinx'),
    extract: fc.constantFrom('fence', 'block', 'value'),
  }),
  fc.record({
    kind: fc.constant('semanticSimilarity'),
    embedder: fc.constant('builtin'),
    threshold: fc.double({ min: -1, max: 1, noNaN: true }).map((value) => value + 0),
  }),
  fc.record({
    kind: fc.constant('llmJudge'),
    judge: fc.constant('the judge'),
    rubric: text,
    reference: fc.boolean(),
    repeats: fc.integer({ min: 1, max: 9 }),
    repair: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('custom'),
    grader: fc.constant('mine'),
    timeoutMs: fc.integer({ min: 1, max: 30_000 }),
    source: fc.constant('export const grade = ({ passed }) => passed()\n'),
    language: fc.constant('js'),
    sourcePlace: fc.constant(place),
  }),
)
const grader = merged(own, optional('only', tags), optional('except', tags))
const named = (graders: readonly object[], prefix: string): readonly Grader[] =>
  graders.map((each, index) => Object.assign({ name: `${prefix}${index}`, place }, each) as unknown as Grader)

const asked = fc.oneof(
  fc.record({ input: text }),
  fc.record({ vars: fc.dictionary(words, text, { maxKeys: 3 }) }),
  fc.record({
    messages: fc.array(fc.record({ role: words, content: text }), { minLength: 1, maxLength: 2 }),
  }),
)
const oneCase = fc.record({
  asked,
  more: merged(
    optional('expect', text),
    optional('attempts', fc.integer({ min: 1 })),
    optional('notes', text),
  ),
  tags,
  attachments: fc.array(words, { maxLength: 2 }),
  graders: fc.array(grader, { maxLength: 2 }),
})
const cases = fc
  .uniqueArray(fc.tuple(words, oneCase), { selector: ([id]) => id, maxLength: 4 })
  .map((entries) =>
    entries.map(
      ([id, each], index) =>
        Object.assign({ id, place, tags: each.tags, attachments: each.attachments }, each.asked, each.more, {
          graders: named(each.graders, `case ${index} `),
        }) as unknown as Case,
    ),
  )
const prompt = merged(
  fc.record({ attempts: fc.integer({ min: 1 }), place: fc.constant(place) }),
  fc.constantFrom<object>({ template: '{{input}}' }, { template: 'No names: {{{{x}}' }),
  optional(
    'temperature',
    fc.double({ min: 0, max: 2, noNaN: true }).map((value) => value + 0),
  ),
  optional('seed', fc.integer()),
  optional('stop', fc.array(text, { maxLength: 2 })),
)
const suite = fc
  .record({
    title: text,
    prompts: fc.array(prompt, { minLength: 1, maxLength: 2 }),
    cases,
    graders: fc.array(grader, { maxLength: 4 }),
    passRule: fc.constantFrom<Suite['passRule']>('all', 'any', { atLeast: 0.8 }),
    gate: fc.constantFrom({}, { minPassRate: 0.9 }, { minPassRate: 0, maxNotGraded: 1 }),
    runtime: fc.constantFrom('any', 'kotlin'),
    redaction: fc.array(words, { minLength: 1, maxLength: 2 }),
  })
  .map(
    ({ prompts, graders, ...rest }) =>
      ({
        ...rest,
        file: 'x.proctor.md',
        hash: '',
        prompts: prompts.map((each, index) => ({ name: index === 0 ? 'default' : 'No. 2', ...each })),
        devices: [
          {
            name: 'phone',
            kind: 'replay',
            settings: { file: 'a b.jsonl', concurrency: 1 },
            thinking: 'strip',
            place,
          },
        ],
        embedders: [{ name: 'e', kind: 'builtin', settings: {}, place }],
        judges: [{ name: 'the judge', kind: 'replay', settings: { model: 'no' }, place }],
        graders: named(graders, 'suite '),
      }) as unknown as Suite,
  )

describe('a suite file', () => {
  test('read back, it says what was written', () => {
    fc.assert(
      fc.property(suite, (written) => {
        const read = parseSuiteFile(writeSuiteFile(written), 'x.suite.yaml')
        const missing = /has no value for|Unknown name/
        expect(
          read.diagnostics.filter(({ severity, message }) => severity === 'error' && !missing.test(message)),
        ).toEqual([])
        expect(read.suite && suiteContent(read.suite)).toEqual(suiteContent(written))
        expect(read.suite?.title).toBe(written.title)
      }),
      { numRuns: 300 },
    )
  })
})

const NOTEBOOK = `---
proctor: 1
title: "Tickets: all"
---
\`\`\`yaml prompt
template: |
  Extract as JSON.
  Mail: {{input}}
system: Be brief.
stop: END
\`\`\`
\`\`\`yaml prompt second
messages: [{ role: user, content: "{{input}}" }]
\`\`\`
\`\`\`yaml device phone
kind: replay
file: recorded/t.jsonl
thinking: strip
\`\`\`
\`\`\`yaml cases
- id: 007
  input: no
  expectJson: { a: "1", b: [true, null] }
  tags: [kitchen]
  graders:
    - exactMatch
- input: |
    two
    lines
  expect: ""
\`\`\`
\`\`\`yaml graders
- exactMatch: { ignoreCase: true }
- regex: { pattern: '(?i)(yes|no)\\.?' }
  only: [kitchen]
- jsonSchema: { file: schemas/t.json, extract: value }
- semanticSimilarity: { threshold: 0.82 }
- llmJudge: { rubric: { cell: long }, repeats: 3 }
- custom: { grader: same, timeoutMs: 5000 }
\`\`\`
\`\`\`md rubric long
Names the order.

And the product.
\`\`\`
\`\`\`yaml judge local
kind: replay
\`\`\`
\`\`\`ts grader same
export function grade({ output, passed }: GradeContext) {
  return passed(output === '' ? 0 : 1)
}
\`\`\`
\`\`\`yaml suite
passRule: { atLeast: 0.8 }
gate: { minPassRate: 0.9 }
runtime: kotlin
\`\`\`
`

const FILES: SuiteFiles = {
  read: (path) =>
    path === 'schemas/t.json'
      ? { ok: true, text: '{ "$ref": "parts/o.json" }' }
      : path === 'schemas/parts/o.json'
        ? { ok: true, text: '{ "type": "object" }' }
        : { ok: false, problem: 'missing' },
}

describe('a suite exported from a notebook', () => {
  const notebook = resolveSuite(parseNotebook(NOTEBOOK, 't.proctor.md'), FILES)

  test('grades the same: graders, cases, prompts and rules are equal', () => {
    expect(notebook.diagnostics).toEqual([])
    expect(notebook.suite).toBeDefined()
    if (!notebook.suite) return
    const file = writeSuiteFile(notebook.suite, { notebookHash: notebook.suite.hash, passRate: 0.75 })
    const exported = loadSuite(file, 't.suite.yaml', NO_FILES)
    expect(exported.diagnostics).toEqual([])
    expect(exported.suite && suiteContent(exported.suite)).toEqual(suiteContent(notebook.suite))
    expect(exported.suite?.hash).toBe(notebook.suite.hash)
    expect(exported.suite?.title).toBe('Tickets: all')
    expect(exported.lock).toEqual({ format: 1, notebookHash: notebook.suite.hash, passRate: 0.75 })
  })

  test('a custom grader keeps the place of its code, so that what it says of an error is the same', () => {
    if (!notebook.suite) return
    const line = NOTEBOOK.split('\n').findIndex((each) => each.includes('export function grade')) + 1
    const customOf = (file: string) =>
      parseSuiteFile(file, 't.suite.yaml').suite?.graders.find(({ kind }) => kind === 'custom')
    const file = writeSuiteFile(notebook.suite)
    expect(customOf(file)).toMatchObject({ sourcePlace: { file: 't.proctor.md', line, column: 1 } })
    const byHand = file.replace(/^ *from: .*\n/m, '')
    const lineByHand = byHand.split('\n').findIndex((each) => each.includes('export function grade')) + 1
    expect(customOf(byHand)).toMatchObject({ sourcePlace: { file: 't.suite.yaml', line: lineByHand } })
  })

  test('what is wrong in a suite file is told at its line', () => {
    const { diagnostics } = parseSuiteFile(
      'proctor: 1\nsuite: T\ngraders:\n- exactMtch: {}\ncases:\n- input: a: b\n- input: c\n',
      't.suite.yaml',
    )
    expect(hasErrors(diagnostics)).toBe(true)
    expect(diagnostics.map(({ line, column }) => [line, column])).toEqual([
      [4, 3],
      [6, 10],
    ])
  })
})
