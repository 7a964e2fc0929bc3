import { linesOf } from '../lines.ts'
import { readJsonLine } from '../yaml/read-json-line.ts'
import type { Problem } from '../yaml/yaml-node.ts'
import type { CellContent } from './cell-content.ts'
import { readCaseNodes } from './read-cases.ts'
import { renameColumns, type Columns } from './rename-columns.ts'

/** Reads JSON Lines of cases; blank lines are skipped, a broken line hides none of the others. */
export const readJsonlCases = (
  text: string,
  problems: Problem[],
  columns?: Columns,
): Extract<CellContent, { kind: 'cases' }> => {
  const nodes = []
  for (const line of linesOf(text)) {
    if (line.text.trim() === '') continue
    const { node, problem } = readJsonLine(text, line.start, line.end)
    if (problem) problems.push(problem)
    if (node) nodes.push(renameColumns(node, columns))
  }
  return { kind: 'cases', cases: readCaseNodes(nodes, { text, problems }) }
}
