/** What tells a long call that it is no longer wanted; an `AbortSignal` is one. */
export interface CancelSignal {
  readonly aborted: boolean
  readonly addEventListener: (type: 'abort', listener: () => void) => void
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

/** A text's vector. */
export interface Embedding {
  readonly vector: Float32Array
  /** How many consecutive windows of the text were averaged; 1 where it fits the embedder. */
  readonly windows: number
}

/** A vector, or why there is none: a clause of a sentence, such as "the embedder crashed". */
export type EmbedResult = Embedding | { readonly problem: string }

/** Whatever turns texts into vectors. */
export interface Embedder {
  /** Kind, model, version, dimension and preparation: two embedders with one fingerprint give the same vectors. */
  readonly fingerprint: string
  /** The one language the model was made for, as a BCP 47 tag, where it is one. */
  readonly language?: string
  /**
   * One result a text, in order. A text that the embedder cannot take, and one that it did not reach before
   * `signal` was aborted, has a problem; nothing else is touched by it.
   */
  readonly embed: (texts: readonly string[], signal?: CancelSignal) => Promise<readonly EmbedResult[]>
}
