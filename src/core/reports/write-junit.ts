import { cutText } from '../grading/grade.ts'
import { inChunks } from './chunks.ts'
import { attemptsOf, reasonsOfAttempt } from './reasons.ts'
import type { Report, ReportAttempt, ReportCase } from './report.ts'
import { counted, coverage, entryNamer, GLYPHS, scoreText } from './wording.ts'
import { xmlAttribute, xmlText } from './xml.ts'

export interface JunitOptions {
  /** Where a case stands in its file, for CI systems that link to it. */
  readonly placeOf?: (caseId: string) => { readonly file: string; readonly line: number } | undefined
}

const LONGEST_OUTPUT = 2_000
const MOST_ATTEMPTS = 20

/**
 * The report as JUnit XML: one test case an entry (case × prompt × device), `<failure>` where it failed
 * and `<error>` where it is not graded, with the grades of its attempts in the text. Times are seconds
 * that the device took; 0 where they were not recorded. Legal XML 1.0 whatever the outputs hold.
 */
export const writeJunit = (report: Report, options: JunitOptions = {}): Iterable<string> =>
  inChunks(pieces(report, options))

function* pieces(report: Report, { placeOf }: JunitOptions): Iterable<string> {
  const { suite, summary, cases } = report
  const nameOf = entryNamer(cases)
  const totals = attributes({
    name: suite.title,
    tests: String(summary.cases),
    failures: String(summary.failed),
    errors: String(summary.notGraded),
    skipped: '0',
    time: seconds(cases.reduce((sum, entry) => sum + millisecondsOf(entry), 0)),
  })
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `<testsuites${totals}>\n<testsuite${totals}${attributes({ file: suite.file })}>\n`
  yield `<properties><property name="coverage" value="${xmlAttribute(coverage(summary))}"/></properties>\n`
  for (const entry of cases) {
    const place = placeOf?.(entry.id)
    yield `<testcase${attributes({
      name: nameOf(entry),
      classname: suite.title,
      time: seconds(millisecondsOf(entry)),
      ...(place && { file: place.file, line: String(place.line) }),
    })}`
    yield entry.verdict === 'passed' ? '/>\n' : `>\n${outcome(entry)}</testcase>\n`
  }
  yield '</testsuite>\n</testsuites>\n'
}

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlAttribute(value)}"`)
    .join('')

const millisecondsOf = ({ attempts }: ReportCase): number =>
  attempts.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

const outcome = (entry: ReportCase): string => {
  const [element, type] = entry.verdict === 'failed' ? ['failure', 'failed'] : ['error', 'not graded']
  const first = entry.attempts.flatMap(reasonsOfAttempt).find(({ verdict }) => verdict === entry.verdict)
  const why = first ? `: ${first.grader === undefined ? '' : `${first.grader}: `}${first.text}` : ''
  return `<${element}${attributes({ message: attemptsOf(entry) + why, type })}>${xmlText(story(entry))}</${element}>\n`
}

const story = ({ attempts }: ReportCase): string => {
  const notPassed = attempts.filter(({ verdict }) => verdict !== 'passed')
  const shown = notPassed.slice(0, MOST_ATTEMPTS).map(attemptStory)
  const left = notPassed.length - shown.length
  if (left > 0) shown.push(`… and ${counted(left, 'more attempt')} that did not pass`)
  return shown.join('\n\n')
}

const attemptStory = (attempt: ReportAttempt): string => {
  const grades = attempt.grades.map(({ grader, verdict, score, reason }) => {
    const scored = score === undefined ? '' : ` ${scoreText(score)}`
    return `  ${GLYPHS[verdict]} ${grader}${scored}${reason === undefined ? '' : `: ${reason}`}`
  })
  const error = attempt.error === undefined ? [] : [`  error: ${attempt.error}`]
  return [`attempt ${attempt.attempt}`, ...error, ...grades, ...outputStory(attempt.output)].join('\n')
}

const outputStory = (output: string | undefined): readonly string[] => {
  if (output === undefined) return []
  const left = output.length - LONGEST_OUTPUT
  const rest = left > 0 ? `… and ${counted(left, 'more character')}` : ''
  return ['  output:', cutText(output, LONGEST_OUTPUT) + rest]
}
