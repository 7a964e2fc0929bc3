import { type Grade, notGraded, passed } from '#core/grading/grade.ts'
import { createGradingMember, deadlineMs, type GradingMember } from './grading-member.ts'
import type { GradingThread } from './grading-thread.ts'
import { createLimitStreaks } from './limit-streaks.ts'
import type { DeterministicGrader, WorkerBatch, WorkerCase, WorkerItem } from './worker-messages.ts'
import { workersWorth } from './workers-worth.ts'

/** Enough that a round trip is small beside the work, few enough that a lost batch is soon done again. */
const BATCH_ITEMS = 500
const BATCH_CHARACTERS = 2_000_000

/** Grades in worker threads, which start with the first items, or before, and end with `close`. */
export interface GradingPool {
  /** Starts the workers that so many items are worth, so that they are ready when the items are. */
  warmUp(itemCount: number): void
  /**
   * For each item the grades of its graders, in their order. Items of one call after the other are one
   * row of attempts: a grader that reaches its limit on 20 of them in a row is not tried on the rest.
   * A grade past its deadline is not graded: its worker is ended and replaced, and the rest of its batch
   * is done again without it. Rejects with the signal's reason when cancelled. One call at a time.
   */
  grade(items: readonly WorkerItem[]): Promise<readonly (readonly Grade[])[]>
  close(): Promise<void>
}

export interface GradingPoolSetup {
  readonly graders: readonly DeterministicGrader[]
  readonly cases: readonly WorkerCase[]
  readonly signal?: AbortSignal
  /** Threads that were started before: the first workers. */
  readonly spares?: readonly GradingThread[]
}

export const createGradingPool = ({ graders, cases, signal, spares = [] }: GradingPoolSetup): GradingPool => {
  const streaks = createLimitStreaks()
  const members: GradingMember[] = []
  let first = 0
  const graderAt = (batch: WorkerBatch, position: number): DeterministicGrader | undefined =>
    graders[locate(batch.items, position).grader]

  /** Has as many members as so many items are worth. */
  const addMembers = (itemCount: number): void => {
    const wanted = workersWorth(itemCount)
    while (members.length < wanted) {
      const member = createGradingMember({ graders, cases }, graderAt, spares[members.length])
      void member.start()
      members.push(member)
    }
  }

  /** The members that can grade now; where none can, the first that can. Others join in a later call. */
  const readyMembers = async (): Promise<readonly GradingMember[]> => {
    if (!members.some((member) => member.isReady()))
      await Promise.race(members.map((member) => member.start()))
    const ready = members.filter((member) => member.isReady())
    return ready.length > 0 ? ready : members.slice(0, 1)
  }

  /** An item with the graders that still grade it. */
  const withoutGivenUp =
    (stuck: ReadonlyMap<number, ReadonlyMap<number, Grade>>) =>
    (item: WorkerItem, index: number): WorkerItem => ({
      ...item,
      graders: item.graders.filter((grader) => !streaks.isStopped(grader) && !stuck.get(index)?.has(grader)),
    })

  /** Grades one batch, again without what was stuck until the whole of it comes back. */
  const gradeBatch = async (member: GradingMember, batch: Batch): Promise<readonly (readonly Grade[])[]> => {
    const stuck = new Map<number, Map<number, Grade>>()
    for (;;) {
      // A worker that was ended because the call is over must not be started again.
      signal?.throwIfAborted()
      const sent =
        stuck.size > 0 || streaks.anyStopped() ? batch.items.map(withoutGivenUp(stuck)) : batch.items
      const answer = await member.grade({ id: batch.id, items: sent })
      if (!('stuckAt' in answer))
        return batch.items.map((item, index) =>
          merge(item, sent[index], answer.grades[index], stuck.get(index)),
        )
      const { itemIndex, grader } = locate(sent, answer.stuckAt)
      const ofItem = stuck.get(itemIndex) ?? new Map<number, Grade>()
      stuck.set(itemIndex, ofItem.set(grader, stuckGrade(graders[grader], answer.problem)))
    }
  }

  const grade = async (items: readonly WorkerItem[]): Promise<readonly (readonly Grade[])[]> => {
    signal?.throwIfAborted()
    const batches = cutBatches(items)
    const results: (readonly (readonly Grade[])[])[] = []
    if (batches.length === 0) return []
    addMembers(items.length)
    let next = 0
    let counted = 0
    const work = async (member: GradingMember): Promise<void> => {
      for (let batch = batches[next++]; batch; batch = batches[next++]) {
        results[batch.id] = await gradeBatch(member, batch)
        // Batches end in any order and are counted in their own.
        for (let done = results[counted]; done; done = results[counted])
          streaks.count(batches[counted++]?.items ?? [], done)
      }
    }
    await withSignal(
      readyMembers().then((ready) => Promise.all(ready.map(work))),
      signal,
    )
    const grades = streaks.applyTo(items, results.flat(), first)
    first += items.length
    return grades
  }

  return {
    warmUp: (itemCount) => {
      if (graders.length > 0) addMembers(itemCount)
    },
    grade,
    close: async () => {
      await Promise.all(members.map((member) => member.end()))
      await Promise.all(spares.slice(members.length).map(({ worker }) => worker.terminate()))
    },
  }
}

const withSignal = async (work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> => {
  if (!signal) {
    await work
    return
  }
  let abort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      const reason: unknown = signal.reason
      reject(reason instanceof Error ? reason : new Error('cancelled'))
    }
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

interface Batch {
  readonly id: number
  readonly items: readonly WorkerItem[]
}

const cutBatches = (items: readonly WorkerItem[]): readonly Batch[] => {
  const batches: Batch[] = []
  let first = 0
  while (first < items.length) {
    let end = first
    let characters = 0
    while (end < items.length && end - first < BATCH_ITEMS && characters < BATCH_CHARACTERS)
      characters += items[end++]?.output.length ?? 0
    batches.push({ id: batches.length, items: items.slice(first, end) })
    first = end
  }
  return batches
}

const merge = (
  item: WorkerItem,
  sent: WorkerItem | undefined,
  answered: readonly (Grade | null)[] | undefined,
  stuck: ReadonlyMap<number, Grade> | undefined,
): readonly Grade[] =>
  item.graders.map((grader) => {
    const late = stuck?.get(grader)
    if (late) return late
    const position = sent?.graders.indexOf(grader) ?? -1
    // A grader that was stopped before this batch was sent; the streaks say so in the end.
    if (position < 0) return notGraded('')
    return answered?.[position] ?? passed()
  })

const stuckGrade = (grader: DeterministicGrader | undefined, problem: string | undefined): Grade => {
  if (problem !== undefined)
    return notGraded(`the grader's worker was lost on this output: ${problem}`, { limit: 'memory' })
  const cause = grader?.kind === 'regex' ? ' (catastrophic backtracking)' : ''
  return notGraded(`gave up on this output: it took longer than ${deadlineMs(grader) / 1_000} s${cause}`, {
    limit: 'time',
  })
}

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
