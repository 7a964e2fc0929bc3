import { parseNotebook } from '../notebook/parse-notebook.ts'
import { parseSuiteFile, type SuiteFileResult } from './parse-suite-file.ts'
import { resolveSuite } from './resolve-suite.ts'
import type { SuiteFiles } from './suite-files.ts'

/** Reads a suite from either format. What the text looks like decides, not the file's name. */
export const loadSuite = (source: string, file: string, files: SuiteFiles): SuiteFileResult =>
  isSuiteFile(source, file)
    ? parseSuiteFile(source, file, files)
    : resolveSuite(parseNotebook(source, file), files)

/** A suite file begins with one of its own keys, after comments; a text that tells nothing goes by its ending. */
const isSuiteFile = (source: string, file: string): boolean => {
  const start = /^\uFEFF?(?:[ \t]*(?:#.*)?(?:\r\n|\n|\r))*/.exec(source)?.[0].length ?? 0
  if (/^(?:proctor|suite)[ \t]*:/.test(source.slice(start, start + 80))) return true
  return /\.ya?ml$/i.test(file) && !/^---[ \t]*[\r\n]/.test(source.slice(start, start + 80))
}
