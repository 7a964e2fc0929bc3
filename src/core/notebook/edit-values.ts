import type { JsonValue } from '../json.ts'
import { afterLine, columnOf, lineStart, restOfLine, startsLine } from './body-lines.ts'
import { isTextField } from './cell-schema.ts'
import type { TextEdit } from './edit.ts'
import { inSource } from './edit-body.ts'
import type { Cell, Notebook } from './notebook.ts'
import { findValue, keyOf, type Spot, type ValuePath } from './value-path.ts'
import { bodyText, itemText, valueText, type ValueStyle } from './value-text.ts'
import { readItems } from './yaml/read-items.ts'
import { scalarText } from './yaml/write-scalar.ts'
import { flowYaml } from './yaml/write-yaml.ts'
import { isNull, type ListNode, type MapNode, type YamlNode } from './yaml/yaml-node.ts'

/**
 * Sets one value of a YAML cell. Every other line stays as it is, comments too; a key that is not there
 * is added after the last one, an item whose index is the list's length at its end.
 *
 * @returns the edits of the file, or `undefined` where the cell is not valid YAML, or the path leads
 * through something else than maps and lists, or through an alias
 */
export const setValue = (
  notebook: Notebook,
  cell: Cell,
  path: ValuePath,
  value: JsonValue,
): readonly TextEdit[] | undefined => edited(notebook, cell, (context) => set(context, path, value))

/** Removes one key with its value, or one item of a list. What loses its last member stays, empty. */
export const removeValue = (
  notebook: Notebook,
  cell: Cell,
  path: ValuePath,
): readonly TextEdit[] | undefined => edited(notebook, cell, (context) => remove(context, path))

/** Inserts an item into the list at a path, before the item that has the index now; at the end for its length. */
export const insertItem = (
  notebook: Notebook,
  cell: Cell,
  path: ValuePath,
  index: number,
  value: JsonValue,
): readonly TextEdit[] | undefined => edited(notebook, cell, (context) => insert(context, path, index, value))

/** A cell's body and its value. Offsets count in the body. */
interface Context {
  readonly kind: Cell['kind']
  readonly body: string
  readonly root: YamlNode
}

const edited = (
  notebook: Notebook,
  cell: Cell,
  edit: (context: Context) => TextEdit | undefined,
): readonly TextEdit[] | undefined => {
  const { language, kind, body } = cell
  const root = language === 'yaml' ? rootOf(body) : undefined
  const made = root && edit({ kind, body, root })
  return made && inSource(notebook, cell, [made])
}

/** The value of a body; a null of no length where it is empty, nothing where it is not valid. */
const rootOf = (body: string): YamlNode | undefined => {
  const { items, other, problems } = readItems(body)
  if (problems.length > 0) return undefined
  if (other) return other
  const [first] = items
  const end = body.length
  if (!first)
    return body.includes('[')
      ? undefined
      : { type: 'scalar', start: end, end, text: '', value: null, style: 'plain' }
  return { type: 'list', start: first.start, end: items.at(-1)?.end ?? end, flow: false, items }
}

const set = (context: Context, path: ValuePath, value: JsonValue): TextEdit | undefined => {
  const spot = findValue(context.root, path)
  if (spot) return replace(context, path, spot, value)
  const key = path.at(-1)
  const abovePath = path.slice(0, -1)
  const above = findValue(context.root, abovePath)
  if (!above && typeof key === 'string' && abovePath.length > 0)
    return set(context, abovePath, { [key]: value })
  if (!above || key === undefined || above.node.alias) return undefined
  if (typeof key === 'number')
    return isNull(above.node) || above.node.type === 'list'
      ? insert(context, abovePath, key, value)
      : undefined
  if (isNull(above.node)) return set(context, abovePath, { [key]: value })
  return above.node.type === 'map' ? addEntry(context, path, above.node, above.flow, key, value) : undefined
}

const styleFor = (
  { kind, body }: Context,
  path: ValuePath,
  node: YamlNode,
  flow: boolean,
  indent: string,
): ValueStyle => {
  const rest = restOfLine(body, node.end)
  const quote = node.type === 'scalar' && node.style === 'quoted' ? body[node.start] : undefined
  return {
    inline: flow || rest !== '',
    comment: rest.startsWith('#'),
    isText: isTextField(kind, path),
    indent,
    ...((quote === '"' || quote === "'") && { quote }),
  }
}

const replace = (context: Context, path: ValuePath, spot: Spot, value: JsonValue): TextEdit | undefined => {
  const { body } = context
  const { parent, node, flow } = spot
  if (!parent) return replaceRoot(context, value)
  const key = keyOf(parent, node)
  if (!key) return replaceItem(context, path, spot, value)
  const colon = body.indexOf(':', key.end)
  // In `{ name }` a key stands without a colon.
  if (flow && (colon === -1 || body.slice(key.end, colon).trim() !== ''))
    return { start: key.end, end: key.end, text: `: ${flowYaml(value)}` }
  const indent = ' '.repeat(columnOf(body, key.start))
  const text = valueText(value, styleFor(context, path, node, flow, indent))
  const between = body.slice(colon + 1, node.start)
  // An anchor is needed by the aliases that name it.
  if (between.includes('&')) return undefined
  if (node.start === node.end) {
    const apart = /^(?:[\s,}]|$)/.test(body.slice(colon + 1))
    return { start: colon + 1, end: colon + 1, text: apart ? text : `${text} ` }
  }
  // Spaces after the colon stay, where the value stays on the key's line.
  if (text.startsWith(' ') && /^ +$/.test(between))
    return { start: node.start, end: node.end, text: withLineEnd(body, node, text.slice(1)) }
  return { start: colon + 1, end: node.end, text: withLineEnd(body, node, text) }
}

