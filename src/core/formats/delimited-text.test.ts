import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DELIMITERS, readDelimited } from './delimited-text.ts'

const cell = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '"', ',', ';', '\t', '|', '\n', '\r', 'é', '😀'),
  maxLength: 8,
})
const table = fc
  .integer({ min: 2, max: 4 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
  )

const written = (text: string, delimiter: string): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text

const style = (delimiter: string) => ({ delimiter, skipsSpaces: false, start: 0 })

test('what is written is read back, with every delimiter and line break', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(...DELIMITERS),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      (rows, delimiter, lineBreak, lastBreak) => {
        const text =
          rows.map((cells) => cells.map((one) => written(one, delimiter)).join(delimiter)).join(lineBreak) +
          (lastBreak ? lineBreak : '')
        const read = readDelimited(text, style(delimiter))
        expect(read.ok && read.rows.map(({ cells }) => cells)).toEqual(rows)
      },
    ),
  )
})

test('every cell is where it is said to be, on the line that is said', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = rows.map((cells) => cells.map((one) => written(one, ',')).join(',')).join('\n')
      const read = readDelimited(text, style(','))
      for (const { cells, offsets, line } of read.ok ? read.rows : []) {
        for (const [index, one] of cells.entries())
          expect(text.slice(offsets[index])).toSatisfy((rest: string) => rest.startsWith(written(one, ',')))
        expect(text.slice(0, offsets[0]).split(/\r\n|\n|\r/).length).toBe(line)
      }
    }),
  )
})

test('no text makes it throw or run on', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ' ') }), (text) => {
      expect(typeof readDelimited(text, style(',')).ok).toBe('boolean')
    }),
  )
})

test('a quote inside a cell without quotes is a character', () => {
  expect(readDelimited('5" pipe,x', style(','))).toMatchObject({ rows: [{ cells: ['5" pipe', 'x'] }] })
})

test('an open quote and text after a closed one are told with row and place', () => {
  expect(readDelimited('a,b\n"c,d\n', style(','))).toMatchObject({ ok: false, row: 2, offset: 4 })
  expect(readDelimited('a,b\n"c"d,e\n', style(','))).toMatchObject({ ok: false, row: 2, offset: 7 })
})
