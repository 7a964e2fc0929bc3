import { lineAt, type Line } from '../lines.ts'

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
  const line = lineAround(source, offset)
  const match = KEY_AND_REST.exec(line.text)
  if (!match) return undefined
  const [, , key = '', rest = ''] = match
  if (/^[|>][\d+-]*$/.test(rest)) return undefined
  return { key, form: `${key}: ${singleQuoted(rest)}`, offset: line.start + line.text.lastIndexOf(rest) }
}

const FLOW_KEY = /([^\s:#'"{}[\],]+)["']?[ \t]*:[ \t]*$/

/** The quoted form of a value that starts at an offset inside `{…}` or `[…]`: it ends before the next `,`, `}` or `]`. */
export const flowQuotedForm = (source: string, offset: number): QuotedForm => {
  const line = lineAround(source, offset)
  const key = FLOW_KEY.exec(source.slice(line.start, offset))?.[1] ?? ''
  const value = source.slice(offset, line.end).replace(/[,\]}].*$/, '')
  return { key, form: keyed(key, singleQuoted(value.trimEnd())), offset }
}

/** The quoted form of a plain value that a comment cuts off: all from its start to the end of its last line, as one line. */
export const uncutForm = (source: string, key: string, start: number, end: number): string => {
  const { end: lineEnd } = lineAround(source, end)
  const value = source.slice(start, lineEnd).trim()
  return keyed(key, singleQuoted(value.replaceAll(/[ \t]*[\r\n]\s*/g, ' ')))
}

const keyed = (key: string, value: string): string => (key === '' ? value : `${key}: ${value}`)

const lineAround = (source: string, offset: number): Line =>
  lineAt(source, Math.max(source.lastIndexOf('\n', offset - 1), source.lastIndexOf('\r', offset - 1)) + 1)

/** What a comment after a plain text does to it. */
export const COMMENT_CUTS = 'YAML reads the rest of the line as a comment and cuts the text off there'

/** A text of one line as YAML writes it in single quotes. */
export const singleQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
