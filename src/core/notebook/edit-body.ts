import { lineStart, startsLine } from './body-lines.ts'
import type { TextEdit } from './edit.ts'
import { linesOf } from './lines.ts'
import { sourceOffset, type Cell, type Notebook } from './notebook.ts'

/**
 * Gives a cell another body. Lines that stay keep their bytes; a fence that the body would close is
 * made longer than any run in it.
 *
 * @param body the new body with `\n`, without the fence's indentation
 */
export const replaceBody = (notebook: Notebook, cell: Cell, body: string): readonly TextEdit[] => {
  const lines = lineEdits(notebook, cell, body)
  return lines.length === 0 ? [] : [...fenceEdits(notebook.source, cell, body), ...lines]
}

/** The fence that a body needs: the one it has, or one longer than any run of the same character in the body. */
export const fenceFor = (body: string, fence: string): string => {
  const mark = fence.charAt(0)
  const runs = body.match(mark === '`' ? /`+/g : /~+/g) ?? []
  const longest = Math.max(0, ...runs.map((run) => run.length))
  return longest < fence.length ? fence : mark.repeat(longest + 1)
}

const fenceEdits = (source: string, cell: Cell, body: string): readonly TextEdit[] => {
  const fence = fenceFor(body, cell.fence)
  if (fence === cell.fence) return []
  const open = cell.start + cell.indent
  const closing = /^ *([`~]+)/.exec(source.slice(cell.bodyEnd, cell.end))
  const run = closing?.[1]
  const edits = [{ start: open, end: open + cell.fence.length, text: fence }]
  if (!closing || run === undefined) return edits
  const end = cell.bodyEnd + closing[0].length
  return [...edits, { start: end - run.length, end, text: fence }]
}

interface BodyLine {
  readonly start: number
  readonly next: number
  readonly content: string
}

const lineEdits = ({ source, newline }: Notebook, cell: Cell, body: string): readonly TextEdit[] => {
  const { bodyStart, bodyEnd, indent } = cell
  const before: BodyLine[] = [...linesOf(source, bodyStart, bodyEnd)].map((line) => ({
    start: line.start,
    next: Math.min(line.next, bodyEnd),
    content: line.text.slice(Math.min(indent, /^ */.exec(line.text)?.[0].length ?? 0)),
  }))
  const after = [...linesOf(body)].map((line) => line.text)
  let head = 0
  while (head < before.length && head < after.length && before[head]?.content === after[head]) head++
  let tail = 0
  const room = Math.min(before.length, after.length) - head
  while (tail < room && before.at(-1 - tail)?.content === after.at(-1 - tail)) tail++
  if (head + tail === before.length && head + tail === after.length) return []
  const start = before[head]?.start ?? bodyEnd
  const end = tail === 0 ? bodyEnd : (before.at(-tail)?.start ?? bodyEnd)
  const lines = after.slice(head, after.length - tail)
  const text = lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line) + newline).join('')
  const joins = start > bodyStart && !/[\r\n]/.test(source.charAt(start - 1))
  return [{ start, end, text: joins ? newline + text : text }]
}

/** Edits of a cell's body, as edits of the file: offsets moved, line breaks and indentation as the file has them. */
export const inSource = (notebook: Notebook, cell: Cell, edits: readonly TextEdit[]): readonly TextEdit[] => {
  const spaces = ' '.repeat(cell.indent)
  return edits.map(({ start, end, text }) => {
    const toEnd = end === cell.body.length
    const wholeLines = toEnd && startsLine(cell.body, start)
    const indented = text.replaceAll(/\n(?!\n|$)/g, `\n${spaces}`).replaceAll('\n', notebook.newline)
    const from = sourceOffset(cell, start)
    return {
      start: wholeLines ? lineStart(notebook.source, from) : from,
      end: sourceOffset(cell, end),
      text:
        (wholeLines && text !== '' ? spaces : '') + indented + (!toEnd && text.endsWith('\n') ? spaces : ''),
    }
  })
}
