import { hashText } from '../../hash.ts'
import type { Embedder, Embedding, EmbedResult } from './embedder.ts'

/**
 * Embeddings kept by embedder and text (`hashText` of it). The window count is kept with the vector, since the
 * reason of a grade says it. `getMany` leaves out what it does not have.
 */
export interface EmbeddingCache {
  getMany(fingerprint: string, textHashes: readonly string[]): ReadonlyMap<string, Embedding>
  putMany(fingerprint: string, embeddings: ReadonlyMap<string, Embedding>): void
}

/** An embedder that counts, in texts, how often its cache spared it the work. */
export interface CachedEmbedder extends Embedder {
  readonly counts: () => { readonly hits: number; readonly misses: number }
}

/** An embedder that asks another only for the texts that a cache does not have, each once. Problems are not kept. */
export const cachedEmbedder = (embedder: Embedder, cache: EmbeddingCache): CachedEmbedder => {
  let hits = 0
  let misses = 0
  return {
    ...embedder,
    counts: () => ({ hits, misses }),
    embed: async (texts, signal) => {
      const hashes = texts.map(hashText)
      const results = new Map<string, EmbedResult>(cache.getMany(embedder.fingerprint, hashes))
      const missing = new Map<string, string>()
      for (const [index, hash] of hashes.entries()) {
        if (results.has(hash)) hits++
        else missing.set(hash, texts[index] ?? '')
      }
      misses += missing.size
      const fresh = new Map<string, Embedding>()
      const asked = missing.size > 0 ? await embedder.embed([...missing.values()], signal) : []
      for (const [index, hash] of [...missing.keys()].entries()) {
        const result = asked[index] ?? NO_VECTOR
        results.set(hash, result)
        if (!('problem' in result)) fresh.set(hash, result)
      }
      if (fresh.size > 0) cache.putMany(embedder.fingerprint, fresh)
      return hashes.map((hash) => results.get(hash) ?? NO_VECTOR)
    },
  }
}

const NO_VECTOR: EmbedResult = { problem: 'the embedder gave no vector' }
