import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ATTEMPTS, NOTEBOOK } from './notebooks.ts'
import { desk } from './proctor.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../../src/main/shells/cli/proctor.ts')

/** Calls the program through a shell that leads its streams elsewhere. */
const callThroughShell = (redirection: string, args: readonly string[]) => {
  const here = desk()
  here.write('a.proctor.md', NOTEBOOK)
  here.write('attempts.jsonl', ATTEMPTS)
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `"$@" ${redirection}`, 'sh', process.execPath, PROGRAM, ...args],
    {
      cwd: here.folder,
      encoding: 'utf8',
      env: { ...process.env, PROCTOR_DATA_DIR: path.join(here.folder, 'data') },
    },
  )
  return { status, out: stdout, err: stderr }
}

const GRADE = ['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl']

describe.skipIf(!existsSync('/dev/full'))('streams that take nothing', () => {
  test.each([GRADE, [...GRADE, '--json'], ['export', 'a.proctor.md', '--to', 'suite'], ['runs']])(
    'standard output on a full disk is said in one line: %s',
    (...args) => {
      expect(callThroughShell('> /dev/full', args)).toEqual({
        status: 2,
        out: '',
        err: 'proctor: standard output cannot be written: the disk is full\n',
      })
    },
  )

  test.each(['2> /dev/full', '2>&-', '2< /dev/null'])(
    'standard error that takes nothing (%s) changes no status',
    (redirection) => {
      expect(callThroughShell(redirection, GRADE).status).toBe(0)
      expect(callThroughShell(redirection, ['validate', 'not-there']).status).toBe(2)
    },
  )
})
