import type { TextEdit } from './edit.ts'
import { fenceFor } from './edit-body.ts'
import { lineAt } from './lines.ts'
import type { Cell, Notebook } from './notebook.ts'

/** A cell to be written. */
export interface NewCell {
  /** The info string, such as `yaml graders`. */
  readonly info: string
  /** With `\n`. */
  readonly body: string
}

/**
 * Inserts a cell at an offset outside of cells, with a blank line before and after it.
 *
 * @param offset the end of the cell or prose it follows
 */
export const insertCell = (
  notebook: Notebook,
  offset: number,
  { info, body }: NewCell,
): readonly TextEdit[] => {
  const fence = fenceFor(body, '```')
  const lines = body === '' || body.endsWith('\n') ? body : `${body}\n`
  const text = `${fence}${info}\n${lines}${fence}\n`.replaceAll('\n', notebook.newline)
  return [insertBlock(notebook, offset, text)]
}

/** Deletes a cell, and a blank line where otherwise two would meet. */
export const deleteCell = (notebook: Notebook, cell: Cell): readonly TextEdit[] => [cutBlock(notebook, cell)]

/** Moves a cell, byte for byte, to an offset outside of cells. */
export const moveCell = (notebook: Notebook, cell: Cell, offset: number): readonly TextEdit[] => {
  const cut = cutBlock(notebook, cell)
  if (offset >= cut.start && offset <= cut.end) return []
  const text = notebook.source.slice(cell.start, cell.end)
  return [cut, insertBlock(notebook, offset, /[\r\n]$/.test(text) ? text : text + notebook.newline)]
}

const insertBlock = ({ source, newline }: Notebook, offset: number, text: string): TextEdit => {
  const before = source.slice(0, offset)
  const after = source.slice(offset)
  const ended = before === '' || /[\r\n]$/.test(before) ? '' : newline
  const apart = before.trim() === '' || /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(before) ? '' : newline
  const follows = after === '' || /^[ \t]*(?:\r|\n)/.test(after) ? '' : newline
  return { start: offset, end: offset, text: ended + apart + text + follows }
}

const cutBlock = ({ source }: Notebook, { start, end }: Cell): TextEdit => {
  const blankBefore = /(?:^|\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(source.slice(0, start)) || start === 0
  const next = lineAt(source, end)
  const blankAfter = next.next > end && next.text.trim() === ''
  return { start, end: blankBefore && blankAfter ? next.next : end, text: '' }
}
