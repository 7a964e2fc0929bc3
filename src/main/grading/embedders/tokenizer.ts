/** A vocabulary as the model ships it: pieces with their log probabilities; a piece's position is its id. */
export type Vocabulary = readonly (readonly [piece: string, score: number | null])[]

/** What a word comes to. */
export interface WordTokens {
  readonly tokens: readonly number[]
  /** Characters that no piece has; they have no token. */
  readonly unknown: number
}

/** The token of a word's beginning: the piece `▁`, in front of every word. */
const WORD_START = '▁'

// The first ids are marks such as the end of a sentence, not pieces of text.
const RESERVED = 6

/**
 * Cuts words into the pieces of a unigram vocabulary, so that the sum of the pieces' scores is highest (Viterbi;
 * Kudo, "Subword Regularization", 2018). Linear in the word: no piece is longer than the longest. Pieces never
 * span two words, so that cutting words one by one gives what cutting the text gives.
 */
export const createTokenizer = (vocabulary: Vocabulary): ((word: string) => WordTokens) => {
  const pieces = new Map<string, { readonly id: number; readonly score: number }>()
  let longest = 1
  vocabulary.forEach(([piece, score], id) => {
    if (id < RESERVED) return
    // A few scores were lost when the vocabulary was made; they count as nought, as in the model's own tokenizer.
    pieces.set(piece, { id, score: score ?? 0 })
    longest = Math.max(longest, [...piece].length)
  })

  const cut = (word: string): WordTokens => {
    const characters = [...`${WORD_START}${word}`]
    const best: (Step | undefined)[] = [{ score: 0, start: 0, id: UNKNOWN }]
    for (let end = 1; end <= characters.length; end++) {
      let step: Step | undefined
      for (let start = Math.max(0, end - longest); start < end; start++) {
        const before = best[start]
        const piece = pieces.get(characters.slice(start, end).join(''))
        if (before === undefined || piece === undefined) continue
        const score = before.score + piece.score
        if (step === undefined || score >= step.score) step = { score, start, id: piece.id }
      }
      const before = best[end - 1]
      best.push(step ?? (before && { score: before.score, start: end - 1, id: UNKNOWN }))
    }
    return follow(best)
  }

  const cache = new Map<string, WordTokens>()
  return (word) => {
    const known = cache.get(word)
    if (known) return known
    const tokens = cut(word)
    if (word.length <= LONGEST_CACHED && cache.size < MOST_CACHED) cache.set(word, tokens)
    return tokens
  }
}

interface Step {
  readonly score: number
  readonly start: number
  readonly id: number
}

const UNKNOWN = 0
const LONGEST_CACHED = 24
const MOST_CACHED = 20_000

/** The best path, from its end to its start. */
const follow = (best: readonly (Step | undefined)[]): WordTokens => {
  const tokens: number[] = []
  let unknown = 0
  for (let end = best.length - 1; end > 0;) {
    const step = best[end]
    if (step === undefined) break
    if (step.id === UNKNOWN) unknown++
    else tokens.push(step.id)
    end = step.start
  }
  return { tokens: tokens.reverse(), unknown }
}
