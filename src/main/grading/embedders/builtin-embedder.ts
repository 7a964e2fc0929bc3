import { availableParallelism } from 'node:os'
import { cosineOf } from '#core/grading/similarity/cosine.ts'
import type { CancelSignal, Embedder, EmbedResult } from '#core/grading/similarity/embedder.ts'
import { BUILTIN_DIMENSION, BUILTIN_MODEL, BUILTIN_VERSION } from './builtin-identity.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

/** An embedder that holds something to give back. */
export interface ClosableEmbedder extends Embedder {
  /** Ends its workers. What is still asked, then and later, gets a problem. */
  readonly close: () => Promise<void>
}

export interface BuiltinEmbedderOptions {
  /** Workers at most; each holds the model, about 130 MB. Default 2, or 1 on a machine with one core. */
  readonly workers?: number
  /** The worker's file; a test gives another. */
  readonly workerUrl?: URL
}

/** The model, its release, the length of its vectors, and how texts are made ready for it. */
export const BUILTIN_FINGERPRINT = `builtin:${BUILTIN_MODEL}@${BUILTIN_VERSION}:${BUILTIN_DIMENSION}:nfkc,spaces:1`

/**
 * The embedder that needs no network: Universal Sentence Encoder lite, for English, 512 dimensions, windows of 128
 * tokens. It runs in worker threads that start with the first text, and gives a text the same vector whatever else
 * is embedded with it. Before the first text it embeds two sentences with a known cosine; a machine on which that
 * comes out otherwise gets problems instead of vectors.
 */
export const createBuiltinEmbedder = (options: BuiltinEmbedderOptions = {}): ClosableEmbedder => {
  const url =
    options.workerUrl ??
    new URL(import.meta.url.endsWith('.ts') ? './builtin-worker.ts' : './builtin-worker.js', import.meta.url)
  const pool = createWorkerPool(url, options.workers ?? Math.min(2, availableParallelism()))
  let checked: Promise<string | undefined> | undefined
  return {
    fingerprint: BUILTIN_FINGERPRINT,
    language: 'en',
    embed: async (texts, signal) => {
      if (texts.length === 0) return []
      const problem = await (checked ??= selfCheck(pool))
      if (problem === undefined) return embedTexts(texts, pool, signal)
      checked = undefined
      return texts.map(() => ({ problem }))
    },
    close: () => pool.close(),
  }
}

const CHECK_TEXTS = ['The kettle is broken.', 'My kettle no longer works.']
const CHECK_COSINE = 0.774093
const CHECK_TOLERANCE = 0.0005

const selfCheck = async (pool: WorkerPool): Promise<string | undefined> => {
  const [a, b] = await pool.embed(CHECK_TEXTS)
  if (!a || !b) return 'the embedder gave no vector'
  if ('problem' in a) return a.problem
  if ('problem' in b) return b.problem
  const result = cosineOf(a.vector, b.vector)
  if ('cosine' in result && Math.abs(result.cosine - CHECK_COSINE) <= CHECK_TOLERANCE) return undefined
  const found = 'cosine' in result ? result.cosine : result.problem
  return `the built-in embedder does not work on this machine: its self-check gave ${found} instead of ${CHECK_COSINE}`
}

/** Texts of like length go together, so that batches are full; the longest first, so that no worker idles at the end. */
const embedTexts = async (
  texts: readonly string[],
  pool: WorkerPool,
  signal: CancelSignal | undefined,
): Promise<readonly EmbedResult[]> => {
  const order = [...texts.keys()].sort((a, b) => (texts[b]?.length ?? 0) - (texts[a]?.length ?? 0) || a - b)
  const embedded = await pool.embed(
    order.map((position) => texts[position] ?? ''),
    signal,
  )
  const results: EmbedResult[] = []
  order.forEach((position, index) => {
    results[position] = embedded[index] ?? { problem: 'the embedder gave no vector' }
  })
  return results
}
