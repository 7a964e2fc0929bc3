import { singleQuoted } from './quoted-form.ts'

/** Words that YAML, or an older reader of it, takes for something else than text. */
const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n|nan|inf|infinity)$/i
const PLAIN = /^[A-Za-z_](?:[\w ./()-]*[\w)])?$/
/** What must be escaped: controls, marks that break lines elsewhere, halves of surrogate pairs. */
const UNPRINTABLE =
  /[^\P{C}\u00AD\u200B-\u200F\u2060-\u2064\u{E0000}-\u{E0FFF}\u{1D173}-\u{1D17A}\u0600-\u0605\u061C\u06DD\u070F]|[\u2028\u2029\uFEFF]/u

/** A text as one scalar on one line: plain where nobody could misread it, else quoted. */
export const scalarText = (text: string): string => {
  if (PLAIN.test(text) && !RESERVED.test(text)) return text
  return UNPRINTABLE.test(text) ? doubleQuoted(text) : singleQuoted(text)
}

/** A text in double quotes, everything unusual escaped. */
export const doubleQuoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * A text of several lines as a literal block: the header and the indented lines, without the last line
 * break, which is the file's.
 *
 * @returns `undefined` for a text that a block cannot hold exactly; it wants quotes
 */
export const literalBlock = (text: string, indent: string): string | undefined => {
  if (!text.includes('\n') || UNPRINTABLE.test(text.replaceAll(/[\n\t]/g, ''))) return undefined
  const lines = text.split('\n')
  if (/^\s|^$/.test(lines[0] ?? '') || lines.some((line) => line !== '' && line.trim() === ''))
    return undefined
  const keeps = lines.at(-1) === ''
  const written = keeps ? lines.slice(0, -1) : lines
  return [keeps ? '|+' : '|-', ...written.map((line) => (line === '' ? '' : indent + line))].join('\n')
}
