import { showInvisible } from '../text/visible.ts'

/**
 * Untrusted text as inline code of GitHub's Markdown, on one line. In code nothing is markup, a mention,
 * a reference or a link. A pipe would end a table's cell even there, and whether a backslash before it
 * counts differs between readers, so a text with one is HTML with every punctuation mark as a reference.
 */
export const markdownCode = (text: string): string => {
  const line = showInvisible(text)
  if (line === '') return ''
  if (line.includes('|')) return `<code>${line.replaceAll(PUNCTUATION, reference)}</code>`
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

const PUNCTUATION = /[!-/:-@[-`{-~]/g

const reference = (character: string): string => `&#${character.charCodeAt(0)};`

/**
 * Text of the user's own, such as a title, as plain Markdown on one line: no markup, no HTML, and an
 * invisible joiner after `@` and `#`, so that nobody is mentioned and no issue is linked.
 */
export const markdownText = (text: string): string =>
  showInvisible(text)
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, (character) => `\\${character}`)
    .replaceAll(/[@#](?=\w)/g, '$&\u2060')
    .replaceAll(/\b(https?|ftp):/gi, '$1\u2060:')
    .replaceAll(/\bwww\./gi, 'www\u2060.')

/** The length of the text's UTF-8 in bytes. */
export const utf8Length = (text: string): number => {
  let length = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) length += unit > 0x7ff ? 2 : 1
    if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(index + 1))) {
      index += 1
    }
  }
  return length
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
