import type {
  AssertionNode,
  BackReferenceNode,
  LookNode,
  ParsedPattern,
  RegexNode,
  RepeatNode,
} from './ast.ts'
import { childrenOf, NO_LIMIT } from './ast.ts'
import { assertionSource } from './assertion-source.ts'
import { type ReferenceMeaning, referenceMeanings } from './back-references.ts'
import { classSource } from './class-source.ts'
import { type CodePointSet, intersection } from './code-points.ts'
import { overflowsInJava, stepsAlike } from './look-behind.ts'
import { nullability } from './nullability.ts'
import { verticalSpaces } from './properties.ts'
import { repeatKind, study } from './study.ts'

/** What cannot be said exactly in the engine's own RegExp. */
export interface Unsupported {
  /** A noun phrase with the text of the pattern in it. */
  readonly construct: string
  /** In UTF-16 units of the pattern. */
  readonly index: number
}

/** A text that a translation cannot judge exactly, though it can judge others. */
export interface InputLimit extends Unsupported {
  /** Finds what the text must not have. Without the flag g, so that it has no state. */
  readonly excludes: RegExp
  /** What that is, as a noun phrase. */
  readonly excluded: string
}

export type Translation =
  | {
      readonly kind: 'ok'
      /** For a RegExp with the flag v. It is not anchored. */
      readonly source: string
      readonly limits: readonly InputLimit[]
    }
  | ({ readonly kind: 'unsupported' } & Unsupported)

/** Which texts a translation is for: an ASCII text needs much smaller classes. */
export type Alphabet = 'ascii' | 'unicode'

class Refusal extends Error {
  readonly node: RegexNode
  constructor(what: string, node: RegexNode) {
    super(what)
    this.node = node
  }
}

/** A RegExp source that matches exactly what the pattern matches in Java. Never throws. */
export const translate = (parsed: ParsedPattern, alphabet: Alphabet): Translation => {
  const translator: Translator = {
    alphabet,
    meanings: referenceMeanings(parsed.root, parsed.groupCount),
    referenced: new Set(),
    atomicGroups: 0,
    limits: [],
    text: (node) => parsed.pattern.slice(node.start, node.end),
  }
  for (const [node, meaning] of translator.meanings)
    if (meaning === 'same') translator.referenced.add(node.group)
  try {
    const source = emit(parsed.root, translator, false)
    return { kind: 'ok', source, limits: alphabet === 'ascii' ? [] : translator.limits }
  } catch (error) {
    if (error instanceof RangeError)
      return { kind: 'unsupported', construct: 'a pattern of this size', index: 0 }
    if (!(error instanceof Refusal)) throw error
    return { kind: 'unsupported', ...describe(error.message, error.node, translator) }
  }
}

interface Translator {
  readonly alphabet: Alphabet
  readonly meanings: ReadonlyMap<BackReferenceNode, ReferenceMeaning>
  /** Groups that the RegExp has to capture. */
  readonly referenced: Set<number>
  atomicGroups: number
  readonly limits: InputLimit[]
  readonly text: (node: RegexNode) => string
}

const LONGEST_SHOWN = 40

const describe = (what: string, node: RegexNode, { text }: Translator): Unsupported => {
  const shown = text(node)
  return {
    construct: `${what} (${shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown})`,
    index: node.start,
  }
}

const ASCII: CodePointSet = [0, 0x80]

const setSource = (set: CodePointSet, { alphabet }: Translator): string =>
  classSource(alphabet === 'ascii' ? intersection(set, ASCII) : set)

