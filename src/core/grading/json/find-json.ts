import type { JsonValue } from '../../json.ts'
import { kotlinTrim } from '../../text/kotlin-trim.ts'
import { fencedBlocks, unwrapFence } from './fence.ts'
import { lastJsonValue } from './last-value.ts'
import { parseJson } from './parse-json.ts'

/** How far to look for JSON: a whole text or its one fence, also a block among words, also a bare value among words. */
export type Extract = 'fence' | 'block' | 'value'

export interface FoundJson {
  readonly value: JsonValue
  /** The JSON text that the value was read from. */
  readonly text: string
  /** Which rule found it. */
  readonly rule: 'asIs' | Extract
}

/**
 * The JSON of an output, after a leading U+FEFF is dropped: the trimmed output if it is JSON as it stands, else the
 * content of the one fence that it is, else, with `block`, the last fenced block that is JSON or, with `value`, the
 * last outermost object or array. Undefined where that finds none.
 */
export const findJson = (output: string, extract: Extract): FoundJson | undefined => {
  const text = kotlinTrim(withoutByteOrderMark(output))
  const value = parseJson(text)
  if (value !== undefined) return { value, text, rule: 'asIs' }
  return findInFence(text) ?? FURTHER[extract](text)
}

/** The text without a byte-order mark at its start. */
export const withoutByteOrderMark = (text: string): string =>
  text.startsWith('\ufeff') ? text.slice(1) : text

const findInFence = (text: string): FoundJson | undefined => {
  const content = unwrapFence(text)
  return content === undefined ? undefined : found(content, 'fence')
}

/** The last fenced block of the text whose content is JSON. */
export const findLastBlock = (text: string): FoundJson | undefined => {
  for (const { start, end } of fencedBlocks(text).toReversed()) {
    const content = unwrapFence(kotlinTrim(text.slice(start, end)))
    const json = content === undefined ? undefined : found(content, 'block')
    if (json) return json
  }
  return undefined
}

/** The last outermost JSON object or array of the text. */
export const findLastValue = (text: string): FoundJson | undefined => {
  const span = lastJsonValue(text)
  return span && found(text.slice(span.start, span.end), 'value')
}

const FURTHER = {
  fence: () => undefined,
  block: findLastBlock,
  value: findLastValue,
}

const found = (text: string, rule: FoundJson['rule']): FoundJson | undefined => {
  const value = parseJson(text)
  return value === undefined ? undefined : { value, text, rule }
}
