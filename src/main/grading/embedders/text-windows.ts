import { windowEnds } from '#core/grading/similarity/windows.ts'
import type { WordTokens } from './tokenizer.ts'

/** A text as the model takes it: the tokens of each window, or why it takes none. */
export type TextWindows = { readonly windows: readonly (readonly number[])[] } | { readonly problem: string }

/** The tokens that the model attends to; it drops what comes after. */
const WINDOW_TOKENS = 128

/**
 * Makes a text ready for the model: compatibility forms become plain ones, runs of white space one space, words
 * tokens, and more than 128 tokens several windows. Characters that the vocabulary does not have are left out,
 * since the model reads one as the end of the text; where more than half are of that kind, the vector would be of
 * another text, and there is none.
 */
export const textWindows = (text: string, tokenize: (word: string) => WordTokens): TextWindows => {
  const words = text
    .normalize('NFKC')
    .split(/\s+/u)
    .filter((word) => word !== '')
  if (words.length === 0) return { problem: 'it is blank' }
  const cut = words.map(tokenize)
  const unknown = cut.reduce((sum, word) => sum + word.unknown, 0)
  const characters = words.reduce((sum, word) => sum + [...word].length, 0)
  if (unknown * 2 > characters)
    return {
      problem: `the built-in embedder is made for English and does not know ${unknown} of its ${characters} characters`,
    }
  const pieces = cut.flatMap(({ tokens }) => chunks(tokens, WINDOW_TOKENS))
  const ends = windowEnds(
    pieces.map((piece) => piece.length),
    WINDOW_TOKENS,
  )
  return { windows: ends.map((end, index) => pieces.slice(ends[index - 1] ?? 0, end).flat()) }
}

const chunks = (tokens: readonly number[], size: number): readonly (readonly number[])[] => {
  if (tokens.length <= size) return [tokens]
  const count = Math.ceil(tokens.length / size)
  return Array.from({ length: count }, (_, index) => tokens.slice(index * size, (index + 1) * size))
}
