import { cachedEmbedder, type EmbeddingCache } from '#core/grading/similarity/cached-embedder.ts'
import type { Embedder } from '#core/grading/similarity/embedder.ts'
import type { Suite } from '#core/suite/suite.ts'
import { whyModelIsOff } from '../model-consent.ts'
import { createBuiltinEmbedder } from './builtin-embedder.ts'

/** An embedder ready to be asked, or the end of a sentence that says why there is none. */
export type OpenedEmbedder =
  | { readonly ok: true; readonly embedder: Embedder; readonly close: () => Promise<void> }
  | { readonly ok: false; readonly message: string }

/**
 * The embedder that a grader names, in front of a cache where there is one. `builtin` needs no cell. Whoever opens
 * it closes it.
 */
export const openEmbedder = (
  suite: Pick<Suite, 'embedders'>,
  name: string,
  allowedHosts: readonly string[],
  cache?: EmbeddingCache,
): OpenedEmbedder => {
  const model = suite.embedders.find((embedder) => embedder.name === name)
  if (!model && name !== 'builtin') return { ok: false, message: `there is no embedder "${name}"` }
  if (model && model.kind !== 'builtin')
    return { ok: false, message: whyModelIsOff('embedder', model, allowedHosts) }
  const builtin = createBuiltinEmbedder()
  return { ok: true, embedder: cache ? cachedEmbedder(builtin, cache) : builtin, close: builtin.close }
}
