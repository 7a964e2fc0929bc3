import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readItems } from './read-items.ts'
import { readPlainItem } from './read-plain-item.ts'
import { readYaml } from './read-yaml.ts'
import { toJson, type YamlNode } from './yaml-node.ts'

const SCALARS = [
  ...'007|1e3|true|no|~|null|Null|0x1F|0o17|-0|+1|.5|5.|-.inf|.nan|12 monkeys|-5|3.25|1_000|a: b|a #b|a#b|#b'.split(
    '|',
  ),
  ...'- a|-a|?|x:|:x|@a|`a`|"q"|"q \\n \\u0041"|"\\x41"|\'it\'\'s\'|\'open|"open|{ a: 1, b: "x" }'.split('|'),
  ...'{"a":1,"b":[2,{}]}|[a, 007, "x"]|[]|{}|[a: b]|[a,]|{a}|{a: }|[[1], {x: y}]|{{input}}|*bold*|&a b'.split(
    '|',
  ),
  ...'!t x|!!str 1|>|%x|a | a|\ta|a\tb|ä€😀|a, b|a] b|[a] b|"a" b|http://x.y:80/z|true story|2026-11-30'.split(
    '|',
  ),
  ...'12:30|1.2.3|NaN|<<|=|{"a":1,"a":2}|""|\'\''.split('|'),
  '|',
  '|-',
  '||',
]
const scalar = fc.oneof(fc.constantFrom(...SCALARS), fc.string({ maxLength: 12 }))
const key = fc.constantFrom(
  'id',
  'input',
  'expect',
  'tags',
  'a-b',
  'null',
  'true',
  '007',
  '"q"',
  'x y',
  'expectJson',
)
const line = fc.oneof(
  fc.tuple(key, scalar).map(([name, value]) => `${name}: ${value}`),
  fc
    .tuple(
      key,
      fc.constantFrom('|', '|-', '|+', '>'),
      fc.array(fc.constantFrom('a', '  b', '', '# c', 'd: e', '- f'), { maxLength: 4 }),
    )
    .map(([name, header, lines]) =>
      [`${name}: ${header}`, ...lines.map((text) => (text === '' ? '' : `    ${text}`))].join('\n'),
    ),
  fc.constantFrom('', '# note', '  more', 'b:', 'b:\n    c: d', '   ', '- x'),
)
const item = fc
  .array(line, { minLength: 1, maxLength: 4 })
  .map((lines) => lines.join('\n').split('\n'))
  .map((lines) =>
    lines.map((text, index) => (index === 0 ? `- ${text}` : text === '' ? '' : `  ${text}`)).join('\n'),
  )
const document = fc
  .tuple(fc.array(item, { minLength: 1, maxLength: 3 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([items, ending, last]) => (items.join('\n') + (last ? '\n' : '')).replaceAll('\n', ending))

describe('a list is read as YAML has it, item by item and by the short way', () => {
  test('the items are those of the whole', () => {
    fc.assert(
      fc.property(document, (text) => {
        const whole = readYaml(text)
        fc.pre(whole.problems.length === 0)
        // The package lets a quote that is never closed run on over the next items; that is told instead.
        const hyphens = text.match(/^-(?=\s|$)/gm)?.length
        fc.pre(whole.node?.type === 'list' && whole.node.items.length === hyphens)
        const { items, problems } = readItems(text)
        expect(problems).toEqual([])
        expect(items).toEqual(whole.node?.type === 'list' ? whole.node.items : [])
      }),
      { numRuns: 1000 },
    )
  })

  test('what the short way accepts, the YAML package reads the same', () => {
    let accepted = 0
    fc.assert(
      fc.property(item, fc.constantFrom('\n', '\r\n'), fc.boolean(), (text, ending, last) => {
        const source = (text + (last ? '\n' : '')).replaceAll('\n', ending)
        const plain = readPlainItem(source, 0, source.length)
        if (!plain) return
        accepted++
        const { node, problems } = readYaml(source)
        expect(problems).toEqual([])
        expect(node?.type === 'list' ? node.items : []).toEqual([plain])
      }),
      { numRuns: 5000 },
    )
    expect(accepted).toBeGreaterThan(150)
  })
})

const jsonOfItems = (items: readonly YamlNode[]): unknown => items.map(toJson)

describe('one broken item hides none of the others', () => {
  test('the broken one is told of, the others are there', () => {
    const { items, problems } = readItems('- a: 1\n- a: b: c\n- a: 3\n')
    expect(jsonOfItems(items)).toEqual([{ a: 1 }, { a: 3 }])
    expect(problems).toMatchObject([{ offset: 12 }])
    expect(problems[0]?.message).toContain("`a: 'b: c'`")
  })

  test('anchors of one item are known in the others', () => {
    expect(jsonOfItems(readItems('- a: &x 1\n- a: *x\n').items)).toEqual([{ a: 1 }, { a: 1 }])
  })

  test('an indented list and a list in brackets are lists as well', () => {
    expect(jsonOfItems(readItems('  - a: 1\n  - a: 2\n').items)).toEqual([{ a: 1 }, { a: 2 }])
    expect(jsonOfItems(readItems('[{ a: 1 }]').items)).toEqual([{ a: 1 }])
  })
})
