import { lineAt } from './lines.ts'

/** The offset of the first character of the line that an offset is on. */
export const lineStart = (body: string, offset: number): number =>
  Math.max(body.lastIndexOf('\n', offset - 1), body.lastIndexOf('\r', offset - 1)) + 1

/** How many characters stand before an offset on its line. */
export const columnOf = (body: string, offset: number): number => offset - lineStart(body, offset)

const endsLine = (body: string, offset: number): boolean =>
  offset > 0 && /[\r\n]/.test(body.charAt(offset - 1))

/** After the line break of the line on which a value ends. A block scalar ends after its own. */
export const afterLine = (body: string, valueEnd: number): number =>
  endsLine(body, valueEnd) ? valueEnd : lineAt(body, valueEnd).next

/** What stands after a value on its last line, such as a comment. */
export const restOfLine = (body: string, valueEnd: number): string =>
  endsLine(body, valueEnd) ? '' : lineAt(body, valueEnd).text.trim()

/** Whether a line can be written at an offset as it is: the text before it ends with a line break. */
export const startsLine = (body: string, offset: number): boolean => offset === 0 || endsLine(body, offset)
