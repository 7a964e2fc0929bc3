import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('reads what JSON.parse reads, and nothing else', () => {
  const mixed = fc.string({
    unit: fc.constantFrom('{', '}', '"', '1', '-', ',', ' ', '\n', 'true', 'null', 'e', '\ufeff'),
  })
  fc.assert(
    fc.property(fc.oneof(mixed, fc.json()), (text) => {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        value = undefined
      }
      expect(parseJson(text)).toEqual(value)
    }),
    { numRuns: 2000 },
  )
})
