/** Finds the line and column of offsets in one text. `\n`, `\r\n` and a lone `\r` end a line. */
export interface LineIndex {
  /** Line and column, both from 1; the column counts UTF-16 units. A leading BOM takes no column. */
  readonly at: (offset: number) => { readonly line: number; readonly column: number }
}

/** Indexes a text once; looking up an offset is then a binary search. */
export const lineIndex = (text: string): LineIndex => {
  const starts = lineStarts(text)
  const bom = text.startsWith('\uFEFF') ? 1 : 0
  return {
    at: (offset) => {
      let low = 0
      let high = starts.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((starts[middle] ?? 0) <= offset) low = middle
        else high = middle - 1
      }
      const column = offset - (starts[low] ?? 0) + 1 - (low === 0 ? bom : 0)
      return { line: low + 1, column: Math.max(1, column) }
    },
  }
}

/** The offset of each line's first character. */
const lineStarts = (text: string): readonly number[] => {
  const starts = [0]
  const ending = /\r\n|\n|\r/g
  while (ending.exec(text)) starts.push(ending.lastIndex)
  return starts
}

/** One line of a text: its own text without the ending, where it starts and where the next one does. */
export interface Line {
  readonly text: string
  readonly start: number
  /** After the last character of the line, before its ending. */
  readonly end: number
  /** After the ending; the same as `end` where the last line has none. */
  readonly next: number
}

/** The line that starts at an offset. */
export const lineAt = (source: string, start: number): Line => {
  let end = start
  while (end < source.length && source[end] !== '\n' && source[end] !== '\r') end++
  const ending = source[end] === '\r' && source[end + 1] === '\n' ? 2 : end < source.length ? 1 : 0
  return { text: source.slice(start, end), start, end, next: end + ending }
}

/** All lines of `source` from `start`, one by one. A text that ends with a line break has no empty line after it. */
export function* linesOf(source: string, start = 0, stop = source.length): Generator<Line> {
  let offset = start
  while (offset < stop) {
    const line = lineAt(source, offset)
    yield line
    offset = line.next
  }
}

/** The text with every line ending written as `\n`. */
export const normaliseNewlines = (text: string): string =>
  text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
