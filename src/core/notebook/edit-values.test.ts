import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../json.ts'
import { applyEdits, invertEdits, type TextEdit } from './edit.ts'
import { insertItem, removeValue, setValue } from './edit-values.ts'
import type { Notebook } from './notebook.ts'
import { parseNotebook } from './parse-notebook.ts'
import type { ValuePath } from './value-path.ts'
import { readYaml } from './yaml/read-yaml.ts'
import { toJson } from './yaml/yaml-node.ts'
import { literalBlock, scalarText } from './yaml/write-scalar.ts'
import { flowYaml } from './yaml/write-yaml.ts'

const valueOf = (body: string): JsonValue => {
  const { node, problems } = readYaml(body)
  expect(problems).toEqual([])
  return node ? toJson(node) : null
}

const inNotebook = (body: string, info = 'yaml cases', newline = '\n', indent = ''): Notebook =>
  parseNotebook(
    [
      '---',
      'proctor: 1',
      '---',
      `${indent}\`\`\`${info}`,
      ...(body === '' ? [] : body.replace(/\n$/, '').split('\n')).map((line) =>
        line === '' ? '' : indent + line,
      ),
      `${indent}\`\`\``,
      'After.',
      '',
    ].join(newline),
    'n.proctor.md',
  )

const cellOf = (notebook: Notebook) => {
  const [cell] = notebook.cells
  if (!cell) throw new Error('no cell')
  return cell
}

/** The body after an edit of it. */
const edited = (
  body: string,
  edit: (notebook: Notebook) => readonly TextEdit[] | undefined,
  info?: string,
): string | undefined => {
  const notebook = inNotebook(body, info)
  const edits = edit(notebook)
  return edits && cellOf(parseNotebook(applyEdits(notebook.source, edits), 'n.proctor.md')).body
}

const set = (body: string, path: ValuePath, value: JsonValue, info?: string) =>
  edited(body, (notebook) => setValue(notebook, cellOf(notebook), path, value), info)
const remove = (body: string, path: ValuePath) =>
  edited(body, (notebook) => removeValue(notebook, cellOf(notebook), path))
const insert = (body: string, path: ValuePath, index: number, value: JsonValue) =>
  edited(body, (notebook) => insertItem(notebook, cellOf(notebook), path, index, value))

