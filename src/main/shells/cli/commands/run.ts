import type { Attempt } from '#core/attempts/attempt.ts'
import { writeAttemptLine } from '#core/attempts/recorded-attempt.ts'
import { createReportBuilder } from '#core/reports/build-report.ts'
import type { Report } from '#core/reports/report.ts'
import { counted, number } from '#core/reports/wording.ts'
import type { Suite } from '#core/suite/suite.ts'
import type { DeviceDriver } from '../../../devices/device.ts'
import { openDevices } from '../../../devices/open-devices.ts'
import { createAttemptGrader } from '../../../grading/attempt-grader.ts'
import { askDevices } from '../../../running/ask-devices.ts'
import { fileProblem } from '../../../running/file-problem.ts'
import { planRun, type RunPlan } from '../../../running/plan-run.ts'
import { recordedFiles } from '../../../running/recorded-files.ts'
import { writeFileWhole } from '../../../running/write-file-whole.ts'
import type { RunStore } from '../../../storage/run-store.ts'
import { allowedHosts } from '../allowed-hosts.ts'
import { CallError, callError, fileError, isStorageFailure, writeDiagnostic } from '../call-error.ts'
import { gradeAll } from '../grade-all.ts'
import { INTERRUPTED_STATUS, interruption } from '../interruption.ts'
import { gradePlacer, openStore, storageProblem, type OpenStore } from '../keep-run.ts'
import { requireSuite } from '../load-suite.ts'
import { refuse } from '../refuse.ts'
import { progressLine } from '../progress-line.ts'
import { attemptKey, beginOrResume, plannedKey, type Settled } from '../resume-run.ts'
import { resumeCall, selectionOf, type RunOptions } from '../run-options.ts'
import type { Terminal } from '../terminal.ts'
import { checkReportFiles, writeReport } from '../write-report.ts'

/** Asks devices for attempts, stores each as it arrives, grades them, writes the reports. Returns the exit status. */
export const run = async (terminal: Terminal, file: string, options: RunOptions): Promise<number> => {
  const { suite, warnings } = requireSuite(file, options.trust)
  checkReportFiles(options, [file, ...recordedFiles(suite)])
  const { plan, diagnostics } = planRun(suite, selectionOf(options))
  if (diagnostics.length > 0) throw new CallError(diagnostics)
  const opened = openDevices(suite, plan.devices, options.trust)
  if (!opened.ok) throw new CallError(opened.diagnostics)
  // The table shows warnings itself.
  if (options.json) for (const warning of warnings) terminal.note(`${writeDiagnostic(warning)}\n`)

  const store = openStoreOrRefuse(terminal)
  try {
    return await runWith(terminal, {
      suite,
      plan,
      options,
      store,
      drivers: opened.drivers,
      warnings: warnings.map(writeDiagnostic),
    })
  } finally {
    store.close()
    await Promise.all([...opened.drivers.values()].map((driver) => driver.close()))
  }
}

const openStoreOrRefuse = (terminal: Terminal): OpenStore => {
  try {
    return openStore(terminal.environment)
  } catch (error) {
    throw callError(storageProblem(error))
  }
}

interface RunWork {
  readonly suite: Suite
  readonly plan: RunPlan
  readonly options: RunOptions
  readonly store: OpenStore
  readonly drivers: ReadonlyMap<string, DeviceDriver>
  readonly warnings: readonly string[]
}

