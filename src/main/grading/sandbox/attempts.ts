import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import type { Limit } from '#core/grading/grade.ts'
import type { GradeItem } from '#core/grading/item.ts'
import { createEngine } from './engine.ts'
import { assertFixedClock } from './fixed-clock.ts'
import { DRIVER_SOURCE } from './guest-driver.ts'
import { createHostText } from './host-text.ts'
import type { GraderModule } from './module-source.ts'
import { lineInStack, readReply, type Reply, SOURCE_NAME } from './reply.ts'
import { createStepMeter } from './step-meter.ts'

/** How an attempt ended. Lines are of the compiled code. */
export type Outcome =
  | Reply
  /** At a limit. */
  | { readonly kind: 'limit'; readonly limit: Limit; readonly line?: number }
  /** The interpreter itself failed. */
  | { readonly kind: 'broken'; readonly message: string }

/** Runs attempts one after the other, each as if it were the first. */
export interface Attempts {
  readonly run: (item: GradeItem) => Outcome
}

/** The interpreter refused a source that parsed. */
export interface CompileProblem {
  readonly message: string
  readonly line?: number
}

/** What a second try may take beyond the time limit. */
const SECOND_TRY_MS = 700

/** Jobs of promises count by the hundred, as much as the interpreter's own unit of steps. */
const JOBS_A_UNIT = 100

/** What the interpreter says when calls are nested too deeply. */
export const STACK_OVERFLOW = 'Maximum call stack size exceeded'

/** What `extractJson` answers to the output, where the grader may ask. */
type Extracted = false | { readonly answer: string | undefined }

/** Compiles a module in an interpreter of its own. */
export const createAttempts = async (
  module: GraderModule,
  timeoutMs: number,
): Promise<Attempts | { readonly problem: CompileProblem }> => {
  const engine = await createEngine()
  const { context, runtime } = engine
  const meter = createStepMeter(timeoutMs)
  const host = createHostText(context, meter)
  // Constants are made at first use, and what is made after the state is sealed is gone when it is gone back to.
  const { true: yes, false: no } = context

  const makeUse = context.unwrapResult(context.evalCode(DRIVER_SOURCE, 'proctor', { type: 'global' }))
  const use = context.unwrapResult(context.callFunction(makeUse, context.undefined, host.handle))
  assertFixedClock(context)
  const compiled = context.evalCode(module.code, SOURCE_NAME, { type: 'module' })
  if (compiled.error) return { problem: problemOf(context, compiled.error) }
  const driver = context.unwrapResult(
    context.callFunction(
      use,
      context.undefined,
      context.getProp(compiled.value, 'default'),
      module.isAsync ? yes : no,
    ),
  )
  const begin = context.getProp(driver, 'begin')
  const end = context.getProp(driver, 'end')
  runtime.executePendingJobs()
  runtime.setInterruptHandler(meter.shouldInterrupt)
  engine.seal()
  let isFresh = true
  const usesExtractJson = module.code.includes('extractJson')
  const textOf = (handle: QuickJSHandle): string => context.getString(handle)

  const call = (method: QuickJSHandle, ...values: QuickJSHandle[]): Stopped | { reply: string } => {
    const result = context.callFunction(method, context.undefined, ...values)
    if (result.error) return stoppedAt(context, result.error)
    return { reply: result.value.consume(textOf) }
  }

  const withExtracted = <T>(extracted: Extracted, hand: (known: QuickJSHandle) => T): T => {
    if (!extracted) return hand(no)
    return extracted.answer === undefined ? hand(yes) : context.newString(extracted.answer).consume(hand)
  }

  /** Runs an attempt to its end: the reply's text, or where the interpreter was stopped. */
  const drive = (text: string, extracted: Extracted): Stopped | { reply: string } => {
    const begun = context
      .newString(text)
      .consume((argument) => withExtracted(extracted, (known) => call(begin, argument, known)))
    if ('stack' in begun || (begun.reply !== '' && !runtime.hasPendingJob())) return begun
    while (runtime.hasPendingJob()) {
      if (meter.shouldInterrupt()) return { stack: '' }
      const jobs = runtime.executePendingJobs(JOBS_A_UNIT)
      if (!jobs.error) continue
      const stopped = stoppedAt(context, jobs.error)
      // Else it is an error that a microtask threw and nobody waits for: the other jobs go on.
      if (meter.reached()) return stopped
    }
    return call(end)
  }

  const attempt = (text: string, extracted: Extracted, deadline: number): Outcome => {
    meter.begin(deadline)
    engine.takeMemoryRefused()
    try {
      const ended = drive(text, extracted)
      const limit = meter.reached() ?? (engine.takeMemoryRefused() ? 'memory' : undefined)
      if ('stack' in ended) return limited(limit ?? 'stack', ended.stack)
      return limit ? limited(limit, '') : readReply(ended.reply)
    } catch (error) {
      if (engine.takeMemoryRefused()) return limited('memory', '')
      if (error instanceof RangeError) return limited('stack', '')
      return { kind: 'broken', message: error instanceof Error ? error.message : String(error) }
    }
  }

  const remake = (): void => {
    engine.remake()
    isFresh = true
  }

  return {
    run: (item) => {
      const text = contextJson(item)
      host.setOutput(item.output)
      // Most graders ask for the JSON of the output: said at once, it saves the way out to the helper and back.
      const extracted: Extracted = usesExtractJson && { answer: host.extracted() }
      const start = performance.now()
      let outcome = attempt(text, extracted, start + timeoutMs)
      let isDoubtful = meter.isNearLimit() || isAfterFailure(outcome)
      // How much is left to reach a limit depends a little on what ran before. Where that could have decided,
      // an interpreter that nothing ran in before decides.
      if (isDoubtful && !isFresh && meter.reached() !== 'time') {
        remake()
        outcome = attempt(text, extracted, start + timeoutMs + SECOND_TRY_MS)
        isDoubtful = meter.isNearLimit() || isAfterFailure(outcome)
      }
      isFresh = false
      if (isDoubtful) remake()
      return outcome
    },
  }
}

/** What the context says of the attempt. Its helpers are added inside. */
const contextJson = ({ input, vars, output, expected, caseId, tags, attempt }: GradeItem): string =>
  JSON.stringify({ input, vars, output, expected, case: { id: caseId, tags }, attempt })

interface Stopped {
  readonly stack: string
}

/** After this the interpreter is not used again. */
const isAfterFailure = (outcome: Outcome): boolean =>
  outcome.kind === 'limit' ||
  outcome.kind === 'broken' ||
  (outcome.kind === 'threw' && outcome.message === STACK_OVERFLOW)

const limited = (limit: Limit, stack: string): Outcome => {
  const line = lineInStack(stack)
  return { kind: 'limit', limit, ...(line !== undefined && { line }) }
}

const textAt = (context: QuickJSContext, error: QuickJSHandle, key: string): string =>
  context.getProp(error, key).consume((handle) => context.getString(handle))

const stoppedAt = (context: QuickJSContext, error: QuickJSHandle): Stopped =>
  error.consume((handle) => ({ stack: textAt(context, handle, 'stack') }))

const problemOf = (context: QuickJSContext, error: QuickJSHandle): CompileProblem =>
  error.consume((handle) => {
    const line = lineInStack(textAt(context, handle, 'stack'))
    return { message: textAt(context, handle, 'message'), ...(line !== undefined && { line }) }
  })
