import { type BackReferenceNode, childrenOf, type GroupNode, type RegexNode } from './ast.ts'
import { nullability } from './nullability.ts'
import { repeatKind } from './study.ts'

/**
 * What a back-reference can be in the engine's own RegExp. There an unset group matches the empty
 * text and captures are reset with each pass of a loop; in Java an unset group matches nothing and
 * captures persist, even past some branches that were given up. `same`: where both must agree.
 * `never`: the group cannot be set yet, so that Java never matches. `differs`: anything else.
 */
export type ReferenceMeaning = 'same' | 'never' | 'differs'

interface Step {
  readonly node: RegexNode
  /** Which child of the node the path goes on to. */
  readonly index: number
}

type Path = readonly Step[]

/** The meaning of each back-reference of the tree. */
export const referenceMeanings = (
  root: RegexNode,
  groupCount: number,
): ReadonlyMap<BackReferenceNode, ReferenceMeaning> => {
  const groups = new Map<number, { readonly node: GroupNode; readonly path: Path }>()
  const references: { readonly node: BackReferenceNode; readonly path: Path }[] = []
  const walk = (node: RegexNode, path: Path): void => {
    if (node.kind === 'group' && node.capture !== undefined) groups.set(node.capture, { node, path })
    if (node.kind === 'backReference') references.push({ node, path })
    childrenOf(node).forEach((child, index) => walk(child, [...path, { node, index }]))
  }
  walk(root, [])
  return new Map(
    references.map(({ node, path }) => {
      const group = groups.get(node.group)
      if (node.group > groupCount || !group) return [node, 'never']
      return [node, meaning(group.node, group.path, path)]
    }),
  )
}

const meaning = (group: GroupNode, toGroup: Path, toReference: Path): ReferenceMeaning => {
  let common = 0
  while (
    common < toGroup.length &&
    common < toReference.length &&
    toGroup[common]?.node === toReference[common]?.node &&
    toGroup[common]?.index === toReference[common]?.index
  )
    common++
  const fork = toGroup[common]
  const below = toGroup.slice(common + 1)
  const before =
    fork?.node.kind === 'sequence' &&
    fork.node === toReference[common]?.node &&
    fork.index < (toReference[common]?.index ?? 0)
  if (before)
    return below.every((step, index) => setsSurely(step.node, below[index + 1]?.node ?? group, group))
      ? 'same'
      : 'differs'
  return toGroup.some(({ node }) => mayLeak(node)) || isRepeated(toGroup.slice(0, common + 1))
    ? 'differs'
    : 'never'
}

/** Whether passing through the node always sets the group inside it, the same in both engines. */
const setsSurely = (node: RegexNode, inside: RegexNode, group: GroupNode): boolean => {
  switch (node.kind) {
    case 'sequence':
    case 'group':
    case 'atomic':
      return true
    case 'look':
      // A look-behind runs backwards in the one and forwards in the other.
      return !node.negative && !node.behind
    case 'repeat': {
      if (node.min === 0 || node.mode === 'possessive' || nullability(node.body) !== 'never') return false
      // Where Java gives passes back without restoring the captures inside, only the repeated group itself is right.
      return node.min === node.max || repeatKind(node) === 'loop' || inside === group
    }
    default:
      return false
  }
}

/** Whether Java may leave a capture inside the node set after it has given up on the branch. */
const mayLeak = (node: RegexNode): boolean =>
  node.kind === 'look' ||
  node.kind === 'atomic' ||
  (node.kind === 'repeat' && (node.mode === 'possessive' || repeatKind(node) === 'run'))

const isRepeated = (path: Path): boolean => path.some(({ node }) => node.kind === 'repeat' && node.max > 1)
