import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMultipleOf } from './multiple-of.ts'

test.each([
  [19.99, 0.01, true],
  [0.07, 0.01, true],
  [0.3, 0.1, true],
  [-0.3, 0.1, true],
  [4.005, 0.01, false],
  [1e-9, 0.01, false],
  [0, 0.01, true],
  [7, 2, false],
  [35, 1.5, false],
  [4.5, 1.5, true],
  [12_391_239_123, 1e-8, true],
  [1e308, 0.5, true],
  [1e308, 3, false],
  [5e-324, 1e308, false],
  [Infinity, 0.5, false],
])('%s is a multiple of %s: %s', (value, factor, expected) => {
  expect(isMultipleOf(value, factor)).toBe(expected)
})

test('a decimal of so many places is a multiple of its last place, and of no larger one unless it ends in 0', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 5 }), (digits, places) => {
      const value = Number(`${digits}e-${places}`)
      expect(isMultipleOf(value, Number(`1e-${places}`))).toBe(true)
      expect(isMultipleOf(value, Number(`1e-${places - 1}`))).toBe(digits % 10 === 0)
    }),
  )
})