/** A block scalar takes its last line break with it; what replaces it needs one. */
const withLineEnd = (body: string, { end }: YamlNode, text: string): string =>
  startsLine(body, end) && !text.endsWith('\n') ? `${text}\n` : text

const replaceItem = (context: Context, path: ValuePath, { node, flow }: Spot, value: JsonValue): TextEdit => {
  const { body } = context
  if (flow) return { start: node.start, end: node.end, text: flowYaml(value) }
  const hyphen = hyphenOf(body, node) ?? node.start
  const indent = ' '.repeat(columnOf(body, hyphen))
  const style = styleFor(context, path, node, flow, indent)
  const text =
    typeof value === 'string' || style.inline
      ? valueText(value, style).slice(1)
      : itemText(value, indent).slice(2)
  const start = node.start === node.end ? hyphen + 1 : node.start
  return { start, end: node.end, text: withLineEnd(body, node, start === node.start ? text : ` ${text}`) }
}

const replaceRoot = ({ body, root }: Context, value: JsonValue): TextEdit => {
  const text = `${bodyText(value)}\n`
  if (root.start === root.end) return newLines(body, body.length, text)
  return { start: lineStart(body, root.start), end: afterLine(body, root.end), text }
}

/** Lines at an offset; the line before them gets the line break it lacks, and they go without. */
const newLines = (body: string, offset: number, lines: string): TextEdit => ({
  start: offset,
  end: offset,
  text: startsLine(body, offset) ? lines : `\n${lines.replace(/\n$/, '')}`,
})

const addEntry = (
  { kind, body }: Context,
  path: ValuePath,
  map: MapNode,
  flow: boolean,
  key: string,
  value: JsonValue,
): TextEdit => {
  const last = map.entries.at(-1)
  if (map.flow || flow || !last) {
    const entry = `${scalarText(key)}: ${flowYaml(value)}`
    if (last) return { start: last.value.end, end: last.value.end, text: `, ${entry}` }
    return { start: map.start, end: map.end, text: `{ ${entry} }` }
  }
  const indent = ' '.repeat(columnOf(body, last.key.start))
  const text = valueText(value, { inline: false, comment: false, isText: isTextField(kind, path), indent })
  return newLines(body, afterLine(body, map.end), `${indent}${scalarText(key)}:${text}\n`)
}

const insert = (context: Context, path: ValuePath, index: number, value: JsonValue): TextEdit | undefined => {
  const spot = findValue(context.root, path)
  if (!spot || spot.node.alias) return undefined
  const { node, flow } = spot
  if (isNull(node)) return index === 0 ? set(context, path, [value]) : undefined
  if (node.type !== 'list' || index < 0 || index > node.items.length) return undefined
  return node.flow || flow ? insertInline(node, index, value) : insertLines(context.body, node, index, value)
}

const insertInline = ({ start, end, items }: ListNode, index: number, value: JsonValue): TextEdit => {
  const before = items[index - 1]
  const after = items[index]
  if (before) return { start: before.end, end: before.end, text: `, ${flowYaml(value)}` }
  if (after) return { start: after.start, end: after.start, text: `${flowYaml(value)}, ` }
  return { start, end, text: `[${flowYaml(value)}]` }
}

const insertLines = (
  body: string,
  { items }: ListNode,
  index: number,
  value: JsonValue,
): TextEdit | undefined => {
  const before = items[index - 1]
  const neighbour = before ?? items[index]
  const hyphen = neighbour && hyphenOf(body, neighbour)
  if (hyphen === undefined) return undefined
  const indent = ' '.repeat(columnOf(body, hyphen))
  const lines = `${indent}${itemText(value, indent)}\n`
  if (before) return newLines(body, afterLine(body, before.end), lines)
  const start = lineStart(body, hyphen)
  return body.slice(start, hyphen).trim() === '' ? { start, end: start, text: lines } : undefined
}

const remove = (context: Context, path: ValuePath): TextEdit | undefined => {
  const { body, root } = context
  const spot = findValue(root, path)
  const parent = spot?.parent
  if (!spot || !parent) return undefined
  const members =
    parent.type === 'map'
      ? parent.entries.map(({ key, value }) => ({ start: key.start, value }))
      : parent.items.map((value) => ({ start: value.start, value }))
  if (members.length === 1) return removeLast(context, path.slice(0, -1), parent)
  const index = members.findIndex(({ value }) => value === spot.node)
  const start = members[index]?.start ?? spot.node.start
  const next = members[index + 1]?.start
  const before = members[index - 1]?.value
  if (spot.flow) {
    if (next !== undefined) return { start, end: next, text: '' }
    return before && { start: before.end, end: spot.node.end, text: '' }
  }
  const first = parent.type === 'list' ? hyphenOf(body, spot.node) : start
  if (first === undefined) return undefined
  const line = lineStart(body, first)
  if (body.slice(line, first).trim() === '')
    return { start: line, end: afterLine(body, spot.node.end), text: '' }
  // The first key of an item stands behind its hyphen: the next key takes its place.
  return next === undefined ? undefined : { start, end: next, text: '' }
}

const removeLast = (context: Context, path: ValuePath, node: MapNode | ListNode): TextEdit | undefined => {
  if (path.length > 0) return set(context, path, node.type === 'list' ? [] : {})
  const { body } = context
  return { start: lineStart(body, node.start), end: afterLine(body, node.end), text: '' }
}

/** The hyphen of an item in a block list. */
const hyphenOf = (body: string, item: YamlNode): number | undefined => {
  const hyphen = body.lastIndexOf('-', item.start - 1)
  return hyphen === -1 || body.slice(hyphen + 1, item.start).trim() !== '' ? undefined : hyphen
}
