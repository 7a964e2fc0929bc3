import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePointName, showInvisible } from './visible.ts'

test.each([
  ['plain text: "1, 2", größer, 日本, 😀', 'plain text: "1, 2", größer, 日本, 😀'],
  ['a\nb\tc\r\n', 'a↵b⇥c‹CR›↵'],
  ['\ufeffyes\u00a0', '‹BOM›yes‹NBSP›'],
  ['a\u200bb\u200d\u200c', 'a‹ZWSP›b‹ZWJ›‹ZWNJ›'],
  ['\u202eabc\u2069', '‹U+202E›abc‹U+2069›'],
  ['\u0000\u001b[0m\u007f\u0085', '‹U+0000›‹U+001B›[0m‹U+007F›‹U+0085›'],
  ['a\u3000b\u2028', 'a‹U+3000›b‹U+2028›'],
  ['  a  b  ', '  a  b··'],
  ['a  \nb', 'a··↵b'],
  ['half \ud83d pair', 'half ‹U+D83D› pair'],
  ['❤\ufe0f', '❤‹U+FE0F›'],
  ['', ''],
])('shows %j as %s', (text, shown) => {
  expect(showInvisible(text)).toBe(shown)
})

test('nothing invisible but the single space is left, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(showInvisible(text)).not.toMatch(/[[\p{Cc}\p{Cf}\p{Cs}\p{Z}]--[ ]]/v)
    }),
  )
})

test('codePointName is at least four digits and takes a whole pair', () => {
  expect(codePointName('“x')).toBe('U+201C')
  expect(codePointName('\t')).toBe('U+0009')
  expect(codePointName('😀')).toBe('U+1F600')
})
