import type { JsonValue } from '../../json.ts'

/** What is wrong at an offset of a text; an error unless it says otherwise. */
export interface Problem {
  readonly offset: number
  readonly message: string
  readonly severity?: 'warning'
}

/** How many lists and maps may stand in one another: what reads them calls itself once a level. */
export const DEEPEST_NESTING = 256

export const TOO_DEEP = `Lists and maps stand more than ${DEEPEST_NESTING} levels deep in one another here; expected fewer.`

/** A YAML value with its place. Offsets count UTF-16 units of the text that was read. */
export type YamlNode = ScalarNode | MapNode | ListNode

interface NodeBase {
  readonly start: number
  /** After the value's last character; for a block scalar after its last line break, for a block map or list after its last value. */
  readonly end: number
  /** An alias stood here: the value is written somewhere else. */
  readonly alias?: true
}

export interface ScalarNode extends NodeBase {
  readonly type: 'scalar'
  /** The scalar as written (`007`, `1e3`, `no`): without quotes, without the line break that a block scalar adds. */
  readonly text: string
  /** What YAML's core schema makes of it. */
  readonly value: string | number | boolean | null
  readonly style: 'plain' | 'quoted' | 'block'
  /** Why the scalar does not say what it seems to: a comment after it, a tag, an anchor before it. */
  readonly cut?: 'comment' | 'tag' | 'anchor'
}

export interface MapNode extends NodeBase {
  readonly type: 'map'
  readonly flow: boolean
  readonly entries: readonly MapEntry[]
}

export interface MapEntry {
  readonly key: ScalarNode
  /** A plain null of no length where nothing stands. */
  readonly value: YamlNode
}

export interface ListNode extends NodeBase {
  readonly type: 'list'
  readonly flow: boolean
  readonly items: readonly YamlNode[]
}

/** The value of a key, if the node is a map that has it. */
export const member = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  node?.type === 'map' ? node.entries.find((entry) => entry.key.text === key)?.value : undefined

/** The key's own node, if the node is a map that has it. */
export const keyNode = (node: YamlNode | undefined, key: string): ScalarNode | undefined =>
  node?.type === 'map' ? node.entries.find((entry) => entry.key.text === key)?.key : undefined

/** The node at a path of keys and indices; the last one that exists where the path leads further. */
export const nodeAlong = (node: YamlNode, path: readonly PropertyKey[]): YamlNode => {
  let current = node
  for (const step of path) {
    const next =
      current.type === 'list' && typeof step === 'number'
        ? current.items[step]
        : member(current, String(step))
    if (!next) break
    current = next
  }
  return current
}

/** Whether nothing was written: an empty value, `~` or `null`. */
export const isNull = (node: YamlNode): boolean =>
  node.type === 'scalar' && node.style === 'plain' && node.value === null

/** The value as JSON has it. Numbers that JSON cannot write (`.nan`, `.inf`) come out as themselves. */
export const toJson = (node: YamlNode): JsonValue => {
  if (node.type === 'scalar') return node.value
  if (node.type === 'list') return node.items.map(toJson)
  return Object.fromEntries(node.entries.map(({ key, value }) => [key.text, toJson(value)]))
}

/** The node with all offsets moved. */
export const moved = (node: YamlNode, by: number): YamlNode => {
  if (by === 0) return node
  const range = { start: node.start + by, end: node.end + by }
  if (node.type === 'scalar') return { ...node, ...range }
  if (node.type === 'list') return { ...node, ...range, items: node.items.map((item) => moved(item, by)) }
  return {
    ...node,
    ...range,
    entries: node.entries.map(({ key, value }) => ({ key: movedScalar(key, by), value: moved(value, by) })),
  }
}

const movedScalar = (node: ScalarNode, by: number): ScalarNode => ({
  ...node,
  start: node.start + by,
  end: node.end + by,
})
