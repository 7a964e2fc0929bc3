import type { Diagnostic, Place } from '../diagnostics.ts'
import type { JsonValue } from '../json.ts'
import { columnUses, knownNames, type ColumnUse } from './columns.ts'
import { decodeText } from './decode-text.ts'
import { DELIMITERS, readDelimited, type DelimitedRow, type DelimitedStyle } from './delimited-text.ts'
import {
  duplicateId,
  errorAt,
  idRegister,
  MOST_ERRORS,
  paddingWarning,
  placeAt,
  quoted,
  warningAt,
  type ImportedCase,
  type ImportResult,
} from './imported-case.ts'

/**
 * Cases from a table with a first row of names: comma, semicolon, tab or bar, whichever its first row shows;
 * UTF-8 or UTF-16. Texts are taken as they are, line breaks in quotes included; an empty cell is no value, a row
 * of empty cells no case. Where the names are written `a, b`, the space belongs to the comma. For what the
 * columns mean see `columnUses`. A row with more or fewer cells than the first is an error.
 */
export const importDelimited = (bytes: Uint8Array, fileName: string): ImportResult => {
  const decoded = decodeText(bytes)
  if (!decoded.ok) {
    return {
      ok: false,
      diagnostics: [errorAt({ file: fileName, line: decoded.line, column: decoded.column }, decoded.message)],
    }
  }
  const { text } = decoded
  const at = (offset: number): Place => placeAt(fileName, text, offset)
  const read = readDelimited(text, styleOf(text))
  if (!read.ok)
    return { ok: false, diagnostics: [errorAt(at(read.offset), `row ${read.row}: ${read.message}`)] }
  const [header, ...rows] = read.rows
  if (!header)
    return {
      ok: false,
      diagnostics: [
        errorAt(at(0), 'the file is empty; a first row with the names of the columns was expected'),
      ],
    }
  const columns = columnUses(header.cells)
  if (!columns.ok) {
    return {
      ok: false,
      diagnostics: columns.errors.map(({ column, message }) =>
        errorAt(at(header.offsets[column] ?? 0), message),
      ),
    }
  }
  return casesOf(rows, { names: header.cells.map((name) => name.trim()), uses: columns.uses }, at)
}

interface Columns {
  readonly names: readonly string[]
  readonly uses: readonly ColumnUse[]
}

const casesOf = (
  rows: readonly DelimitedRow[],
  columns: Columns,
  at: (offset: number) => Place,
): ImportResult => {
  const errors: Diagnostic[] = []
  const padded: number[] = []
  const cases: ImportedCase[] = []
  const register = idRegister()
  for (const [index, row] of rows.entries()) {
    if (row.cells.every(isBlank)) continue
    const rowNumber = index + 2
    const problem = (column: number, message: string): void => {
      errors.push(errorAt(at(row.offsets[column] ?? row.offsets.at(-1) ?? 0), `row ${rowNumber}: ${message}`))
    }
    if (errors.length >= MOST_ERRORS) break
    if (row.cells.length !== columns.names.length) {
      problem(columns.names.length, raggedRow(row.cells, columns.names))
      continue
    }
    const found = caseOf(row.cells, columns, problem)
    const first = found.id === undefined ? undefined : register(found.id, row.line)
    if (found.id !== undefined && first !== undefined) {
      errors.push(
        duplicateId(
          at(row.offsets[columns.uses.findIndex(({ kind }) => kind === 'id')] ?? 0),
          found.id,
          first,
        ),
      )
    }
    if (found.expect !== undefined && found.expect !== found.expect.trim()) {
      padded.push(row.offsets[columns.uses.findIndex(({ kind }) => kind === 'expect')] ?? 0)
    }
    cases.push(found)
  }
  if (errors.length > 0) return { ok: false, diagnostics: errors }
  const none =
    cases.length === 0 ? [warningAt(at(0), 'the table has names but no rows: no case is imported')] : []
  const [firstPadded] = padded
  const padding = firstPadded === undefined ? [] : paddingWarning(padded.length, at(firstPadded))
  return { ok: true, cases, warnings: [...none, ...padding] }
}

