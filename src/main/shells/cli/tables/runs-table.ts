import { percent } from '#core/reports/wording.ts'
import type { StoredRun } from '../../../storage/run-store.ts'
import { terminalText } from './fit.ts'
import { layOut, type Cell, type Column } from './layout.ts'
import { painter } from './paint.ts'

const COLUMNS: readonly Column[] = [
  { title: 'run', align: 'right' },
  { title: 'started', align: 'left' },
  { title: 'by', align: 'left' },
  { title: 'state', align: 'left' },
  { title: 'suite', align: 'left', minWidth: 12 },
  { title: 'attempts', align: 'right' },
  { title: 'cases', align: 'right' },
  { title: 'not graded', align: 'right' },
  { title: 'pass rate', align: 'right' },
]

const DEFAULT_COLUMNS = 80

/** The stored runs as a table, newest first. */
export function* writeRunsTable(
  runs: readonly StoredRun[],
  options: { readonly columns: number | undefined; readonly colour: boolean },
): Iterable<string> {
  if (runs.length === 0) {
    yield 'No runs are kept yet. `proctor grade` and `proctor run` keep theirs.\n'
    return
  }
  const { lines } = layOut(
    COLUMNS,
    runs.map(rowOf),
    options.columns ?? DEFAULT_COLUMNS,
    painter(options.colour),
  )
  for (const line of lines) yield `${line}\n`
}

const rowOf = (run: StoredRun): readonly Cell[] => {
  const { summary } = run
  return [
    { text: String(run.id) },
    { text: run.startedAt.slice(0, 16).replace('T', ' ') },
    { text: run.command },
    run.state === 'complete' ? { text: run.state } : { text: run.state, style: 'yellow' },
    { text: terminalText(run.suiteTitle) },
    { text: String(run.attempts) },
    { text: summary ? `${summary.passed}/${summary.cases}` : '—' },
    { text: summary ? String(summary.notGraded) : '—' },
    { text: summary ? percent(summary.passRate) : '—' },
  ]
}
