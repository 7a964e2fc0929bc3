import { createBuiltinEmbedder } from '#main/grading/embedders/builtin-embedder.ts'

export interface EmbedderTime {
  readonly texts: number
  readonly seconds: number
  /** How much more resident memory the process has, in MB, workers included. */
  readonly megabytes: number
}

const TEXTS = 2_000

/** Embeds short, different texts once the model is loaded, as a run of summaries would. */
export const timeEmbedder = async (): Promise<EmbedderTime> => {
  const before = process.memoryUsage.rss()
  const embedder = createBuiltinEmbedder()
  try {
    await embedder.embed(['The parcel is at the shop.'])
    const texts = Array.from({ length: TEXTS }, (_, index) => `Parcel ${index} is at the flower shop.`)
    const started = performance.now()
    const results = await embedder.embed(texts)
    const seconds = (performance.now() - started) / 1_000
    if (results.some((result) => 'problem' in result)) throw new Error('a text was not embedded')
    return { texts: TEXTS, seconds, megabytes: Math.round((process.memoryUsage.rss() - before) / 2 ** 20) }
  } finally {
    await embedder.close()
  }
}
