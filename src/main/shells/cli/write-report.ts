import { appendFileSync, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { exitStatus, type NotGradedMode, type Outcome } from '#core/reports/exit-status.ts'
import type { Report } from '#core/reports/report.ts'
import type { PlaceOf } from '#core/reports/write-annotations.ts'
import { writeJsonReport } from '#core/reports/write-json.ts'
import type { Suite } from '#core/suite/suite.ts'
import { fileProblem } from '../../running/file-problem.ts'
import { writeFileWhole } from '../../running/write-file-whole.ts'
import { callError, fileError, realFile, refuseInput, requireFolder } from './call-error.ts'
import type { Terminal } from './terminal.ts'

/** The options that `run` and `grade` share. */
export interface ReportOptions {
  readonly json: boolean
  readonly report?: string
  readonly junit?: string
  readonly html?: string
  readonly markdown?: string
  readonly github: boolean
  readonly minPassRate?: number
  readonly notGraded: NotGradedMode
  readonly trust: boolean
  readonly allow: readonly string[]
}

type FileFormat = 'report' | 'junit' | 'html' | 'markdown'

const FORMATS: readonly FileFormat[] = ['report', 'junit', 'html', 'markdown']

/** Refuses files that could not be written, or that the call reads (`inputs`), before anything is run. */
export const checkReportFiles = (
  options: Pick<ReportOptions, FileFormat> & { readonly record?: string },
  inputs: readonly string[],
): void => {
  const taken = new Map<string, string>()
  for (const format of [...FORMATS, 'record'] as const) {
    const file = options[format]
    if (file === undefined) continue
    const absolute = path.resolve(file)
    const other = taken.get(realFile(file))
    if (other !== undefined) throw callError(`--${other} and --${format} name the same file, ${file}`)
    taken.set(realFile(file), format)
    refuseInput(`--${format}`, file, inputs)
    requireFolder(`--${format}`, file)
    if (existsSync(absolute) && statSync(absolute).isDirectory())
      throw fileError(file, `--${format}: is a directory; a file was expected`)
  }
}

/**
 * Writes the report everywhere it was asked for and returns the exit status. With `--json` standard
 * output holds the JSON report and nothing else.
 */
export const writeReport = async (
  terminal: Terminal,
  suite: Suite,
  report: Report,
  options: ReportOptions,
  outcome: Pick<Outcome, 'missingAttempts'> = {},
): Promise<number> => {
  const minPassRate = options.minPassRate ?? suite.gate.minPassRate
  const status = exitStatus({
    ...outcome,
    summary: report.summary,
    gate: suite.gate,
    notGraded: options.notGraded,
    ...(minPassRate !== undefined && { minPassRate }),
    isShard: report.shard !== undefined,
  })
  const places = new Map(suite.cases.map(({ id, place }) => [id, place]))
  const placeOf: PlaceOf = (caseId) => places.get(caseId)
  for (const format of FORMATS) {
    const file = options[format]
    if (file !== undefined) await writeReportFile(format, file, report, placeOf)
  }
  if (options.json) for (const chunk of writeJsonReport(report)) terminal.out(chunk)
  else {
    const { writeReportTable } = await import('./tables/report-table.ts')
    for (const chunk of writeReportTable(report, { ...terminal, status, minPassRate })) terminal.out(chunk)
  }
  if (options.github) await writeForGithub(terminal, report, placeOf, options.json)
  return status
}

const writeReportFile = async (
  format: FileFormat,
  file: string,
  report: Report,
  placeOf: PlaceOf,
): Promise<void> => {
  const chunks = await chunksOf(format, report, placeOf)
  try {
    writeFileWhole(file, chunks)
  } catch (error) {
    throw fileError(file, `--${format}: ${fileProblem(error)}`)
  }
}

const chunksOf = async (format: FileFormat, report: Report, placeOf: PlaceOf): Promise<Iterable<string>> => {
  switch (format) {
    case 'report':
      return writeJsonReport(report)
    case 'junit':
      return (await import('#core/reports/write-junit.ts')).writeJunit(report, { placeOf })
    case 'html':
      return (await import('#core/reports/write-html.ts')).writeHtml(report)
    case 'markdown':
      return (await import('#core/reports/write-markdown.ts')).writeMarkdown(report)
  }
}

/** Annotations go beside the data where standard output is the JSON report; GitHub reads both streams. */
const writeForGithub = async (
  terminal: Terminal,
  report: Report,
  placeOf: PlaceOf,
  isJson: boolean,
): Promise<void> => {
  const { writeAnnotations } = await import('#core/reports/write-annotations.ts')
  for (const chunk of writeAnnotations(report, placeOf))
    if (isJson) terminal.note(chunk)
    else terminal.out(chunk)
  const summaryFile = terminal.environment['GITHUB_STEP_SUMMARY']
  if (!summaryFile) {
    terminal.note('proctor: GITHUB_STEP_SUMMARY is not set, so no step summary was written\n')
    return
  }
  const { writeMarkdown } = await import('#core/reports/write-markdown.ts')
  try {
    for (const chunk of writeMarkdown(report)) appendFileSync(summaryFile, chunk)
  } catch (error) {
    terminal.note(`proctor: the step summary ${summaryFile} could not be written: ${fileProblem(error)}\n`)
  }
}