describe('setting one value changes its own lines alone', () => {
  const graders = `# Tuned by hand
- semanticSimilarity: { embedder: builtin, threshold: 0.82 } # see the labels
- regex:
    pattern:  '(?i)(yes|no)'   # whole output
    flags: [IGNORE_CASE]
- llmJudge:
    rubric: |
      Names the order.

      And the product.
    # once is enough
    repeats: 1
`
  test.each<[string, ValuePath, JsonValue, string, string]>([
    ['a number', [0, 'semanticSimilarity', 'threshold'], 0.9, 'threshold: 0.82', 'threshold: 0.9'],
    ['a quoted text', [1, 'regex', 'pattern'], "it's", "'(?i)(yes|no)'", "'it''s'"],
    ['a list', [1, 'regex', 'flags'], ['LITERAL', 'COMMENTS'], '[IGNORE_CASE]', '[LITERAL, COMMENTS]'],
    [
      'one line for a block',
      [2, 'llmJudge', 'rubric'],
      'Short: yes',
      '|\n      Names the order.\n\n      And the product.',
      "'Short: yes'",
    ],
    [
      'lines for a block',
      [2, 'llmJudge', 'rubric'],
      'a\n\n  b',
      'Names the order.\n\n      And the product.',
      'a\n\n        b',
    ],
    [
      'a key that is not there',
      [2, 'llmJudge', 'reference'],
      true,
      'repeats: 1\n',
      'repeats: 1\n    reference: true\n',
    ],
    ['a key in braces', [0, 'semanticSimilarity', 'x'], 'a, b', '0.82 }', "0.82, x: 'a, b' }"],
    ['a key beside the kind', [0, 'name'], 'near', 'labels\n', 'labels\n  name: near\n'],
    ['text before a comment', [1, 'regex', 'pattern'], 'plain', "'(?i)(yes|no)'", "'plain'"],
    ['lines before a comment', [1, 'regex', 'pattern'], 'a\nb', "'(?i)(yes|no)'", String.raw`"a\nb"`],
  ])('%s', (_, path, value, before, after) => {
    expect(graders).toContain(before)
    expect(set(graders, path, value, 'yaml graders')).toBe(graders.replace(before, () => after))
  })

  test.each<[string, ValuePath, JsonValue, string]>([
    ['a:\n', ['a'], 1, 'a: 1\n'],
    ['a: # later\n', ['a'], 'x', "a: 'x' # later\n"],
    ['', ['a'], 1, 'a: 1\n'],
    ['# only a comment\n', ['a', 'b'], 'x', '# only a comment\na: { b: x }\n'],
    ['- exactMatch:\n', [0, 'exactMatch', 'ignoreCase'], true, '- exactMatch: { ignoreCase: true }\n'],
    ['gate: {}\n', ['gate', 'minPassRate'], 0.9, 'gate: { minPassRate: 0.9 }\n'],
    ['a:\n  b: 1\nc: 2\n', ['a'], 3, 'a: 3\nc: 2\n'],
    ['a: 1\nc: 2\n', ['a'], { b: { c: 1 } }, 'a:\n  b: { c: 1 }\nc: 2\n'],
    ['a: {b}\n', ['a', 'b'], 1, 'a: {b: 1}\n'],
    ['a: !t x\n', ['a'], 1, 'a: 1\n'],
    ['tags: [a]\n', ['tags', 1], 'b', 'tags: [a, b]\n'],
    ['- |\n  a\n- b\n', [0], 'c', '- c\n- b\n'],
  ])('%j at %j', (body, path, value, after) => {
    expect(set(body, path, value)).toBe(after)
  })

  test.each<[string, ValuePath]>([
    ['a: &x 1\nb: *x\n', ['a']],
    ['a: &x { c: 1 }\nb: *x\n', ['b', 'c']],
    ['a: 1\n', ['a', 'b']],
    ['a: b: c\n', ['a']],
    ['a: [1]\n', ['a', 3]],
  ])('%j at %j cannot be done', (body, path) => {
    expect(set(body, path, 2)).toBeUndefined()
  })
})

describe('items and keys', () => {
  test.each<[string, ValuePath, string]>([
    ['- a: 1\n  b: 2\n# c\n- a: 3\n', [0, 'a'], '- b: 2\n# c\n- a: 3\n'],
    ['- a: 1\n  b: 2\n# c\n- a: 3\n', [0, 'b'], '- a: 1\n# c\n- a: 3\n'],
    ['- a: 1\n  b: 2\n# c\n- a: 3\n', [0], '# c\n- a: 3\n'],
    ['- a: 1\n', [0], ''],
    ['gate:\n  minPassRate: 1\nb: 2\n', ['gate', 'minPassRate'], 'gate: {}\nb: 2\n'],
    ['t: [a, b, c]\n', ['t', 2], 't: [a, b]\n'],
    ['t: [a, b, c]\n', ['t', 0], 't: [b, c]\n'],
    ['t: { a: 1, b: 2 }\n', ['t', 'b'], 't: { a: 1 }\n'],
  ])('from %j remove %j', (body, path, after) => {
    expect(remove(body, path)).toBe(after)
  })

  test.each<[string, ValuePath, number, JsonValue, string]>([
    ['', [], 0, { input: 'a' }, '- input: a\n'],
    [
      '- input: a # x\n\n- input: c\n',
      [],
      1,
      { input: 'b', tags: ['t'] },
      '- input: a # x\n- input: b\n  tags: [t]\n\n- input: c\n',
    ],
    ['# top\n- a\n', [], 0, 'z', '# top\n- z\n- a\n'],
    ['tags:\n', ['tags'], 0, 'x', 'tags: [x]\n'],
    ['tags: []\n', ['tags'], 0, 'x', 'tags: [x]\n'],
    ['tags:\n  - a\nb: 1\n', ['tags'], 1, 'x', 'tags:\n  - a\n  - x\nb: 1\n'],
  ])('into %j at %j %d', (body, path, index, value, after) => {
    expect(insert(body, path, index, value)).toBe(after)
  })
})

