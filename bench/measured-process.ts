import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Measured {
  readonly seconds: number
  /** The largest resident memory that was seen, in MB; undefined where the system does not tell. */
  readonly peakMegabytes: number | undefined
  readonly status: number | null
  readonly out: string
}

const POLL_MS = 10

/** Runs a program to its end, measuring wall time and peak memory (of the process itself, as Linux counts it). */
export const measureProcess = (
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<Measured> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let peakMegabytes: number | undefined
    const poll = setInterval(() => {
      peakMegabytes = peakOf(child.pid) ?? peakMegabytes
    }, POLL_MS)
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece))
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (out += piece))
    child.once('error', reject)
    child.once('close', (status) => {
      clearInterval(poll)
      resolve({ seconds: (performance.now() - started) / 1_000, peakMegabytes, status, out })
    })
  })

const peakOf = (processId: number | undefined): number | undefined => {
  try {
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024)
  } catch {
    return undefined
  }
}
