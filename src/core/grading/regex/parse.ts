import type { ParsedPattern, PatternFault, RegexNode, RepeatMode } from './ast.ts'
import { NO_LIMIT } from './ast.ts'
import { foldedInRun, foldedSingle } from './case-folding.ts'
import { allCodePoints, codePoints, type CodePointSet, complement } from './code-points.ts'
import { parseClass } from './parse-class.ts'
import { type EscapeContext, parseEscape, parseGroupName, parseProperty } from './parse-escape.ts'
import { Fault, foldOf, isAsciiDigit, PatternReader, type ReaderFlags } from './reader.ts'
import { study } from './study.ts'
import type { RegexFlag } from '../../suite/suite.ts'

export type ParseResult =
  | { readonly kind: 'ok'; readonly parsed: ParsedPattern }
  | ({ readonly kind: 'invalid' } & PatternFault)
  /** Deeper than we follow; Java may or may not. */
  | { readonly kind: 'tooDeep'; readonly index: number }

/** Groups in groups: more than any person writes, less than overflows a stack. */
const DEEPEST_NESTING = 250

class TooDeep extends Error {
  readonly index: number
  constructor(index: number) {
    super('nested too deeply')
    this.index = index
  }
}

/** Reads a pattern as JDK 17's `Pattern.compile` does with Kotlin's `RegexOption`s of those names. Never throws. */
export const parsePattern = (pattern: string, flags: readonly RegexFlag[]): ParseResult => {
  const reader = new PatternReader(flags.includes('LITERAL') ? '' : pattern, readerFlags(flags))
  if (flags.includes('LITERAL')) return { kind: 'ok', parsed: literalPattern(pattern, reader.flags) }
  try {
    const parser = createParser(reader)
    const root = parser.alternation(0)
    if (reader.cursor < reader.length) throw reader.fault('this ) closes no group', reader.cursor)
    if (reader.cursor > reader.length)
      throw reader.fault('the pattern ends with a single backslash', reader.length - 1)
    return { kind: 'ok', parsed: { pattern, root, groupCount: parser.groupCount() } }
  } catch (error) {
    if (error instanceof Fault) return { kind: 'invalid', message: error.message, index: error.index }
    if (error instanceof TooDeep) return { kind: 'tooDeep', index: error.index }
    throw error
  }
}

const readerFlags = (flags: readonly RegexFlag[]): ReaderFlags => ({
  // Kotlin's IGNORE_CASE is CASE_INSENSITIVE and UNICODE_CASE.
  ignoreCase: flags.includes('IGNORE_CASE'),
  unicodeCase: flags.includes('IGNORE_CASE'),
  multiline: flags.includes('MULTILINE'),
  dotAll: flags.includes('DOT_MATCHES_ALL'),
  unixLines: flags.includes('UNIX_LINES'),
  comments: flags.includes('COMMENTS'),
  unicodeClasses: false,
  canonical: false,
})

const literalPattern = (pattern: string, flags: ReaderFlags): ParsedPattern => {
  const items: RegexNode[] = []
  let start = 0
  for (const character of pattern) {
    const end = start + character.length
    items.push({ kind: 'set', set: foldedInRun(character.codePointAt(0) ?? 0, foldOf(flags)), start, end })
    start = end
  }
  return { pattern, root: sequenceOf(items, 0, start), groupCount: 0 }
}

const sequenceOf = (items: readonly RegexNode[], start: number, end: number): RegexNode => {
  const [first] = items
  if (!first) return { kind: 'empty', start, end }
  return items.length === 1 ? first : { kind: 'sequence', items, start, end }
}

const code = (character: string): number => character.charCodeAt(0)
const BACKSLASH = code('\\')
const OPEN = code('(')
const CLOSE = code(')')
const BAR = code('|')
const QUESTION = code('?')
const STAR = code('*')
const PLUS = code('+')
const BRACE = code('{')
const BRACE_END = code('}')
const BRACKET = code('[')
const CARET = code('^')
const DOLLAR = code('$')
const DOT = code('.')
const isPropertyLetter = (point: number): boolean => point === code('p') || point === code('P')

