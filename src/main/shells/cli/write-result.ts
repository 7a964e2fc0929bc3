import { fileProblem } from '../../running/file-problem.ts'
import { writeFileWhole } from '../../running/write-file-whole.ts'
import { fileError, refuseInput, requireFolder } from './call-error.ts'
import type { Terminal } from './terminal.ts'

interface ResultOptions {
  readonly output?: string
  readonly json: boolean
}

/**
 * Writes the text that a command made of `input` to the file that was asked for, else to standard output. With `--json`
 * standard output holds one JSON document: `{ "file" }` where it was written to one, else `{ "text" }`.
 */
export const writeResult = (
  terminal: Terminal,
  input: string,
  { output: file, json }: ResultOptions,
  text: string,
): void => {
  if (file !== undefined) writeTo(file, input, text)
  else if (!json) terminal.out(text)
  if (json) terminal.out(`${JSON.stringify(file === undefined ? { text } : { file })}\n`)
}

const writeTo = (file: string, input: string, text: string): void => {
  refuseInput('--output', file, [input])
  requireFolder('--output', file)
  try {
    writeFileWhole(file, [text])
  } catch (error) {
    throw fileError(file, `--output: ${fileProblem(error)}`)
  }
}
