const NAMES: Readonly<Record<string, string>> = {
  '\n': '↵',
  '\t': '⇥',
  '\r': '‹CR›',
  '\u00a0': '‹NBSP›',
  '\u200b': '‹ZWSP›',
  '\u200c': '‹ZWNJ›',
  '\u200d': '‹ZWJ›',
  '\ufeff': '‹BOM›',
}

const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]--[ ]]/gv
const TRAILING_SPACES = / +(?=$|↵|‹CR›)/g

/**
 * The text with what an eye cannot see written out, for a message on one line: a line break as `↵`, a tab as
 * `⇥`, spaces at the end of a line as `·`, and every other control, format and white-space character, half
 * surrogate pairs included, as `‹NBSP›`, `‹U+2066›`.
 */
export const showInvisible = (text: string): string =>
  text.replace(INVISIBLE, nameOf).replace(TRAILING_SPACES, (spaces) => '·'.repeat(spaces.length))

const nameOf = (character: string): string => NAMES[character] ?? `‹${codePointName(character)}›`

/** `U+00A0` for the text's first code point. */
export const codePointName = (text: string): string =>
  `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
