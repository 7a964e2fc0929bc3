import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  codePoints,
  complement,
  difference,
  hasCodePoint,
  intersection,
  rangesOf,
  sameSet,
  union,
} from './code-points.ts'

const values = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })

test('sets behave as sets', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const [setA, setB] = [codePoints(a), codePoints(b)]
      for (let value = 0; value <= 41; value++) {
        const [inA, inB] = [a.includes(value), b.includes(value)]
        expect(hasCodePoint(setA, value)).toBe(inA)
        expect(hasCodePoint(union(setA, setB), value)).toBe(inA || inB)
        expect(hasCodePoint(intersection(setA, setB), value)).toBe(inA && inB)
        expect(hasCodePoint(difference(setA, setB), value)).toBe(inA && !inB)
        expect(hasCodePoint(complement(setA), value)).toBe(!inA)
      }
      expect(sameSet(complement(complement(setA)), setA)).toBe(true)
      expect([...rangesOf(setA)].every(([first, last]) => first <= last)).toBe(true)
    }),
  )
})
