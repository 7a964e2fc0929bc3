import type { Attempt } from '#core/attempts/attempt.ts'
import { writeAttemptLine } from '#core/attempts/recorded-attempt.ts'
import { createReportBuilder } from '#core/reports/build-report.ts'
import type { Report } from '#core/reports/report.ts'
import { counted } from '#core/reports/wording.ts'
import { promptHashes } from '#core/suite/prompt-hashes.ts'
import type { Suite } from '#core/suite/suite.ts'
import type { DeviceDriver } from '../../../devices/device.ts'
import { openDevices } from '../../../devices/open-devices.ts'
import { askDevices } from '../../../running/ask-devices.ts'
import { fileProblem } from '../../../running/file-problem.ts'
import {
  planRun,
  type PlannedAttempt,
  type RunPlan,
  type Selection,
  type Shard,
} from '../../../running/plan-run.ts'
import { writeFileWhole } from '../../../running/write-file-whole.ts'
import type { RunStore, StoredRun } from '../../../storage/run-store.ts'
import { CallError, callError, fileError, writeDiagnostic } from '../call-error.ts'
import { gradeAll } from '../grade-all.ts'
import { createAttemptGrader } from '../../../grading/attempt-grader.ts'
import { allowedHosts } from '../allowed-hosts.ts'
import { INTERRUPTED_STATUS, interruption } from '../interruption.ts'
import {
  beginRun,
  gradePlacer,
  identityOf,
  openStore,
  setGraders,
  storageProblem,
  type OpenStore,
} from '../keep-run.ts'
import { requireSuite } from '../load-suite.ts'
import { progressLine } from '../progress-line.ts'
import { isProcessAlive } from '../process-alive.ts'
import type { Terminal } from '../terminal.ts'
import { checkReportFiles, writeReport, type ReportOptions } from '../write-report.ts'

interface RunOptions extends ReportOptions {
  readonly device: readonly string[]
  readonly prompt: readonly string[]
  readonly attempts?: number
  readonly case: readonly string[]
  readonly tag: readonly string[]
  readonly shard?: Shard
  readonly record?: string
  readonly resume: boolean
}

/** Asks devices for attempts, stores each as it arrives, grades them, writes the reports. Returns the exit status. */
export const run = async (terminal: Terminal, file: string, options: RunOptions): Promise<number> => {
  checkReportFiles(options, [file])
  const { suite, warnings } = requireSuite(file, options.trust)
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

const selectionOf = (options: RunOptions): Selection => ({
  devices: options.device,
  prompts: options.prompt,
  cases: options.case,
  tags: options.tag,
  ...(options.attempts !== undefined && { attempts: options.attempts }),
  ...(options.shard && { shard: options.shard }),
})

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
  const { runId, settled } = beginOrResume(terminal, work)
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
        `proctor: ${counted(missing, 'attempt')} of ${plan.attempts.length} got no answer; go on with: ${resumeCall(suite, options)}\n`,
      )
    return await writeReport(terminal, suite, report, options, { missingAttempts: missing })
  } catch (error) {
    progress.clear()
    if (!interrupt.signal.aborted) throw error
    return stopped(terminal, store.runs, runId, work, settled.size)
  } finally {
    interrupt.release()
  }
}

interface Settled {
  readonly id: number
  readonly attempt: Attempt
}

/** Starts a run, or takes up the last one of this suite with the answers that still fit today's prompts. */
const beginOrResume = (
  terminal: Terminal,
  { suite, plan, options, store }: RunWork,
): { readonly runId: number; readonly settled: Map<string, Settled> } => {
  const identity = identityOf(suite)
  const earlier = options.resume ? resumable(terminal, store.runs, identity.suiteFile) : undefined
  if (!earlier)
    return {
      runId: beginRun(store.runs, suite, 'run', new Date().toISOString()),
      settled: new Map(),
    }
  store.runs.takeOver(earlier.id, process.pid, suite.hash)
  setGraders(store.runs, earlier.id, suite)
  const hashes = promptHashes(suite)
  const wanted = new Set(plan.attempts.map(plannedKey))
  const settled = new Map<string, Settled>()
  for (const { id, attempt } of store.runs.attemptsOf(earlier.id)) {
    const today = hashes(attempt.caseId, attempt.prompt)
    const fits = attempt.promptHash === undefined || attempt.promptHash === today
    if (attempt.errorKind !== 'device' && fits && wanted.has(attemptKey(attempt)))
      settled.set(attemptKey(attempt), { id, attempt })
  }
  terminal.note(
    `proctor: going on with run ${earlier.id}: ${settled.size} of ${counted(plan.attempts.length, 'attempt')} are there\n`,
  )
  return { runId: earlier.id, settled }
}

const resumable = (terminal: Terminal, runs: RunStore, suiteFile: string): StoredRun | undefined => {
  const earlier = runs.latestUnfinished(suiteFile)
  if (!earlier) {
    terminal.note(
      'proctor: the last run of this suite ended, so there is nothing to resume; starting a new one\n',
    )
    return undefined
  }
  if (earlier.state === 'running' && earlier.processId !== process.pid && isProcessAlive(earlier.processId))
    throw callError(
      `run ${earlier.id} of this suite is still going on in process ${earlier.processId}; wait for its end or stop it`,
    )
  return earlier
}

const plannedKey = ({ testCase, prompt, device, attempt }: PlannedAttempt): string =>
  JSON.stringify([testCase.id, prompt.name, device.name, attempt])

const attemptKey = ({ caseId, prompt, device, attempt }: Attempt): string =>
  JSON.stringify([caseId, prompt, device, attempt])

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
  terminal.note(
    `proctor: interrupted; ${kept} of ${counted(plan.attempts.length, 'attempt')} kept in run ${runId}; go on with: ${resumeCall(suite, options)}\n`,
  )
  return INTERRUPTED_STATUS
}

/** The call that goes on with this run: the same selection and permissions, and `--resume`. */
const resumeCall = (suite: Suite, options: RunOptions): string =>
  [
    'proctor run',
    quoted(suite.file),
    ...options.device.map((name) => `--device ${quoted(name)}`),
    ...options.prompt.map((name) => `--prompt ${quoted(name)}`),
    ...(options.attempts === undefined ? [] : [`--attempts ${options.attempts}`]),
    ...options.case.map((id) => `--case ${quoted(id)}`),
    ...options.tag.map((tag) => `--tag ${quoted(tag)}`),
    ...(options.shard ? [`--shard ${options.shard.index}/${options.shard.count}`] : []),
    ...(options.record === undefined ? [] : [`--record ${quoted(options.record)}`]),
    ...(options.trust ? ['--trust'] : []),
    ...options.allow.map((host) => `--allow ${quoted(host)}`),
    '--resume',
  ].join(' ')

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
