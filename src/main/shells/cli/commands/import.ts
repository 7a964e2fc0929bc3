import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { importDelimited } from '#core/formats/import-delimited.ts'
import { importJsonLines } from '#core/formats/import-json-lines.ts'
import { writeCasesNotebook } from '#core/formats/write-cases-notebook.ts'
import { counted } from '#core/reports/wording.ts'
import { readTextFile, readWholeFile } from '../../../running/read-text-file.ts'
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
  const notebook = writeCasesNotebook(imported.cases, title)
  keepOtherWork(options.output, notebook)
  writeResult(terminal, file, options, notebook)
  if (options.output !== undefined)
    terminal.note(`${options.output}: ${counted(imported.cases.length, 'case')} imported from ${file}\n`)
  return 0
}

/** A notebook that was worked on since it was imported is not written over. */
const keepOtherWork = (output: string | undefined, notebook: string): void => {
  if (output === undefined || !existsSync(output) || statSync(output).isDirectory()) return
  const there = readTextFile(output)
  if (!there.ok || there.text !== notebook)
    throw fileError(
      output,
      'is there already and holds something else; name another file with -o, or remove this one',
    )
}

/** JavaScript holds no text of twice as much. */
const LARGEST_IMPORT_BYTES = 256 * 1024 * 1024

const readBytes = (file: string): Uint8Array => {
  const read = readWholeFile(file, LARGEST_IMPORT_BYTES)
  if (!read.ok) throw fileError(file, read.problem)
  return read.bytes
}
