import type { Diagnostic } from '#core/diagnostics.ts'
import { checkPattern } from '#core/grading/regex/check-pattern.ts'
import { planGrading } from '#core/grading/plan.ts'
import type { CustomGrader, Grader, JsonSchemaGrader, RegexGrader, Suite } from '#core/suite/suite.ts'

/**
 * What is doubtful about the graders of a suite, before anything is graded: a pattern, a schema or a
 * source that will grade nothing, and what grades otherwise than it may look. All are warnings: with a
 * broken grader the rest of a run is worth having.
 */
export const checkGraders = async (
  suite: Pick<Suite, 'graders' | 'cases'>,
): Promise<readonly Diagnostic[]> => {
  const found = await Promise.all(
    planGrading(suite).graders.map(async (grader) =>
      (await doubtsOf(grader)).map((message): Diagnostic => ({
        ...grader.place,
        severity: 'warning',
        message: `${grader.name}: ${message}`,
      })),
    ),
  )
  return found.flat()
}

const doubtsOf = async (grader: Grader): Promise<readonly string[]> => {
  switch (grader.kind) {
    case 'regex':
      return patternDoubts(grader)
    case 'jsonSchema':
      return await schemaDoubts(grader)
    case 'custom':
      return await sourceDoubts(grader)
    default:
      return []
  }
}

const patternDoubts = ({ pattern, flags }: RegexGrader): readonly string[] => {
  const check = checkPattern(pattern, flags)
  const lints = check.lints.map(({ message }) => message)
  if (check.kind === 'ok') return lints
  const problem =
    check.kind === 'invalid'
      ? `Java rejects the pattern at position ${check.index}: ${check.message}`
      : `at position ${check.index} the pattern has ${check.construct}, which is not supported`
  return [`will grade nothing: ${problem}`, ...lints]
}

const schemaDoubts = async ({ schema, files }: JsonSchemaGrader): Promise<readonly string[]> => {
  const { createSchemaCompiler } = await import('./json-schema-compiler.ts')
  const compiled = createSchemaCompiler()(schema, files)
  return compiled.ok ? compiled.warnings : [`will grade nothing: ${compiled.message}`]
}

const sourceDoubts = async (grader: CustomGrader): Promise<readonly string[]> => {
  const { readGraderModule } = await import('./sandbox/module-source.ts')
  const module = await readGraderModule(grader)
  return 'message' in module ? [`will grade nothing: ${module.message}`] : []
}
