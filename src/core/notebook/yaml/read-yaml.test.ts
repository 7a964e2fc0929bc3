import { describe, expect, test } from 'vitest'
import { readItems } from './read-items.ts'
import { readJsonLine } from './read-json-line.ts'
import { readYaml } from './read-yaml.ts'

const DEEP = 'Lists and maps stand more than 256 levels deep in one another here; expected fewer.'

const nested = (open: string, close: string, levels: number): string =>
  open.repeat(levels) + '1' + close.repeat(levels)

const FORMS: readonly (readonly [string, string, string])[] = [
  ['lists', '[', ']'],
  ['maps', '{a: ', '}'],
  ['JSON maps', '{"a":', '}'],
  ['lists over lines', '[\n   ', ']'],
  ['maps and lists', '[{"a": ', '}]'],
]

describe('nesting', () => {
  test.each(FORMS)('of 100 levels of %s is read', (_, open, close) => {
    expect(readYaml(nested(open, close, 100)).problems).toEqual([])
    expect(readItems(`- a: ${nested(open, close, 100)}\n`).problems).toEqual([])
  })

  test.each(FORMS)('of 300 to 10,000 levels of %s is a problem, never an exception', (_, open, close) => {
    for (const levels of [300, 1000, 3000, 10_000]) {
      const text = nested(open, close, levels)
      expect(readYaml(text).problems.map(({ message }) => message)).toEqual([DEEP])
      expect(readItems(`- a: ${text}\n`).problems.map(({ message }) => message)).toEqual([DEEP])
    }
  })

  test('of JSON in a line is a problem too', () => {
    for (const levels of [300, 3000, 100_000]) {
      const line = nested('{"a":', '}', levels)
      expect(readJsonLine(line, 0, line.length).problem?.message).toBe(DEEP)
    }
  })

  test.each(['&a\nx: *a\n', '- &a\n  x: [*a]\n', '&a [*a]\n', 'x: &a { y: &b { z: *a, w: *b } }\n'])(
    'without end, by an alias inside what it names, is a problem: %j',
    (text) => {
      expect(readYaml(text).problems.map(({ message }) => message)).toEqual([DEEP])
      expect(readYaml(text).node).toBeUndefined()
    },
  )
})
