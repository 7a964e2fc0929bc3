import { NO_LIMIT, type RegexNode, type RepeatMode } from './ast.ts'
import { BRACE, BRACE_END, code, isAsciiDigit, PLUS, QUESTION, STAR } from './points.ts'
import type { PatternReader } from './reader.ts'

/** The body with the quantifier that the cursor stands on, if it stands on one. */
export const quantified = (reader: PatternReader, body: RegexNode): RegexNode => {
  const repeat = (min: number, max: number, open: boolean): RegexNode => {
    const mode = repeatMode(reader)
    return { kind: 'repeat', body, min, max, open, mode, start: body.start, end: reader.here() }
  }
  switch (reader.peek()) {
    case QUESTION:
      return repeat(0, 1, false)
    case STAR:
      return repeat(0, NO_LIMIT, true)
    case PLUS:
      return repeat(1, NO_LIMIT, true)
    case BRACE: {
      const { min, max, open } = counts(reader)
      return repeat(min, max, open)
    }
    default:
      return body
  }
}

/** The cursor stands on the last character of the quantifier, and then past its mode. */
const repeatMode = (reader: PatternReader): RepeatMode => {
  const point = reader.next()
  if (point !== QUESTION && point !== PLUS) return 'greedy'
  reader.next()
  return point === QUESTION ? 'lazy' : 'possessive'
}

const counts = (reader: PatternReader): { min: number; max: number; open: boolean } => {
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