const KEYS = ['id', 'input', 'a b', 'x']
const TEXTS = [
  '',
  'no',
  'a',
  'a: b',
  "it's",
  'a\nb',
  'a\n\n b',
  'a\nb\n',
  '#x',
  '007',
  '😀',
  'say "x"',
  'a\n',
  ' a',
  '\n',
  '- a',
]
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 6 }))
const leaf = fc.oneof(text, fc.integer({ min: -9, max: 99 }), fc.boolean(), fc.constant(null))
const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { minKeys: 1, maxKeys: 3 }),
    fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
  ),
}))
const collection = fc.oneof(
  fc.dictionary(fc.constantFrom(...KEYS), anyValue, { minKeys: 1, maxKeys: 3 }),
  fc.array(anyValue, { minLength: 1, maxLength: 3 }),
)

/** Writes a value in styles that a stream of numbers chooses: block or flow, comments, blank lines, quotes. */
const written = (value: JsonValue, choices: () => number): string => {
  const comment = () => ['', ' # note', '', ''][choices() % 4] ?? ''
  const between = (indent: string) => ['', `${indent}# own line\n`, '', '\n'][choices() % 4] ?? ''
  const scalar = (each: JsonValue, indent: string): string => {
    if (typeof each !== 'string') return JSON.stringify(each) + comment()
    const block = choices() % 2 === 0 ? literalBlock(each, `${indent}  `) : undefined
    if (block !== undefined) return block
    return (choices() % 2 === 0 || /[\n\r]/.test(each) ? JSON.stringify(each) : scalarText(each)) + comment()
  }
  const block = (each: JsonValue, indent: string): string => {
    if (typeof each !== 'object' || each === null) return scalar(each, indent)
    if (choices() % 3 === 0) return flowYaml(each) + comment()
    if (Array.isArray(each))
      return `\n${each.map((item) => `${between(indent)}${indent}- ${nested(item, `${indent}  `)}`).join('\n')}`
    return `\n${Object.entries(each)
      .map(
        ([key, member]) =>
          `${between(`${indent}  `)}${indent}  ${scalarText(key)}: ${block(member, `${indent}  `)}`,
      )
      .join('\n')}`
  }
  const nested = (each: JsonValue, indent: string): string =>
    typeof each !== 'object' || each === null ? scalar(each, indent.slice(2)) : flowOrMap(each, indent)
  const flowOrMap = (each: object, indent: string): string =>
    Array.isArray(each) || choices() % 3 === 0
      ? flowYaml(JSON.parse(JSON.stringify(each)))
      : Object.entries(each)
          .map(
            ([key, member], index) =>
              `${index === 0 ? '' : indent}${scalarText(key)}: ${block(JSON.parse(JSON.stringify(member)), indent)}`,
          )
          .join('\n')
  return Array.isArray(value) ? `${block(value, '').replace(/^\n/, '')}\n` : `${nested(value, '')}\n`
}

const pathsOf = (value: JsonValue): ValuePath[] =>
  typeof value !== 'object' || value === null
    ? [[]]
    : [
        [],
        ...Object.entries(value).flatMap(([key, member]) =>
          pathsOf(member).map((path) => [Array.isArray(value) ? Number(key) : key, ...path]),
        ),
      ]

