import { inChunks } from './chunks.ts'
import type { Report, ReportCase } from './report.ts'

/** The report as JSON text, one case a line, so that large ones can be written, read and compared in lines. */
export const writeJsonReport = (report: Report): Iterable<string> => inChunks(pieces(report))

function* pieces({ cases, ...head }: Report): Iterable<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"cases":[`
  let separator = '\n'
  for (const entry of cases) {
    yield separator
    yield* casePieces(entry)
    separator = ',\n'
  }
  yield '\n]}\n'
}

function* casePieces({ attempts, ...head }: ReportCase): Iterable<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"attempts":[`
  let separator = ''
  for (const attempt of attempts) {
    yield separator + JSON.stringify(attempt)
    separator = ','
  }
  yield ']}'
}
