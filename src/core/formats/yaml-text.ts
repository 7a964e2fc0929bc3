import type { JsonValue } from '../json.ts'

/** What JSON's writer leaves as it is but YAML does not print, or an editor would not show. */
const NOT_PRINTED = /[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufffe\uffff]/g

/** A value as JSON on one line, which YAML reads as the same value. */
export const yamlJson = (value: JsonValue): string =>
  JSON.stringify(value).replaceAll(
    NOT_PRINTED,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Begins with a letter, holds nothing that YAML could take for itself, and does not end in a space or a colon. */
const PLAIN = /^\p{L}(?:[\p{L}\p{N} .,;!?()'’/_+-]*[\p{L}\p{N}.!?)'’_+-])?$/u
/** What YAML 1.1 or 1.2 reads as something else than text. */
const RESERVED = /^(?:true|false|yes|no|on|off|null|y|n|nan|inf)$/i
/** Lines that a literal block holds as they are. */
const BLOCK_LINE = /^(?:[^\s\p{C}][^\p{C}\u00a0\u2028\u2029]*)?$/u
const LONGEST_PLAIN = 200

/**
 * A text as a YAML value after a key, at the given indentation of that key: plain where nobody could read it
 * otherwise, as a literal block where it has several ordinary lines, else in double quotes.
 */
export const yamlText = (text: string, indent = ''): string => {
  if (text.length <= LONGEST_PLAIN && PLAIN.test(text) && !RESERVED.test(text)) return text
  const lines = text.split('\n')
  if (
    lines.length < 2 ||
    lines.at(-1) === '' ||
    lines[0] === '' ||
    !lines.every((line) => BLOCK_LINE.test(line))
  ) {
    return yamlJson(text)
  }
  return ['|-', ...lines.map((line) => (line === '' ? '' : `${indent}  ${line}`))].join('\n')
}
