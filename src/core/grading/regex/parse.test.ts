import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parsePattern } from './parse.ts'
import { printPattern } from './print-for-tests.ts'
import type { RegexFlag } from '../../suite/suite.ts'

const FLAGS: readonly RegexFlag[] = [
  'IGNORE_CASE',
  'MULTILINE',
  'DOT_MATCHES_ALL',
  'COMMENTS',
  'LITERAL',
  'UNIX_LINES',
]
const someFlags = fc.subarray([...FLAGS])

/** Pieces that mean something, so that random patterns get past the first bracket. */
const piece = fc.constantFrom(
  ...'( ) [ ] { } * + ? | ^ $ . \\ a b 1 2 , - && # <n> (?: (?< (?<= (?! (?x) (?i) [^ \\p{ \\Q \\E \\x{ \\u'.split(
    ' ',
  ),
  ...'\\k< \\R \\b{g} \u0000 \u{1f600} \ud83d é {2} {, \\N{'.split(' '),
  ' ',
  '\n',
)
const soup = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

const atom = fc.constantFrom(
  ...'a b xß é \u{1f600} . \\d \\W [a-c] [^b&&[a-d]] \\p{Lu} \\Qa.\\E \\R \\X ^ $ \\b \\B \\z \\Z \\G'.split(
    ' ',
  ),
  ...'(?i) (?s) (?-i) (?m) (?dU) \\1 (?iu)\\1'.split(' '),
  '(?x) # c\n',
)
const quantifier = fc.constantFrom(
  '',
  '',
  '',
  '*',
  '+?',
  '?+',
  '{2}',
  '{1,3}?',
  '{2,}+',
  '{0,1}',
  '{0}',
  '{2}{3}',
)
const { pattern: grammar } = fc.letrec((tie) => ({
  pattern: fc
    .array(
      fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((options) => options.join('|')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(atom, quantifier).map(([text, count]) => (text.startsWith('(?') ? text : text + count)),
    fc
      .tuple(
        fc.constantFrom('(', '(?:', '(?>', '(?=', '(?!', '(?<=', '(?i:', '(?<n>'),
        tie('pattern'),
        quantifier,
      )
      .map(([open, body, count]) => `${open}${String(body)})${count}`),
  ),
}))

const anyPattern = fc.oneof(soup, grammar.map(String), fc.string({ unit: 'binary', maxLength: 20 }))

test('reading a pattern never throws, and a fault has a message and a place in it', () => {
  fc.assert(
    fc.property(anyPattern, someFlags, (pattern, flags) => {
      const result = parsePattern(pattern, flags)
      if (result.kind !== 'invalid') return
      expect(result.message).not.toBe('')
      expect(result.index).toBeGreaterThanOrEqual(0)
      expect(result.index).toBeLessThanOrEqual(pattern.length)
    }),
    { numRuns: 2000 },
  )
})

const withoutSpans = (node: unknown): unknown =>
  JSON.parse(
    JSON.stringify(node, (key, value: unknown) =>
      ['start', 'end', 'reach'].includes(key) ? undefined : value,
    ),
  )

test('a printed tree reads back as the same tree', () => {
  fc.assert(
    fc.property(fc.oneof(soup, grammar.map(String)), someFlags, (pattern, flags) => {
      const result = parsePattern(pattern, flags)
      // A tree with a construct that has no meaning here cannot be printed.
      if (result.kind !== 'ok' || JSON.stringify(result.parsed.root).includes('"unknown"')) return
      const again = parsePattern(printPattern(result.parsed.root), [])
      expect(again.kind).toBe('ok')
      if (again.kind === 'ok')
        expect(withoutSpans(again.parsed.root)).toEqual(withoutSpans(result.parsed.root))
    }),
    { numRuns: 1000 },
  )
})

test('what Java rejects is rejected at a place in the pattern', () => {
  const { rows }: { rows: readonly { pattern: string; options: RegexFlag[]; valid: boolean }[] } = JSON.parse(
    readFileSync(new URL('../../../../test/vectors/java-regex.json', import.meta.url), 'utf8'),
  )
  const invalid = rows.filter(({ valid }) => !valid)
  expect(invalid).toHaveLength(112)
  for (const { pattern, options } of invalid) {
    const result = parsePattern(pattern, options)
    expect(result, pattern).toMatchObject({ kind: 'invalid' })
    if (result.kind === 'invalid') expect(result.index, pattern).toBeLessThanOrEqual(pattern.length)
  }
})

describe('the place of a fault', () => {
  test.each([
    ['abc(def', 3, 'this group is not closed by )'],
    ['abc)def', 3, 'this ) closes no group'],
    ['a**', 2, '* has nothing before it to repeat'],
    ['\u{1f600}[a', 2, 'this class is not closed by ]'],
    ['ab\\y', 2, '\\y is no escape that Java knows'],
    ['x{"a": 1}', 1, '{ begins a repetition and wants a number after it; a literal one is written \\{'],
    ['a{3,2}', 1, 'the repetition {3,2} runs backwards'],
    ['[z-a]', 1, 'the range runs backwards'],
    ['(?<=(?:ab)+)c', 0, 'Java finds no greatest length for this look-behind'],
    [
      '(?<my_name>a)',
      5,
      "a group's name has letters and digits alone and ends with >, and <my goes on with _",
    ],
    ['a\\p{Uppercase_Letter}', 1, 'Java knows no property named "Uppercase_Letter"'],
    ['(?P<n>a)', 0, 'after (? Java wants one of : = ! > < or flags out of i d m s u x U'],
    ['abc\\', 3, 'the pattern ends with a single backslash'],
  ])('%s at %i', (pattern, index, message) => {
    const result = parsePattern(pattern, [])
    expect(result).toMatchObject({ kind: 'invalid', index })
    if (result.kind === 'invalid') expect(result.message).toContain(message)
  })

  test('a wrong property comes with the nearest right one', () => {
    expect(parsePattern('\\p{Alhpa}', [])).toMatchObject({
      message: expect.stringContaining('the nearest is Alpha'),
    })
  })
})

test('long and deep patterns are read or refused', () => {
  expect(parsePattern('a'.repeat(200_000), []).kind).toBe('ok')
  expect(parsePattern('(?:'.repeat(200) + ')*'.repeat(200), []).kind).toBe('ok')
  expect(parsePattern('('.repeat(100_000), []).kind).toBe('tooDeep')
  expect(['ok', 'tooDeep']).toContain(parsePattern('(a)'.repeat(50_000), []).kind)
})