const lineBreaks = codePoints([0x0a, 0x0d, 0x85, 0x2028, 0x2029])
const dotSet = (flags: ReaderFlags): CodePointSet =>
  flags.dotAll ? allCodePoints : complement(flags.unixLines ? codePoints([0x0a]) : lineBreaks)

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

const createParser = (reader: PatternReader) => {
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
  const here = (): number => reader.place(reader.cursor)

  const alternation = (depth: number): RegexNode => {
    if (depth > DEEPEST_NESTING) throw new TooDeep(here())
    const start = here()
    const options = [sequence(depth)]
    while (reader.peek() === BAR) {
      reader.next()
      options.push(sequence(depth))
    }
    const [only] = options
    return options.length === 1 && only ? only : { kind: 'alternation', options, start, end: here() }
  }

  const sequence = (depth: number): RegexNode => {
    const start = here()
    const items: RegexNode[] = []
    for (;;) {
      const point = reader.peek()
      if (point === BAR || point === CLOSE || (point === 0 && reader.cursor >= reader.length))
        return sequenceOf(items, start, here())
      if (point === OPEN) items.push(...group(depth))
      else if (point === STAR || point === PLUS || point === QUESTION)
        throw reader.fault(`${String.fromCodePoint(point)} has nothing before it to repeat`, reader.cursor)
      else {
        const atoms = single(point)
        const last = atoms.pop()
        items.push(...atoms, ...(last ? [quantified(last)] : []))
      }
      items.push(...unknown)
      unknown = []
    }
  }

  const setNode = (set: CodePointSet, start: number): RegexNode => ({ kind: 'set', set, start, end: here() })

  /** One part without its quantifier, or a run of literals of which only the last is quantified. */
  const single = (point: number): RegexNode[] => {
    const start = here()
    const { flags } = reader
    switch (point) {
      case BRACKET: {
        const set = parseClass(context)
        if (flags.canonical) noteCanonical(start)
        return [setNode(set, start)]
      }
      case CARET:
        reader.next()
        return [
          {
            kind: 'assertion',
            assertion: flags.multiline ? 'lineStart' : 'inputStart',
            unixLines: flags.multiline && flags.unixLines,
            unicodeWords: false,
            start,
            end: start + 1,
          },
        ]
      case DOLLAR:
        reader.next()
        return [
          {
            kind: 'assertion',
            assertion: flags.multiline ? 'lineEnd' : 'lastEnd',
            unixLines: flags.unixLines,
            unicodeWords: false,
            start,
            end: start + 1,
          },
        ]
      case DOT:
        reader.next()
        return [{ kind: 'set', set: dotSet(flags), start, end: start + 1 }]
      case BACKSLASH:
        if (isPropertyLetter(reader.nextRaw())) {
          const set = parseProperty(context)
          if (flags.canonical) noteCanonical(start)
          return [setNode(set, start)]
        }
        reader.unread()
    }
    return literals()
  }

  const noteCanonical = (start: number): void => {
    context.noteUnknown('a class under canonical equivalence, (?c)', start, here())
  }

  /**
   * A run of literal characters; it matters for case that they stand together. What cannot be part of
   * it ends it. A quantifier takes the last character out of a run of two or more.
   */
  const literals = (): RegexNode[] => {
    const run: { value: number; cursor: number; start: number; end: number }[] = []
    let point = reader.peek()
    scan: for (;;) {
      const { cursor } = reader
      const start = here()
      switch (point) {
        case STAR:
        case PLUS:
        case QUESTION:
        case BRACE: {
          const last = run.length > 1 ? run.pop() : undefined
          if (last) reader.cursor = last.cursor
          break scan
        }
        case DOLLAR:
        case DOT:
        case CARET:
        case OPEN:
        case BRACKET:
        case BAR:
        case CLOSE:
          break scan
        case BACKSLASH: {
          if (isPropertyLetter(reader.nextRaw())) {
            reader.unread()
            break scan
          }
          reader.unread()
          const unknownBefore = unknown.length
          const escape = parseEscape(context, false, false)
          if (escape.kind === 'point') {
            run.push({ value: escape.value, cursor, start, end: here() })
            point = reader.peek()
            continue
          }
          if (run.length === 0) return [escape.kind === 'node' ? escape.node : setNode(escape.set, start)]
          unknown.length = unknownBefore
          reader.cursor = cursor
          break scan
        }
        case 0:
          if (reader.cursor >= reader.length) break scan
      }
      run.push({ value: point, cursor, start, end: reader.place(cursor + 1) })
      point = reader.next()
    }
    const fold = foldOf(reader.flags)
    const folded = run.length === 1 ? foldedSingle : foldedInRun
    if (run.length === 0) return [{ kind: 'empty', start: here(), end: here() }]
    return run.map(({ value, start, end }) => ({ kind: 'set', set: folded(value, fold), start, end }))
  }

  const quantified = (body: RegexNode): RegexNode => {
    const repeat = (min: number, max: number, open: boolean): RegexNode => {
      const mode = repeatMode()
      return { kind: 'repeat', body, min, max, open, mode, start: body.start, end: here() }
    }
    switch (reader.peek()) {
      case QUESTION:
        return repeat(0, 1, false)
      case STAR:
        return repeat(0, NO_LIMIT, true)
      case PLUS:
        return repeat(1, NO_LIMIT, true)
      case BRACE: {
        const { min, max, open } = counts()
        return repeat(min, max, open)
      }
      default:
        return body
    }
  }

  /** The cursor stands on the last character of the quantifier, and then past its mode. */
  const repeatMode = (): RepeatMode => {
    const point = reader.next()
    if (point !== QUESTION && point !== PLUS) return 'greedy'
    reader.next()
    return point === QUESTION ? 'lazy' : 'possessive'
  }

  const counts = (): { min: number; max: number; open: boolean } => {
    const start = reader.cursor
    let point = reader.skipRaw()
    if (!isAsciiDigit(point))
      throw reader.fault(
        '{ begins a repetition and wants a number after it; a literal one is written \\{',
        start,
      )
    const number = (): number => {
      let value = 0
      while (isAsciiDigit(point)) {
        value = value * 10 + point - 0x30
        if (value > NO_LIMIT) throw reader.fault(`a repetition goes up to ${NO_LIMIT}`, start)
        point = reader.read()
      }
      return value
    }
    const min = number()
    let max = min
    let open = false
    if (point === code(',')) {
      point = reader.read()
      open = point === BRACE_END
      max = open ? NO_LIMIT : number()
    }
    if (point !== BRACE_END)
      throw reader.fault('this repetition is not closed by }; Java takes {n}, {n,} and {n,m}', start)
    if (max < min) throw reader.fault(`the repetition {${min},${max}} runs backwards`, start)
    reader.unread()
    return { min, max, open }
  }

  /** A group with its quantifier; nothing where it only sets flags. */
  const group = (depth: number): readonly RegexNode[] => {
    const start = here()
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
        end: here(),
      }
    }
    if (reader.next() !== QUESTION) return [quantified(capture())]
    switch (reader.skipRaw()) {
      case code(':'):
        return [quantified({ kind: 'group', body: body(), start, end: here() })]
      case code('='):
        return [
          quantified({ kind: 'look', behind: false, negative: false, body: body(), start, end: here() }),
        ]
      case code('!'):
        return [quantified({ kind: 'look', behind: false, negative: true, body: body(), start, end: here() })]
      case code('>'):
        return [quantified({ kind: 'atomic', body: body(), start, end: here() })]
      case code('<'): {
        const point = reader.read()
        if (point === code('=') || point === code('!'))
          return [quantified(lookBehind(point === code('!'), depth, start, first, close))]
        const name = parseGroupName(reader, point)
        if (groupNames.has(name)) throw reader.fault(`there are two groups named <${name}>`, first)
        return [quantified(capture(name))]
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
        return [quantified({ kind: 'group', body: body(), start, end: here() })]
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
    return { kind: 'look', behind: true, negative, body, reach, start, end: here() }
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
