import type { JsonValue } from '../json.ts'
import { doubleQuoted, literalBlock, scalarText } from './yaml/write-scalar.ts'
import { afterKey, blockList, blockMap, flowYaml, listItem } from './yaml/write-yaml.ts'
import { singleQuoted } from './yaml/quoted-form.ts'

/** What a new value has to fit in with. */
export interface ValueStyle {
  /** Whether the value must stand on one line: inside brackets, or before a comment. */
  readonly inline: boolean
  /** The quote that the old value had, if any. */
  readonly quote?: '"' | "'"
  /** Whether a comment follows, so that a plain text would be read as cut off. */
  readonly comment: boolean
  /** Whether the field is text, of which a block's last line break is no part. */
  readonly isText: boolean
  /** The indentation of the key's line, or of the item's hyphen. */
  readonly indent: string
}

/** What is written after `key:` — a space and a value, or lines of their own. */
export const valueText = (value: JsonValue, style: ValueStyle): string => {
  if (typeof value === 'string') return ` ${stringText(value, style)}`
  return style.inline || endsInBreak(value) ? ` ${flowYaml(value)}` : afterKey(value, style.indent)
}

/** An item of a block list, from its hyphen on, without the last line break. */
export const itemText = (value: JsonValue, indent: string): string =>
  endsInBreak(value) ? `- ${flowYaml(value)}` : listItem(value, indent)

/** The lines of a value that is a cell's whole body, without the last line break. */
export const bodyText = (value: JsonValue): string => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0 || endsInBreak(value))
    return flowYaml(value)
  return isList(value) ? blockList(value, '') : blockMap(value, '')
}

/**
 * Whether a text in it ends with a line break. As a block it would have to keep its breaks (`|+`), and
 * take the blank lines that follow in the file for its own.
 */
const endsInBreak = (value: JsonValue): boolean => {
  if (typeof value === 'string') return value.endsWith('\n')
  return typeof value === 'object' && value !== null && Object.values(value).some(endsInBreak)
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const stringText = (value: string, { inline, quote, comment, isText, indent }: ValueStyle): string => {
  if (!inline && !value.endsWith('\n')) {
    const block = literalBlock(value, `${indent}  `)
    if (block !== undefined) return isText ? block.replace('|-', '|') : block
  }
  if (quote === '"' || /[\n\r]/.test(value)) return doubleQuoted(value)
  const text = scalarText(value)
  return (quote === "'" || comment) && text === value ? singleQuoted(value) : text
}
