import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeAttempts, writeForPromptfoo, writeForProctor } from './attempts.ts'
import { timeEmbedder } from './embedder.ts'
import { timeGraders } from './graders.ts'
import { measureProcess, type Measured } from './measured-process.ts'
import { evaluateWithPromptfoo, installPromptfoo, PROMPTFOO_VERSION } from './promptfoo.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PROGRAM = builtBin()
const PEER_FOLDER = path.join(ROOT, '.bench')
const ATTEMPTS = 10_000
const GRADERS = 4

/** The built bin, with the options that its first line gives to Node. */
function builtBin(): readonly string[] {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('npm run build failed')
  const file = path.join(ROOT, 'out/main/proctor.js')
  const [firstLine = ''] = readFileSync(file, 'utf8').split('\n', 1)
  return [...firstLine.split(' ').filter((word) => word.startsWith('--')), file]
}

const print = (line = ''): void => {
  process.stdout.write(`${line}\n`)
}

const row = (...cells: readonly string[]): void => print(`| ${cells.join(' | ')} |`)

const thousands = (number: number): string => Math.round(number).toLocaleString('en-US')

const scratch = mkdtempSync(path.join(tmpdir(), 'proctor-bench-'))

/** `proctor grade` as a user calls it: the report written, the run kept, the table printed. */
const gradeWithProctor = async (count: number): Promise<Measured> => {
  const folder = path.join(scratch, String(count))
  const { notebook, recorded } = writeForProctor(folder, makeAttempts(count))
  const measured = await measureProcess(
    process.execPath,
    [...PROGRAM, 'grade', notebook, '--attempts', recorded, '--report', path.join(folder, 'report.json')],
    { environment: { PROCTOR_DATA_DIR: path.join(folder, 'data') } },
  )
  if (measured.status !== 1) throw new Error(`proctor grade ended with ${measured.status}:\n${measured.out}`)
  return measured
}

const compareWithPromptfoo = async (): Promise<void> => {
  installPromptfoo(PEER_FOLDER)
  const attempts = makeAttempts(ATTEMPTS)
  const ours = await gradeWithProctor(ATTEMPTS)
  const theirs = await evaluateWithPromptfoo(PEER_FOLDER, writeForPromptfoo(PEER_FOLDER, attempts, true))
  const bare = await evaluateWithPromptfoo(PEER_FOLDER, writeForPromptfoo(PEER_FOLDER, attempts, false))
  const grades = ATTEMPTS * GRADERS
  print(`## ${thousands(ATTEMPTS)} recorded attempts × ${GRADERS} deterministic graders, whole process`)
  print()
  row('', 'seconds', 'grades a second', 'peak memory, MB')
  row('---', '---:', '---:', '---:')
  row(
    '`proctor grade`',
    ours.seconds.toFixed(2),
    thousands(grades / ours.seconds),
    String(ours.peakMegabytes ?? '—'),
  )
  row(
    `promptfoo ${PROMPTFOO_VERSION}`,
    theirs.seconds.toFixed(2),
    thousands(grades / theirs.seconds),
    String(theirs.peakMegabytes ?? '—'),
  )
  row('promptfoo without its checks', bare.seconds.toFixed(2), '', String(bare.peakMegabytes ?? '—'))
  row('**ratio**', `**${(theirs.seconds / ours.seconds).toFixed(0)} ×**`, '', '')
  print()

  const wholeUs = (theirs.seconds * 1e6) / grades
  const checksUs = ((theirs.seconds - bare.seconds) * 1e6) / grades
  print('## One grade, warm, in one thread')
  print()
  print(
    `promptfoo: ${wholeUs.toFixed(0)} µs a grade of its whole evaluation; ${checksUs.toFixed(0)} µs when the same evaluation without checks is taken off.`,
  )
  print()
  row('grader', 'µs a grade', 'against the whole', 'against the checks alone')
  row('---', '---:', '---:', '---:')
  for (const [kind, us] of await timeGraders(attempts))
    row(kind, us.toFixed(2), `${(wholeUs / us).toFixed(0)} ×`, `${(checksUs / us).toFixed(0)} ×`)
  print()
}

const scale = async (): Promise<void> => {
  print('## Growth')
  print()
  row('attempts', 'seconds', 'µs an attempt', 'peak memory, MB')
  row('---:', '---:', '---:', '---:')
  for (const count of [1_000, 10_000, 100_000]) {
    const { seconds, peakMegabytes } = await gradeWithProctor(count)
    row(
      thousands(count),
      seconds.toFixed(2),
      ((seconds * 1e6) / count).toFixed(0),
      String(peakMegabytes ?? '—'),
    )
  }
  print()
}

/** The median of several calls, in milliseconds. */
const medianMs = async (args: readonly string[]): Promise<number> => {
  const times: number[] = []
  for (let call = 0; call < 9; call++) {
    const { seconds, status, out } = await measureProcess(process.execPath, [...PROGRAM, ...args])
    if (status !== 0) throw new Error(`proctor ${args.join(' ')} ended with ${status}:\n${out}`)
    times.push(seconds * 1_000)
  }
  return times.sort((a, b) => a - b)[4] ?? 0
}

const start = async (): Promise<void> => {
  const { notebook } = writeForProctor(path.join(scratch, 'validate'), makeAttempts(10_000))
  const yaml = path.join(scratch, 'validate', 'yaml.proctor.md')
  const cases = Array.from(
    { length: 1_000 },
    (_, index) =>
      `- id: case-${index}\n  input: My kettle (order ${index}) leaks, I need a new one today!\n  expect: kettle\n  tags: [kitchen]\n`,
  ).join('')
  writeFileSync(
    yaml,
    `---\nproctor: 1\n---\n\n\`\`\`yaml cases\n${cases}\`\`\`\n\n\`\`\`yaml graders\n- exactMatch\n\`\`\`\n`,
  )
  print('## Start, median of nine calls of the bin')
  print()
  row('call', 'ms')
  row('---', '---:')
  row('`--help`', (await medianMs(['--help'])).toFixed(0))
  row('`validate`, 1,000 cases in YAML', (await medianMs(['validate', yaml])).toFixed(0))
  row('`validate`, 1,000 cases in JSON Lines', (await medianMs(['validate', notebook])).toFixed(0))
  print()
}

const embed = async (): Promise<void> => {
  const { texts, seconds, megabytes } = await timeEmbedder()
  print('## The built-in embedder')
  print()
  print(
    `${texts} short texts in ${seconds.toFixed(2)} s: ${(texts / seconds).toFixed(0)} a second; the process took ${megabytes} MB more memory.`,
  )
  print()
}

try {
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    start,
    embed,
    scale,
    promptfoo: compareWithPromptfoo,
  }
  const wanted = process.argv.slice(2)
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) await part()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
