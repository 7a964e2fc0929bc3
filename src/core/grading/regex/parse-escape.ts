import type { Assertion, RegexNode } from './ast.ts'
import { type CodePointSet, complement, noCodePoints } from './code-points.ts'
import {
  asciiDigits,
  asciiSpaces,
  asciiWords,
  horizontalSpaces,
  unicodeDigits,
  unicodeSpaces,
  unicodeWords,
  verticalSpaces,
} from './properties.ts'
import { hexadecimal, octal, unicodeEscape } from './parse-character.ts'
import { code, isAsciiDigit, isAsciiLetter } from './points.ts'
import { foldOf, type PatternReader } from './reader.ts'
import { latinCharacterNamed } from './unicode/character-data.ts'

/** What an escape stands for: a character, a set of them, or something that is no character. */
export type Escape =
  | { readonly kind: 'point'; readonly value: number }
  | { readonly kind: 'set'; readonly set: CodePointSet }
  | { readonly kind: 'node'; readonly node: RegexNode }

/** What the parser knows while it reads an escape. */
export interface EscapeContext {
  readonly reader: PatternReader
  /** Capturing groups opened so far. */
  readonly groupCount: () => number
  readonly groupNamed: (name: string) => number | undefined
  /** Notes a construct whose meaning is not known here, so that it is refused. */
  readonly noteUnknown: (construct: string, start: number, end: number) => void
}

const char = (point: number): string => String.fromCodePoint(point)
const shown = (point: number, atEnd: boolean): string => (atEnd ? 'the end of the pattern' : char(point))

const assertions: Readonly<Record<string, Assertion>> = {
  A: 'inputStart',
  B: 'noWordBoundary',
  G: 'previousEnd',
  Z: 'lastEnd',
  z: 'inputEnd',
}
const characters: Readonly<Record<string, number>> = { a: 7, e: 0x1b, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09 }

/** Reads the escape whose backslash the cursor stands on. `beforeHyphen`: as the end of a class's range. */
export const parseEscape = (context: EscapeContext, inClass: boolean, beforeHyphen: boolean): Escape => {
  const { reader } = context
  const start = reader.cursor
  const point = reader.skipRaw()
  const letter = char(point)
  const node = (made: RegexNode): Escape => ({ kind: 'node', node: made })
  const span = (): { start: number; end: number } => ({
    start: reader.place(start),
    end: reader.place(reader.cursor),
  })

  if (!inClass) {
    const assertion = assertions[letter]
    if (assertion) return node(assertionNode(assertion, reader, span()))
    if (letter === 'b') return node(boundary(reader, span))
    if (letter === 'R') return node({ kind: 'lineBreak', ...span() })
    if (letter === 'X') return node({ kind: 'grapheme', ...span() })
    if (isAsciiDigit(point) && letter !== '0') {
      const group = numberedGroup(context, point - 0x30)
      return node({ kind: 'backReference', group, fold: foldOf(reader.flags), ...span() })
    }
    if (letter === 'k') {
      const group = namedGroup(context, start)
      return node({ kind: 'backReference', group, fold: foldOf(reader.flags), ...span() })
    }
  }
  const value = characters[letter]
  if (value !== undefined) return { kind: 'point', value }
  if (letter === 'v' && beforeHyphen) return { kind: 'point', value: 0x0b }
  const set = shorthandSet(letter, reader.flags.unicodeClasses)
  if (set) return { kind: 'set', set }
  switch (letter) {
    case '0':
      return { kind: 'point', value: octal(reader, start) }
    case 'c':
      if (reader.cursor >= reader.length)
        throw reader.fault('\\c wants a character after it, and the pattern ends', start)
      return { kind: 'point', value: reader.read() ^ 64 }
    case 'u':
      return { kind: 'point', value: unicodeEscape(reader, start) }
    case 'x':
      return { kind: 'point', value: hexadecimal(reader, start) }
    case 'N':
      return namedCharacter(context, start)
  }
  if (!isAsciiLetter(point) && !(inClass && isAsciiDigit(point))) return { kind: 'point', value: point }
  throw reader.fault(
    inClass ? `\\${letter} has no meaning inside a class` : `\\${letter} is no escape that Java knows`,
    start,
  )
}

