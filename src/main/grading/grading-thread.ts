import { Worker } from 'node:worker_threads'
import type { WorkerHints, WorkerOrder } from './worker-messages.ts'
import { PROGRESS_BYTES, workerProgress, type WorkerProgress } from './worker-progress.ts'
import { workerUrl } from './worker-url.ts'

/** A worker makes short-lived data alone: a small nursery costs no time and saves tens of megabytes. */
const NURSERY_MB = 8

/** A worker thread that grades, and what can be seen of it while it is busy. */
export interface GradingThread {
  readonly worker: Worker
  readonly progress: WorkerProgress
  order(order: WorkerOrder): void
}

export const startGradingThread = (): GradingThread => {
  const memory = new SharedArrayBuffer(PROGRESS_BYTES)
  const progress = workerProgress(memory)
  progress.begin(-1)
  const worker = new Worker(workerUrl('grading-worker'), {
    workerData: memory,
    resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MB },
  })
  // Whoever waits for a batch hears of the end by itself.
  worker.on('error', () => {})
  return { worker, progress, order: (order) => worker.postMessage(order) }
}

/** A thread that loads while the call is still being read. Until somebody takes it over it keeps no process alive. */
export const startSpareThread = (hints: WorkerHints): GradingThread => {
  const thread = startGradingThread()
  thread.worker.unref()
  thread.order({ kind: 'preload', ...hints })
  return thread
}
