/** The cosine of two vectors, or why it has none. */
export type Cosine =
  | { readonly cosine: number }
  | { readonly problem: 'zero vector' | 'not a finite number' | 'different dimensions' }

/**
 * The cosine of the angle between two vectors, computed in doubles, clamped to −1…1 and rounded to six decimals:
 * the seventh moves with the order of additions. A vector of zeros has no direction, and one that holds NaN or an
 * infinity none that can be known.
 */
export const cosineOf = (a: ArrayLike<number>, b: ArrayLike<number>): Cosine => {
  if (a.length !== b.length) return { problem: 'different dimensions' }
  const longestA = largestMagnitude(a)
  const longestB = largestMagnitude(b)
  if (!Number.isFinite(longestA) || !Number.isFinite(longestB)) return { problem: 'not a finite number' }
  if (longestA === 0 || longestB === 0) return { problem: 'zero vector' }
  let dot = 0
  let squaresA = 0
  let squaresB = 0
  for (let index = 0; index < a.length; index++) {
    // Divided first, so that squares neither overflow nor vanish.
    const x = (a[index] ?? 0) / longestA
    const y = (b[index] ?? 0) / longestB
    dot += x * y
    squaresA += x * x
    squaresB += y * y
  }
  const cosine = dot / (Math.sqrt(squaresA) * Math.sqrt(squaresB))
  // The addition turns −0 into 0.
  return { cosine: Math.round(Math.min(1, Math.max(-1, cosine)) * 1e6) / 1e6 + 0 }
}

/** NaN where the vector holds one. */
const largestMagnitude = (vector: ArrayLike<number>): number => {
  let largest = 0
  for (let index = 0; index < vector.length; index++) {
    const magnitude = Math.abs(vector[index] ?? 0)
    if (!(magnitude <= largest)) largest = magnitude
    if (Number.isNaN(magnitude)) return magnitude
  }
  return largest
}
