import type { JsonValue } from '../../json.ts'

/** What may stand first in a JSON text: an exception costs more than looking. */
const FIRST_CHARACTER = /[\t\n\r "[{\-\dtfn]/

/** What `JSON.parse` makes of the text, or undefined where the text is not JSON. */
export const parseJson = (text: string): JsonValue | undefined => {
  if (!FIRST_CHARACTER.test(text.charAt(0))) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
