import { cutText, type Verdict } from '../grading/grade.ts'
import { showInvisible } from '../text/visible.ts'
import { escapeHtml, visibleHtml } from './html-text.ts'
import { reasonsOfCase } from './reasons.ts'
import type { ReportAttempt, ReportCase, ReportGrade } from './report.ts'
import { countVerdicts } from './verdicts.ts'
import { counted, duration, GLYPHS, scoreText, VERDICT_WORDS } from './wording.ts'

const CLASSES: Readonly<Record<Verdict, string>> = { passed: 'passed', failed: 'failed', notGraded: 'not' }
const MOST_MARKS = 10
const LONGEST_WHAT = 300

/** One case of the HTML report: a row that opens to its first attempts, or the row alone where none fits the page. */
export function* casePieces(entry: ReportCase, name: string, shown: number): Iterable<string> {
  const opens = shown > 0 || entry.attempts.length === 0
  const [element, start, end] = opens
    ? ['details', '<summary class="row">', '</summary>']
    : ['div', '<div class="row">', '</div>']
  yield `<${element} class="case ${CLASSES[entry.verdict]}">${start}`
  yield `${mark(entry.verdict)}<span class="id"><bdi>${visibleHtml(name)}</bdi></span>`
  yield `<span class="what"><bdi>${escapeHtml(showInvisible(cutText(whatOf(entry), LONGEST_WHAT)))}</bdi></span><span class="marks">${attemptMarks(entry)}</span>${end}\n`
  if (opens) {
    yield '<div class="body"><div class="asked">'
    if (entry.input !== undefined) yield `<div><h3>Input</h3>${textBlock(entry.input)}</div>`
    if (entry.expected !== undefined) yield `<div><h3>Expected value</h3>${textBlock(entry.expected)}</div>`
    yield '</div>\n'
    if (entry.attempts.length === 0) yield '<p class="dim">There is no attempt of this case.</p>'
    for (const attempt of entry.attempts.slice(0, shown)) yield attemptBlock(attempt)
    const left = entry.attempts.length - shown
    if (left > 0) yield `<p class="dim">… and ${counted(left, 'more attempt')}</p>`
    yield '</div>'
  }
  yield `</${element}>\n`
}

/** What a closed row tells beside the id: why the case did not pass, else its input. */
const whatOf = (entry: ReportCase): string => {
  if (entry.verdict === 'passed') return entry.input ?? ''
  for (const { verdict, grader, text } of reasonsOfCase(entry)) {
    if (verdict === entry.verdict) return grader === undefined ? text : `${grader}: ${text}`
  }
  return ''
}

const mark = (verdict: Verdict): string =>
  `<span class="m ${CLASSES[verdict]}" role="img" aria-label="${VERDICT_WORDS[verdict]}">${GLYPHS[verdict]}</span>`

const attemptMarks = ({ attempts }: ReportCase): string => {
  const { passed } = countVerdicts(attempts)
  const count = `<span class="dim">${passed}/${attempts.length}</span>`
  return attempts.length > MOST_MARKS ? count : attempts.map(({ verdict }) => mark(verdict)).join('') + count
}

const textBlock = (text: string): string =>
  text === '' ? '<pre class="dim">(empty)</pre>' : `<pre dir="auto">${visibleHtml(text)}</pre>`

const attemptBlock = (attempt: ReportAttempt): string => {
  const facts = [
    attempt.durationMs === undefined ? '' : duration(attempt.durationMs),
    attempt.firstTokenMs === undefined ? '' : `first token ${duration(attempt.firstTokenMs)}`,
    attempt.inputTokens === undefined ? '' : `${attempt.inputTokens} tokens in`,
    attempt.outputTokens === undefined ? '' : `${attempt.outputTokens} tokens out`,
  ].filter(Boolean)
  const tags = [
    attempt.finish === 'length' ? '<span class="tag">cut off</span>' : '',
    attempt.finish === 'refused' ? '<span class="tag">refused</span>' : '',
    attempt.stale ? '<span class="tag stale">answers another prompt</span>' : '',
  ].join('')
  const heading = `<h4>${mark(attempt.verdict)} Attempt ${attempt.attempt}${tags}<span class="dim">${facts.join(' · ')}</span></h4>`
  const error =
    attempt.error === undefined ? '' : `<p class="notice"><bdi>${visibleHtml(attempt.error)}</bdi></p>`
  const output = attempt.output === undefined ? '' : textBlock(attempt.output)
  return `${heading}${error}${output}<div class="grades">${attempt.grades.map(gradeRow).join('')}</div>\n`
}

const gradeRow = (grade: ReportGrade): string => {
  const score = grade.score === undefined ? '' : scoreText(grade.score)
  const reason = grade.reason === undefined ? '' : `<bdi>${visibleHtml(grade.reason)}</bdi>`
  return `${mark(grade.verdict)}<bdi>${escapeHtml(grade.grader)}</bdi><span class="score">${score}</span><div class="reason">${reason}${detailsOf(grade)}</div>`
}

const detailsOf = ({ details }: ReportGrade): string => {
  if (!details) return ''
  const parts = [
    ...(details.rating === undefined ? [] : [`<span class="dim"> rating ${details.rating} of 4</span>`]),
    ...(details.extracted === undefined || details.extracted === 'asIs'
      ? []
      : [`<span class="dim"> JSON found by: ${details.extracted}</span>`]),
    ...(details.warnings ?? []).map((warning) => `<div class="dim"><bdi>${visibleHtml(warning)}</bdi></div>`),
    folded('the reason in full', details.reason === undefined ? [] : [details.reason]),
    folded('the judge’s reply', details.replies ?? []),
    folded('console', details.log ?? []),
  ]
  return parts.join('')
}

const folded = (title: string, texts: readonly string[]): string =>
  texts.length === 0
    ? ''
    : `<details class="more"><summary>${title}</summary>${texts.map(textBlock).join('')}</details>`
