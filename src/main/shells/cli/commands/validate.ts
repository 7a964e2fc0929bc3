import { existsSync } from 'node:fs'
import { labelsFileOf, labelsOfNoCase, parseLabels } from '#core/attempts/labels.ts'
import { hasErrors, type Diagnostic } from '#core/diagnostics.ts'
import type { Suite } from '#core/suite/suite.ts'
import { readTextFile } from '../../../running/read-text-file.ts'
import { checkGraders } from '../../../grading/check-graders.ts'
import { counted } from '#core/reports/wording.ts'
import { writeDiagnostic } from '../call-error.ts'
import { readSuite, type SuiteRead } from '../load-suite.ts'
import type { Terminal } from '../terminal.ts'

interface ValidateOptions {
  readonly json: boolean
  readonly trust: boolean
}

/** Checks files alone: no device, no judge, no embedder. Status 0 where none has an error, else 2. */
export const validate = async (
  terminal: Terminal,
  files: readonly string[],
  options: ValidateOptions,
): Promise<number> => {
  const results = await Promise.all(files.map((file) => checked(file, options.trust)))
  const diagnostics = results.flatMap((result) => result.diagnostics)
  const failed = hasErrors(diagnostics)
  if (options.json) {
    const ofSeverity = (wanted: string) =>
      diagnostics
        .filter(({ severity }) => severity === wanted)
        .map(({ file, line, column, message }) => ({ file, line, column, message }))
    terminal.out(`${JSON.stringify({ errors: ofSeverity('error'), warnings: ofSeverity('warning') })}\n`)
    return failed ? 2 : 0
  }
  for (const result of results) {
    for (const diagnostic of result.diagnostics) terminal.note(`${writeDiagnostic(diagnostic)}\n`)
    const { suite } = result
    if (suite)
      terminal.out(
        `${result.file}: ${counted(suite.cases.length, 'case')}, ${counted(suite.graders.length, 'grader')}, ${counted(suite.prompts.length, 'prompt')}, ${counted(suite.devices.length, 'device')}: no errors${warningsOf(result.diagnostics)}\n`,
      )
  }
  return failed ? 2 : 0
}

/** What is wrong with a file and, where nothing is, what is doubtful about its graders. */
const checked = async (file: string, isTrusted: boolean): Promise<SuiteRead & { readonly file: string }> => {
  const { suite, diagnostics } = readSuite(file, isTrusted)
  if (!suite || hasErrors(diagnostics)) return { file, diagnostics }
  const doubts = [...(await checkGraders(suite)), ...checkLabels(file, suite)]
  return { file, suite, diagnostics: [...diagnostics, ...doubts] }
}

/** What is wrong in the labels beside a notebook, where there are any. */
const checkLabels = (file: string, suite: Suite): readonly Diagnostic[] => {
  const labelsFile = labelsFileOf(file)
  if (!existsSync(labelsFile)) return []
  const read = readTextFile(labelsFile)
  if (!read.ok) return [{ severity: 'error', file: labelsFile, line: 1, column: 1, message: read.problem }]
  const { labels, diagnostics } = parseLabels(read.text, labelsFile)
  return [...diagnostics, ...labelsOfNoCase(labels, suite, labelsFile)]
}

const warningsOf = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics.length === 0 ? '' : `, ${counted(diagnostics.length, 'warning')}`
