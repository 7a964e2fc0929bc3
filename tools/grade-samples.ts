import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const SAMPLES = path.join('resources', 'samples')
const ENDING = '.proctor.md'

/** Grades every sample on the attempts recorded beside it, as a user would, and prints the tables. */
const notebooks = readdirSync(path.join(ROOT, SAMPLES)).filter((name) => name.endsWith(ENDING))

for (const name of notebooks) {
  const attempts = path.join(SAMPLES, 'recorded', name.replace(ENDING, '.jsonl'))
  const args = ['grade', path.join(SAMPLES, name), '--attempts', attempts]
  process.stdout.write(`\n$ proctor ${args.join(' ')}\n\n`)
  const { status } = spawnSync(process.execPath, ['src/main/shells/cli/proctor.ts', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  // 1 and 3 are verdicts of the samples, which are made to fail; anything else is a fault.
  if (status !== 0 && status !== 1 && status !== 3) process.exit(status ?? 2)
}
