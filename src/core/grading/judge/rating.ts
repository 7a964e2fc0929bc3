/** A judge's rating. 3 and 4 pass. */
export type Rating = 1 | 2 | 3 | 4

/** The lowest rating that passes. */
export const LOWEST_PASSING_RATING = 3

/** The rating that a whole number stands for, or `undefined` where it is not on the scale. */
export const ratingOf = (value: number): Rating | undefined =>
  value === 1 || value === 2 || value === 3 || value === 4 ? value : undefined
