import { createReportBuilder } from '#core/reports/build-report.ts'
import type { Suite } from '#core/suite/suite.ts'
import type { Attempt } from '#core/attempts/attempt.ts'
import { gradeAll } from '../grade-all.ts'
import { openRunStore, runKeeper, type OpenStore } from '../keep-run.ts'
import type { Diagnostic } from '#core/diagnostics.ts'
import type { GradingThread } from '../../../grading/grading-thread.ts'
import { createAttemptGrader, type AttemptGrader } from '../../../grading/attempt-grader.ts'
import { recordedFiles } from '../../../running/recorded-files.ts'
import { readAttempts, UNNAMED_DEVICE } from '../../../running/read-attempts.ts'
import { CallError, callError, fileError, writeDiagnostic } from '../call-error.ts'
import { allowedHosts } from '../allowed-hosts.ts'
import { INTERRUPTED_STATUS, interruption } from '../interruption.ts'
import { requireSuite } from '../load-suite.ts'
import { refuse } from '../refuse.ts'
import { likelyAttempts } from '../spare-threads.ts'
import type { Terminal } from '../terminal.ts'
import { checkReportFiles, writeReport, type ReportOptions } from '../write-report.ts'

interface GradeOptions extends ReportOptions {
  readonly attempts: readonly string[]
}

/** Grades recorded attempts, keeps the run, writes the reports. Returns the exit status. */
export const grade = async (
  terminal: Terminal,
  file: string,
  options: GradeOptions,
  spares: readonly GradingThread[],
): Promise<number> => {
  const { suite, warnings } = requireSuite(file, options.trust)
  checkReportFiles(options, [file, ...options.attempts, ...recordedFiles(suite)])
  if (suite.cases.length === 0) throw fileError(file, 'the suite has no cases, so there is nothing to grade')
  const interrupt = interruption()
  const store = openRunStore(terminal)
  const grader = createAttemptGrader({
    suite,
    allowedHosts: allowedHosts(options.allow, terminal.environment),
    isTrusted: options.trust,
    signal: interrupt.signal,
    spares,
    ...(store && { embeddingCache: store.embeddings }),
  })
  try {
    grader.warmUp(likelyAttempts(options.attempts))
    const { attempts, diagnostics } = readAttempts(suite, options.attempts)
    if (diagnostics.length > 0) throw new CallError(diagnostics)
    return await gradeWith(terminal, options, {
      suite,
      warnings,
      attempts,
      grader,
      store,
      signal: interrupt.signal,
    })
  } finally {
    interrupt.release()
    await grader.close()
    store?.close()
  }
}

interface GradeWork {
  readonly suite: Suite
  readonly warnings: readonly Diagnostic[]
  readonly attempts: readonly Attempt[]
  readonly grader: AttemptGrader
  readonly store: OpenStore | undefined
  readonly signal: AbortSignal
}

const gradeWith = async (terminal: Terminal, options: GradeOptions, work: GradeWork): Promise<number> => {
  const { suite, warnings, attempts } = work
  // The table shows warnings itself.
  if (options.json) for (const warning of warnings) terminal.note(`${writeDiagnostic(warning)}\n`)
  const keeper = runKeeper(terminal, work.store, suite, new Date().toISOString())
  const builder = createReportBuilder({
    suite,
    cases: suite.cases,
    targets: targetsOf(suite, attempts),
    warnings: warnings.map(writeDiagnostic),
  })
  try {
    await gradeAll(terminal, work.grader, attempts, (graded) => {
      builder.add(graded)
      keeper.add(graded)
    })
  } catch (error) {
    if (!work.signal.aborted) throw error
    keeper.end('interrupted')
    return refuse(
      terminal,
      options.json,
      callError('interrupted; the recorded attempts are as they were, so grade them again'),
      INTERRUPTED_STATUS,
    )
  }
  const report = builder.finish()
  keeper.end('complete', report.summary)
  return await writeReport(terminal, suite, report, options)
}

/**
 * The prompts and devices that were asked, in the suite's order as a run has them; where nothing was asked, the default
 * ones, so that every case is reported.
 */
const targetsOf = (
  suite: Suite,
  attempts: readonly Attempt[],
): readonly { readonly prompt: string; readonly device: string }[] => {
  const targets = new Map<string, { prompt: string; device: string }>()
  for (const { prompt, device = UNNAMED_DEVICE } of attempts)
    targets.set(JSON.stringify([prompt, device]), { prompt, device })
  if (targets.size === 0)
    return [{ prompt: suite.prompts[0]?.name ?? 'default', device: suite.devices[0]?.name ?? UNNAMED_DEVICE }]
  const [promptRank, deviceRank] = [rankIn(suite.prompts), rankIn(suite.devices)]
  return [...targets.values()].sort(
    (a, b) => promptRank(a.prompt) - promptRank(b.prompt) || deviceRank(a.device) - deviceRank(b.device),
  )
}

/** A name's position in a list; those that are not in it come last. */
const rankIn = (list: readonly { readonly name: string }[]): ((name: string) => number) => {
  const ranks = new Map(list.map(({ name }, index) => [name, index]))
  return (name) => ranks.get(name) ?? list.length
}
