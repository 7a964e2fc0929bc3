import { cutText } from '../grading/grade.ts'
import { showInvisible } from '../text/visible.ts'
import { attemptsOf, groupReasons } from './reasons.ts'
import type { Report, ReportCase } from './report.ts'
import { counted, coverage, entryNamer } from './wording.ts'

/** Where a case stands in the repository: a path relative to its root, and the line, from 1. */
export type PlaceOf = (caseId: string) => { readonly file: string; readonly line: number } | undefined

/** GitHub shows this many errors, and as many warnings, of one step; further ones vanish. */
const MOST_OF_A_LEVEL = 10
const REASONS_PER_CASE = 3
const LONGEST_REASON = 500

/**
 * The report as workflow commands of GitHub: an error for each case that failed, a warning for each that
 * is not graded, at its line. Where there are more than GitHub shows, the last one tells how many.
 * Each piece is one line, with its line break.
 */
export function* writeAnnotations(report: Report, placeOf: PlaceOf): Iterable<string> {
  const nameOf = entryNamer(report.cases)
  const annotate = (level: 'error' | 'warning', entries: readonly ReportCase[], what: string): string[] => {
    const shown = entries.length > MOST_OF_A_LEVEL ? entries.slice(0, MOST_OF_A_LEVEL - 1) : entries
    const lines = shown.map((entry) => {
      const place = placeOf(entry.id)
      const title = `${nameOf(entry)}: ${attemptsOf(entry)}`
      return command(
        level,
        { ...(place && { file: place.file, line: String(place.line) }), title },
        story(entry),
      )
    })
    const left = entries.length - shown.length
    if (left === 0) return lines
    const rest = `… and ${counted(left, 'more case')} ${what}; the step summary lists them. ${coverage(report.summary)}.`
    return [...lines, command(level, { title: `${left} more ${what}` }, rest)]
  }
  yield* annotate(
    'error',
    report.cases.filter(({ verdict }) => verdict === 'failed'),
    'failed',
  )
  yield* annotate(
    'warning',
    report.cases.filter(({ verdict }) => verdict === 'notGraded'),
    'not graded',
  )
}

const story = (entry: ReportCase): string => {
  const groups = groupReasons([entry])
  const lines = groups.slice(0, REASONS_PER_CASE).map(({ grader, text, attempts }) => {
    const often = attempts > 1 ? ` (${attempts} attempts)` : ''
    const who = grader === undefined ? '' : `${grader}${often}: `
    return showInvisible(`${who}${cutText(text, LONGEST_REASON)}${grader === undefined ? often : ''}`)
  })
  const left = groups.length - lines.length
  return [...lines, ...(left > 0 ? [`… and ${counted(left, 'more reason')}`] : [])].join('\n')
}

const command = (level: string, properties: Readonly<Record<string, string>>, message: string): string => {
  const list = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeProperty(showInvisible(value))}`,
  )
  return `::${level} ${list.join(',')}::${escapeMessage(message)}\n`
}

const escapeMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
