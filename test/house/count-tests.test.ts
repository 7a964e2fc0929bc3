import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const tool = resolve(import.meta.dirname, '../../tools/count-tests.ts')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'proctor-count-')))

afterAll(() => rmSync(folder, { recursive: true }))

const count = (file: string): string => spawnSync(process.execPath, [tool, file], { encoding: 'utf8' }).stdout

test('the count is the runner’s, and a file that did not load is a failure', () => {
  const file = join(folder, 'tests.json')
  const testResults = [
    { status: 'passed', assertionResults: [{}, {}] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'failed', assertionResults: [] },
  ]
  writeFileSync(file, JSON.stringify({ numPassedTests: 7, numFailedTests: 2, testResults }))
  expect(count(file)).toBe('7 passed, 3 failed\n')
})

test('without a result nothing ran, and the count says so', () => {
  expect(count(join(folder, 'none.json'))).toBe('0 passed, 0 failed\n')
})
