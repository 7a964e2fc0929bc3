import type { Diagnostic } from '../diagnostics.ts'
import { readCell } from './cells/read-cell.ts'
import { dedent, topLevelFences, type Fence } from './fences.ts'
import { readFrontMatter } from './front-matter.ts'
import { readInfo, type Info } from './info-string.ts'
import { lineIndex, type LineIndex } from './lines.ts'
import { MERGE_MARKER_MESSAGE, findMergeMarker } from './merge-markers.ts'
import { sourceOffset, type Cell, type Notebook, type Prose } from './notebook.ts'
import type { Problem } from './yaml/yaml-node.ts'

/**
 * Reads a notebook file. Never fails: whatever the text is, it comes back whole, with what is wrong
 * told at its cell or, outside cells, at the notebook.
 *
 * @param file the path that diagnostics name
 */
export const parseNotebook = (source: string, file: string): Notebook => {
  const lines = lineIndex(source)
  const { frontMatter, problems } = readFrontMatter(source)
  const fences = topLevelFences(source, frontMatter.end)
  const cells = withoutRepeats(
    fences.flatMap((fence) => {
      const info = readInfo(fence.info)
      return info ? [buildCell(source, file, lines, fence, info)] : []
    }),
    file,
    lines,
  )
  const prose = proseBetween(source, frontMatter.end, cells)
  const markers = prose.flatMap(({ start, end }) => proseMarkers(source, fences, start, end))
  return {
    file,
    source,
    newline: newlineOf(source),
    frontMatter,
    cells,
    prose,
    diagnostics: toDiagnostics([...problems, ...markers], file, lines),
    lines,
  }
}

const newlineOf = (source: string): Notebook['newline'] => {
  const first = /\r\n|\n|\r/.exec(source)?.[0]
  return first === '\r\n' || first === '\r' ? first : '\n'
}

/** Problems at offsets of a file, as diagnostics at its lines. */
const toDiagnostics = (problems: readonly Problem[], file: string, lines: LineIndex): readonly Diagnostic[] =>
  problems
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, message, severity }) => ({
      file,
      ...lines.at(offset),
      severity: severity ?? 'error',
      message,
    }))

const buildCell = (source: string, file: string, lines: LineIndex, fence: Fence, info: Info): Cell => {
  const { kind, language, name } = info
  const { body, dedents } = dedent(source.slice(fence.bodyStart, fence.bodyEnd), fence.indent)
  const swallowed = findSwallowed(source, lines, fence)
  const { content, problems } = swallowed ? SWALLOWED : readCell(kind, language, body)
  const frame: Problem[] = swallowed ? [swallowed] : []
  if (info.problem !== undefined) frame.push({ offset: fence.infoStart, message: info.problem })
  if (!fence.closed && !swallowed)
    frame.push({
      offset: fence.start,
      message: `The cell is not closed: expected ${closingLine(fence)} after its body.`,
    })
  const inBody = problems.map((problem) => ({
    ...problem,
    offset: sourceOffset({ bodyStart: fence.bodyStart, dedents }, problem.offset),
  }))
  const { closed: _, ...place } = fence
  return {
    ...place,
    kind,
    language,
    ...(name !== undefined && { name }),
    body,
    dedents,
    content,
    diagnostics: toDiagnostics([...frame, ...inBody], file, lines),
  }
}

const closingLine = ({ fence }: Fence): string =>
  `a line of ${fence.length} ${fence.startsWith('~') ? 'tildes' : 'backticks'}`

/** A cell that holds another says nothing that could be relied on. */
const SWALLOWED = { content: undefined, problems: [] }

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*(\S[^\r\n]*)$/gm

/**
 * The problem of a body that holds the opening line of another cell: the closing line of this one is
 * missing, and all that would be said of its body would be beside the point.
 */
const findSwallowed = (source: string, lines: LineIndex, fence: Fence): Problem | undefined => {
  for (const match of source.slice(fence.bodyStart, fence.bodyEnd).matchAll(OPENING)) {
    const [, run = '', info = ''] = match
    const found = run[0] === fence.fence[0] && run.length >= fence.fence.length ? readInfo(info) : undefined
    if (!found || found.kind === 'unknown') continue
    const offset = fence.bodyStart + match.index
    return {
      offset,
      message:
        `The cell \`${info.trim()}\` begins inside the cell \`${fence.info.trim()}\` of line ${lines.at(fence.start).line}, ` +
        `which is not closed: expected ${closingLine(fence)} before it.`,
    }
  }
  return undefined
}

/** Tells of each cell whose name another cell of its kind has already. */
const withoutRepeats = (cells: readonly Cell[], file: string, lines: LineIndex): readonly Cell[] => {
  const first = new Map<string, Cell>()
  return cells.map((cell) => {
    const { kind } = cell
    if (kind === 'cases' || kind === 'graders' || kind === 'unknown') return cell
    const name = cell.name ?? (kind === 'prompt' ? 'default' : kind === 'suite' ? '' : undefined)
    if (name === undefined) return cell
    const key = `${kind} ${name}`
    const earlier = first.get(key)
    if (!earlier) {
      first.set(key, cell)
      return cell
    }
    const what = kind === 'suite' ? 'a suite cell' : `a ${kind} named \`${name}\``
    const diagnostic: Diagnostic = {
      file,
      ...lines.at(cell.infoStart),
      severity: 'error',
      message: `There is already ${what}, in line ${lines.at(earlier.start).line}.`,
    }
    return { ...cell, diagnostics: [diagnostic, ...cell.diagnostics] }
  })
}

const proseBetween = (source: string, from: number, cells: readonly Cell[]): readonly Prose[] => {
  const prose: Prose[] = []
  let offset = from
  for (const { start, end } of cells) {
    if (start > offset) prose.push({ start: offset, end: start })
    offset = end
  }
  if (source.length > offset) prose.push({ start: offset, end: source.length })
  return prose
}

/** Merge markers in prose; those that a fenced block shows as an example are none. */
const proseMarkers = (source: string, fences: readonly Fence[], start: number, end: number): Problem[] => {
  const offset = findMergeMarker(source, start, end)
  if (offset === undefined) return []
  const around = fences.find((fence) => fence.bodyStart <= offset && offset < fence.bodyEnd)
  if (around) return proseMarkers(source, fences, around.end, end)
  return [{ offset, message: MERGE_MARKER_MESSAGE }]
}
