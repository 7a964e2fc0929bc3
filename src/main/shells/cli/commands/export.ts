import path from 'node:path'
import type { Device, Model, Suite } from '#core/suite/suite.ts'
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
    writeSuiteFile(movedTo(options.output, suite), suiteLock(suite, reachedPassRate(terminal, suite))),
  )
  return 0
}

/** The rate of the newest kept run of this very suite, all of it; undefined where there is none, or it graded nothing. */
const reachedPassRate = (terminal: Terminal, suite: Suite): number | undefined => {
  const store = openExistingStore(terminal.environment)
  if (!store) return undefined
  try {
    const { suiteFile, suiteHash } = identityOf(suite)
    const runs = store.runs.list({ limit: Number.MAX_SAFE_INTEGER, suiteFile })
    return (
      runs.find((run) => run.suiteHash === suiteHash && run.selection === '' && run.summary)?.summary
        ?.passRate ?? undefined
    )
  } finally {
    store.close()
  }
}

/** The suite with the paths of recorded files as they are from the folder that it is written to. */
const movedTo = (output: string | undefined, suite: Suite): Suite => {
  if (output === undefined) return suite
  const from = path.dirname(path.resolve(suite.file))
  const to = path.dirname(path.resolve(output))
  const moved = <T extends Device | Model>(item: T): T => {
    const { file } = item.settings
    if (item.kind !== 'replay' || typeof file !== 'string' || path.isAbsolute(file)) return item
    const relative = path.relative(to, path.resolve(from, file)).split(path.sep).join('/')
    return { ...item, settings: { ...item.settings, file: relative } }
  }
  return from === to
    ? suite
    : { ...suite, devices: suite.devices.map(moved), judges: suite.judges.map(moved) }
}
