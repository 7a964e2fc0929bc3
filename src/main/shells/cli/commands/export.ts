import type { Suite } from '#core/suite/suite.ts'
import { writeSuiteFile } from '#core/suite/write-suite-file.ts'
import { suiteLock } from '../../../grading/suite-lock.ts'
import { writeDiagnostic } from '../call-error.ts'
import { identityOf, openExistingStore } from '../keep-run.ts'
import { requireSuite } from '../load-suite.ts'
import type { Terminal } from '../terminal.ts'
import { writeResult } from '../write-result.ts'

interface ExportOptions {
  readonly to: 'suite'
  readonly output?: string
  readonly json: boolean
  readonly trust: boolean
}

/** Writes a suite as one self-contained file. */
export const exportSuite = (terminal: Terminal, file: string, options: ExportOptions): number => {
  const { suite, warnings } = requireSuite(file, options.trust)
  for (const warning of warnings) terminal.note(`${writeDiagnostic(warning)}\n`)
  writeResult(
    terminal,
    file,
    options,
    writeSuiteFile(suite, suiteLock(suite, reachedPassRate(terminal, suite))),
  )
  return 0
}

/** The rate of the newest kept run that graded this very suite; undefined where there is none, or it graded nothing. */
const reachedPassRate = (terminal: Terminal, suite: Suite): number | undefined => {
  const store = openExistingStore(terminal.environment)
  if (!store) return undefined
  try {
    const { suiteFile, suiteHash } = identityOf(suite)
    const runs = store.runs.list({ limit: Number.MAX_SAFE_INTEGER, suiteFile })
    return runs.find((run) => run.suiteHash === suiteHash && run.summary)?.summary?.passRate ?? undefined
  } finally {
    store.close()
  }
}
