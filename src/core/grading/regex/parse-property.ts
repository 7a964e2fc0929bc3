import { nearestName } from '../../text/nearest-name.ts'
import { type CodePointSet, complement } from './code-points.ts'
import type { EscapeContext } from './parse-escape.ts'
import { code } from './points.ts'
import { propertyNames, propertySet } from './properties.ts'

/** Reads `\p{…}` or `\P{…}`; the cursor stands on the p. */
export const parseProperty = ({ reader }: EscapeContext): CodePointSet => {
  const start = reader.cursor - 1
  const negative = reader.at(reader.cursor) === code('P')
  let name = ''
  if (reader.next() !== code('{')) {
    reader.unread()
    reader.next()
    name = String.fromCodePoint(reader.at(reader.cursor))
    reader.read()
  } else {
    reader.next()
    const first = reader.cursor
    reader.withClosingBrace(() => {
      while (reader.read() !== code('}'));
    })
    if (reader.cursor > reader.length) throw reader.fault('\\p{ is not closed by }', start)
    if (first + 1 >= reader.cursor) throw reader.fault('\\p{} names no property', start)
    name = reader.points
      .slice(first, reader.cursor - 1)
      .map((point) => String.fromCodePoint(point))
      .join('')
  }
  const set = propertySet(name, {
    unicodeNames: reader.flags.unicodeClasses,
    ignoreCase: reader.flags.ignoreCase,
  })
  if (set) return negative ? complement(set) : set
  const nearest = nearestName(name, propertyNames())
  throw reader.fault(
    `Java knows no property named ${JSON.stringify(name)}${nearest === undefined ? '' : `; the nearest is ${nearest}`}`,
    start,
  )
}
