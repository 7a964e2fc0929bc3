import type { Verdict } from '#core/grading/grade.ts'
import { graderTotals, groupReasons, type GraderTotal, type ReasonGroup } from '#core/reports/reasons.ts'
import type { ExitStatus } from '#core/reports/exit-status.ts'
import type { Report, ReportCase } from '#core/reports/report.ts'
import { countVerdicts, type VerdictCounts } from '#core/reports/verdicts.ts'
import {
  attemptsLine,
  counted,
  coverage,
  entryNamer,
  GLYPHS,
  number,
  percent,
  rates,
  staleLine,
} from '#core/reports/wording.ts'
import { cutToWidth, pad, terminalText, widthOf, wrapToWidth } from './fit.ts'
import { layOut, type Cell, type Column } from './layout.ts'
import { painter, VERDICT_STYLES, type Paint } from './paint.ts'

export interface TableOptions {
  /** The width of the terminal; 80 where it is not known. */
  readonly columns?: number | undefined
  /** Whether the stream takes colours. */
  readonly colour: boolean
  /** The exit status, which the headline's mark agrees with. Without it the mark is that of the verdicts. */
  readonly status?: ExitStatus
  /** The pass rate that was asked for, 0…1, wherever it was. */
  readonly minPassRate?: number | undefined
  /** The most rows of cases; those that did not pass stay first. */
  readonly maxRows?: number
}

const DEFAULT_COLUMNS = 80
const NARROWEST = 20
const DEFAULT_ROWS = 40
const MOST_REASONS = 20
const MOST_REASON_LINES = 3
const NARROWEST_ID = 12
const ELLIPSIS_LINE = '(--json or --html for all)'

/**
 * What `run`, `grade` and `merge` print for people, a piece a line: a row a case (with its
 * prompt and device where there are several) in the order of the file, a row a grader, why cases did not pass
 * with like reasons together, and the headline last, where it is in sight when the command ends. No line is
 * wider than the terminal.
 */
export function* writeReportTable(report: Report, options: TableOptions): Iterable<string> {
  for (const line of linesOf(report, options)) yield `${line}\n`
}

function* linesOf(report: Report, options: TableOptions): Iterable<string> {
  const columns = Math.max(NARROWEST, options.columns ?? DEFAULT_COLUMNS)
  const paint = painter(options.colour)
  const { maxRows = DEFAULT_ROWS } = options
  const nameOf = entryNamer(report.cases)
  const totals = graderTotals(report.cases)
  const shown = rowsToShow(report.cases, maxRows)
  yield paint('bold', cutToWidth(terminalText(titleOf(report)), columns))
  yield ''
  if (report.cases.length > 0) {
    yield* caseTable(shown, totals, nameOf, columns, paint)
    const left = leftOut(report, shown)
    if (left) yield paint('gray', cutToWidth(left, columns))
    yield ''
  }
  if (totals.length > 0) {
    yield* graderTable(totals, columns, paint)
    yield ''
  }
  yield* reasonLines(report, nameOf, columns, paint)
  for (const note of [staleLine(report), ...(report.warnings ?? [])]) {
    if (note) yield paint('yellow', cutToWidth(terminalText(`! ${note}`), columns))
  }
  yield* headlineLines(report, options, columns, paint)
}

const titleOf = ({ suite, shard }: Report): string =>
  `${suite.title} · ${suite.file}${shard ? ` · shard ${shard.index} of ${shard.count}` : ''}`

const URGENCY: readonly Verdict[] = ['failed', 'notGraded', 'passed']

/** Chooses by urgency, shows in the order of the file. */
const rowsToShow = (cases: readonly ReportCase[], maxRows: number): readonly ReportCase[] => {
  if (cases.length <= maxRows) return cases
  const chosen = new Set(
    URGENCY.flatMap((verdict) => cases.filter((entry) => entry.verdict === verdict)).slice(0, maxRows),
  )
  return cases.filter((entry) => chosen.has(entry))
}

const leftOut = ({ cases, summary }: Report, shown: readonly ReportCase[]): string | undefined => {
  if (shown.length === cases.length) return undefined
  const inTable = countVerdicts(shown)
  const left = (verdict: Verdict, words: string): string[] => {
    const count = summary[verdict] - inTable[verdict]
    return count > 0 ? [`${number(count)} more ${words}`] : []
  }
  const parts = [
    ...left('failed', 'failed'),
    ...left('notGraded', 'not graded'),
    ...left('passed', 'passing'),
  ]
  return `… and ${parts.join(', ')} cases ${ELLIPSIS_LINE}`
}

function* caseTable(
  shown: readonly ReportCase[],
  totals: readonly GraderTotal[],
  nameOf: (entry: ReportCase) => string,
  columns: number,
  paint: Paint,
): Iterable<string> {
  const headers: Column[] = [
    { title: '  case', align: 'left', minWidth: NARROWEST_ID },
    { title: 'attempts', align: 'right' },
    ...totals.map(({ grader }): Column => ({ title: terminalText(grader), align: 'right' })),
  ]
  const rows = shown.map((entry) => [
    { text: `${GLYPHS[entry.verdict]} ${terminalText(nameOf(entry))}`, style: VERDICT_STYLES[entry.verdict] },
    countCell(countVerdicts(entry.attempts)),
    ...totals.map(({ grader }) =>
      countCell(
        countVerdicts(
          entry.attempts.flatMap(({ grades }) => grades.filter((grade) => grade.grader === grader)),
        ),
      ),
    ),
  ])
  const { lines, dropped } = layOut(headers, rows, columns, paint)
  yield* lines
  if (dropped.length > 0) {
    yield paint(
      'gray',
      cutToWidth(`no room for ${counted(dropped.length, 'column')}: ${dropped.join(', ')}`, columns),
    )
  }
}

