import { Worker } from 'node:worker_threads'
import type { CancelSignal, EmbedResult } from '#core/grading/similarity/embedder.ts'
import type { EmbedJob, EmbedJobResult } from './worker-protocol.ts'

/** Embedding workers that share their jobs. */
export interface WorkerPool {
  /** One result a text, in order. A crash of a worker, or cancelling, gives what is not done yet a problem. */
  readonly embed: (texts: readonly string[], signal?: CancelSignal) => Promise<readonly EmbedResult[]>
  readonly close: () => Promise<void>
}

// A job is what cancelling waits for, at most, and what a crash loses. Lengths are in UTF-16 units.
const TEXTS_A_JOB = 64
const LENGTH_OF_A_JOB = 16_384

// Embedding makes much garbage and keeps nothing: a small young generation costs no time and saves memory.
const YOUNG_GENERATION_MB = 4

interface Job extends EmbedJob {
  readonly done: (results: readonly EmbedResult[]) => void
}

interface Member {
  readonly worker: Worker
  job?: Job
}

/** Starts up to `size` workers when there are jobs for them. An idle worker keeps no process alive. */
export const createWorkerPool = (url: URL, size: number): WorkerPool => {
  const waiting: Job[] = []
  const members = new Set<Member>()
  let lastId = 0
  let closed = false

  const assign = (): void => {
    while (waiting.length > 0) {
      const idle = [...members].find((member) => member.job === undefined) ?? hire()
      const job = idle && waiting.shift()
      if (!idle || !job) return
      idle.job = job
      idle.worker.ref()
      const message: EmbedJob = { id: job.id, texts: job.texts }
      idle.worker.postMessage(message)
    }
  }

  const hire = (): Member | undefined => {
    if (members.size >= size) return undefined
    const worker = new Worker(url, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } })
    const member: Member = { worker }
    members.add(member)
    worker.on('message', (result: EmbedJobResult) => {
      const { job } = member
      delete member.job
      worker.unref()
      job?.done(resultsOf(result))
      assign()
    })
    worker.on('error', (error) => {
      dismiss(member, `the embedder crashed: ${error instanceof Error ? error.message : String(error)}`)
    })
    worker.on('exit', () => {
      dismiss(member, 'the embedder crashed')
    })
    return member
  }

  /** A crash ends what waits, too: the next worker would most likely go the same way. */
  const dismiss = (member: Member, problem: string): void => {
    if (!members.delete(member)) return
    const lost = [...(member.job ? [member.job] : []), ...waiting.splice(0)]
    for (const job of lost) job.done(job.texts.map(() => ({ problem })))
  }

  const runJob = (
    texts: readonly string[],
    signal: CancelSignal | undefined,
  ): Promise<readonly EmbedResult[]> =>
    new Promise((resolve) => {
      const cancel = (): void => {
        const place = waiting.indexOf(job)
        if (place >= 0) waiting.splice(place, 1)
        job.done(texts.map(() => ({ problem: 'grading was cancelled' })))
      }
      const job: Job = {
        id: ++lastId,
        texts,
        done: (results) => {
          signal?.removeEventListener('abort', cancel)
          resolve(results)
        },
      }
      signal?.addEventListener('abort', cancel)
      waiting.push(job)
      assign()
    })

  return {
    embed: async (texts, signal) => {
      if (closed) return texts.map(() => ({ problem: 'the embedder was closed' }))
      if (signal?.aborted) return texts.map(() => ({ problem: 'grading was cancelled' }))
      return (await Promise.all(jobsOf(texts).map((job) => runJob(job, signal)))).flat()
    },
    close: async () => {
      closed = true
      const ended = [...members]
      for (const member of ended) dismiss(member, 'the embedder was closed')
      await Promise.all(ended.map(({ worker }) => worker.terminate()))
    },
  }
}

const jobsOf = (texts: readonly string[]): readonly (readonly string[])[] => {
  const jobs: string[][] = []
  let length = 0
  for (const text of texts) {
    const last = jobs.at(-1)
    if (last && last.length < TEXTS_A_JOB && length + text.length <= LENGTH_OF_A_JOB) last.push(text)
    else {
      jobs.push([text])
      length = 0
    }
    length += text.length
  }
  return jobs
}

const resultsOf = ({ vectors, windows, problems }: EmbedJobResult): readonly EmbedResult[] => {
  const dimension = vectors.length / windows.length
  return windows.map((count, index) => {
    const problem = problems[index]
    if (typeof problem === 'string') return { problem }
    return { vector: vectors.slice(index * dimension, (index + 1) * dimension), windows: count }
  })
}
