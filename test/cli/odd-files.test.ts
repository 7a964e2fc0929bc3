import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ATTEMPTS, NOTEBOOK } from './notebooks.ts'
import { desk } from './proctor.ts'

describe.skipIf(process.platform === 'win32')('files that are none', () => {
  test('a notebook may come through a pipe, which is read once', async () => {
    const here = desk()
    here.write('a.proctor.md', NOTEBOOK)
    here.write('attempts.jsonl', ATTEMPTS)
    const pipe = path.join(here.folder, 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
    spawn('sh', ['-c', 'cat a.proctor.md > pipe'], { cwd: here.folder })
    const called = await here.call(['grade', 'pipe', '--attempts', 'attempts.jsonl'])
    expect(called).toMatchObject({ status: 0, err: '' })
  })

  test('links in a circle are said, wherever a file is read or written', async () => {
    const here = desk()
    here.write('a.proctor.md', NOTEBOOK)
    here.write('attempts.jsonl', ATTEMPTS)
    symlinkSync('b', path.join(here.folder, 'circle'))
    symlinkSync('circle', path.join(here.folder, 'b'))
    for (const args of [
      ['grade', 'circle', '--attempts', 'attempts.jsonl'],
      ['grade', 'a.proctor.md', '--attempts', 'circle'],
      ['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl', '--html', 'circle'],
      ['validate', 'circle'],
      ['import', 'circle'],
    ])
      expect(await here.call(args)).toMatchObject({ status: 2, err: expect.stringMatching(/circle.*ELOOP/) })
  })

  test('a link to a file that is read is not written to', async () => {
    const here = desk()
    here.write('a.proctor.md', NOTEBOOK)
    here.write('attempts.jsonl', ATTEMPTS)
    symlinkSync('attempts.jsonl', path.join(here.folder, 'link'))
    const called = await here.call([
      'grade',
      'a.proctor.md',
      '--attempts',
      'attempts.jsonl',
      '--report',
      'link',
    ])
    expect(called).toMatchObject({ status: 2, err: expect.stringContaining('this call reads that file') })
    expect(readFileSync(path.join(here.folder, 'attempts.jsonl'), 'utf8')).toBe(ATTEMPTS)
  })
})
