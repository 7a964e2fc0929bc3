import { expect, test } from 'vitest'
import { checkPattern } from './check-pattern.ts'

const kinds = (pattern: string): readonly string[] => checkPattern(pattern, []).lints.map(({ kind }) => kind)

test('a plain pattern has nothing to say', () => {
  expect(checkPattern('(?i)(yes|no)[.!]?', [])).toEqual({ kind: 'ok', lints: [] })
})

test('JavaScript takes what Java rejects', () => {
  expect(checkPattern('{"a": 1}', [])).toMatchObject({
    kind: 'invalid',
    index: 0,
    lints: [{ kind: 'javaScriptAccepts', index: 0 }],
  })
  expect(kinds('(a')).toEqual([])
})

test('the verdict depends on the JDK', () => {
  expect(kinds('.*\\bcat')).toEqual(['dependsOnJdk'])
  expect(kinds('(?U).*\\bcat')).toEqual([])
  expect(kinds('x\\p{IsEmoji_Presentation}')).toContain('dependsOnJdk')
})

test('loops that overflow the stack of a JVM', () => {
  for (const pattern of ['(?:.|\\n)*', '(a|b)*', '(?:\\w+ ?)+', '(?:- .+\\n)*- .+', '(?:.|\\n)*?'])
    expect(kinds(pattern), pattern).toEqual(['stackOverflow'])
  for (const pattern of ['(?s).*', '[\\s\\S]*', '(?:.|\\n)*+', '(?:ab)*', '(?:a|b){0,3}'])
    expect(kinds(pattern), pattern).toEqual([])
})

test('an unsupported pattern keeps its lints', () => {
  expect(checkPattern('\\X', [])).toMatchObject({
    kind: 'unsupported',
    index: 0,
    lints: [{ kind: 'dependsOnJdk' }],
  })
})
