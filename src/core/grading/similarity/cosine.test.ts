import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cosineOf } from './cosine.ts'

interface VectorRow {
  readonly id: string
  readonly grader: string
  readonly config: { readonly threshold: number }
  readonly vectors: readonly (readonly (number | 'NaN')[])[] | string
  readonly verdict: 'passed' | 'failed' | 'notGraded'
}

const rows: readonly VectorRow[] = readFileSync(
  new URL('../../../../test/vectors/grader-cases.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
  .filter((row) => row.grader === 'semanticSimilarity' && Array.isArray(row.vectors))

const verdictOf = (a: ArrayLike<number>, b: ArrayLike<number>, threshold: number): VectorRow['verdict'] => {
  const result = cosineOf(a, b)
  if ('problem' in result) return 'notGraded'
  return result.cosine >= threshold ? 'passed' : 'failed'
}

test.each(rows)('$id', ({ vectors, config, verdict }) => {
  if (typeof vectors === 'string') throw new Error('filtered out above')
  const [a, b] = vectors.map((vector) => Float32Array.from(vector, Number))
  expect(verdictOf(a ?? [], b ?? [], config.threshold)).toBe(verdict)
})

const vector = fc
  .array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 40 })
  .filter((numbers) => numbers.some((number) => number !== 0))
  .map((numbers) => Float32Array.from(numbers))

describe('the cosine', () => {
  test.each([
    [[1, 0], [0, 1], 0],
    [[1, 0], [1, 2], 0.447214],
    [[1, 2], [-1, -2], -1],
    [[3e38, 3e38], [1e-38, 1e-38], 1],
    [[1e200, 0], [1e-200, 0], 1],
  ])('of %j and %j is %d', (a, b, cosine) => {
    expect(cosineOf(a, b)).toEqual({ cosine })
  })

  test.each([
    [[0, 0], [1, 0], 'zero vector'],
    [[1, 0], [-0, 0], 'zero vector'],
    [[Number.NaN, 1], [1, 1], 'not a finite number'],
    [[1, Number.NaN], [1, 1], 'not a finite number'],
    [[1, 1], [Number.POSITIVE_INFINITY, 1], 'not a finite number'],
    [[1, 1, 1], [1, 1], 'different dimensions'],
    [[], [], 'zero vector'],
  ])('of %j and %j is a problem: %s', (a, b, problem) => {
    expect(cosineOf(a, b)).toEqual({ problem })
  })

  test('of a vector and itself is 1, and passes a threshold of 1', () => {
    fc.assert(
      fc.property(vector, (a) => {
        expect(cosineOf(a, a)).toEqual({ cosine: 1 })
      }),
    )
  })

  test('is in −1…1, has six decimals, and is the same both ways', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const length = Math.min(a.length, b.length)
        const result = cosineOf(a.slice(0, length), b.slice(0, length))
        if ('problem' in result) return
        expect(Math.abs(result.cosine)).toBeLessThanOrEqual(1)
        expect(Number(result.cosine.toFixed(6))).toBe(result.cosine)
        expect(cosineOf(b.slice(0, length), a.slice(0, length))).toEqual(result)
      }),
    )
  })

  test('does not see the length of a vector', () => {
    expect(cosineOf([1, 2, 3], [2, 1, 0.5])).toEqual(cosineOf([10, 20, 30], [2, 1, 0.5]))
  })
})
