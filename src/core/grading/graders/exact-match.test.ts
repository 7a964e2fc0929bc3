import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kotlinTrim } from '../../text/kotlin-trim.ts'
import { passed, type Grade } from '../grade.ts'
import { exactMatchGrader } from './exact-match.ts'

interface Row {
  readonly id: string
  readonly grader: string
  readonly config: { readonly ignoreCase: boolean }
  readonly output: string
  readonly expected?: string
  readonly verdict: string
}

const rows: readonly Row[] = readFileSync(
  new URL('../../../../test/vectors/grader-cases.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line.includes('"grader": "exactMatch"'))
  .map((line) => JSON.parse(line))

const grade = (output: string, expected: string | undefined, ignoreCase = false): Grade =>
  exactMatchGrader({
    kind: 'exactMatch',
    name: 'exactMatch',
    ignoreCase,
    place: { file: '', line: 1, column: 1 },
  })({
    caseId: 'a',
    tags: [],
    input: '',
    vars: {},
    attempt: 1,
    output,
    ...(expected !== undefined && { expected }),
  })

test('all 4 rows of the vectors get their verdicts', () => {
  expect(rows.map(({ id }) => id)).toEqual(['E01', 'E02', 'E16', 'E17'])
  expect(
    rows.map(({ output, expected, config }) => grade(output, expected, config.ignoreCase).verdict),
  ).toEqual(rows.map(({ verdict }) => verdict))
})

test('a pass is the one shared grade', () => {
  expect(grade(' Paris\n', 'Paris')).toBe(passed())
})

test('without an expected value nothing is graded; the empty text is a value', () => {
  expect(grade('x', undefined)).toEqual({
    verdict: 'notGraded',
    reason: 'exactMatch needs an expected value, and the case has none (expect)',
  })
  expect(grade(' \n', '').verdict).toBe('passed')
  expect(grade('no', '')).toEqual({
    verdict: 'failed',
    score: 0,
    reason: 'expected the empty text, got "no"',
  })
  expect(grade('', 'no').reason).toBe('expected "no", got the empty text')
})

describe('the reason says what a gentler comparison would ignore', () => {
  test.each([
    ['Paris', 'London', 'expected "London", got "Paris"'],
    ['paris', 'Paris', 'equal after ignoring case: expected "Paris", got "paris"'],
    [
      'Paris',
      ' Paris\n',
      'equal after trimming the expected value, which is used as written: expected " Paris↵", got "Paris"',
    ],
    ['e\u0301', 'é', 'equal after Unicode normalisation (NFC): expected "é", got "e\u0301"'],
    ['it’s', "it's", 'equal after quote folding: expected "it\'s", got "it’s"'],
    ['«yes»', '“yes”', 'equal after quote folding: expected "“yes”", got "«yes»"'],
    ['\ufeffyes', 'yes', 'equal after removing the byte-order mark: expected "yes", got "‹BOM›yes"'],
    ['\ufeff yes', 'yes', 'equal after removing the byte-order mark: expected "yes", got "‹BOM› yes"'],
    ['a  b\nc', 'a b c', 'equal after collapsing spaces: expected "a b c", got "a  b↵c"'],
    ['a\u00a0b', 'a b', 'equal after collapsing spaces: expected "a b", got "a‹NBSP›b"'],
    [
      'IT’S',
      " it's",
      'equal after trimming the expected value, which is used as written, quote folding and ignoring case: expected " it\'s", got "IT’S"',
    ],
    ['yes\u200b', 'yes', 'expected "yes", got "yes‹ZWSP›"'],
  ])('%j for %j', (output, expected, reason) => {
    expect(grade(output, expected)).toEqual({ verdict: 'failed', score: 0, reason })
  })

  test('with ignoreCase, case is ignored already', () => {
    expect(grade('  PARIS ', 'paris', true).verdict).toBe('passed')
    expect(grade('STRASSE', 'straße', true).reason).toBe('expected "straße", got "STRASSE"')
    expect(grade('E\u0301', 'é', true).reason).toBe(
      'equal after Unicode normalisation (NFC): expected "é", got "E\u0301"',
    )
  })

  test('long texts are shown around the first difference, never inside a surrogate pair', () => {
    const start = '😀'.repeat(30)
    expect(grade(`${start}👍 and so on${'.'.repeat(100)}`, `${start}👎 and so on`).reason).toBe(
      `at character 61: expected "…${'😀'.repeat(10)}👎 and so on", got "…${'😀'.repeat(10)}👍 and so on${'.'.repeat(38)}…"`,
    )
    expect(grade('a'.repeat(100), 'a'.repeat(99)).reason).toBe(
      `at character 100: expected "…${'a'.repeat(20)}", got "…${'a'.repeat(21)}"`,
    )
  })
})

test('passes exactly where the trimmed output is the expected value, and never throws', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'A', ' ', '\n', "'", '’', '\ufeff', 'é', 'e', '\u0301', '\ud83d'),
  })
  fc.assert(
    fc.property(text, text, (output, expected) => {
      const { verdict, score, reason } = grade(output, expected)
      const same = kotlinTrim(output) === expected
      expect({ verdict, score }).toEqual(
        same ? { verdict: 'passed', score: 1 } : { verdict: 'failed', score: 0 },
      )
      expect(reason === undefined).toBe(same)
      expect((reason ?? '').length).toBeLessThanOrEqual(500)
    }),
    { numRuns: 1000 },
  )
})
