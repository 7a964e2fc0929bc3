import type { RegexNode } from './ast.ts'
import type { EscapeContext } from './parse-escape.ts'
import { parseGroupName } from './parse-escape.ts'
import { parsePart } from './parse-part.ts'
import { quantified } from './parse-quantifier.ts'
import { BAR, CLOSE, code, OPEN, PLUS, QUESTION, STAR } from './points.ts'
import type { PatternReader, ReaderFlags } from './reader.ts'
import { study } from './study.ts'

/** Groups in groups: more than any person writes, less than overflows a stack. */
const DEEPEST_NESTING = 250

/** Thrown and turned into a value as `Fault` is. */
export class TooDeep extends Error {
  readonly index: number
  constructor(index: number) {
    super('nested too deeply')
    this.index = index
  }
}

/** The parts as one node. */
export const sequenceOf = (items: readonly RegexNode[], start: number, end: number): RegexNode => {
  const [first] = items
  if (!first) return { kind: 'empty', start, end }
  return items.length === 1 ? first : { kind: 'sequence', items, start, end }
}

const flagLetters: Readonly<Record<string, Partial<ReaderFlags>>> = {
  i: { ignoreCase: true },
  m: { multiline: true },
  s: { dotAll: true },
  d: { unixLines: true },
  u: { unicodeCase: true },
  c: { canonical: true },
  x: { comments: true },
  U: { unicodeClasses: true, unicodeCase: true },
}
const turnedOff = (flags: Partial<ReaderFlags>): Partial<ReaderFlags> =>
  Object.fromEntries(Object.keys(flags).map((name) => [name, false]))

/** What is left to read of a pattern, and the groups counted on the way. */
export interface Parser {
  /** Reads alternatives up to a closing bracket or the end. Throws `Fault` and `TooDeep`. */
  readonly alternation: (depth: number) => RegexNode
  readonly groupCount: () => number
}

export const createParser = (reader: PatternReader): Parser => {
  let groupCount = 0
  const groupNames = new Map<string, number>()
  /** Constructs that have no meaning here, put in the tree after the part they stand in. */
  let unknown: RegexNode[] = []
  const context: EscapeContext = {
    reader,
    groupCount: () => groupCount,
    groupNamed: (name) => groupNames.get(name),
    noteUnknown: (construct, start, end) => {
      unknown.push({ kind: 'unknown', construct, start, end })
    },
  }

  const alternation = (depth: number): RegexNode => {
    if (depth > DEEPEST_NESTING) throw new TooDeep(reader.here())
    const start = reader.here()
    const options = [sequence(depth)]
    while (reader.peek() === BAR) {
      reader.next()
      options.push(sequence(depth))
    }
    const [only] = options
    return options.length === 1 && only ? only : { kind: 'alternation', options, start, end: reader.here() }
  }

  const sequence = (depth: number): RegexNode => {
    const start = reader.here()
    const items: RegexNode[] = []
    for (;;) {
      const point = reader.peek()
      if (point === BAR || point === CLOSE || (point === 0 && reader.cursor >= reader.length))
        return sequenceOf(items, start, reader.here())
      if (point === OPEN) items.push(...group(depth))
      else if (point === STAR || point === PLUS || point === QUESTION)
        throw reader.fault(`${String.fromCodePoint(point)} has nothing before it to repeat`, reader.cursor)
      else {
        const atoms = parsePart(context)
        const last = atoms.pop()
        for (const atom of atoms) items.push(atom)
        if (last) items.push(quantified(reader, last))
      }
      items.push(...unknown)
      unknown = []
    }
  }

  /** A group with its quantifier; nothing where it only sets flags. */
  const group = (depth: number): readonly RegexNode[] => {
    const start = reader.here()
    const first = reader.cursor
    const saved = reader.flags
    const close = (): void => {
      if (reader.peek() !== CLOSE) throw reader.fault('this group is not closed by )', first)
      // Read under the flags of the inside, which may skip comments.
      reader.read()
      reader.flags = saved
    }
    const body = (): RegexNode => {
      const node = alternation(depth + 1)
      close()
      return node
    }
    const capture = (name?: string): RegexNode => {
      groupCount++
      const number = groupCount
      if (name !== undefined) groupNames.set(name, number)
      const inside = body()
      return {
        kind: 'group',
        capture: number,
        ...(name !== undefined && { name }),
        body: inside,
        start,
        end: reader.here(),
      }
    }
    if (reader.next() !== QUESTION) return [quantified(reader, capture())]
    switch (reader.skipRaw()) {
      case code(':'):
        return [quantified(reader, { kind: 'group', body: body(), start, end: reader.here() })]
      case code('='):
        return [
          quantified(reader, {
            kind: 'look',
            behind: false,
            negative: false,
            body: body(),
            start,
            end: reader.here(),
          }),
        ]
      case code('!'):
        return [
          quantified(reader, {
            kind: 'look',
            behind: false,
            negative: true,
            body: body(),
            start,
            end: reader.here(),
          }),
        ]
      case code('>'):
        return [quantified(reader, { kind: 'atomic', body: body(), start, end: reader.here() })]
      case code('<'): {
        const point = reader.read()
        if (point === code('=') || point === code('!'))
          return [quantified(reader, lookBehind(point === code('!'), depth, start, first, close))]
        const name = parseGroupName(reader, point)
        if (groupNames.has(name)) throw reader.fault(`there are two groups named <${name}>`, first)
        return [quantified(reader, capture(name))]
      }
      case code('$'):
      case code('@'):
        throw reader.fault('there is no such kind of group', first)
    }
    reader.unread()
    inlineFlags()
    switch (reader.read()) {
      case CLOSE:
        return []
      case code(':'):
        return [quantified(reader, { kind: 'group', body: body(), start, end: reader.here() })]
      default:
        throw reader.fault('after (? Java wants one of : = ! > < or flags out of i d m s u x U', first)
    }
  }

  const lookBehind = (
    negative: boolean,
    depth: number,
    start: number,
    first: number,
    close: () => void,
  ): RegexNode => {
    const bodyStart = reader.cursor
    const body = alternation(depth + 1)
    const { min, max, maxValid } = study(body)
    if (!maxValid) throw reader.fault('Java finds no greatest length for this look-behind', first)
    const byCodePoints = reader.points
      .slice(bodyStart)
      .some((point) => point > 0xffff || (point >= 0xd800 && point <= 0xdfff))
    close()
    const reach = { shortest: min, longest: max, byCodePoints }
    return { kind: 'look', behind: true, negative, body, reach, start, end: reader.here() }
  }

  const inlineFlags = (): void => {
    let off = false
    let point = reader.peek()
    for (;;) {
      const letter = String.fromCodePoint(point)
      const change = flagLetters[letter]
      if (change) reader.flags = { ...reader.flags, ...(off ? turnedOff(change) : change) }
      else if (letter === '-' && !off) off = true
      else return
      point = reader.next()
    }
  }

  return { alternation, groupCount: () => groupCount }
}
