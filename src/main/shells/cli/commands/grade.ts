import { createReportBuilder } from '#core/reports/build-report.ts'
import type { Suite } from '#core/suite/suite.ts'
import type { Attempt } from '#core/attempts/attempt.ts'
import { gradeAll } from '../grade-all.ts'
import { openRunStore, runKeeper } from '../keep-run.ts'
import { readAttempts, UNNAMED_DEVICE } from '../../../running/read-attempts.ts'
import { CallError, fileError, writeDiagnostic } from '../call-error.ts'
import { allowedHosts } from '../allowed-hosts.ts'
import { INTERRUPTED_STATUS, interruption } from '../interruption.ts'
import { requireSuite } from '../load-suite.ts'
import type { Terminal } from '../terminal.ts'
import { checkReportFiles, writeReport, type ReportOptions } from '../write-report.ts'

interface GradeOptions extends ReportOptions {
  readonly attempts: readonly string[]
}

/** Grades recorded attempts, keeps the run, writes the reports. Returns the exit status. */
export const grade = async (terminal: Terminal, file: string, options: GradeOptions): Promise<number> => {
  checkReportFiles(options)
  const startedAt = new Date().toISOString()
  const { suite, warnings } = requireSuite(file, options.trust)
  if (suite.cases.length === 0) throw fileError(file, 'the suite has no cases, so there is nothing to grade')
  const { attempts, diagnostics } = readAttempts(suite, options.attempts)
  if (diagnostics.length > 0) throw new CallError(diagnostics)
  // The table shows warnings itself.
  if (options.json) for (const warning of warnings) terminal.note(`${writeDiagnostic(warning)}\n`)

  const interrupt = interruption()
  const store = openRunStore(terminal)
  const keeper = runKeeper(terminal, store, suite, startedAt)
  const builder = createReportBuilder({
    suite,
    cases: suite.cases,
    targets: targetsOf(suite, attempts),
    warnings: warnings.map(writeDiagnostic),
  })
  try {
    const setup = {
      suite,
      allowedHosts: allowedHosts(options.allow, terminal.environment),
      signal: interrupt.signal,
      ...(store && { embeddingCache: store.embeddings }),
    }
    await gradeAll(terminal, setup, attempts, (graded) => {
      builder.add(graded)
      keeper.add(graded)
    })
    const report = builder.finish()
    keeper.end('complete', report.summary)
    return await writeReport(terminal, suite, report, options)
  } catch (error) {
    if (!interrupt.signal.aborted) throw error
    keeper.end('interrupted')
    terminal.note('proctor: interrupted; the recorded attempts are as they were, so grade them again\n')
    return INTERRUPTED_STATUS
  } finally {
    interrupt.release()
    store?.close()
  }
}

/** The prompts and devices that were asked; where nothing was, the default ones, so that every case is reported. */
const targetsOf = (
  suite: Suite,
  attempts: readonly Attempt[],
): readonly { readonly prompt: string; readonly device: string }[] => {
  const targets = new Map<string, { prompt: string; device: string }>()
  for (const { prompt, device = UNNAMED_DEVICE } of attempts)
    targets.set(JSON.stringify([prompt, device]), { prompt, device })
  if (targets.size > 0) return [...targets.values()]
  return [{ prompt: suite.prompts[0]?.name ?? 'default', device: suite.devices[0]?.name ?? UNNAMED_DEVICE }]
}
