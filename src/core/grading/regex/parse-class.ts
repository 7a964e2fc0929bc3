import { foldedInClass, foldedRange, isTabledInClass } from './case-folding.ts'
import { type CodePointSet, complement, intersection, union } from './code-points.ts'
import { type EscapeContext, parseEscape } from './parse-escape.ts'
import { parseProperty } from './parse-property.ts'
import { BACKSLASH, BRACKET, CARET, isPropertyLetter } from './points.ts'
import { foldOf } from './reader.ts'

const CLOSE_BRACKET = 0x5d
const AND = 0x26
const HYPHEN = 0x2d

const join = (a: CodePointSet | undefined, b: CodePointSet): CodePointSet => (a ? union(a, b) : b)

/**
 * Reads a class from its opening bracket, or, as the right side of `&&`, from just before its first
 * item up to the bracket that closes the class around it.
 */
export const parseClass = (context: EscapeContext, consumeBracket = true): CodePointSet => {
  const { reader } = context
  const start = reader.cursor
  const unclosed = (): Error => reader.fault('this class is not closed by ]', start)
  /** What is read so far, without the single characters. */
  let whole: CodePointSet | undefined
  /** The last set on its own: an intersection with nothing on its right takes it. */
  let last: CodePointSet | undefined
  /** Single characters of the whole class. Java keeps them in a table that `&&` does not empty. */
  let singles: CodePointSet | undefined
  let singlesPending = false

  let point = reader.next()
  const negative = point === CARET && reader.at(reader.cursor - 1) === BRACKET
  if (negative) point = reader.next()

  for (;;) {
    if (point === BRACKET) {
      last = parseClass(context)
      whole = join(whole, last)
      point = reader.peek()
      continue
    }
    if (point === AND) {
      const first = reader.cursor
      point = reader.next()
      if (point === AND) {
        point = reader.next()
        let right: CodePointSet | undefined
        while (point !== CLOSE_BRACKET && point !== AND) {
          if (point === BRACKET) right = join(right, parseClass(context))
          else {
            reader.unread()
            right = join(right, parseClass(context, false))
          }
          point = reader.peek()
        }
        if (singlesPending && singles) {
          if (whole) whole = union(whole, singles)
          else last = whole = singles
          singlesPending = false
        }
        if (right) last = right
        if (!whole) {
          if (!right) throw reader.fault('&& has nothing on either side', first)
          whole = right
        } else {
          // JDK 17 compiles this and throws as soon as the left side matches; later ones reject it.
          if (last) whole = intersection(whole, last)
          else
            context.noteUnknown(
              'an intersection with nothing on its right side',
              reader.place(first),
              reader.place(first) + 2,
            )
        }
        continue
      }
      reader.unread()
    } else if (point === 0) {
      if (reader.cursor >= reader.length) throw unclosed()
    } else if (point === CLOSE_BRACKET && (whole || singlesPending)) {
      if (consumeBracket) reader.next()
      if (singlesPending && singles) whole = join(whole, singles)
      const set = whole ?? []
      return negative ? complement(set) : set
    }
    const item = parseItem(context)
    if (item.single) {
      singles = join(singles, item.set)
      singlesPending = true
      last = undefined
    } else {
      last = item.set
      whole = join(whole, item.set)
    }
    point = reader.peek()
  }
}

interface Item {
  readonly set: CodePointSet
  /** Whether Java enters it in the class's table of single characters. */
  readonly single: boolean
}

const parseItem = (context: EscapeContext): Item => {
  const { reader } = context
  const start = reader.cursor
  let first = reader.peek()
  if (first === BACKSLASH) {
    if (isPropertyLetter(reader.nextRaw())) return { set: parseProperty(context), single: false }
    const beforeHyphen = reader.at(reader.cursor + 1) === HYPHEN
    reader.unread()
    const escape = parseEscape(context, true, beforeHyphen)
    if (escape.kind !== 'point') return { set: escape.kind === 'set' ? escape.set : [], single: false }
    first = escape.value
  } else reader.next()

  const fold = foldOf(reader.flags)
  if (reader.peek() === HYPHEN) {
    const after = reader.at(reader.cursor + 1)
    if (after !== BRACKET && after !== CLOSE_BRACKET) {
      reader.next()
      const last = rangeEnd(context)
      if (last === undefined) throw reader.fault('a range cannot end with a class', start)
      if (last < first) throw reader.fault('the range runs backwards', start)
      return { set: foldedRange(first, last, fold), single: false }
    }
  }
  return { set: foldedInClass(first, fold), single: isTabledInClass(first, fold) }
}

const rangeEnd = (context: EscapeContext): number | undefined => {
  const { reader } = context
  const point = reader.peek()
  if (point !== BACKSLASH) {
    reader.next()
    return point
  }
  const escape = parseEscape(context, true, true)
  return escape.kind === 'point' ? escape.value : undefined
}
