import type { Diagnostic, Place } from '#core/diagnostics.ts'
import { hasErrors } from '#core/diagnostics.ts'
import { loadSuite } from '#core/suite/load-suite.ts'
import type { Suite } from '#core/suite/suite.ts'
import { lockDrift } from '../../grading/suite-lock.ts'
import { readTextFile } from '../../running/read-text-file.ts'
import { suiteFiles } from '../../running/suite-files.ts'
import { CallError } from './call-error.ts'

export interface SuiteRead {
  /** Absent where the file cannot be read at all. */
  readonly suite?: Suite
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a notebook or a suite file and says all that is wrong with it. */
export const readSuite = (file: string, isTrusted: boolean): SuiteRead => {
  const read = readTextFile(file)
  if (!read.ok)
    return { diagnostics: [{ severity: 'error', file, line: 1, column: 1, message: read.problem }] }
  const { suite, diagnostics, lock } = loadSuite(read.text, file, suiteFiles(file, isTrusted))
  return suite
    ? { suite, diagnostics: [...diagnostics, ...lockDrift(suite, lock), ...unapplied(suite)] }
    : { diagnostics }
}

/** The same for a call that needs the suite: its errors end the call, its warnings are handed on. */
export const requireSuite = (
  file: string,
  isTrusted: boolean,
): { readonly suite: Suite; readonly warnings: readonly Diagnostic[] } => {
  const { suite, diagnostics } = readSuite(file, isTrusted)
  if (!suite || hasErrors(diagnostics)) throw new CallError(diagnostics)
  return { suite, warnings: diagnostics }
}

/** A warning for each setting that is kept and does nothing yet: nobody is to rely on it. */
const unapplied = (suite: Suite): readonly Diagnostic[] => {
  const warning = (place: Place, setting: string): Diagnostic => ({
    ...place,
    severity: 'warning',
    message: `\`${setting}\` is not applied by this version; it changes nothing`,
  })
  const start = { file: suite.file, line: 1, column: 1 }
  return [
    ...(suite.redaction ? [warning(start, 'redaction')] : []),
    ...(suite.budgets ? [warning(start, 'budgets')] : []),
    ...suite.devices.flatMap(({ settings, place }) =>
      'before' in settings ? [warning(place, 'before')] : [],
    ),
  ]
}