const withValue = (value: JsonValue, [step, ...rest]: ValuePath, replacement: JsonValue): JsonValue => {
  if (step === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? withValue(item, rest, replacement) : item))
  if (typeof value !== 'object' || value === null) throw new Error('no such path')
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === step ? withValue(member, rest, replacement) : member,
    ]),
  )
}

const situation = fc
  .record({
    value: collection,
    choices: fc.array(fc.nat(11), { minLength: 1, maxLength: 20 }),
    pick: fc.nat(),
    replacement: anyValue,
    newline: fc.constantFrom('\n', '\r\n'),
    indent: fc.constantFrom('', '  '),
  })
  .map(({ value, choices, pick, ...rest }) => {
    let index = 0
    const body = written(value, () => choices[index++ % choices.length] ?? 0)
    const paths = pathsOf(value).filter((path) => path.length > 0)
    return { value, body, path: paths[pick % paths.length] ?? [], ...rest }
  })

describe('for any YAML, path and value', () => {
  test('the value is there afterwards, all others are unchanged, and the inverse brings the bytes back', () => {
    let done = 0
    fc.assert(
      fc.property(situation, ({ value, body, path, replacement, newline, indent }) => {
        const notebook = inNotebook(body, 'yaml cases', newline, indent)
        const cell = cellOf(notebook)
        const before = readYaml(cell.body)
        fc.pre(
          before.problems.length === 0 &&
            JSON.stringify(before.node && toJson(before.node)) === JSON.stringify(value),
        )
        const edits = setValue(notebook, cell, path, replacement)
        if (!edits) return
        done++
        const source = applyEdits(notebook.source, edits)
        expect(applyEdits(source, invertEdits(notebook.source, edits))).toBe(notebook.source)
        const after = parseNotebook(source, 'n.proctor.md')
        expect(after.cells).toHaveLength(1)
        expect(source.endsWith(`\`\`\`${newline}After.${newline}`)).toBe(true)
        if (newline === '\r\n') expect(source).not.toMatch(/(?<!\r)\n/)
        expect(withoutTextBreaks(valueOf(cellOf(after).body))).toEqual(
          withoutTextBreaks(withValue(value, path, replacement)),
        )
      }),
      { numRuns: 1500 },
    )
    expect(done).toBeGreaterThan(300)
  })

  test('a key or an item removed is gone, all others are unchanged', () => {
    fc.assert(
      fc.property(situation, ({ value, body, path, newline, indent }) => {
        const notebook = inNotebook(body, 'yaml cases', newline, indent)
        const cell = cellOf(notebook)
        const before = readYaml(cell.body)
        fc.pre(
          before.problems.length === 0 &&
            JSON.stringify(before.node && toJson(before.node)) === JSON.stringify(value),
        )
        const edits = removeValue(notebook, cell, path)
        if (!edits) return
        const source = applyEdits(notebook.source, edits)
        expect(applyEdits(source, invertEdits(notebook.source, edits))).toBe(notebook.source)
        const after = valueOf(cellOf(parseNotebook(source, 'n.proctor.md')).body)
        const left = withoutMember(value, path)
        expect(after ?? (Array.isArray(left) ? [] : {})).toEqual(left)
      }),
      { numRuns: 800 },
    )
  })
})

/** Where a field is text, the break that ends a block is no part of it, though YAML says so. */
const withoutTextBreaks = (value: JsonValue): JsonValue =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'string' ? each.replace(/\n$/, '') : each,
  ) as JsonValue

const withoutMember = (value: JsonValue, path: ValuePath): JsonValue => {
  const [step, ...rest] = path
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_, index) => index !== step)
      : value.map((item, index) => (index === step ? withoutMember(item, rest) : item))
  if (typeof value !== 'object' || value === null) throw new Error('no such path')
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      key !== step ? [[key, member]] : rest.length === 0 ? [] : [[key, withoutMember(member, rest)]],
    ),
  )
}
