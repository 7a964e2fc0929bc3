import { type Grade, notGraded } from '#core/grading/grade.ts'
import type { WorkerItem } from './worker-messages.ts'

/** A grader that reaches its limit on this many attempts in a row stops, instead of taking an hour. */
export const LONGEST_STREAK = 20

/** Counts, for each grader, on how many attempts in a row it reached a limit. */
export interface LimitStreaks {
  /** Takes the next items, in the order of their attempts, with their grades. */
  count(items: readonly WorkerItem[], grades: readonly (readonly Grade[])[]): void
  readonly isStopped: (grader: number) => boolean
  readonly anyStopped: () => boolean
  /**
   * The grades of items, the first of which is the `first`-th of all, with every one after a grader's
   * stop replaced by a sentence that says so: what is stopped does not depend on the workers' speed.
   */
  applyTo(
    items: readonly WorkerItem[],
    grades: readonly (readonly Grade[])[],
    first: number,
  ): readonly (readonly Grade[])[]
}

export const createLimitStreaks = (): LimitStreaks => {
  const streaks = new Map<number, number>()
  /** Index, among all items, of the last attempt that the grader was tried on. */
  const stoppedAt = new Map<number, number>()
  let counted = 0
  return {
    count: (items, grades) => {
      for (const [offset, item] of items.entries())
        for (const [position, grader] of item.graders.entries()) {
          if (stoppedAt.has(grader)) continue
          const limit = grades[offset]?.[position]?.details?.limit
          const streak = limit === undefined ? 0 : (streaks.get(grader) ?? 0) + 1
          streaks.set(grader, streak)
          if (streak === LONGEST_STREAK) stoppedAt.set(grader, counted + offset)
        }
      counted += items.length
    },
    isStopped: (grader) => stoppedAt.has(grader),
    anyStopped: () => stoppedAt.size > 0,
    applyTo: (items, grades, first) => {
      if (stoppedAt.size === 0) return grades
      return grades.map((itemGrades, index) =>
        itemGrades.map((grade, position) => {
          const grader = items[index]?.graders[position]
          const last = grader === undefined ? undefined : stoppedAt.get(grader)
          return last !== undefined && first + index > last ? STOPPED : grade
        }),
      )
    },
  }
}

const STOPPED = notGraded(
  `not tried: the grader reached its limit on ${LONGEST_STREAK} attempts in a row and was stopped`,
)
