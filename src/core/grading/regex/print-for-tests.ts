import type { AssertionNode, RegexNode, RepeatNode } from './ast.ts'
import {
  allCodePoints,
  type CodePointSet,
  complement,
  onlyCodePoint,
  rangesOf,
  sameSet,
} from './code-points.ts'

/**
 * A pattern for Java that means what the tree means, to be read without flags. Spans and the way in
 * which the tree was written are lost; reading it back gives the same tree.
 */
export const printPattern = (node: RegexNode): string => {
  const { before, body, after } = parts(node)
  return before + body + after
}

/** A quantifier goes between the body and what is after it. */
interface Parts {
  readonly before: string
  readonly body: string
  readonly after: string
}

const plain = (body: string): Parts => ({ before: '', body, after: '' })
const flagged = (flags: string, body: string): Parts =>
  flags === '' ? plain(body) : { before: `(?${flags})`, body, after: `(?-${flags})` }

const parts = (node: RegexNode): Parts => {
  switch (node.kind) {
    case 'empty':
      return plain('')
    case 'set':
      return plain(printSet(node.set))
    case 'sequence':
      return plain(node.items.map(printPattern).join(''))
    case 'alternation':
      return plain(node.options.map(printPattern).join('|'))
    case 'group':
      return plain(`(${groupPrefix(node.capture, node.name)}${printPattern(node.body)})`)
    case 'atomic':
      return plain(`(?>${printPattern(node.body)})`)
    case 'look':
      return plain(`(?${node.behind ? '<' : ''}${node.negative ? '!' : '='}${printPattern(node.body)})`)
    case 'repeat':
      return repeat(node)
    case 'assertion':
      return assertion(node)
    case 'backReference':
      return flagged(node.fold === 'none' ? '' : node.fold === 'ascii' ? 'i' : 'iu', `\\${node.group}`)
    case 'lineBreak':
      return plain('\\R')
    case 'grapheme':
      return plain('\\X')
    case 'unknown':
      return plain('')
  }
}

const groupPrefix = (capture: number | undefined, name: string | undefined): string =>
  capture === undefined ? '?:' : name === undefined ? '' : `?<${name}>`

const repeat = (node: RepeatNode): Parts => {
  const { before, body, after } = parts(node.body)
  const mode = node.mode === 'greedy' ? '' : node.mode === 'lazy' ? '?' : '+'
  const counts = node.open ? `{${node.min},}` : `{${node.min},${node.max}}`
  // A counter with nothing before it must not bind to what is printed before.
  return { before: body === '' ? '(?-x)' : before, body: `${body}${counts}${mode}`, after }
}

const assertion = ({ assertion: kind, unixLines, unicodeWords }: AssertionNode): Parts => {
  const unix = unixLines ? 'd' : ''
  switch (kind) {
    case 'inputStart':
      return plain('\\A')
    case 'inputEnd':
      return plain('\\z')
    case 'lastEnd':
      return flagged(unix, '\\Z')
    case 'lineStart':
      return flagged(`m${unix}`, '^')
    case 'lineEnd':
      return flagged(`m${unix}`, '$')
    case 'previousEnd':
      return plain('\\G')
    case 'wordBoundary':
      return flagged(unicodeWords ? 'U' : '', '\\b')
    case 'noWordBoundary':
      return flagged(unicodeWords ? 'U' : '', '\\B')
    case 'graphemeBoundary':
      return plain('\\b{g}')
  }
}

const character = (value: number): string => `\\x{${value.toString(16)}}`

const printSet = (set: CodePointSet): string => {
  const only = onlyCodePoint(set)
  if (only !== undefined)
    return /[A-Za-z]/.test(String.fromCodePoint(only)) ? String.fromCodePoint(only) : character(only)
  if (sameSet(set, allCodePoints)) return '\\p{all}'
  if (set.length === 0) return '\\P{all}'
  const negative = set.at(-1) === allCodePoints[1]
  const ranges = [...rangesOf(negative ? complement(set) : set)].map(([first, last]) =>
    first === last ? character(first) : `${character(first)}-${character(last)}`,
  )
  return `[${negative ? '^' : ''}${ranges.join('')}]`
}
