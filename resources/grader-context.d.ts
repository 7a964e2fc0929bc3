/** What a grader returns: one of `passed(…)`, `failed(…)` and `notGraded(…)` of its context. Nothing else counts. */
interface Grade {
  readonly verdict: 'passed' | 'failed' | 'notGraded'
  /** From 0 to 1. */
  readonly score?: number
  readonly reason?: string
}

/**
 * What a grader is called with. A grader is a module without imports that exports a function `grade`:
 *
 * ```ts
 * export function grade({ output, passed, failed }: GradeContext) {
 *   return output.length <= 200 ? passed() : failed(0, `${output.length} characters, wanted at most 200`)
 * }
 * ```
 *
 * It may be async. The module is evaluated afresh for every attempt. There is no network, no file and no timer;
 * the clock stands at 2000-01-01T00:00:00Z, and `Math.random` gives the same numbers each time an attempt is graded.
 * What `console.log` writes stands in the grade's details.
 */
interface GradeContext {
  /** What was asked in the case, as one text: its input, else its vars or its messages as JSON. */
  readonly input: string
  /** The case's values for the prompt's template. */
  readonly vars: Readonly<Record<string, string>>
  /** What the model answered. */
  readonly output: string
  /** The case's expected value. Absent where the case has none; the empty text is a value. */
  readonly expected?: string
  readonly case: {
    readonly id: string
    readonly tags: readonly string[]
  }
  /** Which attempt at the case this is, from 1. */
  readonly attempt: number

  /** The output is good enough. The score is from 0 to 1. */
  passed(score?: number): Grade
  /** The output is not good enough. The reason says what was found and what was wanted. */
  failed(score: number, reason: string): Grade
  /** The grader cannot judge this output, for a reason that is not the output's fault. */
  notGraded(reason: string): Grade

  /**
   * The JSON in a text: all of it, else the content of the one fence around it, else the last fenced block that is
   * JSON, else the last outermost object or array. Throws where there is none, and the attempt is not graded.
   */
  extractJson(text: string): string
  /** The text without the white space around it, as Kotlin's `trim` takes it away. */
  trim(text: string): string
}
