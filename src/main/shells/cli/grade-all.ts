import type { Attempt } from '#core/attempts/attempt.ts'
import type { GradedAttempt } from '#core/reports/build-report.ts'
import { createAttemptGrader, type AttemptGraderSetup } from '../../grading/attempt-grader.ts'
import { progressLine } from './progress-line.ts'
import type { Terminal } from './terminal.ts'

/** What is graded at once: what comes and goes with it stays small, however many attempts there are. */
const ATTEMPTS_AT_ONCE = 2_000

/** Grades attempts, hands them on in their order as they are graded, and shows progress meanwhile. */
export const gradeAll = async (
  terminal: Terminal,
  setup: AttemptGraderSetup,
  attempts: readonly Attempt[],
  onGraded: (graded: readonly GradedAttempt[]) => void,
): Promise<void> => {
  const progress = progressLine(terminal, 'graded')
  const grader = createAttemptGrader(setup)
  try {
    for (let first = 0; first < attempts.length; first += ATTEMPTS_AT_ONCE) {
      onGraded(await grader.grade(attempts.slice(first, first + ATTEMPTS_AT_ONCE)))
      progress.show(Math.min(attempts.length, first + ATTEMPTS_AT_ONCE), attempts.length)
    }
  } finally {
    progress.clear()
    await grader.close()
  }
}
