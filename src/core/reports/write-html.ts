import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Verdict } from '../grading/grade.ts'
import { base64 } from './base64.ts'
import { inChunks } from './chunks.ts'
import { casePieces } from './html-case.ts'
import { HTML_STYLE } from './html-style.ts'
import { escapeHtml } from './html-text.ts'
import { graderTotals } from './reasons.ts'
import type { Report, ReportAttempt, ReportCase } from './report.ts'
import { attemptsLine, counted, coverage, entryNamer, number, rates, staleLine } from './wording.ts'
import type { VerdictCounts } from './verdicts.ts'

export interface HtmlOptions {
  /** The most UTF-16 units of attempts that the page may hold; a browser opens about 30 million in comfort. */
  readonly maxAttemptUnits?: number
}

const DEFAULT_MAX_UNITS = 30_000_000
/** What an attempt takes beside its output, and a grade beside its reason. */
const UNITS_PER_ATTEMPT = 400
const UNITS_PER_GRADE = 250

/**
 * The report as one self-contained HTML page: no script, nothing loaded from elsewhere, and a policy that
 * forbids both. Each case opens to its input, expected value, attempts and grades; a row of choices filters
 * by verdict. Everything that a model or a user wrote is escaped. Where all attempts would be too much for
 * a page, cases that failed keep theirs first, and the page says how many are left out.
 */
export const writeHtml = (report: Report, options: HtmlOptions = {}): Iterable<string> =>
  inChunks(pieces(report, options.maxAttemptUnits ?? DEFAULT_MAX_UNITS))

function* pieces(report: Report, maxUnits: number): Iterable<string> {
  const { suite, summary, shard, warnings = [], cases } = report
  const policy = `default-src 'none'; style-src 'sha256-${base64(sha256(utf8ToBytes(HTML_STYLE)))}'; base-uri 'none'; form-action 'none'`
  const title = `${coverage(summary)} · ${suite.title}`
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">\n`
  yield `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escapeHtml(title)}</title><style>${HTML_STYLE}</style></head>\n<body>${HATCH}`
  const part = shard ? `<span class="file">shard ${shard.index} of ${shard.count}</span>` : ''
  yield `<header><h1><bdi>${escapeHtml(suite.title)}</bdi><bdi class="file">${escapeHtml(suite.file)}</bdi>${part}</h1>\n`
  yield `<p class="headline">${coverage(summary)}</p><p class="rates">${rates(summary)} · ${attemptsLine(summary)}</p>${bar(summary)}\n`
  for (const note of [staleLine(report) ?? '', ...warnings]) {
    if (note !== '') yield `<p class="notice"><bdi>${escapeHtml(note)}</bdi></p>\n`
  }
  yield '</header>\n<main>'
  yield* graderTable(report)
  if (cases.length === 0) yield '<p class="empty">This report has no cases.</p>'
  else yield* caseList(report, maxUnits)
  yield `</main>\n<footer>Proctor report, format ${report.proctor} · suite <code>${escapeHtml(suite.hash.slice(0, 12))}</code></footer></body></html>\n`
}

function* graderTable({ cases }: Report): Iterable<string> {
  const totals = graderTotals(cases)
  if (totals.length === 0) return
  yield '<h2>Graders, by attempts</h2><table><thead><tr><th>Grader</th><th class="n">Passed</th><th class="n">Failed</th><th class="n">Not graded</th><th class="wide"></th></tr></thead><tbody>\n'
  for (const { grader, kind, ...counts } of totals) {
    const kindNote = kind === grader ? '' : ` <span class="dim">${escapeHtml(kind)}</span>`
    const { passed, failed, notGraded } = counts
    const cells = [passed, failed, notGraded].map((count) => `<td class="n">${number(count)}</td>`).join('')
    yield `<tr><th scope="row"><bdi>${escapeHtml(grader)}</bdi>${kindNote}</th>${cells}<td class="wide">${bar(counts)}</td></tr>\n`
  }
  yield '</tbody></table>\n'
}

function* caseList({ cases, summary }: Report, maxUnits: number): Iterable<string> {
  const nameOf = entryNamer(cases)
  const shown = attemptsThatFit(cases, maxUnits)
  const left = cases.reduce((sum, entry) => sum + entry.attempts.length - (shown.get(entry) ?? 0), 0)
  const choice = (id: string, text: string, count: number, checked = ''): string =>
    `<label><input type="radio" name="verdict" id="show-${id}"${checked}>${text} ${number(count)}</label>`
  yield '<fieldset class="chips"><legend>Cases</legend>'
  yield choice('all', 'all', summary.cases, ' checked')
  yield `${choice('failed', '✗ failed', summary.failed)}${choice('not', '– not graded', summary.notGraded)}${choice('passed', '✓ passed', summary.passed)}</fieldset>\n`
  if (left > 0) {
    yield `<p class="notice">${counted(left, 'attempt')} ${left === 1 ? 'is' : 'are'} left out for the size of this page; the JSON report has all.</p>\n`
  }
  yield '<div class="cases">\n'
  for (const entry of cases) yield* casePieces(entry, nameOf(entry), shown.get(entry) ?? 0)
  yield '</div>\n'
}

const ORDER: readonly Verdict[] = ['failed', 'notGraded', 'passed']

/** How many attempts of each case the page shows: those of failed cases first, then of those not graded, while there is room. */
const attemptsThatFit = (cases: Report['cases'], maxUnits: number): ReadonlyMap<ReportCase, number> => {
  const shown = new Map<ReportCase, number>()
  let units = 0
  for (const verdict of ORDER) {
    for (const entry of cases) {
      if (entry.verdict !== verdict) continue
      let count = 0
      for (const attempt of entry.attempts) {
        units += unitsOf(attempt)
        if (units > maxUnits) break
        count += 1
      }
      shown.set(entry, count)
    }
  }
  return shown
}

const unitsOf = ({ output = '', grades }: ReportAttempt): number =>
  UNITS_PER_ATTEMPT +
  output.length +
  grades.reduce((sum, { reason = '' }) => sum + UNITS_PER_GRADE + reason.length, 0)

/** The hatch of what is not graded, for all bars of the page. */
const HATCH =
  '<svg width="0" height="0" aria-hidden="true"><pattern id="hatch" width="5" height="6" patternUnits="userSpaceOnUse"><path d="M-1 7l7-8.4M-3.5 4l4-4.8M3 8.4l4-4.8"/></pattern></svg>'

/** How the verdicts share the whole: passed, failed, and the hatched piece that is not graded. */
const bar = ({ passed, failed, notGraded }: VerdictCounts): string => {
  const total = passed + failed + notGraded
  const part = (count: number): string => `${((count / total) * 100).toFixed(3)}%`
  const piece = (name: string, before: number, count: number): string =>
    count === 0 ? '' : `<rect class="${name}" x="${part(before)}" width="${part(count)}" height="6"/>`
  if (total === 0) return ''
  return `<svg class="bar" aria-hidden="true">${piece('passed', 0, passed)}${piece('failed', passed, failed)}${piece('not', passed + failed, notGraded)}</svg>`
}
