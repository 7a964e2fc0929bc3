import { linesOf } from './lines.ts'

const START = /^<{7}(?: |$)/
const OTHER = /^(?:>{7}(?: |$)|\|{7}(?: |$))/

/** The offset of the first merge-conflict marker in a stretch of a text. A line of `=======` alone is Markdown, not a marker. */
export const findMergeMarker = (source: string, start = 0, end = source.length): number | undefined => {
  const part = source.slice(start, end)
  if (!part.includes('<<<<<<<') && !part.includes('>>>>>>>') && !part.includes('|||||||')) return undefined
  for (const line of linesOf(source, start, end))
    if (START.test(line.text) || OTHER.test(line.text)) return line.start
  return undefined
}

/** The sentence about a merge-conflict marker. */
export const MERGE_MARKER_MESSAGE =
  'Found a merge-conflict marker; choose one of the two sides and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`.'
