import type { Attempt } from '#core/attempts/attempt.ts'
import { counted, number } from '#core/reports/wording.ts'
import { promptHashes } from '#core/suite/prompt-hashes.ts'
import type { Suite } from '#core/suite/suite.ts'
import { selectionKey, type PlannedAttempt, type RunPlan } from '../../running/plan-run.ts'
import type { RunStore, StoredRun } from '../../storage/run-store.ts'
import { callError } from './call-error.ts'
import { beginRun, identityOf, setGraders } from './keep-run.ts'
import { isProcessAlive } from './process-alive.ts'
import { selectionOf, type RunOptions } from './run-options.ts'
import type { Terminal } from './terminal.ts'

/** An attempt that is stored, under its id there. */
export interface Settled {
  readonly id: number
  readonly attempt: Attempt
}

/** A run that is open: its number, and what is settled of its plan, by `plannedKey` or `attemptKey`. */
export interface OpenRun {
  readonly runId: number
  readonly settled: Map<string, Settled>
}

/**
 * Starts a run, or with `--resume` takes up the last one of the same part of this suite, with the answers
 * that still fit today's prompts. Throws a `CallError` where that run is still going on.
 */
export const beginOrResume = (
  terminal: Terminal,
  runs: RunStore,
  suite: Suite,
  plan: RunPlan,
  options: RunOptions,
): OpenRun => {
  const selection = selectionKey(selectionOf(options))
  const earlier = options.resume ? resumable(terminal, runs, suite, selection) : undefined
  if (!earlier) {
    const startedAt = new Date().toISOString()
    return { runId: beginRun(runs, suite, { command: 'run', selection, startedAt }), settled: new Map() }
  }
  runs.takeOver(earlier.id, process.pid, suite.hash)
  setGraders(runs, earlier.id, suite)
  const settled = stillFitting(runs, earlier, suite, plan)
  terminal.note(
    `proctor: going on with run ${earlier.id}: ${number(settled.size)} of ${counted(plan.attempts.length, 'attempt')} are there\n`,
  )
  return { runId: earlier.id, settled }
}

const resumable = (
  terminal: Terminal,
  runs: RunStore,
  suite: Suite,
  selection: string,
): StoredRun | undefined => {
  const earlier = runs.latestUnfinished(identityOf(suite).suiteFile, selection)
  if (!earlier) {
    const part = selection === '' ? 'of this suite' : 'of this part of the suite'
    terminal.note(
      `proctor: no run ${part} is unfinished, so there is nothing to resume; starting a new one\n`,
    )
    return undefined
  }
  if (earlier.state === 'running' && earlier.processId !== process.pid && isProcessAlive(earlier.processId))
    throw callError(
      `run ${earlier.id} of this suite is still going on in process ${earlier.processId}; wait for its end or stop it`,
    )
  return earlier
}

const stillFitting = (
  runs: RunStore,
  earlier: StoredRun,
  suite: Suite,
  plan: RunPlan,
): Map<string, Settled> => {
  const todaysHash = promptHashes(suite)
  const wanted = new Set(plan.attempts.map(plannedKey))
  const settled = new Map<string, Settled>()
  for (const { id, attempt } of runs.attemptsOf(earlier.id)) {
    const fits =
      attempt.promptHash === undefined || attempt.promptHash === todaysHash(attempt.caseId, attempt.prompt)
    if (attempt.errorKind !== 'device' && fits && wanted.has(attemptKey(attempt)))
      settled.set(attemptKey(attempt), { id, attempt })
  }
  return settled
}

/** What tells one attempt of a run from the others, as it is planned … */
export const plannedKey = ({ testCase, prompt, device, attempt }: PlannedAttempt): string =>
  JSON.stringify([testCase.id, prompt.name, device.name, attempt])

/** … and as it is answered. */
export const attemptKey = ({ caseId, prompt, device, attempt }: Attempt): string =>
  JSON.stringify([caseId, prompt, device, attempt])
