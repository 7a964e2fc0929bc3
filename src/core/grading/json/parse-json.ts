import type { JsonValue } from '../../json.ts'

/** What may stand first and last in a JSON text. Looking is much cheaper than an exception. */
const FIRST_CHARACTER = /[\t\n\r "[{\-\dtfn]/
const LAST_CHARACTER = /[\t\n\r "\]}\del]/

/** What `JSON.parse` makes of the text, or undefined where the text is not JSON. */
export const parseJson = (text: string): JsonValue | undefined => {
  if (!FIRST_CHARACTER.test(text.charAt(0)) || !LAST_CHARACTER.test(text.charAt(text.length - 1)))
    return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