const isBlank = (cell: string): boolean => cell.trim() === ''

const raggedRow = (cells: readonly string[], names: readonly string[]): string => {
  const counts = `found ${cells.length} cells, the first row names ${names.length} columns`
  const extra = cells[names.length]
  if (extra === undefined)
    return `${counts}; column ${cells.length + 1} (${quoted(names[cells.length] ?? '')}) is missing`
  const quotes = cells.some((cell) => /^\s*[{["]/.test(cell))
    ? '; a cell that holds the delimiter is written in quotes, a quote inside it twice'
    : ''
  return `${counts}; column ${names.length + 1}, ${quoted(extra)}, has no name${quotes}`
}

/** One case; what is wrong with a cell goes to `problem`, with its column from 0. */
const caseOf = (
  cells: readonly string[],
  { names, uses }: Columns,
  problem: (column: number, message: string) => void,
): ImportedCase => {
  const found: { -readonly [Key in keyof ImportedCase]: ImportedCase[Key] } = {}
  const vars: [string, string][] = []
  for (const [index, use] of uses.entries()) {
    const cell = cells[index] ?? ''
    if (use.kind === 'var') vars.push([use.name, cell])
    else if (use.kind === 'input' && isBlank(cell))
      problem(index, `the cell of column ${quoted(names[index] ?? '')} is empty; an input was expected`)
    else if (isBlank(cell)) continue
    else if (use.kind === 'nameless')
      problem(index, `column ${index + 1} has no name in the first row, but holds ${quoted(cell)}`)
    else if (use.kind === 'id') found.id = cell.trim()
    else if (use.kind === 'tags') found.tags = tagsOf(cell)
    else if (use.kind === 'attempts') {
      if (/^\s*[1-9]\d*\s*$/.test(cell)) found.attempts = Number(cell)
      else
        problem(
          index,
          `column ${quoted(names[index] ?? '')}: found ${quoted(cell)}, a whole number from 1 was expected`,
        )
    } else if (use.kind === 'expectJson') {
      const value = jsonOf(cell)
      if (value === undefined)
        problem(index, `column ${quoted(names[index] ?? '')}: found ${quoted(cell)}, JSON was expected`)
      else found.expectJson = value
    } else found[use.kind] = cell
  }
  if (found.expect !== undefined && found.expectJson !== undefined) {
    problem(
      uses.findIndex(({ kind }) => kind === 'expectJson'),
      'found both an expected value and expected JSON; one was expected',
    )
  }
  if (vars.length > 0) found.vars = Object.fromEntries(vars)
  return found
}

const jsonOf = (cell: string): JsonValue | undefined => {
  try {
    const value: JsonValue = JSON.parse(cell)
    return value
  } catch {
    return undefined
  }
}

/** `a, b; c`: tags stand apart by commas, semicolons or bars. */
const tagsOf = (cell: string): readonly string[] => [
  ...new Set(
    cell
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** The style in which the first row shows the most known names, then the most columns. */
const styleOf = (text: string): DelimitedStyle => {
  const declared = /^sep=(.)(?:\r\n|\n|\r)/.exec(text)
  const start = declared?.[0].length ?? 0
  const candidates = declared?.[1] === undefined ? DELIMITERS : [declared[1]]
  let best: DelimitedStyle = { delimiter: ',', skipsSpaces: false, start }
  let bestScore = -1
  for (const delimiter of candidates) {
    const style = { delimiter, skipsSpaces: false, start }
    const read = readDelimited(text, style, 1)
    const cells = read.ok ? (read.rows[0]?.cells ?? []) : []
    const score = knownNames(cells) * 1000 + cells.length
    if (score <= bestScore) continue
    bestScore = score
    best = { ...style, skipsSpaces: cells.length > 1 && cells.slice(1).every((cell) => cell.startsWith(' ')) }
  }
  return best
}
