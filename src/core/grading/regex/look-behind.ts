import { childrenOf, type LookNode, NO_LIMIT, type RegexNode } from './ast.ts'
import { type CodePointSet, intersection, union } from './code-points.ts'

/** Whether Java, which adds lengths in 32 bits, does not reach as far back as the look-behind says. */
export const overflowsInJava = ({ body, reach }: LookNode): boolean => {
  if (!reach) return false
  const longest = longestLength(body)
  if (reach.longest >= 0 && longest <= NO_LIMIT + 1) return false
  // A sum just past the largest integer becomes the smallest one, which still reaches back to the start.
  const harmless = !reach.byCodePoints && reach.longest < 0 && reach.longest + 0x80000000 <= reach.shortest
  return !harmless || longest > 0xffffffff
}

/** The true sum that Java works out in 32 bits, an open repetition counting as the largest integer. */
const longestLength = (node: RegexNode): number => {
  switch (node.kind) {
    case 'set':
      return 1
    case 'lineBreak':
      return 2
    case 'grapheme':
      return Infinity
    case 'alternation':
      return Math.max(...node.options.map(longestLength))
    case 'sequence':
      return node.items.reduce((sum, item) => sum + longestLength(item), 0)
    case 'repeat':
      return node.max === 0 ? 0 : longestLength(node.body) * node.max
    case 'group':
    case 'atomic':
      return longestLength(node.body)
    default:
      return 0
  }
}

const BEYOND_BMP: CodePointSet = [0xd800, 0xe000, 0x10000, 0x110000]
const BMP: CodePointSet = [0, 0xd800, 0xe000, 0x10000]

/**
 * Whether Java finds the same as if it stepped back by code points. Where it steps by UTF-16 units it
 * may stand in the middle of a pair, or not reach back far enough over one.
 */
export const stepsAlike = ({ body, reach }: LookNode): boolean =>
  reach?.byCodePoints === true || sameByUnits(body)

const sameByUnits = (node: RegexNode): boolean => {
  const sets = [...setsIn(node)]
  if (sets.every((set) => intersection(set, BEYOND_BMP).length === 0)) return true
  // Half a pair stands for the whole one where a single step is all there is.
  return (
    longestLength(node) <= 1 &&
    sets.every((set) => {
      const beyond = intersection(set, BEYOND_BMP)
      return beyond.length === 0 || union(beyond, BMP).length === 2
    })
  )
}

function* setsIn(node: RegexNode): Generator<CodePointSet> {
  if (node.kind === 'set') yield node.set
  if (node.kind === 'look') return
  for (const child of childrenOf(node)) yield* setsIn(child)
}