/** `3/5`; with those that are not graded apart, `3/4 –1`; nothing where there is nothing to count. */
const countCell = ({ passed, failed, notGraded }: VerdictCounts): Cell => {
  const graded = passed + failed
  if (graded + notGraded === 0) return { text: '' }
  const verdict = failed > 0 ? 'failed' : notGraded > 0 ? 'notGraded' : 'passed'
  const parts = [...(graded > 0 ? [`${passed}/${graded}`] : []), ...(notGraded > 0 ? [`–${notGraded}`] : [])]
  return { text: parts.join(' '), style: VERDICT_STYLES[verdict] }
}

function* graderTable(totals: readonly GraderTotal[], columns: number, paint: Paint): Iterable<string> {
  const headers: Column[] = [
    { title: '  grader', align: 'left', minWidth: NARROWEST_ID },
    { title: 'pass', align: 'right' },
    { title: 'graded', align: 'right' },
    { title: 'rate', align: 'right' },
    { title: 'not graded', align: 'right' },
  ]
  const rows = totals.map(({ grader, passed, failed, notGraded }): Cell[] => {
    const graded = passed + failed
    return [
      { text: `  ${terminalText(grader)}` },
      { text: number(passed) },
      { text: number(graded) },
      { text: percent(graded === 0 ? null : passed / graded) },
      { text: notGraded === 0 ? '' : number(notGraded), style: 'yellow' },
    ]
  })
  yield* layOut(headers, rows, columns, paint).lines
}

function* reasonLines(
  { cases }: Report,
  nameOf: (entry: ReportCase) => string,
  columns: number,
  paint: Paint,
): Iterable<string> {
  const notPassed = cases.filter(({ verdict }) => verdict !== 'passed')
  const groups = groupReasons(notPassed)
  if (groups.length > 0)
    yield paint('gray', cutToWidth(`why ${counted(notPassed.length, 'case')} did not pass`, columns))
  for (const group of groups.slice(0, MOST_REASONS)) {
    const who = group.grader === undefined ? 'no grade' : terminalText(group.grader)
    const head = `${GLYPHS[group.verdict]} ${who} · ${howOften(group)}`
    yield paint(VERDICT_STYLES[group.verdict], cutToWidth(head, columns))
    for (const line of wrapToWidth(
      terminalText(group.isSame ? group.text : `for example: ${group.text}`),
      columns - 4,
      MOST_REASON_LINES,
    ))
      yield `    ${line}`
    yield paint(
      'gray',
      `    ${listThatFits(
        group.cases.map((entry) => terminalText(nameOf(entry))),
        columns - 4,
      )}`,
    )
  }
  const left = groups.length - MOST_REASONS
  if (left > 0)
    yield paint('gray', cutToWidth(`… and ${counted(left, 'more reason')} ${ELLIPSIS_LINE}`, columns))
  if (groups.length > 0) yield ''
}

const howOften = ({ attempts, cases }: ReasonGroup): string => {
  if (attempts === 0) return counted(cases.length, 'case')
  return cases.length === 1
    ? counted(attempts, 'attempt')
    : `${counted(attempts, 'attempt')} of ${number(cases.length)} cases`
}

/** As many names as the width takes, then how many more. */
const listThatFits = (names: readonly string[], width: number): string => {
  let list = ''
  for (const [index, name] of names.entries()) {
    const next = index === 0 ? name : `${list}, ${name}`
    const left = names.length - index - 1
    const reserve = left === 0 ? 0 : widthOf(` and ${number(left)} more`)
    if (widthOf(next) + reserve > width) {
      if (index === 0) return cutToWidth(name, width)
      return `${list} and ${number(names.length - index)} more`
    }
    list = next
  }
  return list
}

function* headlineLines(
  { summary, gate: { maxNotGraded } = {} }: Report,
  { status, minPassRate }: TableOptions,
  columns: number,
  paint: Paint,
): Iterable<string> {
  const verdict = headlineVerdict(summary, status)
  const head = `${GLYPHS[verdict]} ${coverage(summary)}`
  const gate =
    minPassRate === undefined
      ? []
      : [`gate: ${percent(minPassRate)} of all cases have to pass, ${percent(summary.worstPassRate)} do`]
  const coverageGate =
    maxNotGraded === undefined || summary.cases === 0
      ? []
      : [
          `gate: at most ${percent(maxNotGraded)} of all cases may be not graded, ${percent(summary.notGraded / summary.cases)} are`,
        ]
  const rest = [rates(summary), attemptsLine(summary), ...gate, ...coverageGate]
  const whole = [head, ...rest].join(' · ')
  if (widthOf(whole) <= columns) {
    yield [paint(VERDICT_STYLES[verdict], paint('bold', head)), ...rest].join(' · ')
    return
  }
  yield paint(VERDICT_STYLES[verdict], paint('bold', cutToWidth(head, columns)))
  for (const line of rest) yield cutToWidth(pad('', 2) + line, columns)
}

/** What the mark before the headline says: the call as a whole, so that it and the exit status never differ. */
const headlineVerdict = (summary: Report['summary'], status: ExitStatus | undefined): Verdict => {
  if (status === 0) return 'passed'
  if (status === 1) return 'failed'
  if (status !== undefined) return 'notGraded'
  if (summary.failed > 0) return 'failed'
  return summary.notGraded > 0 || summary.cases === 0 ? 'notGraded' : 'passed'
}
