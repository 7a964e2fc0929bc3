import { writeDiagnostic, type CallError } from './call-error.ts'
import type { Terminal } from './terminal.ts'

/**
 * Says why a call ends without a report, and returns its status: with `--json` as the one document on
 * standard output, `{ "errors": […] }`, else for people.
 */
export const refuse = (
  terminal: Terminal,
  isJson: boolean,
  { diagnostics }: CallError,
  status: number,
): number => {
  if (isJson) {
    const errors = diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ file, line, column, message }) => ({ file, line, column, message }))
    terminal.out(`${JSON.stringify({ errors })}\n`)
  } else for (const diagnostic of diagnostics) terminal.note(`${writeDiagnostic(diagnostic)}\n`)
  return status
}
