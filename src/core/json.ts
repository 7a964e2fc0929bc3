/** Any value that JSON can write. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/**
 * JSON with the keys of every object in code-unit order, so that equal values give equal texts.
 * This is the form that hashes are taken of.
 */
export const canonicalJson = (value: JsonValue): string => JSON.stringify(sortKeys(value))

const sortKeys = (value: JsonValue): JsonValue => {
  if (value === null || typeof value !== 'object') return value
  if (isArray(value)) return value.map(sortKeys)
  const sorted: [string, JsonValue][] = []
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member !== undefined) sorted.push([key, sortKeys(member)])
  }
  return Object.fromEntries(sorted)
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)
