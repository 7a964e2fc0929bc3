import type { Place } from '../diagnostics.ts'
import { readCsvCases } from '../notebook/cells/csv-cases.ts'
import { readJsonlCases } from '../notebook/cells/jsonl-cases.ts'
import { readYamlCases } from '../notebook/cells/read-cases.ts'
import { lineIndex } from '../notebook/lines.ts'
import { MERGE_MARKER_MESSAGE, findMergeMarker } from '../notebook/merge-markers.ts'
import type { CasesFile } from '../notebook/settings/case-settings.ts'
import type { Problem } from '../notebook/yaml/yaml-node.ts'
import { fileProblem, folderOf, joinPath, type SuiteFiles } from './suite-files.ts'
import type { Report, SuiteParts } from './suite-parts.ts'

/** Reads the file of a `yaml cases` cell. What is wrong in it is told at its own lines. */
export const readCasesFile = (
  settings: CasesFile,
  files: SuiteFiles,
  suite: { readonly file: string; readonly place: Place },
  report: Report,
): SuiteParts['cases'] => {
  const { file: path } = settings
  const read = files.read(path)
  if (!read.ok) {
    report(suite.place, fileProblem(path, read.problem))
    return []
  }
  const text = read.text.replace(/^\uFEFF/, '')
  const lines = lineIndex(text)
  const file = joinPath(folderOf(suite.file), path)
  const placeOf = (offset: number): Place => ({ file, ...lines.at(offset) })
  const marker = findMergeMarker(text)
  if (marker !== undefined) {
    report(placeOf(marker), MERGE_MARKER_MESSAGE)
    return []
  }
  const problems: Problem[] = []
  const content = readByEnding(path, text, settings, problems)
  if (!content) {
    report(
      suite.place,
      `\`${path}\` is no file of cases; expected one that ends with .csv, .tsv, .jsonl or .yaml.`,
    )
    return []
  }
  for (const { offset, message, severity } of problems) report(placeOf(offset), message, severity)
  if (content.kind === 'cases') return [{ cases: content.cases, placeOf }]
  report(placeOf(0), 'Expected cases; found another reference to a file.')
  return []
}

const readByEnding = (path: string, text: string, { columns }: CasesFile, problems: Problem[]) => {
  const ending = /\.[^./\\]+$/.exec(path)?.[0].toLowerCase()
  switch (ending) {
    case '.csv':
    case '.tsv':
      return readCsvCases(text, problems, columns)
    case '.jsonl':
    case '.ndjson':
      return readJsonlCases(text, problems, columns)
    case '.yaml':
    case '.yml':
    case '.json':
      return readYamlCases(text, problems, columns)
    default:
      return undefined
  }
}
