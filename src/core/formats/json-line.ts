import { findJsonFaults } from '../grading/json/json-faults.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import { quoted } from './imported-case.ts'

export type JsonLine =
  | {
      readonly ok: true
      readonly value: JsonObject
      /** The same with every number as it is written: a text `1.0` stays so. */
      readonly written: JsonObject
    }
  /** `column` counts from 1. */
  | { readonly ok: false; readonly column: number; readonly message: string }

/** Reads one line of JSON Lines that must hold an object. */
export const parseJsonLine = (line: string): JsonLine => {
  try {
    const value: JsonValue = JSON.parse(line)
    if (!isJsonObject(value))
      return { ok: false, column: 1, message: `found ${quoted(line)}, an object {…} was expected` }
    const written: JsonValue = JSON.parse(line, numbersAsWritten)
    return { ok: true, value, written: isJsonObject(written) ? written : value }
  } catch {
    const [fault] = findJsonFaults(line)
    const offset = fault?.offset ?? 0
    const found = offset < line.length ? quoted(line.slice(offset, offset + 20)) : 'the end of the line'
    const name = fault?.name === undefined ? '' : ` (${fault.name})`
    return {
      ok: false,
      column: offset + 1,
      message: `not JSON: found ${found}, ${fault?.wanted ?? 'JSON'} was expected${name}`,
    }
  }
}

/** Engines pass the source of a number as a third argument; the library's types do not know it yet. */
const numbersAsWritten = (
  _key: string,
  value: JsonValue,
  context?: { readonly source?: string },
): JsonValue => (typeof value === 'number' ? (context?.source ?? String(value)) : value)

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
