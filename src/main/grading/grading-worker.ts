import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { type Grade, notGraded } from '#core/grading/grade.ts'
import type { GradeFunction, GradeItem } from '#core/grading/item.ts'
import type {
  DeterministicGrader,
  WorkerAnswer,
  WorkerBatch,
  WorkerHints,
  WorkerOrder,
  WorkerResult,
  WorkerSetup,
} from './worker-messages.ts'
import type { SchemaCompiler } from '#core/grading/json/schema-compiler.ts'
import { workerProgress } from './worker-progress.ts'

/** One for all graders: what it compiles first, the schema of schemas, takes longer than most users' own. */
let schemaCompiler: Promise<SchemaCompiler> | undefined

const loadSchemaCompiler = async (): Promise<SchemaCompiler> => {
  const { createSchemaCompiler } = await import('./json-schema-compiler.ts')
  return createSchemaCompiler()
}

const makeReady = async (grader: DeterministicGrader): Promise<GradeFunction> => {
  switch (grader.kind) {
    case 'exactMatch': {
      const { exactMatchGrader } = await import('#core/grading/graders/exact-match.ts')
      return exactMatchGrader(grader)
    }
    case 'regex': {
      const { regexGrader } = await import('#core/grading/graders/regex.ts')
      return regexGrader(grader)
    }
    case 'jsonSchema': {
      const [{ jsonSchemaGrader }, compiler] = await Promise.all([
        import('#core/grading/graders/json-schema.ts'),
        (schemaCompiler ??= loadSchemaCompiler()),
      ])
      return jsonSchemaGrader(grader, compiler)
    }
    case 'custom': {
      const { createCustomGrader } = await import('./sandbox/custom-grader.ts')
      return (await createCustomGrader(grader)).grade
    }
  }
}

enableCompileCache()

// Outputs that are no JSON cost an error each; where it was thrown, nobody asks.
Error.stackTraceLimit = 0

const port = parentPort
if (!port) throw new Error('grading-worker runs as a worker only')

const progress = workerProgress(workerData as SharedArrayBuffer)
let setup: WorkerSetup = { graders: [], cases: [] }

/** How many graders are made ready before the first batch asks for them; a suite with many has them for single cases. */
const MADE_READY_AT_ONCE = 16

/** Made ready once, the first of them at the start, the others at first use; a broken one must not end the worker. */
const ready: (Promise<GradeFunction> | GradeFunction)[] = []

const functionOf = async (index: number): Promise<GradeFunction> => {
  const grader = setup.graders[index]
  if (!grader) throw new Error(`no grader at ${index}`)
  const made = await (ready[index] ??= makeReady(grader).catch(
    (error: unknown): GradeFunction =>
      () =>
        notGraded(
          `the grader could not be made ready: ${error instanceof Error ? error.message : String(error)}`,
        ),
  ))
  ready[index] = made
  return made
}

const gradeBatch = async (batch: WorkerBatch): Promise<WorkerResult> => {
  const needed = new Set(batch.items.flatMap((item) => item.graders))
  const functions = new Map<number, GradeFunction>()
  for (const index of needed) functions.set(index, await functionOf(index))
  let position = 0
  const grades = batch.items.map(({ caseIndex, attempt, output, graders: indexes }) => {
    const testCase = setup.cases[caseIndex]
    if (!testCase) throw new Error(`no case at ${caseIndex}`)
    const item = { ...testCase, attempt, output }
    return indexes.map((index) => {
      progress.begin(position++)
      const grade = gradeSafely(functions.get(index), item)
      return isPlainPass(grade) ? null : grade
    })
  })
  progress.begin(-1)
  return { id: batch.id, grades }
}

/** A grader that throws has a fault of its own; the attempt must not pay for it, nor the others. */
const gradeSafely = (grader: GradeFunction | undefined, item: GradeItem): Grade => {
  try {
    return grader ? grader(item) : notGraded('the grader is missing')
  } catch (error) {
    return notGraded(`the grader failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const isPlainPass = (grade: Grade): boolean =>
  grade.verdict === 'passed' && grade.score === 1 && grade.reason === undefined && grade.details === undefined

/** Loads what will be needed. What cannot be loaded is said by the first grader that needs it. */
const preload = ({ schemas, sandbox }: WorkerHints): void => {
  void Promise.allSettled([
    import('#core/grading/graders/regex.ts'),
    ...(schemas ? [(schemaCompiler ??= loadSchemaCompiler()).then((compile) => compile({}, {}))] : []),
    ...(sandbox
      ? [import('./sandbox/custom-grader.ts').then(({ loadInterpreter }) => loadInterpreter())]
      : []),
  ])
}

const obey = async (order: WorkerOrder): Promise<WorkerAnswer | undefined> => {
  switch (order.kind) {
    case 'preload':
      preload(order)
      return undefined
    case 'setUp': {
      setup = order
      const first = [...setup.graders.keys()].slice(0, MADE_READY_AT_ONCE)
      await Promise.all(first.map(functionOf))
      return { kind: 'ready' }
    }
    case 'grade':
      return { kind: 'result', ...(await gradeBatch(order)) }
  }
}

const answerTo = async (order: WorkerOrder): Promise<void> => {
  const answer = await obey(order)
  if (answer) port.postMessage(answer)
}

port.on('message', (order: WorkerOrder) => void answerTo(order))
