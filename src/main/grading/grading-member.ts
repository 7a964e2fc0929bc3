import { startGradingThread, type GradingThread } from './grading-thread.ts'
import type {
  DeterministicGrader,
  WorkerAnswer,
  WorkerBatch,
  WorkerResult,
  WorkerSetup,
} from './worker-messages.ts'

const TICK_MS = 50
const DEADLINE_MS = 1_000
/** The sandbox ends a custom grader itself at its time limit; the deadline outside is the net below it. */
const CUSTOM_SLACK_MS = 1_000

/** A grade that did not come back: past its deadline, or, with a `problem`, with the end of its worker. */
export interface Stuck {
  /** Its position among all the grades of the batch. */
  readonly stuckAt: number
  readonly problem?: string
}

/** One worker thread, replaced when it has to be ended. */
export interface GradingMember {
  /** Starts the thread before its first batch. Resolves when its graders are ready, or when it ended. */
  start(): Promise<void>
  readonly isReady: () => boolean
  /** Sends a batch. The worker is free afterwards, or ended where a grade was stuck. */
  grade(batch: WorkerBatch): Promise<WorkerResult | Stuck>
  end(): Promise<void>
}

/** The wall-clock time that one grade may take. */
export const deadlineMs = (grader: DeterministicGrader | undefined): number =>
  grader?.kind === 'custom' ? grader.timeoutMs : DEADLINE_MS

/**
 * A member whose thread starts with `start`, or with its first batch; `spare` is taken for the first.
 * `graderAt` says whose grade stands at a position of a batch.
 */
export const createGradingMember = (
  setup: WorkerSetup,
  graderAt: (batch: WorkerBatch, position: number) => DeterministicGrader | undefined,
  spare?: GradingThread,
): GradingMember => {
  let waiting = spare
  let thread: GradingThread | undefined
  let isReady = false
  let ready = Promise.resolve()

  const started = (): GradingThread => {
    if (thread) return thread
    const made = waiting ?? startGradingThread()
    waiting = undefined
    thread = made
    isReady = false
    made.worker.ref()
    ready = new Promise((resolve) => {
      made.worker.on('message', (answer: WorkerAnswer) => {
        if (answer.kind !== 'ready') return
        isReady = thread === made
        resolve()
      })
      made.worker.once('exit', () => {
        if (thread === made) thread = undefined
        resolve()
      })
    })
    made.order({ kind: 'setUp', ...setup })
    return made
  }

  const end = async (): Promise<void> => {
    const ended = thread ?? waiting
    thread = undefined
    waiting = undefined
    isReady = false
    await ended?.worker.terminate()
  }

  const send = (batch: WorkerBatch): Promise<WorkerResult | Stuck> =>
    new Promise((resolve, reject) => {
      const { worker, progress, order } = started()
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
        worker.off('message', receive).off('error', crash).off('exit', exit)
        then()
      }
      const receive = (answer: WorkerAnswer): void => {
        if (answer.kind === 'result') settle(() => resolve(answer))
      }
      const crash = (problem: Error): void => {
        const { position } = progress.read()
        settle(() =>
          position < 0 ? reject(problem) : resolve({ stuckAt: position, problem: problem.message }),
        )
      }
      const exit = (): void => crash(new Error('the grading worker ended by itself'))
      worker.on('message', receive).on('error', crash).on('exit', exit)
      order({ kind: 'grade', ...batch })
    })

  return {
    start: () => {
      started()
      return ready
    },
    isReady: () => isReady,
    grade: async (batch) => {
      const answer = await send(batch)
      if ('stuckAt' in answer) await end()
      return answer
    },
    end,
  }
}
