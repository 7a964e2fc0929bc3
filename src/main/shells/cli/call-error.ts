import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Diagnostic } from '#core/diagnostics.ts'

/** The place that errors of the call itself have. */
const CALL = { file: '(command line)', line: 1, column: 1 }

/** The call or a file is wrong and nothing was run: status 2. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ message }) => message).join('\n'))
    this.diagnostics = diagnostics
  }
}

/** An error of the call itself. */
export const callError = (message: string): CallError =>
  new CallError([{ severity: 'error', ...CALL, message }])

/** An error of a file as a whole. */
export const fileError = (file: string, message: string): CallError =>
  new CallError([{ severity: 'error', file, line: 1, column: 1, message }])

/**
 * What the database says while it is used: locked for too long, full, damaged. Told by its code, so that a call that
 * needs no database loads none.
 */
export const isStorageFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_')

/** Refuses to write to a file that the call reads. `option` names what asked for it. */
export const refuseInput = (option: string, file: string, inputs: readonly string[]): void => {
  if (inputs.some((input) => realFile(input) === realFile(file)))
    throw fileError(file, `${option}: this call reads that file; name another one to write to`)
}

/** The absolute path, with links followed where they lead to a file. */
export const realFile = (file: string): string => {
  try {
    return realpathSync(file)
  } catch {
    return path.resolve(file)
  }
}

/** Refuses a file to write whose folder is not there. */
export const requireFolder = (option: string, file: string): void => {
  const folder = path.dirname(path.resolve(file))
  if (!existsSync(folder)) throw fileError(file, `${option}: the folder ${folder} is not there`)
}

/** `FILE:LINE:COLUMN: error: MESSAGE`, as editors and terminals know it; errors of the call have no place. */
export const writeDiagnostic = ({ severity, file, line, column, message }: Diagnostic): string =>
  file === CALL.file ? `proctor: ${message}` : `${file}:${line}:${column}: ${severity}: ${message}`
