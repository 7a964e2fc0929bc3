import type { RegexNode } from './ast.ts'

/** Whether a part can match nothing: never, at every place, or at some places only. */
export type Nullability = 'never' | 'always' | 'sometimes'

export const nullability = (node: RegexNode): Nullability => {
  switch (node.kind) {
    case 'empty':
      return 'always'
    case 'set':
    case 'lineBreak':
    case 'grapheme':
      return 'never'
    case 'sequence': {
      const parts = node.items.map(nullability)
      if (parts.includes('never')) return 'never'
      return parts.includes('sometimes') ? 'sometimes' : 'always'
    }
    case 'alternation': {
      const parts = node.options.map(nullability)
      if (parts.includes('always')) return 'always'
      return parts.includes('sometimes') ? 'sometimes' : 'never'
    }
    case 'group':
      return nullability(node.body)
    case 'atomic':
      // It may prefer to take something.
      return nullability(node.body) === 'never' ? 'never' : 'sometimes'
    case 'repeat': {
      const body = node.min === 0 ? 'always' : nullability(node.body)
      return body === 'always' && node.mode === 'possessive' ? 'sometimes' : body
    }
    default:
      return 'sometimes'
  }
}
