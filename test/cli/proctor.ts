import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const PROGRAM = path.resolve(import.meta.dirname, '../../src/main/shells/cli/proctor.ts')

export interface Called {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** A folder of its own for one test, with a data folder in it, removed in the end. */
export interface Desk {
  readonly folder: string
  /** Writes a file; returns its path, relative to the folder. */
  write(name: string, content: string | Uint8Array): string
  /** Calls the program in the folder and waits for its end. */
  call(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Called>
  /** The same, without waiting. */
  start(
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): { readonly child: ChildProcess; readonly ended: Promise<Called> }
}

export const desk = (): Desk => {
  const folder = mkdtempSync(path.join(tmpdir(), 'proctor-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const start: Desk['start'] = (args, environment = {}) => {
    const { GITHUB_STEP_SUMMARY: _, ...inherited } = process.env
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      env: { ...inherited, PROCTOR_DATA_DIR: path.join(folder, 'data'), NO_COLOR: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const pieces = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (pieces.out += piece))
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (pieces.err += piece))
    const ended = new Promise<Called>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (status) => resolve({ status, ...pieces }))
    })
    return { child, ended }
  }
  return {
    folder,
    write: (name, content) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), content)
      return name
    },
    start,
    call: (args, environment) => start(args, environment).ended,
  }
}
