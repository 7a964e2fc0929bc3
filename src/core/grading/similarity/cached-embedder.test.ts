import { describe, expect, test } from 'vitest'
import { hashText } from '../../hash.ts'
import { cachedEmbedder, type EmbeddingCache } from './cached-embedder.ts'
import type { Embedder, Embedding, EmbedResult } from './embedder.ts'

const cacheInMemory = (): EmbeddingCache & { readonly stored: Map<string, Embedding> } => {
  const stored = new Map<string, Embedding>()
  return {
    stored,
    getMany: (fingerprint, hashes) =>
      new Map(
        hashes.flatMap((hash) => {
          const embedding = stored.get(`${fingerprint} ${hash}`)
          return embedding ? [[hash, embedding] as const] : []
        }),
      ),
    putMany: (fingerprint, embeddings) => {
      for (const [hash, embedding] of embeddings) stored.set(`${fingerprint} ${hash}`, embedding)
    },
  }
}

const countingEmbedder = (): Embedder & { readonly asked: string[] } => {
  const asked: string[] = []
  return {
    fingerprint: 'lengths',
    asked,
    embed: (texts) => {
      asked.push(...texts)
      return Promise.resolve(
        texts.map((text): EmbedResult =>
          text === 'bad' ? { problem: 'it is bad' } : { vector: Float32Array.of(text.length, 1), windows: 2 },
        ),
      )
    },
  }
}

describe('a cached embedder', () => {
  test('asks for each text once, and gives what the embedder gave', async () => {
    const embedder = countingEmbedder()
    const cached = cachedEmbedder(embedder, cacheInMemory())
    const first = await cached.embed(['a', 'bb', 'a'])
    expect(embedder.asked).toEqual(['a', 'bb'])
    expect(first[2]).toEqual({ vector: Float32Array.of(1, 1), windows: 2 })
    expect(await cached.embed(['a', 'bb', 'a'])).toEqual(first)
    expect(embedder.asked).toEqual(['a', 'bb'])
    expect(cached.counts()).toEqual({ hits: 3, misses: 2 })
  })

  test('does not ask where nothing is missing', async () => {
    const cached = cachedEmbedder(countingEmbedder(), cacheInMemory())
    expect(await cached.embed([])).toEqual([])
  })

  test('asks again for what had a problem', async () => {
    const embedder = countingEmbedder()
    const cache = cacheInMemory()
    const cached = cachedEmbedder(embedder, cache)
    expect(await cached.embed(['bad'])).toEqual([{ problem: 'it is bad' }])
    await cached.embed(['bad'])
    expect(embedder.asked).toEqual(['bad', 'bad'])
    expect(cache.stored.size).toBe(0)
  })

  test('keeps the vectors of embedders apart', async () => {
    const cache = cacheInMemory()
    cache.putMany('another', new Map([[hashText('a'), { vector: Float32Array.of(9), windows: 1 }]]))
    const embedder = countingEmbedder()
    await cachedEmbedder(embedder, cache).embed(['a'])
    expect(embedder.asked).toEqual(['a'])
  })
})
