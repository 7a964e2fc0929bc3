import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Grade, notGraded, passed } from '#core/grading/grade.ts'
import { createLimitStreaks } from './limit-streaks.ts'
import type {
  DeterministicGrader,
  WorkerBatch,
  WorkerCase,
  WorkerItem,
  WorkerResult,
  WorkerSetup,
} from './worker-messages.ts'
import { PROGRESS_BYTES, workerProgress } from './worker-progress.ts'
import { workerUrl } from './worker-url.ts'

/** Enough that a round trip is small beside the work, few enough that a lost batch is soon done again. */
const BATCH_ITEMS = 256
const BATCH_CHARACTERS = 2_000_000

/** A second worker pays only for runs that take longer than its start. */
const ITEMS_WORTH_A_WORKER = 1_000

const TICK_MS = 50
const DEADLINE_MS = 1_000
/** The sandbox ends a custom grader itself at its time limit; the deadline outside is the net below it. */
const CUSTOM_SLACK_MS = 1_000

export interface GradingJob {
  readonly graders: readonly DeterministicGrader[]
  readonly cases: readonly WorkerCase[]
  readonly items: readonly WorkerItem[]
  readonly signal?: AbortSignal
  /** Called as batches end, with the number of items that are done. */
  readonly onProgress?: (done: number) => void
}

/**
 * Grades items in worker threads. Returns, for each item, the grades of its graders in their order.
 * A grade that takes longer than its deadline is not graded: its worker is ended and replaced, and the
 * rest of the batch is done again without it. Rejects with the signal's reason when cancelled.
 */
export const gradeInWorkers = async (job: GradingJob): Promise<readonly (readonly Grade[])[]> => {
  job.signal?.throwIfAborted()
  if (job.items.length === 0) return []
  const count = Math.max(
    1,
    Math.min(availableParallelism(), Math.ceil(job.items.length / ITEMS_WORTH_A_WORKER)),
  )
  const run = createRun(job)
  const members = Array.from({ length: Math.min(count, run.batchCount) }, () => createMember(job, run))
  const abort = new Promise<never>((_, reject) => {
    job.signal?.addEventListener('abort', () => reject(job.signal?.reason as Error), { once: true })
  })
  try {
    await Promise.race([Promise.all(members.map((member) => member.work())), abort])
  } finally {
    await Promise.all(members.map((member) => member.end()))
  }
  return run.grades()
}

interface Batch {
  readonly id: number
  readonly first: number
  readonly items: readonly WorkerItem[]
}

/** What all workers of a job share: the batches to do, the grades that came, who reached a limit too often. */
const createRun = (job: GradingJob) => {
  const batches = cutBatches(job.items)
  const streaks = createLimitStreaks(job.graders, batches.length)
  const grades: (readonly Grade[])[] = Array.from({ length: job.items.length }, () => [])
  let next = 0
  let done = 0
  return {
    batchCount: batches.length,
    take: (): Batch | undefined => batches[next++],
    /** Whether the grader still grades. */
    isActive: (grader: number): boolean => !streaks.isStopped(grader),
    finish: (batch: Batch, result: readonly (readonly Grade[])[]): void => {
      for (const [offset, itemGrades] of result.entries()) grades[batch.first + offset] = itemGrades
      streaks.add(batch.id, batch.items, result)
      done += batch.items.length
      job.onProgress?.(done)
    },
    grades: (): readonly (readonly Grade[])[] => streaks.applyTo(job.items, grades),
  }
}

const cutBatches = (items: readonly WorkerItem[]): readonly Batch[] => {
  const batches: Batch[] = []
  let first = 0
  while (first < items.length) {
    let end = first
    let characters = 0
    while (end < items.length && end - first < BATCH_ITEMS && characters < BATCH_CHARACTERS)
      characters += items[end++]?.output.length ?? 0
    batches.push({ id: batches.length, first, items: items.slice(first, end) })
    first = end
  }
  return batches
}

