import type { RegexNode } from './ast.ts'
import { foldedInRun, foldedSingle } from './case-folding.ts'
import { allCodePoints, codePoints, type CodePointSet, complement } from './code-points.ts'
import { parseClass } from './parse-class.ts'
import { type EscapeContext, parseEscape } from './parse-escape.ts'
import { parseProperty } from './parse-property.ts'
import {
  BACKSLASH,
  BAR,
  BRACE,
  BRACKET,
  CARET,
  CLOSE,
  DOLLAR,
  DOT,
  isPropertyLetter,
  OPEN,
  PLUS,
  QUESTION,
  STAR,
} from './points.ts'
import { foldOf, type ReaderFlags } from './reader.ts'

const lineBreaks = codePoints([0x0a, 0x0d, 0x85, 0x2028, 0x2029])
const dotSet = (flags: ReaderFlags): CodePointSet =>
  flags.dotAll ? allCodePoints : complement(flags.unixLines ? codePoints([0x0a]) : lineBreaks)

const setNode = ({ reader }: EscapeContext, set: CodePointSet, start: number): RegexNode => ({
  kind: 'set',
  set,
  start,
  end: reader.here(),
})

/** One part without its quantifier, or a run of literals of which only the last is quantified. */
export const parsePart = (context: EscapeContext): RegexNode[] => {
  const { reader } = context
  const point = reader.peek()
  const start = reader.here()
  const { flags } = reader
  switch (point) {
    case BRACKET: {
      const set = parseClass(context)
      if (flags.canonical) noteCanonical(context, start)
      return [setNode(context, set, start)]
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
        if (flags.canonical) noteCanonical(context, start)
        return [setNode(context, set, start)]
      }
      reader.unread()
  }
  return literals(context)
}

const noteCanonical = ({ reader, noteUnknown }: EscapeContext, start: number): void => {
  noteUnknown('a class under canonical equivalence, (?c)', start, reader.here())
}

/**
 * A run of literal characters; it matters for case that they stand together. What cannot be part of
 * it ends it. A quantifier takes the last character out of a run of two or more.
 */
const literals = (context: EscapeContext): RegexNode[] => {
  const { reader } = context
  const run: { value: number; cursor: number; start: number; end: number }[] = []
  let point = reader.peek()
  scan: for (;;) {
    const { cursor } = reader
    const start = reader.here()
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
        const escape = parseEscape(context, false, false)
        if (escape.kind === 'point') {
          run.push({ value: escape.value, cursor, start, end: reader.here() })
          point = reader.peek()
          continue
        }
        if (run.length === 0)
          return [escape.kind === 'node' ? escape.node : setNode(context, escape.set, start)]
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
  if (run.length === 0) return [{ kind: 'empty', start: reader.here(), end: reader.here() }]
  return run.map(({ value, start, end }) => ({ kind: 'set', set: folded(value, fold), start, end }))
}
