import { member, type ListNode, type MapNode, type ScalarNode, type YamlNode } from './yaml/yaml-node.ts'

/** Keys and indices that lead to a value inside a cell: `[0, 'semanticSimilarity', 'threshold']`. */
export type ValuePath = readonly (string | number)[]

/** Where a value stands. */
export interface Spot {
  /** The map or the list it is a member of; absent for the whole body. */
  readonly parent?: MapNode | ListNode
  readonly node: YamlNode
  /** Whether it stands inside brackets or braces. */
  readonly flow: boolean
}

/** Follows a path; `undefined` where it leads nowhere, or through an alias. */
export const findValue = (root: YamlNode, path: ValuePath): Spot | undefined => {
  let spot: Spot = { node: root, flow: false }
  for (const step of path) {
    const { node, flow } = spot
    if (node.alias || node.type === 'scalar') return undefined
    const child =
      node.type === 'map'
        ? member(node, String(step))
        : typeof step === 'number'
          ? node.items[step]
          : undefined
    if (!child) return undefined
    spot = { parent: node, node: child, flow: flow || node.flow }
  }
  return spot
}

/** The key of a member of a map. */
export const keyOf = (parent: MapNode | ListNode, node: YamlNode): ScalarNode | undefined =>
  parent.type === 'map' ? parent.entries.find((entry) => entry.value === node)?.key : undefined
