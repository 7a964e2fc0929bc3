import type { JsonObject, JsonValue } from '../json.ts'
import type { Message } from '../suite/suite.ts'
import { nearestName } from '../text/nearest-name.ts'
import { likelyField } from './columns.ts'
import { quoted, type ImportedCase } from './imported-case.ts'
import { isJsonObject } from './json-line.ts'

const FIELDS: readonly string[] = [
  'id',
  'input',
  'vars',
  'messages',
  'expect',
  'expected',
  'expectJson',
  'tags',
  'graders',
  'attempts',
  'attachments',
  'notes',
]

/**
 * A case from a JSON object, with one sentence for each thing that is wrong with it. Texts are read from
 * `givenText`, the same object with its numbers as they are written. Names that mean a field where nothing else
 * claims it are taken as in a table: `answer` is the expected value, `question` alone the input.
 */
export const caseOfObject = (
  given: JsonObject,
  givenText: JsonObject,
): { readonly found: ImportedCase; readonly problems: readonly string[] } => {
  const rename = renamer(given)
  const object = rename(given)
  const written = rename(givenText)
  const problems: string[] = []
  /** Reads a field, unless it is absent or null. */
  const read = <T>(
    key: string,
    wanted: string,
    reader: (value: JsonValue) => T | undefined,
    from = written,
  ): T | undefined => {
    const value = from[key]
    if (value === undefined || value === null) return undefined
    const result = reader(value)
    if (result === undefined)
      problems.push(`${key}: found ${quoted(JSON.stringify(object[key]))}, ${wanted} was expected`)
    return result
  }
  if (read('expect', 'a text', textOf) !== undefined && read('expected', 'a text', textOf) !== undefined) {
    problems.push('found both `expect` and `expected`; one was expected')
  }
  const others = Object.keys(object).filter((key) => !FIELDS.includes(key))
  const asked = ['input', 'vars', 'messages'].filter((key) => (object[key] ?? null) !== null)
  if (asked.includes('messages') && asked.length > 1)
    problems.push('found `messages` beside `input` or `vars`; a case has one of them')
  if ((written['expect'] ?? written['expected'] ?? null) !== null && 'expectJson' in object) {
    problems.push('found both `expect` and `expectJson`; one was expected')
  }
  if (object['id'] === '') problems.push('id: found an empty text; a name was expected, or no id')
  if (asked.length === 0 && others.length === 0)
    problems.push('nothing is asked; `input`, `vars` or `messages` was expected')
  if (asked.length > 0) problems.push(...others.map(unknownField))
  const otherVars = (): Readonly<Record<string, string>> =>
    Object.fromEntries(others.flatMap((key) => entryOf(key, read(key, 'a text', textOf))))

  const found: ImportedCase = withoutAbsent({
    id: read('id', 'a text', textOf),
    input: read('input', 'a text', textOf),
    vars: asked.length === 0 && others.length > 0 ? otherVars() : read('vars', 'a map of texts', textMapOf),
    messages: read('messages', 'a list of { role, content }', messagesOf),
    expect:
      (written['expect'] ?? null) === null
        ? read('expected', 'a text', textOf)
        : read('expect', 'a text', textOf),
    expectJson: object['expectJson'],
    tags: read('tags', 'a list of texts', textsOf),
    graders: read('graders', 'a list', listOf, object),
    attempts: read('attempts', 'a whole number from 1', countOf, object),
    attachments: read('attachments', 'a list of paths', textsOf),
    notes: read('notes', 'a text', textOf),
  })
  return { found, problems: [...new Set(problems)] }
}

type Present<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> }

const withoutAbsent = <T extends object>(fields: T): Present<T> => {
  const present = { ...fields }
  for (const key of Object.keys(present)) {
    if (Reflect.get(present, key) === undefined) Reflect.deleteProperty(present, key)
  }
  return present
}

const entryOf = (key: string, text: string | undefined): readonly (readonly [string, string])[] =>
  text === undefined ? [] : [[key, text]]

/** A scalar as a text. */
const textOf = (value: JsonValue): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'object' ? undefined : String(value)

const listOf = (value: JsonValue): readonly JsonValue[] | undefined => (isList(value) ? value : undefined)

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const textsOf = (value: JsonValue): readonly string[] | undefined => {
  if (!isList(value)) return undefined
  const texts = value.flatMap((item) => textOf(item) ?? [])
  return texts.length === value.length ? texts : undefined
}

const textMapOf = (value: JsonValue): Readonly<Record<string, string>> | undefined => {
  if (!isJsonObject(value)) return undefined
  const entries = Object.entries(value).filter(([, item]) => item !== null)
  const texts = entries.flatMap(([key, item]) => entryOf(key, textOf(item)))
  return texts.length === entries.length ? Object.fromEntries(texts) : undefined
}

const messagesOf = (value: JsonValue): readonly Message[] | undefined => {
  if (!isList(value) || value.length === 0) return undefined
  const messages = value.flatMap((item) => {
    if (!isJsonObject(item)) return []
    const { role, content } = item
    return typeof role === 'string' && typeof content === 'string' ? [{ role, content }] : []
  })
  return messages.length === value.length ? messages : undefined
}

const countOf = (value: JsonValue): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined

const unknownField = (key: string): string => {
  const near = nearestName(key, FIELDS)
  return `unknown field ${quoted(key)}; ${near === undefined ? `known are ${FIELDS.join(', ')}` : `did you mean \`${near}\`?`}`
}

/** A function that gives the likely fields of an object their own names. */
const renamer = (object: JsonObject): ((one: JsonObject) => JsonObject) => {
  const others = Object.keys(object).filter((key) => !FIELDS.includes(key))
  const hasExpect = ['expect', 'expected', 'expectJson'].some((key) => (object[key] ?? null) !== null)
  const hasAsked = ['input', 'vars', 'messages'].some((key) => (object[key] ?? null) !== null)
  const expect = hasExpect ? undefined : others.find((key) => likelyField(key) === 'expect')
  const left = others.filter((key) => key !== expect)
  const input = !hasAsked && left.length === 1 ? left.find((key) => likelyField(key) === 'input') : undefined
  const newName = (key: string): string => (key === expect ? 'expect' : key === input ? 'input' : key)
  return (one) => Object.fromEntries(Object.entries(one).map(([key, value]) => [newName(key), value]))
}
