import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { type Grade, notGraded } from '#core/grading/grade.ts'
import type { GradeFunction, GradeItem } from '#core/grading/item.ts'
import type { DeterministicGrader, WorkerBatch, WorkerResult, WorkerSetup } from './worker-messages.ts'
import { workerProgress } from './worker-progress.ts'

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
      const [{ jsonSchemaGrader }, { createSchemaCompiler }] = await Promise.all([
        import('#core/grading/graders/json-schema.ts'),
        import('./json-schema-compiler.ts'),
      ])
      return jsonSchemaGrader(grader, createSchemaCompiler())
    }
    case 'custom': {
      const { createCustomGrader } = await import('./sandbox/custom-grader.ts')
      return (await createCustomGrader(grader)).grade
    }
  }
}

enableCompileCache()

const port = parentPort
if (!port) throw new Error('grading-worker runs as a worker only')

const { graders, cases, progress: memory } = workerData as WorkerSetup
const progress = workerProgress(memory)

/** How many graders are made ready before the first batch asks for them; a suite with many has them for single cases. */
const MADE_READY_AT_ONCE = 16

/** Made ready once, the first of them at the start, the others at first use; a broken one must not end the worker. */
const ready: (Promise<GradeFunction> | GradeFunction)[] = []

const functionOf = async (index: number): Promise<GradeFunction> => {
  const grader = graders[index]
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
    const testCase = cases[caseIndex]
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

port.on('message', (batch: WorkerBatch) => {
  void gradeBatch(batch).then((result) => port.postMessage(result))
})

for (const index of graders.keys()) if (index < MADE_READY_AT_ONCE) void functionOf(index)
