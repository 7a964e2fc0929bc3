import { hasErrors } from '#core/diagnostics.ts'
import { counted } from '#core/reports/wording.ts'
import { writeDiagnostic } from '../call-error.ts'
import { readSuite } from '../load-suite.ts'
import type { Terminal } from '../terminal.ts'

interface ValidateOptions {
  readonly json: boolean
  readonly trust: boolean
}

/** Checks files alone: no device, no judge, no embedder. Status 0 where none has an error, else 2. */
export const validate = (terminal: Terminal, files: readonly string[], options: ValidateOptions): number => {
  const results = files.map((file) => ({ file, ...readSuite(file, options.trust) }))
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
    if (suite && !hasErrors(result.diagnostics))
      terminal.out(
        `${result.file}: ${counted(suite.cases.length, 'case')}, ${counted(suite.graders.length, 'grader')}, ${counted(suite.prompts.length, 'prompt')}, ${counted(suite.devices.length, 'device')}: no errors\n`,
      )
  }
  return failed ? 2 : 0
}
