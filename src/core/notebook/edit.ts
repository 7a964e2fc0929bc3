/** Replaces the stretch from `start` to `end` of a text. Offsets count UTF-16 units of the text before all edits. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies edits that do not overlap, in whatever order they come. */
export const applyEdits = (source: string, edits: readonly TextEdit[]): string => {
  let result = ''
  let offset = 0
  for (const { start, end, text } of inOrder(edits)) {
    result += source.slice(offset, start) + text
    offset = end
  }
  return result + source.slice(offset)
}

/** The edits that undo `edits`: applied to the edited text they give `source` back, unit by unit. */
export const invertEdits = (source: string, edits: readonly TextEdit[]): readonly TextEdit[] => {
  let shift = 0
  return inOrder(edits).map(({ start, end, text }) => {
    const inverse = { start: start + shift, end: start + shift + text.length, text: source.slice(start, end) }
    shift += text.length - (end - start)
    return inverse
  })
}

const inOrder = (edits: readonly TextEdit[]): readonly TextEdit[] =>
  edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
