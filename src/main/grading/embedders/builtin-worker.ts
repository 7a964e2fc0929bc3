import { parentPort } from 'node:worker_threads'
import { meanVector } from '#core/grading/similarity/windows.ts'
import { BUILTIN_DIMENSION } from './builtin-identity.ts'
import { loadBuiltinModel, type BuiltinModel } from './builtin-model.ts'
import { textWindows } from './text-windows.ts'
import type { EmbedJob, EmbedJobResult } from './worker-protocol.ts'

// The worker of the built-in embedder: loads the model once and answers one job after another.

const answer = async ({ id, texts }: EmbedJob, model: BuiltinModel): Promise<EmbedJobResult> => {
  const prepared = texts.map((text) => textWindows(text, model.tokenize))
  const windows = prepared.map((text) => ('problem' in text ? 0 : text.windows.length))
  const vectors = await model.embed(prepared.flatMap((text) => ('problem' in text ? [] : text.windows)))
  const all = new Float32Array(texts.length * BUILTIN_DIMENSION)
  let next = 0
  windows.forEach((count, index) => {
    if (count > 0) all.set(meanVector(vectors.slice(next, next + count)), index * BUILTIN_DIMENSION)
    next += count
  })
  const problems = prepared.map((text) => ('problem' in text ? text.problem : null))
  return { id, vectors: all, windows, problems }
}

const port = parentPort
if (port) {
  const loading = loadBuiltinModel()
  const reply = async (job: EmbedJob): Promise<void> => {
    const result = await answer(job, await loading)
    port.postMessage(result, [result.vectors.buffer])
  }
  // What goes wrong here ends the worker, which its pool reports.
  port.on('message', (job: EmbedJob) => void reply(job))
}
