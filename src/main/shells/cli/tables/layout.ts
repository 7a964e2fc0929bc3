import { cutToWidth, pad, widthOf } from './fit.ts'
import type { Paint, Style } from './paint.ts'

/** What stands in one place of a table: text without control characters. */
export interface Cell {
  readonly text: string
  readonly style?: Style
}

export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
  /**
   * The narrowest it may become, where cutting its text is allowed. Cells of other columns are never cut;
   * their titles are, but only once this column has given way down to a comfortable width.
   */
  readonly minWidth?: number
}

export interface Layout {
  readonly lines: readonly string[]
  /** The columns for which there was no room, by title. */
  readonly dropped: readonly string[]
}

const GAP = 2
const NARROWEST_TITLE = 5
/** The share of the line that a flexible column keeps before titles are cut. */
const COMFORTABLE_SHARE = 0.25

/**
 * Lays rows out in columns so that no line is wider than `columns`: first the titles and the flexible columns
 * give way, then columns from the right are left out. The first column always stays.
 */
export const layOut = (
  headers: readonly Column[],
  rows: readonly (readonly Cell[])[],
  columns: number,
  paint: Paint,
): Layout => {
  const natural = headers.map((header, index) => {
    const cells = rows.reduce((widest, row) => Math.max(widest, widthOf(row[index]?.text ?? '')), 1)
    const wanted = Math.max(cells, widthOf(header.title))
    const least =
      header.minWidth === undefined
        ? Math.max(cells, Math.min(widthOf(header.title), NARROWEST_TITLE))
        : Math.min(header.minWidth, wanted)
    const comfortable =
      header.minWidth === undefined
        ? least
        : Math.max(least, Math.min(wanted, Math.floor(columns * COMFORTABLE_SHARE)))
    return { wanted, least, comfortable }
  })
  let shown = headers.length
  const leastWidth = (): number => sum(natural.slice(0, shown).map(({ least }) => least)) + GAP * (shown - 1)
  while (shown > 1 && leastWidth() > columns) shown -= 1
  const widths = share(natural.slice(0, shown), columns - GAP * (shown - 1))
  const line = (cells: readonly Cell[]): string =>
    cells
      .slice(0, shown)
      .map(({ text, style }, index) => {
        const filled = pad(cutToWidth(text, widths[index] ?? 0), widths[index] ?? 0, headers[index]?.align)
        return style === undefined ? filled : paint(style, filled)
      })
      .join(' '.repeat(GAP))
      .trimEnd()
  const titles = line(headers.map(({ title }) => ({ text: title, style: 'gray' })))
  return { lines: [titles, ...rows.map(line)], dropped: headers.slice(shown).map(({ title }) => title) }
}

interface Wish {
  readonly least: number
  readonly comfortable: number
  readonly wanted: number
}

/** Gives each what is comfortable, or its least where that is too much, then what it wants as far as the total goes. */
const share = (wishes: readonly Wish[], total: number): readonly number[] => {
  const least = wishes.map((wish) => wish.least)
  if (sum(least) > total) return [Math.max(1, total)]
  const comfortable = wishes.map((wish) => wish.comfortable)
  const widths = sum(comfortable) > total ? least : comfortable
  for (let left = total - sum(widths); left > 0; left--) {
    let narrowest = -1
    for (const [index, { wanted }] of wishes.entries()) {
      const width = widths[index] ?? 0
      if (width < wanted && width < (widths[narrowest] ?? Infinity)) narrowest = index
    }
    if (narrowest < 0) break
    widths[narrowest] = (widths[narrowest] ?? 0) + 1
  }
  return widths
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
