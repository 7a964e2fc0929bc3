import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonFaults } from './json-faults.ts'

const namesIn = (text: string): readonly (string | undefined)[] =>
  findJsonFaults(text).map(({ name }) => name)

describe('findJsonFaults names', () => {
  test.each([
    ["{'city': 'Oslo', 'temp': 4, }", ['single quotes', 'trailing comma']],
    ['{“city”:“Oslo”}', ['curly quotes']],
    ['{"a": „b“}', ['curly quotes']],
    ['[1, 2, ]', ['trailing comma']],
    ['{"a":1,}', ['trailing comma']],
    ['// note\n{"a":1 /* why */}', ['comments']],
    ['{"a":1} # done', ['comments']],
    ['{"a":1, # one\n"b":2}', ['comments']],
    ['{"a":NaN,"b":-Infinity}', ['NaN']],
    ['{"a":True,"b":None}', ['True, False or None']],
    ['{a:1}', ['unquoted text']],
    ['[yes]', ['unquoted text']],
    ['{"a":1 "b":2}', ['missing comma']],
    ['["a\nb"]', ['raw line break in a string']],
    ['["a\\qb"]', ['unknown escape']],
    ['{}{}', ['a second value']],
    ['{"a":[1,{"b":"c', ['cut off']],
    ['{"a"', ['cut off']],
    ['{"a":', ['cut off']],
    ['[1,', ['cut off']],
    ['["\\u12', ['cut off']],
    ['[tru', ['cut off']],
    ['[-', ['cut off']],
    ['[1.', ['cut off']],
    ['{"a":1, // ', ['comments', 'cut off']],
    ["{'a", ['single quotes', 'cut off']],
    ['[01]', [undefined]],
    ['[+1]', [undefined]],
    ['[.5]', [undefined]],
    ['[1,,2]', [undefined]],
    ['[1}', [undefined]],
    ['{1:2}', [undefined]],
    ['\u00a0{}', [undefined]],
    ['1rue', [undefined]],
    ['', [undefined]],
  ])('%j', (text, names) => {
    expect(namesIn(text)).toEqual(names)
  })
})

test.each([
  ['Sure! {"a":1}', 'before'],
  ["Here's [1]", 'before'],
  ['{"a":1} Done', 'after'],
  ['{a:1}', undefined],
])('words around the value: %j', (text, around) => {
  expect(findJsonFaults(text)[0]?.around).toBe(around)
})

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('there is a fault exactly where JSON.parse throws, inside the text', () => {
  const check = (text: string): void => {
    const faults = findJsonFaults(text)
    expect(faults.length === 0).toBe(isJson(text))
    expect(faults.every(({ offset }) => offset >= 0 && offset <= text.length)).toBe(true)
  }

  test('for any mixture of its tokens', () => {
    const tokens = '{ } [ ] " \' : , 1 0 - . e + \\ u n true null NaN a “ / * # é 😀'.split(' ')
    const text = fc.string({ unit: fc.constantFrom(...tokens, ' ', '\n', '\u00a0', '\ud83d', '\u0000') })
    fc.assert(fc.property(text, check), { numRuns: 5000 })
  })

  test('for JSON with one place changed', () => {
    const insert = fc.constantFrom('', '}', '"', "'", ',', 'x', '1', '\\', '\n', '//', '“', ' ')
    fc.assert(
      fc.property(fc.json(), fc.nat(), insert, fc.nat(3), (json, place, inserted, removed) => {
        const index = place % (json.length + 1)
        check(json.slice(0, index) + inserted + json.slice(index + removed))
      }),
      { numRuns: 1000 },
    )
  })
})

test.each(['{', '[', '{"a":', "['", '“', '/*', '//', '\\', '"', '1 ', 'a', ', ', '[1 ', '{a', '#\n'])(
  '300,000 units of %j takes linear time',
  (part) => {
    const text = part.repeat(300_000 / part.length)
    const started = performance.now()
    findJsonFaults(text)
    findJsonFaults(`[${text}`)
    expect(performance.now() - started).toBeLessThan(2000)
  },
)
