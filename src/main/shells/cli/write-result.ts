import { fileProblem } from '../../running/file-problem.ts'
import { writeFileWhole } from '../../running/write-file-whole.ts'
import { fileError } from './call-error.ts'
import type { Terminal } from './terminal.ts'

/** Writes a command's text to the file that was asked for, else to standard output. */
export const writeResult = (terminal: Terminal, file: string | undefined, text: string): void => {
  if (file === undefined) {
    terminal.out(text)
    return
  }
  try {
    writeFileWhole(file, [text])
  } catch (error) {
    throw fileError(file, `--output: ${fileProblem(error)}`)
  }
}
