import type { Block, Page } from './pages.ts'

/** A row of a table of examples: what a grader says of one output. */
export interface Example {
  readonly line: number
  readonly expected?: string
  readonly output: string
  /** A judge's reply; the output is then of no account. */
  readonly reply?: string
  readonly verdict: string
  readonly reason: string
}

export interface ExampleTable {
  /** The `yaml graders` block above the table. */
  readonly graders: Block
  readonly examples: readonly Example[]
}

const COLUMNS = ['expected', 'output', 'reply', 'verdict', 'reason']

/** The tables with a column `verdict` and only columns of examples, each with the graders above it. */
export const exampleTables = (page: Page): readonly ExampleTable[] => {
  const lines = page.prose.split('\n')
  return lines.flatMap((header, index) => {
    const names = cellsOf(header)
    if (!names.includes('verdict') || !names.every((name) => COLUMNS.includes(name))) return []
    const graders = page.blocks.findLast(({ info, line }) => info === 'yaml graders' && line <= index)
    if (!graders) throw new Error(`${page.file}:${index + 1}: a table of examples without graders above it`)
    const end = lines.findIndex((line, at) => at > index && !line.startsWith('|'))
    const examples = lines.slice(index + 2, end).map((line, offset): Example => {
      const values = new Map(cellsOf(line).map((cell, column) => [names[column] ?? '', valueOf(cell)]))
      const [expected, reply] = [values.get('expected'), values.get('reply')]
      return {
        line: index + 3 + offset,
        output: values.get('output') ?? '',
        verdict: values.get('verdict') ?? '',
        reason: values.get('reason') ?? '',
        ...(expected !== undefined && { expected }),
        ...(reply !== undefined && { reply }),
      }
    })
    return [{ graders, examples }]
  })
}

const cellsOf = (line: string): readonly string[] =>
  line.startsWith('|')
    ? line
        .slice(1, line.lastIndexOf('|'))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))
    : []

/** The text that a cell shows: a code span's, `⏎` being a line break; words otherwise. `(none)` is no value. */
const valueOf = (cell: string): string | undefined => {
  if (cell === '(none)') return undefined
  if (cell === '(empty)') return ''
  const code = /^(`+)(.+)\1$/s.exec(cell)
  if (!code) return cell
  const [, , inside = ''] = code
  // As Markdown has it: a space at both ends belongs to the code span.
  const text = inside.replace(/^ (.*\S.*) $/s, '$1')
  return text.replaceAll('⏎', '\n')
}