/** One worker thread and what follows it when it has to be replaced. */
const createMember = (job: GradingJob, run: ReturnType<typeof createRun>) => {
  const memory = new SharedArrayBuffer(PROGRESS_BYTES)
  const progress = workerProgress(memory)
  let worker: Worker | undefined
  const workerData: WorkerSetup = { graders: job.graders, cases: job.cases, progress: memory }

  const start = (): Worker => {
    if (worker) return worker
    progress.begin(-1)
    const made = new Worker(workerUrl('grading-worker'), { workerData })
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

  /** Sends a batch; resolves with its grades, or with the position of the grade that did not come back. */
  const attempt = (batch: WorkerBatch): Promise<WorkerResult | Stuck> =>
    new Promise((resolve, reject) => {
      const thread = start()
      let last = progress.read().count
      let stuckMs = 0
      const timer = setInterval(() => {
        const { count, position } = progress.read()
        stuckMs = count === last && position >= 0 ? stuckMs + TICK_MS : 0
        last = count
        if (position >= 0 && stuckMs >= deadlineMs(job.graders[graderAt(batch, position)]))
          settle(() => resolve({ stuckAt: position }))
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

  const grade = async (batch: Batch): Promise<void> => {
    const overdue = new Map<number, Map<number, Grade>>()
    for (;;) {
      const sent = batch.items.map((item, index) => ({
        ...item,
        graders: item.graders.filter((grader) => run.isActive(grader) && !overdue.get(index)?.has(grader)),
      }))
      const answer = await attempt({ id: batch.id, items: sent })
      if (!('stuckAt' in answer)) {
        run.finish(
          batch,
          batch.items.map((item, index) =>
            merge(item, sent[index], answer.grades[index], overdue.get(index)),
          ),
        )
        return
      }
      await end()
      const { itemIndex, grader } = locate(sent, answer.stuckAt)
      const ofItem = overdue.get(itemIndex) ?? new Map<number, Grade>()
      overdue.set(itemIndex, ofItem.set(grader, stuckGrade(job.graders[grader], answer.problem)))
    }
  }

  const work = async (): Promise<void> => {
    for (let batch = run.take(); batch; batch = run.take()) await grade(batch)
  }

  return { work, end }
}

const merge = (
  item: WorkerItem,
  sent: WorkerItem | undefined,
  answered: readonly (Grade | null)[] | undefined,
  overdue: ReadonlyMap<number, Grade> | undefined,
): readonly Grade[] =>
  item.graders.map((grader) => {
    const late = overdue?.get(grader)
    if (late) return late
    const position = sent?.graders.indexOf(grader) ?? -1
    // A grader that was stopped before this batch was sent; `applyTo` says so in the end.
    if (position < 0) return notGraded('')
    return answered?.[position] ?? passed()
  })

const deadlineMs = (grader: DeterministicGrader | undefined): number =>
  grader?.kind === 'custom' ? grader.timeoutMs + CUSTOM_SLACK_MS : DEADLINE_MS

/** A grade that did not come back: past its deadline, or, with a `problem`, the end of its worker. */
interface Stuck {
  readonly stuckAt: number
  readonly problem?: string
}

const stuckGrade = (grader: DeterministicGrader | undefined, problem: string | undefined): Grade => {
  if (problem !== undefined)
    return notGraded(`the grader's worker was lost on this output: ${problem}`, { limit: 'memory' })
  const seconds = (grader?.kind === 'custom' ? grader.timeoutMs : DEADLINE_MS) / 1_000
  const cause = grader?.kind === 'regex' ? ' (catastrophic backtracking)' : ''
  return notGraded(`gave up on this output: it took longer than ${seconds} s${cause}`, { limit: 'time' })
}

const graderAt = (batch: WorkerBatch, position: number): number => locate(batch.items, position).grader

/** Which item and grader stand at a position among all the grades of a batch. */
const locate = (items: readonly WorkerItem[], position: number): { itemIndex: number; grader: number } => {
  let left = position
  for (const [itemIndex, { graders }] of items.entries()) {
    const grader = graders[left]
    if (left < graders.length && grader !== undefined) return { itemIndex, grader }
    left -= graders.length
  }
  throw new Error(`no grade at position ${position}`)
}
