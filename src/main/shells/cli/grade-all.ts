import type { Attempt } from '#core/attempts/attempt.ts'
import type { GradedAttempt } from '#core/reports/build-report.ts'
import type { AttemptGrader } from '../../grading/attempt-grader.ts'
import { progressLine } from './progress-line.ts'
import type { Terminal } from './terminal.ts'

/** What is graded at once: what comes and goes with it stays small, however many attempts there are. */
const ATTEMPTS_AT_ONCE = 2_000

/**
 * Grades attempts, hands them on in their order as they are graded, and shows progress meanwhile. The
 * next ones are with the workers while those before are handed on.
 */
export const gradeAll = async (
  terminal: Terminal,
  grader: AttemptGrader,
  attempts: readonly Attempt[],
  onGraded: (graded: readonly GradedAttempt[]) => void,
): Promise<void> => {
  const progress = progressLine(terminal, 'graded')
  const ask = (first: number): Promise<readonly GradedAttempt[]> => {
    const asked = grader.grade(attempts.slice(first, first + ATTEMPTS_AT_ONCE))
    // Should handing on fail meanwhile, nobody waits for these any more.
    asked.catch(() => {})
    return asked
  }
  try {
    let next = ask(0)
    for (let first = 0; first < attempts.length; first += ATTEMPTS_AT_ONCE) {
      const graded = await next
      next = ask(first + ATTEMPTS_AT_ONCE)
      onGraded(graded)
      progress.show(Math.min(attempts.length, first + ATTEMPTS_AT_ONCE), attempts.length)
    }
    await next
  } finally {
    progress.clear()
  }
}
