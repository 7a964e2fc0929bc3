import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readLines } from './read-lines.ts'
import { readTextFile, readWholeFile } from './read-text-file.ts'

const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'proctor-read-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const isWindows = process.platform === 'win32'

describe('a file to read', () => {
  test.skipIf(isWindows)('may be a pipe', () => {
    const pipe = path.join(folder(), 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
    spawn('sh', ['-c', 'printf "one\\ntwo" > "$0"', pipe])
    expect(readTextFile(pipe)).toEqual({ ok: true, text: 'one\ntwo' })
  })

  test.skipIf(isWindows)('without an end is refused when it has had its share', () => {
    expect(readWholeFile('/dev/zero', 5_000_000)).toEqual({
      ok: false,
      problem: 'does not end; at most 5 MB were expected',
    })
    expect(readTextFile('/dev/zero')).toEqual({
      ok: false,
      problem: 'does not end; at most 32 MB were expected',
    })
  })

  test('whose line has more than 256 MB ends with that line', () => {
    const file = path.join(folder(), 'long.jsonl')
    writeFileSync(file, 'one\n')
    truncateSync(file, 260 * 1024 * 1024)
    expect([...readLines(file)]).toEqual([
      { text: 'one', lineNumber: 1 },
      { problem: 'the line has more than 256 MB', lineNumber: 2 },
    ])
  })
})
