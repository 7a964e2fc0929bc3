import { cutText } from '../grading/grade.ts'
import { inChunks } from './chunks.ts'
import { markdownCode, markdownText, utf8Length } from './markdown-text.ts'
import { attemptsOf, graderTotals, groupReasons } from './reasons.ts'
import type { Report, ReportCase } from './report.ts'
import {
  attemptsLine,
  counted,
  coverage,
  entryNamer,
  GLYPHS,
  number,
  rates,
  staleLine,
  VERDICT_WORDS,
} from './wording.ts'

export interface MarkdownOptions {
  /** The longest text, in bytes of UTF-8. The default keeps below the 1 MiB that GitHub takes for a step. */
  readonly maxBytes?: number
}

const DEFAULT_MAX_BYTES = 1_000_000
/** Room for the line that says what was left out, and for the end of a folded part. */
const RESERVED_BYTES = 400
const REASONS_PER_CASE = 3
const LONGEST_REASON = 300
const LONGEST_NAME = 120

/**
 * The report as GitHub's Markdown, for a step summary or a pull request: the headline, one row a grader,
 * then the cases that failed with their grader and reason, those that are not graded, and, folded, those
 * that pass. Never longer than `maxBytes`; what is left out is said.
 */
export const writeMarkdown = (report: Report, options: MarkdownOptions = {}): Iterable<string> =>
  inChunks(bounded(report, (options.maxBytes ?? DEFAULT_MAX_BYTES) - RESERVED_BYTES))

/** Rows in order of what matters most; a part that is over the limit ends at a whole row. */
function* bounded(report: Report, maxBytes: number): Iterable<string> {
  let bytes = 0
  const take = (piece: string): boolean => {
    const length = utf8Length(piece)
    if (bytes + length > maxBytes) return false
    bytes += length
    return true
  }
  let left = 0
  for (const piece of head(report)) {
    if (take(piece)) yield piece
    else left += 1
  }
  for (const { start, rows, end } of parts(report)) {
    if (left > 0 || !take(start + end)) {
      left += rows.length
      continue
    }
    yield start
    for (const row of rows) {
      const text = left === 0 ? row() : ''
      if (left > 0 || !take(text)) left += 1
      else yield text
    }
    yield end
  }
  if (left > 0)
    yield `\n${number(left)} more rows are left out for the size of this page; the JSON report has all.\n`
}

function* head(report: Report): Iterable<string> {
  const { summary, suite, shard, warnings = [] } = report
  const glyph = GLYPHS[summary.failed > 0 ? 'failed' : summary.notGraded > 0 ? 'notGraded' : 'passed']
  const part = shard ? ` (shard ${shard.index} of ${shard.count})` : ''
  yield `## ${glyph} ${markdownText(cutText(suite.title, LONGEST_NAME))}${part}\n\n`
  yield `**${coverage(summary)}** · ${rates(summary)} · ${attemptsLine(summary)}\n\n`
  for (const note of [staleLine(report) ?? '', ...warnings]) {
    if (note !== '') yield `> ${markdownText(cutText(note, LONGEST_REASON))}\n\n`
  }
  const totals = graderTotals(report.cases)
  if (totals.length === 0) return
  yield '| Grader | Passed | Failed | Not graded |\n| :-- | --: | --: | --: |\n'
  for (const { grader, passed, failed, notGraded } of totals) {
    yield `| ${name(grader)} | ${number(passed)} | ${number(failed)} | ${number(notGraded)} |\n`
  }
}

interface Part {
  readonly start: string
  readonly rows: readonly (() => string)[]
  readonly end: string
}

function* parts({ cases }: Report): Iterable<Part> {
  const nameOf = entryNamer(cases)
  for (const verdict of ['failed', 'notGraded', 'passed'] as const) {
    const entries = cases.filter((entry) => entry.verdict === verdict)
    if (entries.length === 0) continue
    const title = `${GLYPHS[verdict]} ${counted(entries.length, 'case')} ${VERDICT_WORDS[verdict]}`
    yield verdict === 'passed'
      ? {
          start: `\n<details><summary>${title}</summary>\n\n`,
          rows: entries.map((entry) => () => `- ${name(nameOf(entry))} ${attemptsOf(entry)}\n`),
          end: '\n</details>\n',
        }
      : {
          start: `\n### ${title}\n\n| Case | Attempts | Grader and reason |\n| :-- | :-- | :-- |\n`,
          rows: entries.map(
            (entry) => () => `| ${name(nameOf(entry))} | ${attemptsOf(entry)} | ${reasonsCell(entry)} |\n`,
          ),
          end: '',
        }
  }
}

const name = (text: string): string => markdownCode(cutText(text, LONGEST_NAME))

const reasonsCell = (entry: ReportCase): string => {
  const groups = groupReasons([entry])
  const shown = groups.slice(0, REASONS_PER_CASE).map(({ grader, verdict, text, attempts }) => {
    const often = attempts > 1 ? ` ×${attempts}` : ''
    const who = grader === undefined ? '' : `${name(grader)}${often}: `
    const reason = markdownCode(text.length > LONGEST_REASON ? `${cutText(text, LONGEST_REASON)}…` : text)
    return `${GLYPHS[verdict]} ${who}${reason}${grader === undefined ? often : ''}`
  })
  const left = groups.length - shown.length
  if (left > 0) shown.push(`… and ${counted(left, 'more reason')}`)
  return shown.join('<br>')
}