const runWith = async (terminal: Terminal, work: RunWork): Promise<number> => {
  const { suite, plan, options, store, drivers } = work
  const { runId, settled } = beginOrResume(terminal, store.runs, suite, plan, options)
  const open = plan.attempts.filter((planned) => !settled.has(plannedKey(planned)))
  const interrupt = interruption()
  const progress = progressLine(terminal, 'answered')
  try {
    await askDevices({
      planned: open,
      drivers,
      signal: interrupt.signal,
      now: () => new Date().toISOString(),
      onEvent: (event) => {
        if (event.kind !== 'settled') return
        const [id] = store.runs.addAttempts(runId, [event.attempt])
        settled.set(attemptKey(event.attempt), { id: id ?? 0, attempt: event.attempt })
        progress.show(event.done, event.total)
      },
    })
    progress.clear()
    const kept = inPlanOrder(plan, settled)
    const attempts = kept.map(({ attempt }) => attempt)
    if (options.record !== undefined) record(options.record, suite, attempts)
    if (interrupt.signal.aborted) return stopped(terminal, store.runs, runId, work, attempts.length)

    const report = await gradeStored(terminal, work, kept, interrupt.signal)
    const missing = attempts.filter(({ errorKind }) => errorKind === 'device').length
    store.runs.end(runId, missing > 0 ? 'incomplete' : 'complete', new Date().toISOString(), report.summary)
    if (missing > 0)
      terminal.note(
        `proctor: ${counted(missing, 'attempt')} of ${number(plan.attempts.length)} got no answer; go on with: ${resumeCall(suite.file, options)}\n`,
      )
    return await writeReport(terminal, suite, report, options, { missingAttempts: missing })
  } catch (error) {
    progress.clear()
    if (isStorageFailure(error))
      throw callError(
        `${storageProblem(error)}; ${number(settled.size)} of ${counted(plan.attempts.length, 'attempt')} are kept in run ${runId}; when it can be written again, go on with: ${resumeCall(suite.file, options)}`,
      )
    if (!interrupt.signal.aborted) throw error
    return stopped(terminal, store.runs, runId, work, settled.size)
  } finally {
    interrupt.release()
  }
}

const inPlanOrder = (plan: RunPlan, settled: ReadonlyMap<string, Settled>): readonly Settled[] =>
  plan.attempts.flatMap((planned) => settled.get(plannedKey(planned)) ?? [])

const record = (file: string, { prompts }: Suite, attempts: readonly Attempt[]): void => {
  const defaultPrompt = prompts[0]?.name ?? 'default'
  try {
    writeFileWhole(
      file,
      attempts.map((attempt) => `${writeAttemptLine(attempt, defaultPrompt)}\n`),
    )
  } catch (error) {
    throw fileError(file, `--record: ${fileProblem(error)}`)
  }
}

/** Grades the run's attempts, in the order of the plan, and writes their grades beside them. */
const gradeStored = async (
  terminal: Terminal,
  { suite, plan, options, store, warnings }: RunWork,
  kept: readonly Settled[],
  signal: AbortSignal,
): Promise<Report> => {
  const builder = createReportBuilder({
    suite,
    cases: plan.cases,
    targets: plan.prompts.flatMap((prompt) =>
      plan.devices.map((device) => ({ prompt: prompt.name, device: device.name })),
    ),
    warnings,
    ...(options.shard && { shard: options.shard }),
  })
  const placed = gradePlacer(suite)
  const grader = createAttemptGrader({
    suite,
    allowedHosts: allowedHosts(options.allow, terminal.environment),
    isTrusted: options.trust,
    signal,
    embeddingCache: store.embeddings,
  })
  let first = 0
  try {
    await gradeAll(
      terminal,
      grader,
      kept.map(({ attempt }) => attempt),
      (graded) => {
        builder.add(graded)
        const ids = kept.slice(first, first + graded.length).map(({ id }) => id)
        store.runs.addGrades(ids, graded.map(placed))
        first += graded.length
      },
    )
  } finally {
    await grader.close()
  }
  return builder.finish()
}

const stopped = (
  terminal: Terminal,
  runs: RunStore,
  runId: number,
  { suite, plan, options }: RunWork,
  kept: number,
): number => {
  runs.end(runId, 'interrupted', new Date().toISOString(), undefined)
  const message = `interrupted; ${number(kept)} of ${counted(plan.attempts.length, 'attempt')} kept in run ${runId}; go on with: ${resumeCall(suite.file, options)}`
  return refuse(terminal, options.json, callError(message), INTERRUPTED_STATUS)
}
