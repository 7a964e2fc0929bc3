/** What a worker is asked: texts to embed. */
export interface EmbedJob {
  readonly id: number
  readonly texts: readonly string[]
}

/** Its answer. Vectors stand one after another; a text with a problem has one of zeros. */
export interface EmbedJobResult {
  readonly id: number
  readonly vectors: Float32Array<ArrayBuffer>
  readonly windows: readonly number[]
  readonly problems: readonly (string | null)[]
}
