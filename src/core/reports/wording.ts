import type { Verdict } from '../grading/grade.ts'
import type { Report, ReportCase, Summary } from './report.ts'
import type { VerdictCounts } from './verdicts.ts'

/** The glyph that stands beside a verdict's colour. */
export const GLYPHS: Readonly<Record<Verdict, string>> = { passed: '✓', failed: '✗', notGraded: '–' }

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  notGraded: 'not graded',
}

/**
 * A rate, 0…1, in per cent with one decimal; `—` where there is none. Only all is `100.0 %` and only
 * none is `0.0 %`: 1,999 of 2,000 is not rounded up to all.
 */
export const percent = (rate: number | null): string => {
  if (rate === null) return '—'
  const rounded = (rate * 100).toFixed(1)
  if (rate < 1 && rounded === '100.0') return '99.9 %'
  if (rate > 0 && rounded === '0.0') return '0.1 %'
  return `${rounded} %`
}

/** A count with thin groups of three digits: `12,345`. */
export const number = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** `1 attempt`, `2 attempts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`

/** The coverage of cases: `24 of 32 cases pass, 1 not graded`. */
export const coverage = (summary: Summary): string =>
  `${number(summary.passed)} of ${number(summary.cases)} cases pass${notGradedPart(summary)}`

/**
 * The rate that belongs to the coverage: `pass rate 75.0 %`. Where some cases are not graded two rates
 * differ, and both are named; where nothing is graded there is none.
 */
export const rates = ({ passRate, worstPassRate, notGraded }: Summary): string =>
  passRate === null || notGraded === 0
    ? `pass rate ${percent(passRate)}`
    : `pass rate ${percent(passRate)} of the graded cases, ${percent(worstPassRate)} of all`

/** `attempts: 118 of 160 pass, 3 not graded (2 device errors)`. */
export const attemptsLine = ({ attempts }: Summary): string => {
  const errors = attempts.errors === 0 ? '' : ` (${counted(attempts.errors, 'device error')})`
  return `attempts: ${number(attempts.passed)} of ${number(attempts.total)} pass${notGradedPart(attempts)}${errors}`
}

/** The headline: coverage of cases, their rate, then the attempts. */
export const headline = (summary: Summary): string =>
  [coverage(summary), rates(summary), attemptsLine(summary)].join(' · ')

/** `12 of 96 attempts answer another prompt`; nothing where all answer today's. */
export const staleLine = (report: Pick<Report, 'stale' | 'summary'>): string | undefined =>
  report.stale
    ? `${number(report.stale)} of ${number(report.summary.attempts.total)} attempts answer another prompt`
    : undefined

const notGradedPart = ({ notGraded }: VerdictCounts): string =>
  notGraded === 0 ? '' : `, ${number(notGraded)} not graded`

/**
 * How to name an entry: by its case's id alone where the report has one prompt and one device, else
 * with what tells them apart.
 */
export const entryNamer = (cases: readonly ReportCase[]): ((entry: ReportCase) => string) => {
  const several = { prompt: false, device: false }
  const [first] = cases
  for (const entry of cases) {
    several.prompt ||= entry.prompt !== first?.prompt
    several.device ||= entry.device !== first?.device
  }
  return (entry) => {
    const parts = [several.prompt ? entry.prompt : '', several.device ? entry.device : ''].filter(Boolean)
    return parts.length === 0 ? entry.id : `${entry.id} (${parts.join(', ')})`
  }
}

/** A score with at most four decimals. */
export const scoreText = (score: number): string => String(Number(score.toFixed(4)))

/** A duration: `812 ms`, `1.24 s`, `2 min 5 s`. */
export const duration = (milliseconds: number): string => {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_995) return `${(milliseconds / 1000).toFixed(2)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
