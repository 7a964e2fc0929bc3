import { exactMatchGrader } from '#core/grading/graders/exact-match.ts'
import { jsonSchemaGrader } from '#core/grading/graders/json-schema.ts'
import { regexGrader } from '#core/grading/graders/regex.ts'
import type { GradeFunction, GradeItem } from '#core/grading/item.ts'
import { createSchemaCompiler } from '#main/grading/json-schema-compiler.ts'
import { createCustomGrader } from '#main/grading/sandbox/custom-grader.ts'
import { CUSTOM_GRADER, JAVA_PATTERN, SCHEMA, type BenchAttempt } from './attempts.ts'

/** Grades before the clock starts: engines compile what runs often again, and better. */
const WARM_UP = 2_000

/** Microseconds a grade, by kind, over all attempts in one thread, compiled and warm as in a run. */
export const timeGraders = async (
  attempts: readonly BenchAttempt[],
): Promise<ReadonlyMap<string, number>> => {
  const place = { file: 'bench', line: 1, column: 1 }
  const items = attempts.map((one): GradeItem => ({
    caseId: one.case.id,
    tags: [],
    input: one.case.input,
    vars: {},
    expected: one.case.expect,
    attempt: one.attempt,
    output: one.output,
  }))
  const custom = await createCustomGrader({
    kind: 'custom',
    name: 'detailsMatch',
    grader: 'detailsMatch',
    source: CUSTOM_GRADER,
    language: 'js',
    timeoutMs: 1_000,
    place,
    sourcePlace: place,
  })
  const graders: readonly (readonly [string, GradeFunction])[] = [
    ['exactMatch', exactMatchGrader({ kind: 'exactMatch', name: 'exactMatch', ignoreCase: false, place })],
    ['regex', regexGrader({ kind: 'regex', name: 'regex', pattern: JAVA_PATTERN, flags: [], place })],
    [
      'jsonSchema',
      jsonSchemaGrader(
        {
          kind: 'jsonSchema',
          name: 'jsonSchema',
          schema: SCHEMA,
          files: {},
          decoder: 'json',
          extract: 'fence',
          place,
        },
        createSchemaCompiler(),
      ),
    ],
    ['custom', custom.grade],
  ]
  const times = new Map<string, number>()
  for (const [kind, grade] of graders) {
    for (const item of items.slice(0, WARM_UP)) grade(item)
    const started = performance.now()
    for (const item of items) grade(item)
    times.set(kind, ((performance.now() - started) * 1_000) / items.length)
  }
  custom.dispose()
  return times
}
