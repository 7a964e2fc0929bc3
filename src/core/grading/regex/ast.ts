import type { Fold } from './case-folding.ts'
import type { CodePointSet } from './code-points.ts'

/** From the first UTF-16 unit of the construct in the pattern to the one after its last. */
interface Spanned {
  readonly start: number
  readonly end: number
}

export interface EmptyNode extends Spanned {
  readonly kind: 'empty'
}

/** One code point out of a set: a literal, a class, a dot. Flags are already worked into the set. */
export interface SetNode extends Spanned {
  readonly kind: 'set'
  readonly set: CodePointSet
}

/** Two or more parts, one after the other. */
export interface SequenceNode extends Spanned {
  readonly kind: 'sequence'
  readonly items: readonly RegexNode[]
}

/** Two or more alternatives, tried in order. */
export interface AlternationNode extends Spanned {
  readonly kind: 'alternation'
  readonly options: readonly RegexNode[]
}

export interface GroupNode extends Spanned {
  readonly kind: 'group'
  /** Counts from 1; absent where the group captures nothing. */
  readonly capture?: number
  readonly name?: string
  readonly body: RegexNode
}

/** `(?>…)`: the first way in which the body matches is the only one. */
export interface AtomicNode extends Spanned {
  readonly kind: 'atomic'
  readonly body: RegexNode
}

export interface LookNode extends Spanned {
  readonly kind: 'look'
  readonly behind: boolean
  readonly negative: boolean
  readonly body: RegexNode
  /** How Java steps back, in a look-behind alone. */
  readonly reach?: LookBehindReach
}

/**
 * Java tries a look-behind at so many places before the current one. It counts the lengths while it
 * compiles, in 32-bit integers that may overflow.
 */
export interface LookBehindReach {
  readonly shortest: number
  readonly longest: number
  /** Whether it steps by code points, which it does only where the pattern's own text from here on has one above U+FFFF. */
  readonly byCodePoints: boolean
}

export type RepeatMode = 'greedy' | 'lazy' | 'possessive'

/** The largest counter that Java can hold; it means no limit. */
export const NO_LIMIT = 0x7fffffff

export interface RepeatNode extends Spanned {
  readonly kind: 'repeat'
  readonly body: RegexNode
  readonly min: number
  /** `NO_LIMIT` where there is none. */
  readonly max: number
  /** Whether it was written without an upper limit: Java compiles that differently from a limit of 2147483647. */
  readonly open: boolean
  readonly mode: RepeatMode
}

/**
 * `inputStart` is ^ and \A, `inputEnd` is \z, `lastEnd` is $ and \Z (at the end or before a final
 * line break), `lineStart` and `lineEnd` are ^ and $ under MULTILINE, `previousEnd` is \G.
 */
export type Assertion =
  | 'inputStart'
  | 'inputEnd'
  | 'lastEnd'
  | 'lineStart'
  | 'lineEnd'
  | 'previousEnd'
  | 'wordBoundary'
  | 'noWordBoundary'
  | 'graphemeBoundary'

export interface AssertionNode extends Spanned {
  readonly kind: 'assertion'
  readonly assertion: Assertion
  /** For ends and starts of lines: only \n breaks lines. */
  readonly unixLines: boolean
  /** For word boundaries: the flag U. */
  readonly unicodeWords: boolean
}

export interface BackReferenceNode extends Spanned {
  readonly kind: 'backReference'
  readonly group: number
  readonly fold: Fold
}

/** `\R`. */
export interface LineBreakNode extends Spanned {
  readonly kind: 'lineBreak'
}

/** `\X`. */
export interface GraphemeNode extends Spanned {
  readonly kind: 'grapheme'
}

/** Something that Java accepts and that this reader cannot give a meaning to. */
export interface UnknownNode extends Spanned {
  readonly kind: 'unknown'
  readonly construct: string
}

export type RegexNode =
  | EmptyNode
  | SetNode
  | SequenceNode
  | AlternationNode
  | GroupNode
  | AtomicNode
  | LookNode
  | RepeatNode
  | AssertionNode
  | BackReferenceNode
  | LineBreakNode
  | GraphemeNode
  | UnknownNode

/** A pattern that JDK 17 accepts. */
export interface ParsedPattern {
  readonly pattern: string
  readonly root: RegexNode
  /** Capturing groups, the whole not counted. */
  readonly groupCount: number
}

/** A pattern that JDK 17 rejects. */
export interface PatternFault {
  readonly message: string
  /** In UTF-16 units of the pattern, 0 to its length. */
  readonly index: number
}

/** The nodes directly inside. */
export const childrenOf = (node: RegexNode): readonly RegexNode[] => {
  switch (node.kind) {
    case 'sequence':
      return node.items
    case 'alternation':
      return node.options
    case 'group':
    case 'atomic':
    case 'look':
    case 'repeat':
      return [node.body]
    default:
      return []
  }
}
