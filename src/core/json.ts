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
export const canonicalJson = (value: JsonValue): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members: string[] = []
  // Written key by key: an object made of sorted keys would put those that are numbers first.
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`)
  }
  return `{${members.join(',')}}`
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)
