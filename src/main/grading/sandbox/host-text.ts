import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { extractJson } from '#core/grading/json/extract-json.ts'
import { kotlinTrim } from '#core/text/kotlin-trim.ts'
import type { StepMeter } from './step-meter.ts'

/** The helpers of the context that run outside the sandbox, text in and text out. */
export interface HostText {
  /** The function as the sandbox has it: `(helper, text?)`, both JSON but the name. */
  readonly handle: QuickJSHandle
  /** Says which text a call without one is about. */
  readonly setOutput: (output: string) => void
  /** What `extractJson` answers to that text; see `createHostText`. */
  readonly extracted: () => string | undefined
}

const HELPERS: Readonly<Record<string, (text: string) => string>> = { extractJson, trim: kotlinTrim }

/**
 * Makes the helpers callable from inside. They answer with the new text as JSON, with nothing where it is the
 * text that was given, and with `!` and a message as JSON where there is no answer. They never throw.
 */
export const createHostText = (context: QuickJSContext, meter: StepMeter): HostText => {
  let output = ''
  const answer = (helper: string, json: string | undefined): string | undefined => {
    try {
      const text: unknown = json === undefined ? output : JSON.parse(json)
      const help = HELPERS[helper]
      if (typeof text !== 'string' || !help) return `!${JSON.stringify('the text could not be read')}`
      meter.add(text.length)
      const found = help(text)
      return found === text ? undefined : JSON.stringify(found)
    } catch (error) {
      return `!${JSON.stringify(error instanceof Error ? error.message : String(error))}`
    }
  }
  const handle = context.newFunction('askHost', (helper, text) => {
    const given = text ? context.getString(text) : undefined
    const found = answer(context.getString(helper), given)
    return found === undefined ? context.undefined : context.newString(found)
  })
  return {
    handle,
    setOutput: (next) => {
      output = next
    },
    extracted: () => answer('extractJson', undefined),
  }
}
