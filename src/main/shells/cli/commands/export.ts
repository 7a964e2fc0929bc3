import { writeSuiteFile } from '#core/suite/write-suite-file.ts'
import { writeDiagnostic } from '../call-error.ts'
import { requireSuite } from '../load-suite.ts'
import type { Terminal } from '../terminal.ts'
import { writeResult } from '../write-result.ts'

interface ExportOptions {
  readonly to: 'suite'
  readonly output?: string
  readonly trust: boolean
}

/** Writes a suite as one self-contained file. */
export const exportSuite = (terminal: Terminal, file: string, options: ExportOptions): number => {
  const { suite, warnings } = requireSuite(file, options.trust)
  for (const warning of warnings) terminal.note(`${writeDiagnostic(warning)}\n`)
  writeResult(terminal, options.output, writeSuiteFile(suite))
  return 0
}
