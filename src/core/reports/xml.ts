import { codePointName } from '../text/visible.ts'

/** What XML 1.0 does not allow as a character, with lone surrogates. */
const ILLEGAL = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/**
 * Text as XML 1.0 character data. A character that XML cannot hold, not even as a reference, becomes
 * its visible name (`‹U+001B›`). A carriage return is a reference, or a parser would drop it.
 */
export const xmlText = (text: string): string =>
  text
    .replaceAll(ILLEGAL, (character) => `‹${codePointName(character)}›`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')

/** Text as the value of an attribute in double quotes, line breaks and tabs kept. */
export const xmlAttribute = (text: string): string =>
  xmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
