import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJson } from './find-json.ts'
import { explainParseFailure } from './parse-failure.ts'

const NOT_JSON = 'the output is not JSON'

describe('with extract: fence', () => {
  test.each([
    ['', 'the output is empty; expected JSON'],
    [' \n', 'the output is empty; expected JSON'],
    [
      '{"a":1,}',
      `${NOT_JSON} (trailing comma): line 1, column 8: expected a key in double quotes, found "}", in {"a":1,▶}`,
    ],
    [
      '\n\n  {“a”:1}',
      `${NOT_JSON} (curly quotes): line 3, column 4: expected a key in double quotes or "}", found "“" (U+201C), in ↵↵  {▶“a”:1}`,
    ],
    [
      '\ufeff{"a":"b\r\nc"}',
      `${NOT_JSON} (raw line break in a string): line 1, column 9: expected an escape such as \\n, found "‹CR›" (U+000D), in ‹BOM›{"a":"b▶‹CR›↵c"}`,
    ],
    [
      '```json\r\n{"city":"Oslo","te',
      `${NOT_JSON} (cut off): line 2, column 19: expected the rest of the string, found the end of the output, in …json‹CR›↵{"city":"Oslo","te▶`,
    ],
    [
      '```json\n[1 2]\n```',
      `${NOT_JSON} (missing comma): line 2, column 4: expected "," or "]", found "2", in \`\`\`json↵[1 ▶2]↵\`\`\``,
    ],
    [
      '```',
      `${NOT_JSON} (an empty fence): line 1, column 4: expected a value, found the end of the output, in \`\`\`▶`,
    ],
    [
      'Here:\n```json\n{"a":1}\n```',
      `${NOT_JSON} (prose around a fenced block): line 1, column 1: expected a value, found "H", in ▶Here:↵\`\`\`json↵{"a":1}↵\`\`…; extract: block would accept the last block that is JSON`,
    ],
    [
      '```\n1\n```\n```\n2,\n```',
      `${NOT_JSON} (prose around 2 fenced blocks): line 1, column 1: expected a value, found "\`", in ▶\`\`\`↵1↵\`\`\`↵\`\`\`↵2,↵\`\`\`; extract: block would accept the last block that is JSON`,
    ],
    [
      '{"a":1}\n```',
      `${NOT_JSON} (prose around the JSON): line 2, column 1: expected the end of the text, found "\`", in {"a":1}↵▶\`\`\`; extract: value would accept the last object or array`,
    ],
    [
      '{"a":1}{"a":2}',
      `${NOT_JSON} (a second value): line 1, column 8: expected the end of the text, found "{", in {"a":1}▶{"a":2}; extract: value would accept the last object or array`,
    ],
    [
      'Sure! {"a":',
      `${NOT_JSON} (prose before the JSON, cut off): line 1, column 1: expected a value, found "S", in ▶Sure! {"a":`,
    ],
    [
      'I cannot help with that request, sorry.',
      `${NOT_JSON}: line 1, column 1: expected a value, found "I", in ▶I cannot help with that …`,
    ],
  ])('%j', (output, reason) => {
    expect(explainParseFailure(output, 'fence').reason.replaceAll('·', ' ')).toBe(reason)
  })
})

test('where blocks are accepted, what is wrong in the last one is said', () => {
  expect(explainParseFailure('Here:\n```json\n{"a":1,}\n```', 'block')).toEqual({
    line: 3,
    column: 8,
    reason: `${NOT_JSON} (prose around a fenced block, trailing comma): line 3, column 8: expected a key in double quotes, found "}", in Here:↵\`\`\`json↵{"a":1,▶}↵\`\`\``,
  })
})

test('never throws, and its place is inside the output', () => {
  const unit = fc.constantFrom(
    '{',
    '}',
    '[',
    '"',
    "'",
    ':',
    ',',
    '1',
    '`',
    '```',
    '```json\n',
    '\n',
    '\r\n',
    ' ',
    'a',
    '“',
    '\ufeff',
    '😀',
    '\ud83d',
  )
  fc.assert(
    fc.property(fc.string({ unit }), fc.constantFrom('fence', 'block', 'value'), (output, extract) => {
      const { line, column, reason } = explainParseFailure(output, extract)
      const lines = output.split(/\r\n?|\n/)
      expect(lines[line - 1]).toBeDefined()
      expect(column).toBeGreaterThanOrEqual(1)
      expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 2)
      expect(reason).not.toMatch(/undefined|NaN\b/)
    }),
    { numRuns: 2000 },
  )
})

test('a hint is true', () => {
  const unit = fc.constantFrom('{"a":1}', '[', ']', '```', '```json\n', '\n', ' ', 'word', '{', '1')
  fc.assert(
    fc.property(fc.string({ unit }), (output) => {
      fc.pre(findJson(output, 'fence') === undefined)
      const hint = /; extract: (block|value) would/.exec(explainParseFailure(output, 'fence').reason)?.[1]
      const extract = hint === 'block' || hint === 'value' ? hint : undefined
      expect(extract === undefined || findJson(output, extract) !== undefined).toBe(true)
    }),
    { numRuns: 3000 },
  )
})
