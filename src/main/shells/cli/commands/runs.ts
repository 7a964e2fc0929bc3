import path from 'node:path'
import { callError } from '../call-error.ts'
import { openStore, storageProblem, type OpenStore } from '../keep-run.ts'
import { isProcessAlive } from '../process-alive.ts'
import type { StoredRun } from '../../../storage/run-store.ts'
import type { Terminal } from '../terminal.ts'
import { writeRunsTable } from '../tables/runs-table.ts'

interface RunsOptions {
  readonly suite?: string
  readonly limit: number
  readonly delete: readonly string[]
  readonly json: boolean
}

/** Lists stored runs, newest first, after forgetting those that are to be deleted. */
export const runs = (terminal: Terminal, options: RunsOptions): number => {
  const ids = options.delete.map((id) => {
    if (!/^\d+$/.test(id))
      throw callError(`--delete ${id}: the number of a run was expected, as \`proctor runs\` lists it`)
    return Number(id)
  })
  let store: OpenStore
  try {
    store = openStore(terminal.environment)
  } catch (error) {
    throw callError(storageProblem(error))
  }
  try {
    const known = new Set(store.runs.list({ limit: Number.MAX_SAFE_INTEGER }).map(({ id }) => id))
    for (const id of ids)
      if (!known.has(id))
        throw callError(`there is no run ${id}; \`proctor runs\` lists those that are there`)
    for (const id of ids) {
      store.runs.remove(id)
      terminal.note(`proctor: run ${id} is forgotten\n`)
    }
    const listed = store.runs
      .list({
        limit: options.limit,
        ...(options.suite !== undefined && { suiteFile: path.resolve(options.suite) }),
      })
      .map(asItIsNow)
    if (options.json) terminal.out(`${JSON.stringify({ runs: listed })}\n`)
    else for (const chunk of writeRunsTable(listed, terminal)) terminal.out(chunk)
    return 0
  } finally {
    store.close()
  }
}

/** A run whose process ended without a word of it, as after `kill -9`, runs no more. */
const asItIsNow = (run: StoredRun): StoredRun =>
  run.state === 'running' && !isProcessAlive(run.processId) ? { ...run, state: 'interrupted' } : run
