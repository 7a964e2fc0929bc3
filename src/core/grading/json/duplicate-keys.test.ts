import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { duplicateKeys } from './duplicate-keys.ts'

const placesIn = (text: string): readonly string[] => duplicateKeys(text, JSON.parse(text))

test.each([
  ['{"a":1,"b":2}', []],
  ['{"a":1,"a":2}', ['/a']],
  ['{"a":1,"a":2,"a":3}', ['/a']],
  ['{"a":1,"\\u0061":2}', ['/a']],
  ['{"a":{"b":1},"a":{"b":2}}', ['/a']],
  ['{"x":[{"a":1},{"b":1,"c":"b:","b":[]}]}', ['/x/1/b']],
  ['[[{"a/b":1,"a/b":2}]]', ['/0/0/a~1b']],
  ['{"__proto__":1,"__proto__":2}', ['/__proto__']],
  ['{"a":"\\"b\\":","b":"c:\\\\"}', []],
  ['{"a":["b","b"],"b":"b"}', []],
  ['[1,[2,{"k":0, "k" :[{"z":1,"z":1}]}]]', ['/1/1/k', '/1/1/k/0/z']],
  ['"a:b"', []],
  ['1', []],
])('%s', (text, places) => {
  expect(placesIn(text)).toEqual(places)
})

test('there are none in what JSON.stringify writes, and one where a member is doubled', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, key) => {
      expect(placesIn(JSON.stringify(value, null, 1))).toEqual([])
      const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`
      expect(placesIn(`[{${member},"other ${key.length}":[${member.length}],${member}}]`)).toHaveLength(1)
    }),
  )
})

test('nesting deeper than calls can go is no trouble', () => {
  const text = `${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`
  expect(placesIn(text)).toEqual([])
})
