import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalsIgnoreCase } from './kotlin-ignore-case.ts'

interface Vectors {
  readonly foldRunsJdk17: readonly (readonly [number, number, number, number])[]
  readonly rows: readonly { readonly a: string; readonly b: string; readonly equal: boolean }[]
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/kotlin-ignore-case.json', import.meta.url), 'utf8'),
)

const folds = new Map(
  vectors.foldRunsJdk17.flatMap(([first, last, offset, step]) =>
    Array.from({ length: (last - first) / step + 1 }, (_, index): [number, number] => [
      first + index * step,
      first + index * step + offset,
    ]),
  ),
)

describe('equalsIgnoreCase', () => {
  test('agrees with the JVM on all 115 rows, both ways round', () => {
    expect(vectors.rows).toHaveLength(115)
    const wrong = vectors.rows.filter(
      ({ a, b, equal }) => equalsIgnoreCase(a, b) !== equal || equalsIgnoreCase(b, a) !== equal,
    )
    expect(wrong).toEqual([])
  })

  test('folds exactly the 1,416 code points of JDK 17, to what JDK 17 folds them', () => {
    expect(folds.size).toBe(1416)
    const wrong: number[] = []
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const character = String.fromCodePoint(codePoint)
      const folded = String.fromCodePoint(folds.get(codePoint) ?? codePoint)
      const lower = character.toLowerCase()
      const upper = character.toUpperCase()
      const agrees = (other: string): boolean =>
        equalsIgnoreCase(character, other) === sameByVectors(character, other)
      if (!equalsIgnoreCase(character, folded) || !agrees(lower) || !agrees(upper)) wrong.push(codePoint)
    }
    expect(wrong).toEqual([])
  })

  test('is reflexive and symmetric', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'A', 'ß', 'ẞ', 'σ', 'ς', 'İ', 'i', 'ı', '𐐀', '𐐨', '\ud801', '\udc00', 'é'),
      maxLength: 6,
    })
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        expect(equalsIgnoreCase(a, a)).toBe(true)
        expect(equalsIgnoreCase(a, b)).toBe(equalsIgnoreCase(b, a))
        expect(equalsIgnoreCase(a, b)).toBe(sameByVectors(a, b))
      }),
      { numRuns: 2000 },
    )
  })
})

const sameByVectors = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((text) =>
    Array.from(text, (character) => {
      const codePoint = character.codePointAt(0) ?? 0
      return folds.get(codePoint) ?? codePoint
    }).join(),
  )
  return a.length === b.length && x === y
}
