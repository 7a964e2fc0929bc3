import { collectAttempts } from '#core/attempts/collect-attempts.ts'
import type { Attempt } from '#core/attempts/attempt.ts'
import type { Diagnostic } from '#core/diagnostics.ts'
import type { Suite } from '#core/suite/suite.ts'
import { readLines } from './read-lines.ts'

export interface AttemptsRead {
  readonly attempts: readonly Attempt[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The device that attempts belong to where neither the record nor the suite names one. */
export const UNNAMED_DEVICE = 'recorded'

/** Reads recorded attempts of a suite from files, in their order. See `collectAttempts` for what is refused. */
export const readAttempts = (
  suite: Suite,
  files: readonly string[],
  defaultDevice = suite.devices[0]?.name ?? UNNAMED_DEVICE,
): AttemptsRead => {
  const collector = collectAttempts(suite, defaultDevice)
  const problems: Diagnostic[] = []
  for (const file of files)
    for (const line of readLines(file)) {
      if ('text' in line) collector.add(line.text, file, line.lineNumber)
      else problems.push({ severity: 'error', file, line: line.lineNumber, column: 1, message: line.problem })
    }
  return { attempts: collector.attempts, diagnostics: [...problems, ...collector.diagnostics] }
}
