import { expect, test } from 'vitest'
import { regexGrader } from './regex.ts'
import type { RegexFlag } from '../../suite/suite.ts'

const grade = (pattern: string, output: string, flags: readonly RegexFlag[] = []) =>
  regexGrader({ kind: 'regex', name: 'regex', place: { file: 'a.md', line: 1, column: 1 }, pattern, flags })({
    caseId: 'a',
    tags: [],
    input: '',
    vars: {},
    attempt: 1,
    output,
  })

test('the whole trimmed output has to match', () => {
  expect(grade('\\d+', ' 42\n')).toEqual({ verdict: 'passed', score: 1 })
  expect(grade('yes|no', 'yes, but no')).toEqual({
    verdict: 'failed',
    score: 0,
    reason:
      '"yes|no" has to match the whole output, and the first part that matches is "yes", characters 1 to 3 of 11: after it ", but no".',
  })
  expect(grade('yes', 'maybe')).toMatchObject({
    verdict: 'failed',
    reason: 'No part of "maybe" matches "yes".',
  })
  expect(grade('yes', ' \n')).toMatchObject({
    verdict: 'failed',
    reason: 'The output is empty, and "yes" does not match the empty text.',
  })
  expect(grade('a*', 'bb')).toMatchObject({ verdict: 'failed', score: 0 })
})

test('flags have their Kotlin names', () => {
  expect(grade('straße.', 'STRAẞE\n.', ['IGNORE_CASE'])).toMatchObject({ verdict: 'failed' })
  expect(grade('straße..', 'STRAẞE\n.', ['IGNORE_CASE', 'DOT_MATCHES_ALL'])).toMatchObject({
    verdict: 'passed',
  })
  expect(grade('a.c', 'abc', ['LITERAL'])).toMatchObject({ verdict: 'failed' })
})

test('a pattern that Java rejects is not graded, with what and where', () => {
  expect(grade('(unclosed', 'x')).toEqual({
    verdict: 'notGraded',
    reason: 'Java rejects the pattern "(unclosed" at position 0: this group is not closed by ).',
  })
})

test('what is not supported is not graded, with what and where', () => {
  expect(grade('a\\X', 'x')).toEqual({
    verdict: 'notGraded',
    reason: 'The pattern "a\\X" has at position 1 what is not supported: a grapheme cluster (\\X).',
  })
  expect(grade('(?i)(é)\\1', 'éé')).toMatchObject({
    verdict: 'notGraded',
    reason: expect.stringContaining('a character beyond ASCII'),
  })
})

test('where a pattern may overflow the stack of a JVM, a long output comes with a warning', () => {
  const long = 'a\n'.repeat(600)
  expect(grade('(.|\\n)*', long).details?.warnings).toEqual([expect.stringContaining('(?s).*')])
  expect(grade('(.|\\n)*x', long).details?.warnings).toEqual([expect.stringContaining('(?s).*')])
  expect(grade('(.|\\n)*', 'a\nb').details).toBeUndefined()
  expect(grade('(?s).*', long).details).toBeUndefined()
})

test('a pattern that is too large for the engine gives up in a short sentence', () => {
  const { verdict, reason, details } = grade('(a|b)'.repeat(100_000), 'hi')
  expect(verdict).toBe('notGraded')
  expect(reason).toMatch(/^Gave up on this output: [\w ]{1,60}\.$/)
  expect(details?.reason).toBeUndefined()
})
