import type { JsonObject, JsonValue } from '../json.ts'

/** A checked value as JSON: absent members are left out, so that equal settings are equal values. */
export const jsonOf = (value: unknown): JsonValue => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value
  if (Array.isArray(value)) return value.map(jsonOf)
  return typeof value === 'object' ? jsonObjectOf(value) : null
}

/** The same for an object. */
export const jsonObjectOf = (value: object): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, jsonOf(member)]),
  )
