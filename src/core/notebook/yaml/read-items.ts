import { linesOf } from '../lines.ts'
import { readPlainItem } from './read-plain-item.ts'
import { readYaml } from './read-yaml.ts'
import { moved, type Problem, type YamlNode } from './yaml-node.ts'

/** A YAML text that is meant to be a list. */
export interface ItemsResult {
  /** The list's items; those that are not YAML are left out, with a problem. */
  readonly items: readonly YamlNode[]
  /** The text's value, where it is no list. */
  readonly other?: YamlNode
  readonly problems: readonly Problem[]
}

const ANCHOR = /(?:^|[\s,[{])&[^\s,[\]{}]/m

/** Reads a YAML list item by item, so that one broken item hides none of the others. */
export const readItems = (text: string): ItemsResult => {
  const starts = itemStarts(text)
  if (!starts || ANCHOR.test(text)) return readWhole(text)
  const items: YamlNode[] = []
  const problems: Problem[] = []
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? text.length
    const plain = readPlainItem(text, start, end)
    if (plain) {
      items.push(plain)
      continue
    }
    const { node, problems: found } = readYaml(text.slice(start, end))
    for (const problem of found) problems.push({ ...problem, offset: problem.offset + start })
    if (node?.type === 'list') items.push(...node.items.map((item) => moved(item, start)))
  }
  return { items, problems }
}

const readWhole = (text: string): ItemsResult => {
  const { node, problems } = readYaml(text)
  if (node?.type === 'list') return { items: node.items, problems }
  return node ? { items: [], other: node, problems } : { items: [], problems }
}

/**
 * Where the items of a list at the left margin begin; `undefined` for any other text. An item's own
 * lines are indented, so a line that begins with a hyphen is always the next item.
 */
const itemStarts = (text: string): readonly number[] | undefined => {
  const starts: number[] = []
  for (const line of linesOf(text)) {
    if (/^-(?:[ \t]|$)/.test(line.text)) starts.push(line.start)
    else if (starts.length === 0 && !/^[ \t]*(?:#|$)/.test(line.text)) return undefined
  }
  return starts.length === 0 ? undefined : starts
}
