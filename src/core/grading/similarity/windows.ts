/**
 * Cuts a text into the fewest consecutive windows that an embedder takes, of about equal length, at word ends.
 *
 * @param wordTokens how many tokens each word has, in order; a word longer than a window must be cut before.
 * @param windowTokens the most tokens in a window, 1 or more.
 * @returns for each window the position of the word after its last; the last one is `wordTokens.length`. Empty for
 *   no words.
 */
export const windowEnds = (wordTokens: readonly number[], windowTokens: number): readonly number[] => {
  const fewest = greedyEnds(wordTokens, windowTokens)
  if (fewest.length < 2) return fewest
  // The lowest limit that needs no window more, found by halving: a last window of three words would otherwise
  // weigh as much in the average as a full one.
  let tooLow = 0
  let enough = windowTokens
  while (enough - tooLow > 1) {
    const limit = Math.floor((tooLow + enough) / 2)
    if (greedyEnds(wordTokens, limit).length > fewest.length) tooLow = limit
    else enough = limit
  }
  return greedyEnds(wordTokens, enough)
}

/** Fills each window before the next. A word over the limit has a window of its own. */
const greedyEnds = (wordTokens: readonly number[], limit: number): readonly number[] => {
  const ends: number[] = []
  let filled = 0
  wordTokens.forEach((tokens, word) => {
    if (filled > 0 && filled + tokens > limit) {
      ends.push(word)
      filled = 0
    }
    filled += tokens
  })
  if (filled > 0) ends.push(wordTokens.length)
  return ends
}

/** The mean of vectors of one dimension, at least one, summed in doubles. */
export const meanVector = (vectors: readonly Float32Array[]): Float32Array => {
  const [first] = vectors
  if (first === undefined) throw new Error('the mean of no vectors')
  return first.map(
    (_, index) => vectors.reduce((sum, vector) => sum + (vector[index] ?? 0), 0) / vectors.length,
  )
}
