/**
 * Characters that the eye cannot see, or that change how the text around them is shown: controls, line
 * and paragraph separators, bidirectional and other format characters, lone surrogates, and every white
 * space but the ordinary one. An emoji keeps the joiners and selectors that it is made of.
 */
const EMOJI_OR_INVISIBLE =
  /\p{RGI_Emoji}|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}[\p{Zs}--\x20]]/gv

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}[\p{Zs}--\x20]]/v

/** Replaces each invisible character by what `mark` makes of it and each stretch of others by what `plain` does. */
export const mapInvisible = (
  text: string,
  mark: (character: string) => string,
  plain: (text: string) => string = (same) => same,
): string => {
  if (!INVISIBLE.test(text)) return plain(text)
  let result = ''
  let from = 0
  for (const match of text.matchAll(EMOJI_OR_INVISIBLE)) {
    const [found] = match
    if (found.length > 2 || !INVISIBLE.test(found)) continue
    result += plain(text.slice(from, match.index)) + mark(found)
    from = match.index + found.length
  }
  return result + plain(text.slice(from))
}

const PICTURES: Readonly<Record<string, string>> = { '\n': '⏎', '\r': '␍', '\t': '⇥', '\u007f': '␡' }

/** The mark that stands for an invisible character: `⏎`, `⇥`, `␀`, or its code point as `⟨U+200B⟩`. */
export const markOf = (character: string): string => {
  const codePoint = character.codePointAt(0) ?? 0
  return (
    PICTURES[character] ??
    (codePoint < 0x20 ? String.fromCharCode(0x2400 + codePoint) : `⟨${codePointName(codePoint)}⟩`)
  )
}

/** `U+200B`. */
export const codePointName = (codePoint: number): string =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`

/** The text on one line, with a mark in place of every invisible character. */
export const visibleLine = (text: string): string => mapInvisible(text, markOf)
