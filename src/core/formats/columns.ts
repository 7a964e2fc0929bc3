import leven from 'leven'
import { quoted } from './imported-case.ts'

/** What a column of a table holds. */
export type ColumnUse =
  | { readonly kind: 'id' | 'input' | 'expect' | 'expectJson' | 'tags' | 'attempts' | 'notes' }
  | { readonly kind: 'var'; readonly name: string }
  /** A column without a name, which spreadsheets leave at the end: its cells must be empty. */
  | { readonly kind: 'nameless' }

export type ColumnUses =
  | { readonly ok: true; readonly uses: readonly ColumnUse[] }
  | { readonly ok: false; readonly errors: readonly { readonly column: number; readonly message: string }[] }

type FieldKind = Exclude<ColumnUse['kind'], 'var' | 'nameless'>

/** Names that mean a field whatever else the table holds, without case, spaces, `_` and `-`. */
const FIELDS: ReadonlyMap<string, FieldKind> = new Map([
  ['id', 'id'],
  ['input', 'input'],
  ['expect', 'expect'],
  ['expected', 'expect'],
  ['expectjson', 'expectJson'],
  ['expectedjson', 'expectJson'],
  ['tags', 'tags'],
  ['tag', 'tags'],
  ['attempts', 'attempts'],
  ['notes', 'notes'],
])

/** Names that mean a field where nothing else claims it; the first three may as well be names of a template. */
const LIKELY_FIELDS: ReadonlyMap<string, FieldKind> = new Map([
  ['question', 'input'],
  ['query', 'input'],
  ['prompt', 'input'],
  ['answer', 'expect'],
  ['expectedoutput', 'expect'],
  ['expectedanswer', 'expect'],
  ['ideal', 'expect'],
])

/** The field that a name means where nothing else claims it. */
export const likelyField = (name: string): 'input' | 'expect' | undefined => {
  const field = LIKELY_FIELDS.get(plain(name))
  return field === 'input' || field === 'expect' ? field : undefined
}

const FIELD_NAMES = 'id, input, expect, expectJson, tags, attempts, notes'
const VAR_PREFIX = /^vars?\./i
const VAR_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u

/**
 * What each column of a table holds, by the names in its first row.
 *
 * - `id`, `input`, `expect` (or `expected`), `expectJson`, `tags`, `attempts` and `notes` are fields of a case.
 * - `vars.NAME` is a value for the template.
 * - With an `input` column any other name is an error, with the nearest known one: most are typing mistakes.
 * - Without one, `question`, `query` or `prompt` is the input if it is the only column left; else every
 *   column left is a value for the template, so that `question,context,expected` fills `{{question}}` and
 *   `{{context}}`. A name one letter away from a field's stays an error.
 * - `answer`, `expected_output`, `ideal` are the expected value where no column is called `expect`.
 * - A table in which no name is known has no first row of names: an error.
 */
export const columnUses = (header: readonly string[]): ColumnUses => {
  const names = header.map((name) => name.trim())
  const errors: { column: number; message: string }[] = []
  const problem = (column: number, message: string): ColumnUse => {
    errors.push({ column, message })
    return { kind: 'nameless' }
  }
  const certain = names.map((name) => FIELDS.get(plain(name)))
  const likely = names.map((name) => LIKELY_FIELDS.get(plain(name)))
  const hasInput = certain.includes('input')
  const hasExpect = certain.includes('expect')
  const isLeft = (name: string, index: number): boolean =>
    name !== '' && certain[index] === undefined && !(likely[index] === 'expect' && !hasExpect)
  const left = names.filter(isLeft)
  const inputIsOnlyOneLeft = !hasInput && left.length === 1

  const uses = names.map((name, index): ColumnUse => {
    const field = certain[index]
    if (name === '') return { kind: 'nameless' }
    if (field !== undefined) return { kind: field }
    if (likely[index] === 'expect' && !hasExpect) return { kind: 'expect' }
    if (likely[index] === 'input' && inputIsOnlyOneLeft) return { kind: 'input' }
    if (name.startsWith('__'))
      return problem(
        index,
        `the column ${quoted(name)} belongs to another tool and is no text of a case; ${KNOWN}`,
      )
    const near = nearField(name)
    const isVar = VAR_PREFIX.test(name)
    if (!isVar && (hasInput || near !== undefined)) return problem(index, unknownColumn(name, near))
    const varName = name.replace(VAR_PREFIX, '')
    return VAR_NAME.test(varName)
      ? { kind: 'var', name: varName }
      : problem(
          index,
          `the column ${quoted(name)} cannot be a name in a template; letters, digits, _ and - were expected`,
        )
  })

  if (knownNames(header) === 0) {
    return {
      ok: false,
      errors: [
        {
          column: 0,
          message: `the first row names no known column, found ${quoted(names.join(', '))}; ${KNOWN}`,
        },
      ],
    }
  }
  for (const [index, use] of uses.entries()) {
    const first = uses.findIndex((other) => sameUse(use, other))
    if (first >= 0 && first < index)
      problem(
        index,
        `the columns ${quoted(names[first] ?? '')} and ${quoted(names[index] ?? '')} hold the same field; one was expected`,
      )
  }
  if (errors.length === 0 && !uses.some(({ kind }) => kind === 'input' || kind === 'var')) {
    problem(
      0,
      'no column holds what is asked: a column `input`, or columns with the values of a template, were expected',
    )
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, uses }
}

/** How many names of a header are known: a header read with the wrong delimiter has none. */
export const knownNames = (header: readonly string[]): number =>
  header.filter(
    (name) => FIELDS.has(plain(name)) || LIKELY_FIELDS.has(plain(name)) || VAR_PREFIX.test(name.trim()),
  ).length

const KNOWN = `known are ${FIELD_NAMES} and vars.NAME`

const unknownColumn = (name: string, near: string | undefined): string =>
  `unknown column ${quoted(name)}; ${near === undefined ? KNOWN : `did you mean \`${near}\`?`} (as a value for the template it is \`vars.${name}\`)`

const sameUse = (a: ColumnUse, b: ColumnUse): boolean =>
  a.kind !== 'nameless' && a.kind === b.kind && (a.kind !== 'var' || (b.kind === 'var' && a.name === b.name))

/** Underscores in front stay: `__expected` is another tool's. */
const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/(?<=[^_])[\s_-]/g, '')

/** The field that a name misses by one letter; shorter names are too near to everything. */
const nearField = (name: string): string | undefined => {
  const written = plain(name)
  if (written.length < 4) return undefined
  const near = [...FIELDS.keys()].find((field) => leven(written, field) <= 1)
  return near === undefined ? undefined : FIELDS.get(near)
}
