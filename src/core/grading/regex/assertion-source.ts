import type { AssertionNode } from './ast.ts'
import { classSource } from './class-source.ts'
import { union } from './code-points.ts'
import { unicodeWords, withoutAstral, wordParts } from './properties.ts'

/** A zero-width part of a RegExp with the flag v and without the flag m. */
export const assertionSource = (node: AssertionNode, alphabet: 'ascii' | 'unicode'): string => {
  switch (node.assertion) {
    case 'inputStart':
    case 'previousEnd':
      // Matching begins at the start, so that this is where the previous match ended.
      return '^'
    case 'inputEnd':
      return '$'
    case 'lastEnd':
      return node.unixLines ? '(?=\\n?$)' : '(?:$|(?=\\r\\n$|[\\r\\x85\\u2028\\u2029]$)|(?<!\\r)(?=\\n$))'
    case 'lineStart':
      // Never at the end, not even of the empty text.
      return node.unixLines
        ? '(?!$)(?:^|(?<=\\n))'
        : '(?!$)(?:^|(?<=[\\n\\x85\\u2028\\u2029])|(?<=\\r)(?!\\n))'
    case 'lineEnd':
      return node.unixLines ? '(?=\\n|$)' : '(?:(?=[\\r\\x85\\u2028\\u2029]|$)|(?<!\\r)(?=\\n))'
    case 'wordBoundary':
      return boundarySource(node.unicodeWords, alphabet, true)
    case 'noWordBoundary':
      return boundarySource(node.unicodeWords, alphabet, false)
    case 'graphemeBoundary':
      return ''
  }
}

/**
 * Up to JDK 18, \b looks at letters, digits and `_` of all of Unicode, and at a non-spacing mark that
 * has a letter or digit before it, with only such marks between and all of them below U+10000.
 */
const boundarySource = (unicode: boolean, alphabet: 'ascii' | 'unicode', isBoundary: boolean): string => {
  if (alphabet === 'ascii') return isBoundary ? '\\b' : '\\B'
  const { left, right } = unicode ? unicodeSides() : defaultSides()
  return isBoundary
    ? `(?:(?<=${left})(?!${right})|(?<!${left})(?=${right}))`
    : `(?:(?<=${left})(?=${right})|(?<!${left})(?!${right}))`
}

interface Sides {
  /** What may stand before the place, for a look-behind. */
  readonly left: string
  readonly right: string
}

let madeUnicodeSides: Sides | undefined
const unicodeSides = (): Sides => {
  if (!madeUnicodeSides) {
    const word = classSource(unicodeWords())
    madeUnicodeSides = { left: word, right: word }
  }
  return madeUnicodeSides
}

let madeDefaultSides: Sides | undefined
const defaultSides = (): Sides => {
  if (!madeDefaultSides) {
    const { base, marks } = wordParts()
    const word = classSource(union(base, [0x5f, 0x60]))
    const lowBase = classSource(withoutAstral(base))
    const lowMark = classSource(withoutAstral(marks))
    const mark = classSource(marks)
    madeDefaultSides = {
      left: `(?:${word}|${lowBase}${lowMark}+)`,
      right: `(?:${word}|${mark}(?<=${lowBase}${lowMark}*${mark}))`,
    }
  }
  return madeDefaultSides
}