const assertionNode = (
  assertion: Assertion,
  reader: PatternReader,
  span: { start: number; end: number },
): RegexNode => ({
  kind: 'assertion',
  assertion,
  unixLines: assertion === 'lastEnd' && reader.flags.unixLines,
  unicodeWords:
    assertion.endsWith('Boundary') && assertion !== 'graphemeBoundary' && reader.flags.unicodeClasses,
  ...span,
})

const boundary = (reader: PatternReader, span: () => { start: number; end: number }): RegexNode => {
  if (reader.peek() === code('{')) {
    const start = reader.cursor
    if (reader.skipRaw() === code('g')) {
      if (reader.read() !== code('}')) throw reader.fault('\\b{g is not closed by }', start)
      return assertionNode('graphemeBoundary', reader, span())
    }
    reader.cursor = start
  }
  return assertionNode('wordBoundary', reader, span())
}

const shorthandSet = (letter: string, unicode: boolean): CodePointSet | undefined => {
  switch (letter) {
    case 'd':
      return unicode ? unicodeDigits() : asciiDigits
    case 's':
      return unicode ? unicodeSpaces() : asciiSpaces
    case 'w':
      return unicode ? unicodeWords() : asciiWords
    case 'h':
      return horizontalSpaces
    case 'v':
      return verticalSpaces
    case 'D':
    case 'S':
    case 'W':
    case 'H':
    case 'V':
      return complement(shorthandSet(letter.toLowerCase(), unicode) ?? noCodePoints)
    default:
      return undefined
  }
}

/** Takes further digits as long as a group of that number is open or closed already. */
const numberedGroup = ({ reader, groupCount }: EscapeContext, first: number): number => {
  let group = first
  for (;;) {
    const point = reader.peek()
    if (!isAsciiDigit(point)) return group
    const longer = group * 10 + point - 0x30
    if (longer > groupCount()) return group
    group = longer
    reader.read()
  }
}

const namedGroup = (context: EscapeContext, start: number): number => {
  const { reader } = context
  if (reader.read() !== code('<')) throw reader.fault('\\k wants the name of a group in <>', start)
  const name = parseGroupName(reader, reader.read())
  const group = context.groupNamed(name)
  if (group === undefined) throw reader.fault(`no group before this place is named <${name}>`, start)
  return group
}

/** Reads a group's name whose first character is read already, up to its closing bracket. */
export const parseGroupName = (reader: PatternReader, first: number): string => {
  const start = reader.cursor - 1
  if (!isAsciiLetter(first))
    throw reader.fault(
      `a group's name starts with a letter from A to Z, not with ${shown(first, start >= reader.length)}`,
      start,
    )
  let name = ''
  let point = first
  do {
    name += char(point)
    point = reader.read()
  } while (isAsciiLetter(point) || isAsciiDigit(point))
  if (point !== code('>'))
    throw reader.fault(
      `a group's name has letters and digits alone and ends with >, and <${name} goes on with ${shown(point, reader.cursor > reader.length)}`,
      reader.cursor - 1,
    )
  return name
}

const namedCharacter = (context: EscapeContext, start: number): Escape => {
  const { reader } = context
  if (reader.read() !== code('{')) throw reader.fault('\\N wants the name of a character in {}', start)
  const first = reader.cursor
  while (reader.read() !== code('}'))
    if (reader.cursor >= reader.length) throw reader.fault('\\N{ is not closed by }', start)
  const name = reader.points
    .slice(first, reader.cursor - 1)
    .map(char)
    .join('')
  const value = latinCharacterNamed(name)
  if (value !== undefined) return { kind: 'point', value }
  context.noteUnknown(`a character's name, \\N{${name}}`, reader.place(start), reader.place(reader.cursor))
  return { kind: 'set', set: noCodePoints }
}
