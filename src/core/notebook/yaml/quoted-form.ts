import { lineAt } from '../lines.ts'

const KEY_AND_REST = /^(\s*(?:-[ \t]+)*)([^\s:#'"{}[\],][^:#{}]*?)[ \t]*:[ \t]+(\S.*?)[ \t]*$/

/** How the line at an offset would be written so that its whole value is text: `input: 'Note: bring it'`. */
export interface QuotedForm {
  readonly key: string
  readonly form: string
  /** Where the value starts. */
  readonly offset: number
}

/** The quoted form of a line `key: value`; `undefined` where the line is none, or its value is a block scalar. */
export const quotedForm = (source: string, offset: number): QuotedForm | undefined => {
  const before = Math.max(source.lastIndexOf('\n', offset - 1), source.lastIndexOf('\r', offset - 1))
  const line = lineAt(source, before + 1)
  const match = KEY_AND_REST.exec(line.text)
  if (!match) return undefined
  const [, , key = '', rest = ''] = match
  if (/^[|>][\d+-]*$/.test(rest)) return undefined
  return { key, form: `${key}: ${singleQuoted(rest)}`, offset: line.start + line.text.lastIndexOf(rest) }
}

/** A text of one line as YAML writes it in single quotes. */
export const singleQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
