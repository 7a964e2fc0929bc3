import type { JsonValue } from '../json.ts'
import { doubleQuoted, literalBlock, scalarText } from './yaml/write-scalar.ts'
import { afterKey, flowYaml } from './yaml/write-yaml.ts'
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
  return style.inline ? ` ${flowYaml(value)}` : afterKey(value, style.indent)
}

const stringText = (value: string, { inline, quote, comment, isText, indent }: ValueStyle): string => {
  if (!inline && !value.endsWith('\n')) {
    const block = literalBlock(value, `${indent}  `)
    if (block !== undefined) return isText ? block.replace('|-', '|') : block
  }
  if (quote === '"' || /[\n\r]/.test(value)) return doubleQuoted(value)
  const text = scalarText(value)
  return (quote === "'" || comment) && text === value ? singleQuoted(value) : text
}
