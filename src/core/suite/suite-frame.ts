import { lineAt, linesOf } from '../notebook/lines.ts'
import { readItems } from '../notebook/yaml/read-items.ts'
import { readYaml } from '../notebook/yaml/read-yaml.ts'
import {
  isNull,
  moved,
  type MapEntry,
  type MapNode,
  type Problem,
  type YamlNode,
} from '../notebook/yaml/yaml-node.ts'

export interface Frame {
  /** Absent where the text is no YAML map. */
  readonly root?: MapNode
  readonly caseNodes: readonly YamlNode[]
}

/**
 * Reads a suite file's YAML. The list of cases, which may be very long, is read by itself and item by
 * item: where it stands at the left margin under `cases:`, its lines are known without reading the rest.
 */
export const readFrame = (source: string, problems: Problem[]): Frame => {
  const section = casesSection(source)
  const frame = section && readAround(source, section)
  if (!section || !frame) return readWhole(source, problems)
  const { items, problems: found } = readItems(source.slice(section.bodyStart, section.end))
  for (const problem of found) problems.push({ ...problem, offset: problem.offset + section.bodyStart })
  return { root: frame, caseNodes: items.map((item) => moved(item, section.bodyStart)) }
}

interface Section {
  readonly start: number
  readonly bodyStart: number
  readonly end: number
}

const casesSection = (source: string): Section | undefined => {
  const match = /^cases:[ \t]*(?:\r\n|\n)(?=- )/m.exec(source)
  if (!match) return undefined
  const bodyStart = match.index + match[0].length
  for (const line of linesOf(source, bodyStart))
    if (/^[^\s#-]/.test(line.text)) return { start: match.index, bodyStart, end: line.start }
  return { start: match.index, bodyStart, end: source.length }
}

/** The map without its cases; `undefined` where it cannot be read in two pieces. */
const readAround = (source: string, { start, end }: Section): MapNode | undefined => {
  const entries: MapEntry[] = []
  for (const [from, to] of [
    [0, start],
    [end, source.length],
  ] as const) {
    const { node, problems } = readYaml(source.slice(from, to))
    if (problems.length > 0 || (node && node.type !== 'map')) return undefined
    const part = node && moved(node, from)
    if (part?.type === 'map') entries.push(...part.entries)
  }
  const keys = new Set(entries.map(({ key }) => key.text))
  if (keys.size < entries.length || keys.has('cases')) return undefined
  return { type: 'map', start: lineAt(source, 0).start, end: source.length, flow: false, entries }
}

const readWhole = (source: string, problems: Problem[]): Frame => {
  const { node, problems: found } = readYaml(source)
  problems.push(...found)
  if (node?.type !== 'map') return { caseNodes: [] }
  const cases = node.entries.find(({ key }) => key.text === 'cases')?.value
  if (cases && cases.type !== 'list' && !isNull(cases))
    problems.push({
      offset: cases.start,
      message: '`cases` is no list; expected cases, each beginning with `- `.',
    })
  return { root: node, caseNodes: cases?.type === 'list' ? cases.items : [] }
}
