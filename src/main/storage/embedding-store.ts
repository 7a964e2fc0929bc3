import type { EmbeddingCache } from '#core/grading/similarity/cached-embedder.ts'
import type { Embedding } from '#core/grading/similarity/embedder.ts'
import type { ProctorDatabase } from './database.ts'

/** Embeddings in the database, kept until it is removed: an embedder's fingerprint names what made them. */
export const createEmbeddingStore = (database: ProctorDatabase): EmbeddingCache => {
  const find = database.prepare<[string, string], { vector: Buffer; windows: number }>(
    'SELECT vector, windows FROM embeddings WHERE fingerprint = ? AND text_hash = ?',
  )
  const insert = database.prepare(
    'INSERT OR REPLACE INTO embeddings (fingerprint, text_hash, vector, windows) VALUES (?, ?, ?, ?)',
  )
  const insertAll = database.transaction(
    (fingerprint: string, embeddings: ReadonlyMap<string, Embedding>) => {
      for (const [hash, { vector, windows }] of embeddings)
        insert.run(
          fingerprint,
          hash,
          Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
          windows,
        )
    },
  )
  return {
    getMany: (fingerprint, textHashes) => {
      const found = new Map<string, Embedding>()
      for (const hash of textHashes) {
        const row = find.get(fingerprint, hash)
        // Copied, since a row's buffer need not lie on a four-byte boundary.
        if (row)
          found.set(hash, {
            vector: new Float32Array(new Uint8Array(row.vector).buffer),
            windows: row.windows,
          })
      }
      return found
    },
    putMany: (fingerprint, embeddings) => {
      insertAll.immediate(fingerprint, embeddings)
    },
  }
}
