import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const dataFolder = realpathSync(mkdtempSync(join(tmpdir(), 'proctor-bundle-')))

afterAll(() => rmSync(dataFolder, { recursive: true }))

const SAMPLES = ['ticket-triage', 'mail-summaries', 'assistant-intents']

/** The report of grading a sample by a program, as it is printed. */
const grade = (
  program: string,
  sample: string,
): { readonly status: number | null; readonly report: unknown } => {
  const notebook = `resources/samples/${sample}.proctor.md`
  const attempts = `resources/samples/recorded/${sample}.jsonl`
  const args = [join(root, program), 'grade', notebook, '--attempts', attempts, '--json']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PROCTOR_DATA_DIR: dataFolder },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!stdout.startsWith('{')) throw new Error(`${program} printed no report: ${stderr}`)
  return { status, report: JSON.parse(stdout) }
}

test.each(SAMPLES)('the bundle grades %s as the sources do, workers and all', (sample) => {
  const fromSources = grade('src/main/shells/cli/proctor.ts', sample)
  expect(fromSources.report).toMatchObject({ summary: { attempts: { total: expect.any(Number) as number } } })
  expect(grade('out/main/proctor.js', sample)).toEqual(fromSources)
})
