import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meanVector, windowEnds } from './windows.ts'

describe('windows', () => {
  test.each([
    [[], 10, []],
    [[3, 3], 10, [2]],
    [[5, 5], 10, [2]],
    [[5, 5, 1], 10, [1, 3]],
    [[1, 1, 1, 1, 1, 1], 5, [3, 6]],
    [[10, 10, 10], 10, [1, 2, 3]],
  ])('of %j words in windows of %d tokens end at %j', (words, limit, ends) => {
    expect(windowEnds(words, limit)).toEqual(ends)
  })

  test('take every word once, in order, hold no more than fits, and are as few as can be', () => {
    const words = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 120 })
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 60 }), (tokens, limit) => {
        const ends = windowEnds(tokens, limit)
        expect(ends.at(-1)).toBe(tokens.length)
        let filled = 0
        let fewest = 1
        for (const count of tokens) {
          if (filled + count > limit) {
            fewest++
            filled = 0
          }
          filled += count
        }
        expect(ends).toHaveLength(fewest)
        for (const [index, end] of ends.entries()) {
          const window = tokens.slice(ends[index - 1] ?? 0, end)
          expect(window.length).toBeGreaterThan(0)
          expect(window.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })

  test('of words of one token differ by less than the number of windows', () => {
    const ends = windowEnds(
      Array.from({ length: 130 }, () => 1),
      128,
    )
    expect(ends).toEqual([65, 130])
  })
})

describe('the mean of vectors', () => {
  test('is taken place by place', () => {
    expect(meanVector([Float32Array.of(1, 4), Float32Array.of(3, 0)])).toEqual(Float32Array.of(2, 2))
  })

  test('of one vector is that vector', () => {
    expect(meanVector([Float32Array.of(0.1, -0.7)])).toEqual(Float32Array.of(0.1, -0.7))
  })
})