/** `backwards`: inside a look-behind, where the RegExp runs from right to left. */
const emit = (node: RegexNode, translator: Translator, backwards: boolean): string => {
  switch (node.kind) {
    case 'empty':
      return ''
    case 'set':
      return setSource(node.set, translator)
    case 'sequence':
      return node.items.map((item) => group(item, emit(item, translator, backwards))).join('')
    case 'alternation':
      return node.options.map((option) => emit(option, translator, backwards)).join('|')
    case 'group':
      return node.capture !== undefined && translator.referenced.has(node.capture)
        ? `(?<g${node.capture}>${emit(node.body, translator, backwards)})`
        : `(?:${emit(node.body, translator, backwards)})`
    case 'atomic':
      return atomic(node.body, emit(node.body, translator, backwards), node, translator, backwards)
    case 'look':
      return look(node, translator)
    case 'repeat':
      return repeat(node, translator, backwards)
    case 'assertion':
      return assertion(node, translator)
    case 'backReference':
      return backReference(node, translator)
    case 'lineBreak':
      return `(?:\\r\\n|${setSource(verticalSpaces, translator)})`
    case 'grapheme':
      throw new Refusal('a grapheme cluster', node)
    case 'unknown':
      throw new Refusal(node.construct, node)
  }
}

/** An alternation inside a sequence cannot come from the parser, but an alternative's bar must never spill over. */
const group = (node: RegexNode, source: string): string =>
  node.kind === 'alternation' ? `(?:${source})` : source

const assertion = (node: AssertionNode, translator: Translator): string => {
  if (node.assertion === 'graphemeBoundary') throw new Refusal('a boundary of grapheme clusters', node)
  return assertionSource(node, translator.alphabet)
}

const backReference = (node: BackReferenceNode, translator: Translator): string => {
  switch (translator.meanings.get(node)) {
    case 'never':
      return '(?!)'
    case 'same':
      break
    default:
      throw new Refusal('a back-reference to a group that may not be set, or be set by an earlier pass', node)
  }
  const limit = (excludes: RegExp, excluded: string): void => {
    const what = node.fold === 'none' ? 'a back-reference' : 'a back-reference that ignores case'
    translator.limits.push({ excludes, excluded, ...describe(what, node, translator) })
  }
  if (node.fold === 'none') {
    limit(/\p{Surrogate}/v, 'half a surrogate pair')
    return `\\k<g${node.group}>`
  }
  // The engine's own folding and Java's agree on these characters.
  if (node.fold === 'ascii') limit(/[^\x00-\x7f]/v, 'a character beyond ASCII')
  else limit(/[^\x00-\xff]/v, 'a character beyond Latin-1')
  if (!hasModifiers()) throw new Refusal('a back-reference that ignores case', node)
  return `(?i:\\k<g${node.group}>)`
}

let modifiers: boolean | undefined

/** Whether the engine knows `(?i:…)`. */
const hasModifiers = (): boolean => {
  if (modifiers === undefined)
    try {
      modifiers = new RegExp('(?i:a)', 'v').test('A')
    } catch {
      modifiers = false
    }
  return modifiers
}

const onePath = (node: RegexNode): boolean => study(node).deterministic && !hasLineBreak(node)

const hasLineBreak = (node: RegexNode): boolean =>
  node.kind === 'lineBreak' || childrenOf(node).some(hasLineBreak)

/**
 * Whether a loop inside may have a pass that matches nothing. Java takes such a pass and goes on, a
 * RegExp tries another way of passing: the same texts match, but not in the same order of preference.
 */
const hasEmptyPass = (node: RegexNode): boolean =>
  (node.kind === 'repeat' && repeatKind(node) === 'loop' && nullability(node.body) !== 'never') ||
  childrenOf(node).some(hasEmptyPass)

/** Takes the first way in which the source matches, and no other. */
const atomic = (
  body: RegexNode,
  source: string,
  whole: RegexNode,
  translator: Translator,
  backwards: boolean,
): string => {
  if (onePath(body)) return `(?:${source})`
  if (hasEmptyPass(body))
    throw new Refusal(
      'a part that gives nothing back, with a repeated group in it that can match nothing',
      whole,
    )
  if (backwards) throw new Refusal('a part inside a look-behind that gives nothing back', whole)
  const name = `a${++translator.atomicGroups}`
  return `(?=(?<${name}>${source}))\\k<${name}>`
}

