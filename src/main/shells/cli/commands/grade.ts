import { buildReport } from '#core/reports/build-report.ts'
import type { Suite } from '#core/suite/suite.ts'
import type { Attempt } from '#core/attempts/attempt.ts'
import { gradeAttempts } from '../../../grading/grade-attempts.ts'
import { keepRun, openRunStore } from '../keep-run.ts'
import { readAttempts, UNNAMED_DEVICE } from '../../../running/read-attempts.ts'
import { CallError, writeDiagnostic } from '../call-error.ts'
import { interruption } from '../interruption.ts'
import { requireSuite } from '../load-suite.ts'
import { progressLine } from '../progress-line.ts'
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
  const { attempts, diagnostics } = readAttempts(suite, options.attempts)
  if (diagnostics.length > 0) throw new CallError(diagnostics)
  // The table shows warnings itself.
  if (options.json) for (const warning of warnings) terminal.note(`${writeDiagnostic(warning)}\n`)

  const interrupt = interruption()
  const progress = progressLine(terminal, 'graded')
  const store = openRunStore(terminal)
  try {
    const graded = await gradeAttempts({
      suite,
      attempts,
      allowedHosts: options.allow,
      signal: interrupt.signal,
      onProgress: progress.show,
      ...(store && { embeddingCache: store.embeddings }),
    })
    progress.clear()
    const report = buildReport({
      suite,
      cases: suite.cases,
      targets: targetsOf(suite, attempts),
      graded,
      warnings: warnings.map(writeDiagnostic),
    })
    if (store)
      keepRun(terminal, store, { command: 'grade', suite, startedAt, graded, summary: report.summary })
    return await writeReport(terminal, suite, report, options)
  } catch (error) {
    if (!interrupt.signal.aborted) throw error
    progress.clear()
    terminal.note('proctor: interrupted; the recorded attempts are as they were: call grade again\n')
    return 130
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
