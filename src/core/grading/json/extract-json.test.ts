import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractJson } from './extract-json.ts'
import { findJson } from './find-json.ts'
import { lastJsonValue } from './last-value.ts'

describe('extractJson', () => {
  test.each([
    ['JSON as it stands', ' {"a":1}\n', '{"a":1}'],
    ['a scalar', '42', '42'],
    ['a byte-order mark', '\ufeff[1]', '[1]'],
    ['one fence', '```json\n{"a":1}\n```', '{"a":1}'],
    ['a fence inside a string', '{"a":"```\\n1\\n```"}', '{"a":"```\\n1\\n```"}'],
    ['words around a fence', 'Here:\n```json\n{"a":1}\n```\nBye', '{"a":1}'],
    ['the last fenced block that is JSON', '```\n1\n```\n```\n2\n```\n```\nno\n```', '2'],
    ['a block before a value', '```json\n{"a":1}\n```\nsee [2]', '{"a":1}'],
    ['words around a value', 'Sure! {"a":{"b":[1]}} Done.', '{"a":{"b":[1]}}'],
    ['the last of two values', '{"a":1}{"a":2}', '{"a":2}'],
    ['braces in strings', 'x {"a":"}{"} y', '{"a":"}{"}'],
    ['escaped quotes', 'x {"a":"\\"}{\\\\"} y', '{"a":"\\"}{\\\\"}'],
    ['braces that are no JSON around one', 'The set {x | see {"a":1}}', '{"a":1}'],
    ['a stray brace before', 'Use { to open: {"a":1}', '{"a":1}'],
    ['a stray quote before', 'Size [5" wide], {"a":1}', '{"a":1}'],
    ['a broken attempt before', '{"a": "b, {"a":1}', '{"a":1}'],
    ['an apostrophe before', 'it\'s ["well: {"a":1}', '{"a":1}'],
    ['a broken number', '{"a":01} [1.5e3]', '[1.5e3]'],
  ])('%s', (_, text, json) => {
    expect(extractJson(text)).toBe(json)
  })

  test.each([
    ['', 'extractJson: expected JSON in the text, found none in ""'],
    ['No JSON\nhere.', 'extractJson: expected JSON in the text, found none in "No JSON↵here."'],
    ['{"a": [1, 2], "b', 'extractJson: expected JSON in the text, found none in "{"a": [1, 2], "b"'],
    ['[1] '.repeat(0) + '{"a":tru', 'extractJson: expected JSON in the text, found none in "{"a":tru"'],
  ])('throws where there is none: %j', (text, message) => {
    expect(() => extractJson(text)).toThrow(new Error(message))
  })

  test('JSON wrapped in prose, in a fence, or in both comes back as it was', () => {
    const prose = fc.string({
      unit: fc.constantFrom('a', ' ', '.', "'", ':', ',', 'é', '\n', '😀', '}', ']'),
    })
    const structure = fc.oneof(
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
    )
    fc.assert(
      fc.property(structure, prose, prose, fc.constantFrom(undefined, 2), (value, before, after, indent) => {
        const json = JSON.stringify(value, null, indent)
        expect(extractJson(`${before}${json}${after}`)).toBe(json)
        expect(extractJson(`\`\`\`json\n${json}\n\`\`\``)).toBe(json)
        expect(extractJson(`~~~\n${json}`)).toBe(json)
        expect(extractJson(`${before}\n\`\`\`\`json\n${json}\n\`\`\`\`\n${after}`)).toBe(json)
      }),
    )
  })
})

describe('lastJsonValue', () => {
  test('finds a value exactly where one is, unless brackets are open at the end', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', ' ', 'x', '\n'),
    })
    fc.assert(
      fc.property(hostile, (text) => {
        const values = outermostValues(`${text}\n!`)
        const span = lastJsonValue(`${text}\n!`)
        const found = span && text.slice(span.start, span.end)
        expect(found === undefined).toBe(values.length === 0)
        expect(found === undefined || values.some((value) => value === found)).toBe(true)
      }),
      { numRuns: 1500 },
    )
  })

  test.each([
    '{',
    '[',
    '{"',
    '{"a":',
    '["a",',
    '{"a',
    '[[1],',
    '{}',
    '["\\"{',
    '"',
    '{"a":"b" ',
    '["a" "b {',
    '{"\\u12',
    '[1,[',
    '["x",[1 ',
  ])('300,000 units of %j takes linear time', (part) => {
    const started = performance.now()
    lastJsonValue(part.repeat(300_000 / part.length))
    lastJsonValue(`["x",${part.repeat(300_000 / part.length)} !`)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

test('each setting stops where it says', () => {
  const block = 'Here:\n```json\n{"a":1}\n```\nsee [2]'
  expect(findJson(block, 'fence')).toBeUndefined()
  expect(findJson(block, 'block')).toEqual({ value: { a: 1 }, text: '{"a":1}', rule: 'block' })
  expect(findJson(block, 'value')).toEqual({ value: [2], text: '[2]', rule: 'value' })
  expect(findJson('so: {"a":1}', 'block')).toBeUndefined()
})

/** By trying every part of the text: those that are objects or arrays and inside no other such part. */
const outermostValues = (text: string): readonly string[] => {
  const spans: { start: number; end: number }[] = []
  for (let start = 0; start < text.length; start++) {
    for (let end = text.length; end > start; end--) {
      if (!/^[[{][^]*[\]}]$/.test(text.slice(start, end)) || !isJson(text.slice(start, end))) continue
      if (!spans.some((span) => span.start <= start && end <= span.end)) spans.push({ start, end })
    }
  }
  return spans.map(({ start, end }) => text.slice(start, end))
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
