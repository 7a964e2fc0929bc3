import type { ProctorDatabase } from './database.ts'

export interface StoredEmbedding {
  readonly vector: Float32Array
  /** In how many windows the text was embedded. */
  readonly windows: number
}

/** Embeddings by the embedder's fingerprint and the text's hash. */
export interface EmbeddingStore {
  getMany(fingerprint: string, textHashes: readonly string[]): ReadonlyMap<string, StoredEmbedding>
  putMany(fingerprint: string, embeddings: ReadonlyMap<string, StoredEmbedding>): void
}

export const createEmbeddingStore = (database: ProctorDatabase): EmbeddingStore => {
  const find = database.prepare<[string, string], { vector: Buffer; windows: number }>(
    'SELECT vector, windows FROM embeddings WHERE fingerprint = ? AND text_hash = ?',
  )
  const insert = database.prepare(
    'INSERT OR REPLACE INTO embeddings (fingerprint, text_hash, vector, windows) VALUES (?, ?, ?, ?)',
  )
  const insertAll = database.transaction(
    (fingerprint: string, embeddings: ReadonlyMap<string, StoredEmbedding>) => {
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
      const found = new Map<string, StoredEmbedding>()
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
