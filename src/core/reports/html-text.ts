import { codePointName } from '../text/visible.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML, in an element or in an attribute in quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? '')

/**
 * What the eye cannot see or what moves the text around it, spaces at the end of a line with it. An emoji
 * comes first, so that it keeps the joiners and selectors that it is made of.
 */
const MARKED =
  /\p{RGI_Emoji}|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}[\p{Zs}--\x20]]|\x20+(?=$|[\r\n])/gv
const VISIBLE_EMOJI = /^\p{RGI_Emoji}$/v

/**
 * Untrusted text as HTML in which invisible characters are seen. The marks are drawn by the style sheet
 * from an attribute, so that text copied from the page is the text itself where HTML can hold it.
 */
export const visibleHtml = (text: string): string => {
  let html = ''
  let from = 0
  for (const match of text.matchAll(MARKED)) {
    const [found] = match
    if (VISIBLE_EMOJI.test(found)) continue
    html += escapeHtml(text.slice(from, match.index)) + mark(found)
    from = match.index + found.length
  }
  return html + escapeHtml(text.slice(from))
}

const mark = (found: string): string => {
  if (found === '\n') return drawn('↵', 'line break') + '\n'
  if (found === '\t') return drawn('⇥', 'tab') + '\t'
  if (found.startsWith(' ')) return drawn('·', 'space at the end of a line', ' ').repeat(found.length)
  const name = codePointName(found)
  return drawn(name === 'U+00A0' ? 'NBSP' : name, name)
}

const drawn = (sign: string, name: string, content = ''): string =>
  `<i data-c="${sign}" title="${name}">${content}</i>`
