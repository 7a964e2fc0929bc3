import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isKotlinWhitespace, kotlinTrim, trimSpan } from './kotlin-trim.ts'

interface Vectors {
  readonly kotlinTrimSet: readonly string[]
  readonly tsRegexClass: string
  readonly rows: readonly { readonly input: string; readonly kotlinTrim: string }[]
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/kotlin-trim.json', import.meta.url), 'utf8'),
)

describe('kotlinTrim', () => {
  test('agrees with the JVM on all 59 rows', () => {
    expect(vectors.rows).toHaveLength(59)
    const wrong = vectors.rows.filter((row) => kotlinTrim(row.input) !== row.kotlinTrim)
    expect(wrong).toEqual([])
  })

  test('removes exactly the 28 units of the JVM, of all 65,536', () => {
    const removed = Array.from({ length: 0x10000 }, (_, unit) => unit)
      .filter(isKotlinWhitespace)
      .map((unit) => `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`)
    expect(removed).toHaveLength(28)
    expect(removed).toEqual(vectors.kotlinTrimSet)
  })

  test('agrees with its definition as a regular expression', () => {
    const leading = new RegExp(`^${vectors.tsRegexClass}+`)
    const trailing = new RegExp(`${vectors.tsRegexClass}+$`)
    const spaced = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          ...vectors.kotlinTrimSet.map((name) => String.fromCharCode(parseInt(name.slice(2), 16))),
        ),
        fc.constantFrom('a', '\ufeff', '\u200b', '\u0085', '\u0000', '\ud83d', '😀'),
      ),
    })
    fc.assert(
      fc.property(spaced, (text) => {
        expect(kotlinTrim(text)).toBe(text.replace(leading, '').replace(trailing, ''))
      }),
    )
  })

  test('takes linear time on a long inner run of spaces', () => {
    const text = `a${' '.repeat(2_000_000)}b`
    expect(kotlinTrim(text)).toBe(text)
  })
})

test('trimSpan trims a part of a text', () => {
  expect(trimSpan('a \u3000b c ', 1, 5)).toEqual({ start: 3, end: 4 })
  expect(trimSpan('a   ', 1, 4)).toEqual({ start: 4, end: 4 })
})
