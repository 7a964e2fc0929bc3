import { DEEPEST_NESTING, type MapEntry, type ScalarNode, type YamlNode } from './yaml-node.ts'

/** A value that was read and the offset after it. */
export interface Inline {
  readonly node: YamlNode
  readonly next: number
}

/**
 * Reads a value that stands on one line, as YAML reads it, in a fraction of the time. It knows the
 * plain part of the syntax: quoted and plain scalars, `[…]`, `{…}`, and so all of JSON.
 *
 * @returns `undefined` for whatever else there is, however valid: then the YAML package reads it
 */
export const readInline = (
  text: string,
  start: number,
  end: number,
  inFlow: boolean,
  depth = 0,
): Inline | undefined => {
  if (depth > DEEPEST_NESTING) return undefined
  switch (text.charAt(start)) {
    case '"':
      return doubleQuoted(text, start, end)
    case "'":
      return singleQuoted(text, start, end)
    case '[':
      return flowList(text, start, end, depth)
    case '{':
      return flowMap(text, start, end, depth)
    default:
      return plain(text, start, end, inFlow)
  }
}

const quoted = (text: string, start: number, next: number): Inline => ({
  node: { type: 'scalar', start, end: next, text, value: text, style: 'quoted' },
  next,
})

const doubleQuoted = (text: string, start: number, end: number): Inline | undefined => {
  let escaped = false
  let close = start + 1
  while (close < end && text[close] !== '"') {
    if (text[close] === '\\') {
      escaped = true
      close++
    }
    close++
  }
  if (close >= end) return undefined
  if (!escaped) return quoted(text.slice(start + 1, close), start, close + 1)
  const value = jsonString(text.slice(start, close + 1))
  return value === undefined ? undefined : quoted(value, start, close + 1)
}

/** What JSON knows of escapes, YAML knows with the same meaning. */
const jsonString = (raw: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

const singleQuoted = (text: string, start: number, end: number): Inline | undefined => {
  let close = start + 1
  while (close < end && (text[close] !== "'" || text[close + 1] === "'")) close += text[close] === "'" ? 2 : 1
  if (close >= end) return undefined
  return quoted(text.slice(start + 1, close).replaceAll("''", "'"), start, close + 1)
}

/** The offset of the next character that is no space. */
export const skipSpaces = (text: string, start: number, end: number): number => {
  let offset = start
  while (offset < end && text[offset] === ' ') offset++
  return offset
}

const flowList = (text: string, start: number, end: number, depth: number): Inline | undefined => {
  const items: YamlNode[] = []
  let offset = skipSpaces(text, start + 1, end)
  if (text[offset] === ']')
    return { node: { type: 'list', start, end: offset + 1, flow: true, items }, next: offset + 1 }
  while (offset < end) {
    const item = readInline(text, offset, end, true, depth + 1)
    if (!item) return undefined
    items.push(item.node)
    offset = skipSpaces(text, item.next, end)
    if (text[offset] === ']')
      return { node: { type: 'list', start, end: offset + 1, flow: true, items }, next: offset + 1 }
    if (text[offset] !== ',') return undefined
    offset = skipSpaces(text, offset + 1, end)
  }
  return undefined
}

const flowMap = (text: string, start: number, end: number, depth: number): Inline | undefined => {
  const entries: MapEntry[] = []
  const keys = new Set<string>()
  let offset = skipSpaces(text, start + 1, end)
  if (text[offset] === '}')
    return { node: { type: 'map', start, end: offset + 1, flow: true, entries }, next: offset + 1 }
  while (offset < end) {
    const key = readKey(text, offset, end)
    if (!key || keys.has(key.text)) return undefined
    keys.add(key.text)
    const colon = skipSpaces(text, key.end, end)
    if (text[colon] !== ':' || (key.style === 'plain' && text[colon + 1] !== ' ')) return undefined
    const value = readInline(text, skipSpaces(text, colon + 1, end), end, true, depth + 1)
    if (!value) return undefined
    entries.push({ key, value: value.node })
    offset = skipSpaces(text, value.next, end)
    if (text[offset] === '}')
      return { node: { type: 'map', start, end: offset + 1, flow: true, entries }, next: offset + 1 }
    if (text[offset] !== ',') return undefined
    offset = skipSpaces(text, offset + 1, end)
  }
  return undefined
}

const PLAIN_KEY = /[A-Za-z_][\w-]*/y

/** A key: a quoted text or one word. */
export const readKey = (text: string, start: number, end: number): ScalarNode | undefined => {
  if (text[start] === '"' || text[start] === "'") {
    const read = readInline(text, start, end, true)
    return read?.node.type === 'scalar' ? read.node : undefined
  }
  PLAIN_KEY.lastIndex = start
  const word = PLAIN_KEY.exec(text)?.[0]
  if (word === undefined || start + word.length > end) return undefined
  const value = plainValue(word)
  return (
    value && {
      type: 'scalar',
      start,
      end: start + word.length,
      text: word,
      value: value.value,
      style: 'plain',
    }
  )
}

/** Anything that may mean more than itself in a plain scalar. */
const NOT_PLAIN = /^[-?:,[\]{}#&*!|>'"%@`\s]|[\t\uFEFF]|[^\P{Cc}\t]| #|:(?: |$)/u
const NEGATIVE = /^-\d/

const plain = (text: string, start: number, end: number, inFlow: boolean): Inline | undefined => {
  let stop = end
  if (inFlow) {
    stop = start
    while (stop < end && !',[]{}'.includes(text[stop] ?? '')) stop++
    if (stop < end && (text[stop] === '[' || text[stop] === '{')) return undefined
    if (text.slice(start, stop).includes(':')) return undefined
  }
  const written = text.slice(start, stop).replace(/ +$/, '')
  if (written === '') return undefined
  if (NOT_PLAIN.test(NEGATIVE.test(written) ? written.slice(1) : written)) return undefined
  const value = plainValue(written)
  if (!value) return undefined
  const next = start + written.length
  return {
    node: { type: 'scalar', start, end: next, text: written, value: value.value, style: 'plain' },
    next,
  }
}

const DECIMAL = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/
const PERHAPS_NUMBER = /^[-+.\d]/
const LOOKS_NUMERIC = /^[-+]?\.?\d[\d.a-fA-FxoeE+-]*$|^[-+]?\.(?:inf|Inf|INF|nan|NaN|NAN)$/
const WORDS = new Map<string, boolean | null>([
  ...['null', 'Null', 'NULL', '~'].map((word): [string, null] => [word, null]),
  ...['true', 'True', 'TRUE'].map((word): [string, boolean] => [word, true]),
  ...['false', 'False', 'FALSE'].map((word): [string, boolean] => [word, false]),
])

/** What the core schema makes of a plain scalar; `undefined` for the rarer ways to write a number. */
const plainValue = (written: string): { readonly value: ScalarNode['value'] } | undefined => {
  const word = WORDS.get(written)
  if (word !== undefined) return { value: word }
  if (!PERHAPS_NUMBER.test(written)) return { value: written }
  if (DECIMAL.test(written) && !Object.is(Number(written), -0)) return { value: Number(written) }
  return LOOKS_NUMERIC.test(written) ? undefined : { value: written }
}
