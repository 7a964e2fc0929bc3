import { failed, type Grade, type GradeDetails, type Limit, notGraded, passed } from '#core/grading/grade.ts'
import type { CustomGrader } from '#core/suite/suite.ts'
import { type Outcome, STACK_OVERFLOW } from './attempts.ts'
import { LINES_BEFORE, type SourceProblem } from './module-source.ts'
import { STEPS_A_MILLISECOND } from './step-meter.ts'

type Spec = Pick<CustomGrader, 'grader' | 'sourcePlace' | 'timeoutMs'>

/** The grade of every attempt by a source that is no grader. */
export const notCompiled = (
  spec: Spec,
  { message, line, column }: Omit<SourceProblem, 'column'> & { readonly column?: number },
): Grade => {
  const indent = line === 1 ? spec.sourcePlace.column - 1 : 0
  const place = column === undefined ? placeOf(spec, line) : `${placeOf(spec, line)}:${column + indent}`
  return notGraded(`${spec.grader} does not compile at ${place}: ${message}`)
}

/** What an attempt's end says of the output. `gradeLine` is the line of the source that declares `grade`. */
export const toGrade = (spec: Spec, gradeLine: number, outcome: Outcome): Grade => {
  const logged: GradeDetails | undefined = 'log' in outcome && outcome.log ? { log: outcome.log } : undefined
  const at = 'line' in outcome && outcome.line !== undefined ? outcome.line - LINES_BEFORE : gradeLine
  const place = placeOf(spec, at)
  const name = spec.grader
  switch (outcome.kind) {
    case 'passed':
      return passed(outcome.score, outcome.reason, logged)
    case 'failed':
      return failed(outcome.reason ?? `${name} failed the output and gave no reason`, outcome.score, logged)
    case 'notGraded':
      return notGraded(outcome.reason ?? `${name} did not grade the output and gave no reason`, logged)
    case 'threw': {
      const isStack = outcome.message === STACK_OVERFLOW
      if (isStack) return notGraded(limitReason(spec, 'stack', place), { ...logged, limit: 'stack' })
      return notGraded(
        outcome.thrown === undefined
          ? `${name} threw at ${place}: ${outcome.message}`
          : `${name} (${place}) threw ${outcome.thrown} instead of an Error: ${outcome.message}`,
        logged,
      )
    }
    case 'returned':
      return notGraded(
        `${name} at ${place} must return passed(…), failed(…) or notGraded(…), but returned ${outcome.what}`,
        logged,
      )
    case 'pending':
      return notGraded(
        `${name} at ${place} returned a promise that nothing will settle: there are no timers and no events here`,
        logged,
      )
    case 'limit':
      return notGraded(limitReason(spec, outcome.limit, place), { ...logged, limit: outcome.limit })
    case 'broken':
      return notGraded(`the sandbox of ${name} failed on this output: ${outcome.message}`, logged)
  }
}

const limitReason = ({ grader, timeoutMs }: Spec, limit: Limit, place: string): string => {
  const more = '; a larger timeoutMs allows more'
  switch (limit) {
    case 'steps': {
      const steps = (timeoutMs * STEPS_A_MILLISECOND).toLocaleString('en')
      return `${grader} gave up on this output at ${place} after ${steps} steps${more}`
    }
    case 'time':
      return `${grader} gave up on this output at ${place}: it took longer than ${timeoutMs / 1000} s${more}`
    case 'memory':
      return `${grader} gave up on this output at ${place}: it needs more than 64 MB of memory`
    case 'stack':
      return `${grader} gave up on this output at ${place}: its calls are nested too deeply`
  }
}

/** The user's file by its last name, and a line of the source as a line of that file. */
const placeOf = ({ sourcePlace }: Spec, line: number): string =>
  `${sourcePlace.file.split(/[\\/]/).at(-1)}:${sourcePlace.line + line - 1}`
