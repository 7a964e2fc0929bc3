import { type Grade, notGraded } from '#core/grading/grade.ts'
import type { DeterministicGrader, WorkerItem } from './worker-messages.ts'

/** A grader that reaches its limit on this many attempts in a row stops, instead of taking an hour. */
export const LONGEST_STREAK = 20

/**
 * Counts, for each grader, on how many attempts in a row it reached a limit. Batches may end in any
 * order; they are counted in their own, so that what is stopped does not depend on the workers' speed.
 */
export const createLimitStreaks = (graders: readonly DeterministicGrader[], batchCount: number) => {
  const waiting = new Map<number, { items: readonly WorkerItem[]; grades: readonly (readonly Grade[])[] }>()
  const streaks = graders.map(() => 0)
  /** Index, among all items, of the last attempt that the grader was tried on. */
  const stoppedAt = new Map<number, number>()
  let frontier = 0
  let counted = 0

  const count = (items: readonly WorkerItem[], grades: readonly (readonly Grade[])[]): void => {
    for (const [offset, item] of items.entries())
      for (const [position, grader] of item.graders.entries()) {
        if (stoppedAt.has(grader)) continue
        const streak =
          grades[offset]?.[position]?.details?.limit === undefined ? 0 : (streaks[grader] ?? 0) + 1
        streaks[grader] = streak
        if (streak === LONGEST_STREAK) stoppedAt.set(grader, counted + offset)
      }
    counted += items.length
  }

  return {
    add: (batchId: number, items: readonly WorkerItem[], grades: readonly (readonly Grade[])[]): void => {
      waiting.set(batchId, { items, grades })
      for (let batch = waiting.get(frontier); frontier < batchCount && batch; batch = waiting.get(frontier)) {
        waiting.delete(frontier++)
        count(batch.items, batch.grades)
      }
    },
    isStopped: (grader: number): boolean => stoppedAt.has(grader),
    /** The grades, with every one after a grader's stop replaced by a sentence that says so. */
    applyTo: (
      items: readonly WorkerItem[],
      grades: readonly (readonly Grade[])[],
    ): readonly (readonly Grade[])[] => {
      if (stoppedAt.size === 0) return grades
      const stopped = notGraded(
        `not tried: the grader reached its limit on ${LONGEST_STREAK} attempts in a row and was stopped`,
      )
      return grades.map((itemGrades, index) =>
        itemGrades.map((grade, position) => {
          const grader = items[index]?.graders[position]
          const last = grader === undefined ? undefined : stoppedAt.get(grader)
          return last !== undefined && index > last ? stopped : grade
        }),
      )
    },
  }
}
