import type { Limit } from '#core/grading/grade.ts'

/** The interpreter asks whether to go on once in this many steps: calls, turns of loops, steps of a pattern. */
const STEPS_A_UNIT = 10_000

/**
 * Steps that a grader has for each millisecond of its time limit. An ordinary machine does three times as
 * many or more, so that this limit, which is the same on every machine, is reached before the one in time.
 */
export const STEPS_A_MILLISECOND = 5_000

/** Counts the steps of one attempt at a time, with a deadline behind them. */
export interface StepMeter {
  /** Starts an attempt. The deadline is a time of `performance.now()`. */
  readonly begin: (deadline: number) => void
  /** Counts one unit of steps. Whether a limit is reached. */
  readonly shouldInterrupt: () => boolean
  /** Counts the steps of work that was done outside the interpreter. */
  readonly add: (steps: number) => void
  readonly reached: () => Extract<Limit, 'steps' | 'time'> | undefined
  /** Whether so much was counted that one unit more or less, which is chance, could decide. */
  readonly isNearLimit: () => boolean
}

/** A meter for a grader with this time limit. */
export const createStepMeter = (timeoutMs: number): StepMeter => {
  const limit = Math.max(2, (timeoutMs * STEPS_A_MILLISECOND) / STEPS_A_UNIT)
  let units = 0
  let deadline = Infinity
  let reached: 'steps' | 'time' | undefined
  return {
    begin: (nextDeadline) => {
      units = 0
      deadline = nextDeadline
      reached = undefined
    },
    shouldInterrupt: () => {
      units++
      if (units > limit) reached ??= 'steps'
      else if (performance.now() > deadline) reached ??= 'time'
      return reached !== undefined
    },
    add: (steps) => {
      units += steps / STEPS_A_UNIT
    },
    reached: () => reached,
    isNearLimit: () => units > limit - 2,
  }
}
