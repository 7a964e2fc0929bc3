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

/** The process's own streams. A reader that went away, as `head` does, is no error: the work goes on without it. */
export const processTerminal = (): Terminal => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
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
