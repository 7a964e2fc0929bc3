import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDelimited } from '#core/formats/delimited-text.ts'

/** Rows as the reference reads them, or undefined where it refuses the text. */
const reference = (text: string): readonly (readonly string[])[] | undefined => {
  try {
    return parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch {
    return undefined
  }
}

test('a table without stray quotes is read as csv-parse reads it', () => {
  const cell = fc.oneof(
    fc.stringMatching(/^[ab é]{1,4}$/),
    fc.string({ unit: fc.constantFrom('a', ',', '\n', '\r', '""', ' ') }).map((inside) => `"${inside}"`),
  )
  const text = fc
    .array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    .map((rows) => rows.map((cells) => cells.join(',')).join('\n'))
  fc.assert(
    fc.property(text, (source) => {
      const read = readDelimited(source, { delimiter: ',', skipsSpaces: false, start: 0 })
      expect(read.ok ? read.rows.map(({ cells }) => cells) : undefined).toEqual(reference(source))
    }),
    { numRuns: 500 },
  )
})
