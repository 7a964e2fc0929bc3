import { lineAt, type Line } from '../lines.ts'
import { readInline, readKey, skipSpaces } from './read-inline.ts'
import type { MapEntry, MapNode, YamlNode } from './yaml-node.ts'

/**
 * Reads one item of a list of maps, `- key: value` and the lines indented under it, where each value
 * stands on its key's line or in a literal block. This is how nearly all cases are written, and a
 * file may hold many thousands.
 *
 * @param start the offset of the item's hyphen, the first character of its line
 * @param end the offset of the next item, or the end of the text
 * @returns `undefined` for anything else: then the YAML package reads the item
 */
export const readPlainItem = (text: string, start: number, end: number): MapNode | undefined => {
  const entries: MapEntry[] = []
  const keys = new Set<string>()
  let offset = start
  while (offset < end) {
    const line = lineAt(text, offset)
    if (/^ *$/.test(line.text)) {
      offset = line.next
      continue
    }
    if (!isEntry(text, line, offset === start)) return undefined
    const key = readKey(text, offset + 2, line.end)
    if (!key || keys.has(key.text) || text[key.end] !== ':' || text[key.end + 1] !== ' ') return undefined
    keys.add(key.text)
    const valueStart = skipSpaces(text, key.end + 1, line.end)
    const value =
      text[valueStart] === '|' ? literalBlock(text, valueStart, line, end) : oneLine(text, valueStart, line)
    if (!value) return undefined
    entries.push({ key, value: value.node })
    offset = value.next
  }
  const last = entries.at(-1)?.value
  return last && { type: 'map', start: start + 2, end: last.end, flow: false, entries }
}

const isEntry = (text: string, line: Line, first: boolean): boolean =>
  text.startsWith(first ? '- ' : '  ', line.start) &&
  text[line.start + 2] !== ' ' &&
  (text[line.end] !== '\r' || text[line.end + 1] === '\n')

interface Value {
  readonly node: YamlNode
  /** The offset of the line after the value. */
  readonly next: number
}

const oneLine = (text: string, start: number, line: Line): Value | undefined => {
  const read = start < line.end ? readInline(text, start, line.end, false) : undefined
  if (!read || skipSpaces(text, read.next, line.end) !== line.end) return undefined
  return { node: read.node, next: line.next }
}

const HEADER = /^\|([-+]?) *$/

const literalBlock = (text: string, start: number, header: Line, end: number): Value | undefined => {
  const chomping = HEADER.exec(text.slice(start, header.end))?.[1]
  if (chomping === undefined) return undefined
  let indent = -1
  let offset = header.next
  let lastContent = header.next
  const lines: string[] = []
  let filled = 0
  while (offset < end) {
    const line = lineAt(text, offset)
    const spaces = skipSpaces(text, line.start, line.end) - line.start
    const blank = spaces === line.text.length
    if (indent === -1) {
      if (blank || spaces < 3 || line.text[spaces] === '\t') return undefined
      indent = spaces
    }
    if (!blank && spaces < indent) break
    if (text[line.end] === '\r' && text[line.end + 1] !== '\n') return undefined
    lines.push(line.text.slice(indent))
    offset = line.next
    if (!blank) {
      filled = lines.length
      lastContent = line.next
    } else if (spaces > indent) return undefined
  }
  if (filled === 0 || (lastContent === end && lastContent === text.length && !/[\r\n]$/.test(text)))
    return undefined
  const keeps = chomping === '+'
  if (keeps && filled !== lines.length) return undefined
  const content = lines.slice(0, filled).join('\n')
  const withBreak = `${content}\n`
  return {
    node: {
      type: 'scalar',
      start,
      end: lastContent,
      text: keeps ? withBreak : content,
      value: chomping === '-' ? content : withBreak,
      style: 'block',
    },
    next: offset,
  }
}
