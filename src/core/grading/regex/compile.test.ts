import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from './compile.ts'
import type { RegexFlag } from '../../suite/suite.ts'

const matchOf = (pattern: string, text: string, flags: readonly RegexFlag[] = []) => {
  const compiled = compilePattern(pattern, flags)
  return compiled.kind === 'ok' ? compiled.match(text) : compiled
}
const matches = (pattern: string, text: string, flags: readonly RegexFlag[] = []): boolean => {
  const { kind } = matchOf(pattern, text, flags)
  expect(['whole', 'part', 'none']).toContain(kind)
  return kind === 'whole'
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 })

test('a quoted text matches itself and no other', () => {
  fc.assert(
    fc.property(text, text, (quoted, other) => {
      fc.pre(!quoted.includes('\\E'))
      expect(matches(`\\Q${quoted}\\E`, quoted)).toBe(true)
      expect(matches(`\\Q${quoted}\\E`, other)).toBe(quoted === other)
      expect(matches(quoted, quoted, ['LITERAL'])).toBe(true)
      expect(matches(quoted, other, ['LITERAL'])).toBe(quoted === other)
    }),
  )
})

test('a class with a negated twin takes each character once', () => {
  const sets = [
    '\\d',
    '\\w',
    '\\s',
    '\\h',
    '\\v',
    '\\p{L}',
    '\\p{Lu}',
    '\\p{IsGreek}',
    '\\p{InBasicLatin}',
    '\\p{Punct}',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...sets),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      (set, one) => {
        expect(matches(set, one)).not.toBe(matches(`[^${set}]`, one))
      },
    ),
  )
})

describe('where Java and JavaScript differ', () => {
  test.each<[pattern: string, text: string, whole: boolean]>([
    ['(?i)é', 'É', false],
    ['(?iu)é', 'É', true],
    ['a.b', 'a\u0085b', false],
    ['^yes$', 'yes\nno', false],
    ['(?m)^a$\\n^b$', 'a\nb', true],
    ['\\s', '\u00a0', false],
    ['\\w+', 'é', false],
    ['.*é\\b.*', 'café!', true],
    ['a++b', 'aab', true],
    ['a++ab', 'aab', false],
    ['(?>a|ab)c', 'abc', false],
    ['(?:a|ab)*+b', 'abb', false],
    ['(a)|\\1b', 'b', false],
    ['(a)\\2', 'a', false],
    ['(?:^|a){1}b', 'ab', true],
    ['\\p{L}', '\u{16d40}', false],
    ['a\\R\\nb', 'a\r\nb', true],
    ['a\\R{2}b', 'a\r\nb', false],
    ['\\ca', '!', true],
    ['(?x)[a b]+', 'a b', false],
    ['[]a]', ']', true],
    ['ß', 'ẞ', false],
    ['\\N{LATIN SMALL LETTER A}', 'a', true],
  ])('%s on %j: %s', (pattern, input, whole) => {
    expect(matches(pattern, input)).toBe(whole)
  })
})

describe('what cannot be said exactly is refused with its place', () => {
  test.each([
    ['x\\X', 1, 'a grapheme cluster (\\X)'],
    ['(?:(a)|b)*\\1', 10, 'a back-reference'],
    ['(?:^|a){2}', 0, 'a group that must repeat'],
    ['a(?<=a+b+)', 1, 'a look-behind whose greatest length overflows'],
    ['(?>(?:a??){2,3})a', 0, 'a part that gives nothing back'],
    ['[a\\N{GREEK SMALL LETTER ALPHA}]', 2, "a character's name"],
    ['(?c)[a]', 4, 'a class under canonical equivalence'],
  ])('%s at %i', (pattern, index, construct) => {
    const compiled = compilePattern(pattern, [])
    expect(compiled).toMatchObject({ kind: 'unsupported', index })
    if (compiled.kind === 'unsupported') expect(compiled.construct).toContain(construct)
  })

  test('and for one text, where the others can be judged', () => {
    expect(matchOf('(?i)(a)\\1', 'aA')).toEqual({ kind: 'whole' })
    expect(matchOf('(?i)(a|é)\\1', 'éÉ')).toMatchObject({ kind: 'limited', limit: { index: 9 } })
    expect(matchOf('.*(?<=.{2})b', 'a\u{1f600}b')).toMatchObject({ kind: 'limited' })
    expect(matchOf('.*(?<=é{2})b', 'éé\u{1f600}b')).toEqual({ kind: 'none' })
  })
})

test('the first part that matches is told', () => {
  expect(matchOf('\\d+', 'about 42 or 43')).toEqual({ kind: 'part', start: 6, end: 8 })
})

test('loops inside loops take no time to read', () => {
  const depth = 60
  const compiled = compilePattern('('.repeat(depth) + 'a' + 'b?)*'.repeat(depth), [])
  expect(compiled.kind).toBe('ok')
})
