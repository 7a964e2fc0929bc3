import { fileProblem } from '../../running/file-problem.ts'

/** What a command writes to, and what it knows of its surroundings. */
export interface Terminal {
  /** Data: a table for people, or one JSON document. */
  out(text: string): void
  /** Text for people beside the data: progress, warnings, errors. */
  note(text: string): void
  readonly isTerminal: boolean
  readonly notesAreTerminal: boolean
  /** Whether what goes to `out` may be coloured. */
  readonly colour: boolean
  readonly columns: number | undefined
  readonly environment: NodeJS.ProcessEnv
}

/** A file is wrong: the one that standard output leads to. */
const UNWRITABLE_STATUS = 2

/**
 * The process's own streams. A reader that went away, as `head` does, is no error: the work goes on without it. Nor is
 * a standard error that takes nothing. Where standard output cannot be written, as on a full disk, the call ends.
 */
export const processTerminal = (): Terminal => {
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.stderr.write(`proctor: standard output cannot be written: ${fileProblem(error)}\n`)
    process.exit(UNWRITABLE_STATUS)
  })
  return streamTerminal()
}

const streamTerminal = (): Terminal => ({
  out: (text) => {
    process.stdout.write(text)
  },
  note: (text) => {
    process.stderr.write(text)
  },
  isTerminal: process.stdout.isTTY,
  notesAreTerminal: process.stderr.isTTY,
  colour: process.stdout.isTTY && !process.env['NO_COLOR'],
  columns: process.stdout.columns,
  environment: process.env,
})
