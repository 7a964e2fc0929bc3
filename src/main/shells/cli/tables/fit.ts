import stringWidth from 'string-width'
import { showInvisible } from '#core/text/visible.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** More than any ordinary text has in a column: a cell of 200,000 characters is not measured in full. */
const UNITS_PER_COLUMN = 16

/**
 * Untrusted text for a terminal, on one line: nothing in it moves the cursor, colours what follows, turns
 * the direction, or is read by a CI system as a command.
 */
export const terminalText = (text: string): string =>
  showInvisible(text)
    .replace(/^ *::/, (start) => `${start.slice(0, -1)} :`)
    .replaceAll('##[', '# #[')

/** How many columns the text takes. */
export const widthOf = (text: string): number => stringWidth(text)

/** The text in at most `width` columns, with `…` in place of what does not fit. Never half a character. */
export const cutToWidth = (text: string, width: number): string => {
  const start = text.slice(0, width * UNITS_PER_COLUMN)
  if (start.length === text.length && widthOf(text) <= width) return text
  if (width <= 0) return ''
  let kept = ''
  let taken = 0
  for (const { segment } of graphemes.segment(start)) {
    const next = widthOf(segment)
    if (taken + next > width - 1) break
    kept += segment
    taken += next
  }
  return `${kept}…`
}

/** The text filled with spaces up to the width. */
export const pad = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const spaces = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + spaces : spaces + text
}

/** The text in lines of at most `width` columns, broken at spaces where it can be; `…` ends what does not fit `maxLines`. */
export const wrapToWidth = (text: string, width: number, maxLines: number): readonly string[] => {
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < maxLines - 1) {
    const line = lineOf(rest, width)
    lines.push(line.trimEnd())
    rest = rest.slice(line.length).trimStart()
  }
  return rest === '' ? lines : [...lines, cutToWidth(rest, width)]
}

/** The longest start of the text that fits, up to a space if it has one. */
const lineOf = (text: string, width: number): string => {
  const cut = cutToWidth(text, width)
  if (cut === text) return text
  const fitting = cut.slice(0, -1)
  const space = text[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ')
  return space > 0 ? fitting.slice(0, space) : fitting || text.slice(0, 1)
}
