import type { ReadGrader } from './cells/cell-content.ts'
import type { TextEdit } from './edit.ts'
import { sourceOffset, type Cell, type Notebook } from './notebook.ts'
import { scalarText } from './yaml/write-scalar.ts'
import { member, type YamlNode } from './yaml/yaml-node.ts'

/**
 * Gives a cell another name, in its info string and wherever a grader names it.
 *
 * @param name one word
 */
export const renameCell = (notebook: Notebook, cell: Cell, name: string): readonly TextEdit[] => {
  const words = [...cell.info.matchAll(/\S+/g)]
  const old = words[2]
  const at = cell.infoStart + (old?.index ?? cell.info.length)
  const inInfo: TextEdit = old
    ? { start: at, end: at + old[0].length, text: name }
    : { start: at, end: at, text: ` ${name}` }
  return [
    inInfo,
    ...notebook.cells.flatMap((other) => references(other, cell).map((node) => rename(other, node, name))),
  ]
}

const rename = (cell: Cell, node: YamlNode, name: string): TextEdit => ({
  start: sourceOffset(cell, node.start),
  end: sourceOffset(cell, node.end),
  text: scalarText(name),
})

/** Where a cell's graders name another cell. */
const references = ({ content }: Cell, { kind, name }: Cell): readonly YamlNode[] => {
  const graders: readonly ReadGrader[] =
    content?.kind === 'graders'
      ? content.graders
      : content?.kind === 'cases'
        ? content.cases.flatMap((each) => each.graders)
        : []
  return graders.flatMap((grader) => {
    const node = referenceOf(grader, kind)
    return node?.type === 'scalar' && node.text === name ? [node] : []
  })
}

const referenceOf = ({ settings, settingsNode }: ReadGrader, kind: Cell['kind']): YamlNode | undefined => {
  if (kind === 'grader' && settings.kind === 'custom')
    return settingsNode.type === 'scalar' ? settingsNode : member(settingsNode, 'grader')
  if (kind === 'judge' && settings.kind === 'llmJudge') return member(settingsNode, 'judge')
  if (kind === 'embedder' && settings.kind === 'semanticSimilarity') return member(settingsNode, 'embedder')
  if (kind === 'rubric' && settings.kind === 'llmJudge') return member(member(settingsNode, 'rubric'), 'cell')
  return undefined
}
