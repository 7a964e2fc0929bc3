/**
 * Reads delimited text (RFC 4180 and what spreadsheets make of it) with the place of every cell. The
 * packages for it need Node's buffers and types, which the core does without, and tell lines only.
 */

export interface DelimitedRow {
  readonly cells: readonly string[]
  /** Where each cell starts in the text, its quote included. */
  readonly offsets: readonly number[]
  /** The line on which the row starts, from 1. */
  readonly line: number
}

export type DelimitedRows =
  | { readonly ok: true; readonly rows: readonly DelimitedRow[] }
  | { readonly ok: false; readonly offset: number; readonly row: number; readonly message: string }

export interface DelimitedStyle {
  readonly delimiter: string
  /** Spaces after a delimiter are not part of the cell. */
  readonly skipsSpaces: boolean
  /** Where the first row starts. */
  readonly start: number
}

export const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * All rows of the text, or at most `maxRows`. A cell in quotes holds its text as it is, line breaks
 * included, two quotes standing for one; a quote inside a cell without quotes is a character like others.
 * Lines without any character are no rows.
 */
export const readDelimited = (text: string, style: DelimitedStyle, maxRows = Infinity): DelimitedRows => {
  const { delimiter, skipsSpaces } = style
  const plain = new RegExp(`[^${delimiter === '|' ? '\\|' : delimiter}\r\n]*`, 'y')
  const rows: DelimitedRow[] = []
  let offset = style.start
  let line = 1
  while (offset < text.length && rows.length < maxRows) {
    const cells: string[] = []
    const offsets: number[] = []
    const startLine = line
    for (let ended = false; !ended;) {
      if (skipsSpaces && cells.length > 0) while (text[offset] === ' ') offset += 1
      offsets.push(offset)
      if (text[offset] === '"') {
        const cell = quotedCell(text, offset)
        if (!cell)
          return {
            ok: false,
            offset,
            row: rows.length + 1,
            message: 'the quote that opens here is never closed',
          }
        line += cell.lineBreaks
        cells.push(cell.text)
        offset = cell.end
        if (offset < text.length && !isEndOfCell(text[offset], delimiter))
          return { ok: false, offset, row: rows.length + 1, message: AFTER_QUOTE }
      } else {
        plain.lastIndex = offset
        const [cell = ''] = plain.exec(text) ?? []
        cells.push(cell)
        offset += cell.length
      }
      ended = text[offset] !== delimiter
      if (!ended) offset += 1
    }
    offset += lineBreakAt(text, offset)
    line += 1
    if (cells.length > 1 || cells[0] !== '') rows.push({ cells, offsets, line: startLine })
  }
  return { ok: true, rows }
}

const AFTER_QUOTE =
  'a cell in quotes ends before this character; a cell with quotes or delimiters in its text is written in quotes, each quote inside twice ("")'

const lineBreakAt = (text: string, offset: number): number =>
  text.startsWith('\r\n', offset) ? 2 : text[offset] === '\r' || text[offset] === '\n' ? 1 : 0

const isEndOfCell = (character: string | undefined, delimiter: string): boolean =>
  character === delimiter || character === '\n' || character === '\r'

const quotedCell = (
  text: string,
  start: number,
): { readonly text: string; readonly end: number; readonly lineBreaks: number } | undefined => {
  let end = text.indexOf('"', start + 1)
  let hasQuotes = false
  while (end >= 0 && text[end + 1] === '"') {
    hasQuotes = true
    end = text.indexOf('"', end + 2)
  }
  if (end < 0) return undefined
  const inside = text.slice(start + 1, end)
  return {
    text: hasQuotes ? inside.replaceAll('""', '"') : inside,
    end: end + 1,
    lineBreaks: inside.match(/\r\n|\n|\r/g)?.length ?? 0,
  }
}
