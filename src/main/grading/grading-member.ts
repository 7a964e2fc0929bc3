import { Worker } from 'node:worker_threads'
import type {
  DeterministicGrader,
  WorkerBatch,
  WorkerCase,
  WorkerResult,
  WorkerSetup,
} from './worker-messages.ts'
import { PROGRESS_BYTES, workerProgress } from './worker-progress.ts'
import { workerUrl } from './worker-url.ts'

const TICK_MS = 50
const DEADLINE_MS = 1_000
/** The sandbox ends a custom grader itself at its time limit; the deadline outside is the net below it. */
const CUSTOM_SLACK_MS = 1_000
/** A worker makes short-lived data alone: a small nursery costs no time and saves tens of megabytes. */
const NURSERY_MB = 8

/** A grade that did not come back: past its deadline, or, with a `problem`, with the end of its worker. */
export interface Stuck {
  /** Its position among all the grades of the batch. */
  readonly stuckAt: number
  readonly problem?: string
}

/** One worker thread, replaced when it has to be ended. */
export interface GradingMember {
  /** Starts the thread before its first batch. */
  start(): void
  /** Sends a batch. The worker is free afterwards, or ended where a grade was stuck. */
  grade(batch: WorkerBatch): Promise<WorkerResult | Stuck>
  end(): Promise<void>
}

/** The wall-clock time that one grade may take. */
export const deadlineMs = (grader: DeterministicGrader | undefined): number =>
  grader?.kind === 'custom' ? grader.timeoutMs : DEADLINE_MS

/** A member whose thread starts with `start`, or with its first batch. `graderAt` says whose grade stands at a position of a batch. */
export const createGradingMember = (
  graders: readonly DeterministicGrader[],
  cases: readonly WorkerCase[],
  graderAt: (batch: WorkerBatch, position: number) => DeterministicGrader | undefined,
): GradingMember => {
  const memory = new SharedArrayBuffer(PROGRESS_BYTES)
  const progress = workerProgress(memory)
  const workerData: WorkerSetup = { graders, cases, progress: memory }
  let worker: Worker | undefined

  const started = (): Worker => {
    if (worker) return worker
    progress.begin(-1)
    const made = new Worker(workerUrl('grading-worker'), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MB },
    })
    // Whoever waits for a batch hears of the end; between batches the next one starts another worker.
    made
      .on('error', () => {})
      .on('exit', () => {
        if (worker === made) worker = undefined
      })
    worker = made
    return made
  }

  const end = async (): Promise<void> => {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  const send = (batch: WorkerBatch): Promise<WorkerResult | Stuck> =>
    new Promise((resolve, reject) => {
      const thread = started()
      let last = progress.read().count
      let stuckMs = 0
      const timer = setInterval(() => {
        const { count, position } = progress.read()
        stuckMs = count === last && position >= 0 ? stuckMs + TICK_MS : 0
        last = count
        if (position < 0) return
        const grader = graderAt(batch, position)
        const slackMs = grader?.kind === 'custom' ? CUSTOM_SLACK_MS : 0
        if (stuckMs >= deadlineMs(grader) + slackMs) settle(() => resolve({ stuckAt: position }))
      }, TICK_MS)
      const settle = (then: () => void): void => {
        clearInterval(timer)
        thread.off('message', receive).off('error', crash).off('exit', exit)
        then()
      }
      const receive = (result: WorkerResult): void => settle(() => resolve(result))
      const crash = (problem: Error): void => {
        const { position } = progress.read()
        settle(() =>
          position < 0 ? reject(problem) : resolve({ stuckAt: position, problem: problem.message }),
        )
      }
      const exit = (): void => crash(new Error('the grading worker ended by itself'))
      thread.on('message', receive).on('error', crash).on('exit', exit)
      thread.postMessage(batch)
    })

  return {
    start: () => {
      started()
    },
    grade: async (batch) => {
      const answer = await send(batch)
      if ('stuckAt' in answer) await end()
      return answer
    },
    end,
  }
}
