import type { GradeItem } from '#core/grading/item.ts'
import type { CustomGrader } from '#core/suite/suite.ts'
import { createCustomGrader } from './custom-grader.ts'

/** An attempt with something in every field. */
export const ITEM: GradeItem = {
  caseId: 'kettle-urgent',
  tags: ['kitchen'],
  input: 'My kettle leaks',
  vars: { tone: 'calm' },
  expected: '{"urgent":true}',
  attempt: 1,
  output: '{"urgent":false}',
}

/** A custom grader `check` whose source starts at line 10 of `tickets.proctor.md`. */
export const graderOf = (source: string, settings: Partial<CustomGrader> = {}) =>
  createCustomGrader({
    kind: 'custom',
    name: 'check',
    grader: 'check',
    language: 'js',
    timeoutMs: 1000,
    source,
    sourcePlace: { file: 'notes/tickets.proctor.md', line: 10, column: 1 },
    place: { file: 'notes/tickets.proctor.md', line: 5, column: 3 },
    ...settings,
  })

/** The grade of one attempt by a source. */
export const gradeOf = async (
  source: string,
  item: Partial<GradeItem> = {},
  settings: Partial<CustomGrader> = {},
) => (await graderOf(source, settings)).grade({ ...ITEM, ...item })

/** The text that an expression, evaluated in `grade(context)`, gives or throws. */
export const evaluated = async (
  expression: string,
  item: Partial<GradeItem> = {},
): Promise<string | undefined> => {
  const source = `export async function grade(context) {
    let found
    try { found = await (${expression}) } catch (error) { found = 'threw ' + error }
    return context.notGraded(String(found))
  }`
  const { reason, details } = await gradeOf(source, item)
  return details?.reason ?? reason
}