const look = (node: LookNode, translator: Translator): string => {
  if (node.behind) checkReach(node, translator)
  if (hasReferencedGroup(node.body, translator) && hasEmptyPass(node.body))
    throw new Refusal('a look-around with a group that is referred to and one that can match nothing', node)
  const body = emit(node.body, translator, node.behind)
  return `(?${node.behind ? '<' : ''}${node.negative ? '!' : '='}${body})`
}

/** Refuses a look-behind that in Java does not reach as far as it says. */
const checkReach = (node: LookNode, translator: Translator): void => {
  if (overflowsInJava(node)) throw new Refusal('a look-behind whose greatest length overflows in Java', node)
  if (!stepsAlike(node))
    translator.limits.push({
      excludes: /[\u{10000}-\u{10ffff}\p{Surrogate}]/v,
      excluded: 'a character beyond U+FFFF',
      ...describe('a look-behind that steps by UTF-16 units', node, translator),
    })
}

const counts = (min: number, max: number): string => {
  if (max >= NO_LIMIT) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? `{${min}}` : `{${min},${max}}`
}

const isZeroWidth = (node: RegexNode): boolean =>
  node.kind === 'empty' || node.kind === 'assertion' || node.kind === 'look'

const hasReferencedGroup = (node: RegexNode, translator: Translator): boolean =>
  (node.kind === 'group' && node.capture !== undefined && translator.referenced.has(node.capture)) ||
  childrenOf(node).some((child) => hasReferencedGroup(child, translator))

const repeat = (node: RepeatNode, translator: Translator, backwards: boolean): string => {
  const { body, min, max, mode } = node
  const lazy = mode === 'lazy' ? '?' : ''
  if (isZeroWidth(body)) {
    if (min === 0 && hasReferencedGroup(body, translator))
      throw new Refusal('a repeated look-around with a group that is referred to', node)
    const once = emit(body, translator, backwards)
    return min === 0 ? '' : once
  }
  if (max === 0) {
    // Refuses what cannot be translated even where it is never run.
    emit(body, translator, backwards)
    return ''
  }
  if (body.kind === 'set') {
    const one = emit(body, translator, backwards)
    return mode === 'possessive' ? possessiveSet(one, min, max) : `${one}${counts(min, max)}${lazy}`
  }
  if (body.kind === 'lineBreak') {
    // Repeated, it never parts a CRLF.
    const any = setSource(verticalSpaces, translator)
    const one = `(?:\\r\\n|(?!\\r\\n)${any})`
    return mode === 'possessive' ? possessiveSet(one, min, max) : `${one}${counts(min, max)}${lazy}`
  }
  const kind = repeatKind(node)
  const inside = emit(body, translator, backwards)
  if (mode === 'possessive') {
    const pass = atomic(body, inside, node, translator, backwards)
    if (backwards) throw new Refusal('a possessive group inside a look-behind', node)
    const name = `a${++translator.atomicGroups}`
    return `(?=(?<${name}>(?:${pass})${counts(min, max)}))\\k<${name}>`
  }
  if (kind === 'loop' && min >= 2 && nullability(body) === 'sometimes')
    throw new Refusal('a group that must repeat and can match nothing at some places', node)
  const pass = kind === 'run' ? atomic(body, inside, node, translator, backwards) : inside
  return `(?:${pass})${counts(min, max)}${lazy}`
}

/** A possessive repetition of what can match in one way only: it ends where it cannot go on. */
const possessiveSet = (one: string, min: number, max: number): string => {
  if (min === max) return `${one}{${min}}`
  if (max >= NO_LIMIT) return `${one}${counts(min, max)}(?!${one})`
  return `(?:${one}${counts(min, max - 1)}(?!${one})|${one}{${max}})`
}
