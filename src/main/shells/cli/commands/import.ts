import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { importDelimited } from '#core/formats/import-delimited.ts'
import { importJsonLines } from '#core/formats/import-json-lines.ts'
import { writeCasesNotebook } from '#core/formats/write-cases-notebook.ts'
import { counted } from '#core/reports/wording.ts'
import { fileProblem } from '../../../running/file-problem.ts'
import { CallError, fileError, writeDiagnostic } from '../call-error.ts'
import type { Terminal } from '../terminal.ts'
import { writeResult } from '../write-result.ts'

interface ImportOptions {
  readonly from?: 'csv' | 'jsonl'
  readonly output?: string
  readonly json: boolean
}

/** Makes a notebook of the cases in a file. Nothing is written where a row is wrong. */
export const importCases = (terminal: Terminal, file: string, options: ImportOptions): number => {
  const bytes = readBytes(file)
  const format = options.from ?? (/\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : 'csv')
  const imported = format === 'jsonl' ? importJsonLines(bytes, file) : importDelimited(bytes, file)
  if (!imported.ok) throw new CallError(imported.diagnostics)
  for (const warning of imported.warnings) terminal.note(`${writeDiagnostic(warning)}\n`)
  const title = path.basename(file).replace(/\.[^.]*$/, '')
  writeResult(terminal, file, options, writeCasesNotebook(imported.cases, title))
  if (options.output !== undefined)
    terminal.note(`${options.output}: ${counted(imported.cases.length, 'case')} imported from ${file}\n`)
  return 0
}

const readBytes = (file: string): Uint8Array => {
  try {
    if (statSync(file).isDirectory()) throw fileError(file, 'is a directory; a file was expected')
    return readFileSync(file)
  } catch (error) {
    throw error instanceof CallError ? error : fileError(file, fileProblem(error))
  }
}
