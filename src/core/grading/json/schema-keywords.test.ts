import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../json.ts'
import { prepareSchema } from './schema-keywords.ts'

const FORMATS = new Set(['date', 'date-time', 'email'])

const warningsOf = (schema: JsonValue): readonly string[] => prepareSchema(schema, FORMATS).warnings

test.each([
  [undefined, '2020-12'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['http://json-schema.org/draft-07/schema#', '07'],
  ['https://json-schema.org/draft-07/schema', '07'],
])('$schema %s is draft %s', ($schema, draft) => {
  const prepared = prepareSchema({ ...($schema !== undefined && { $schema }), type: 'object' }, FORMATS)
  expect(prepared).toEqual({ draft, schema: { type: 'object' }, warnings: [] })
})

test('another draft is read as 2020-12, and said', () => {
  expect(prepareSchema({ $schema: 'http://json-schema.org/draft-04/schema#' }, FORMATS)).toEqual({
    draft: '2020-12',
    schema: {},
    warnings: [
      '/$schema: "http://json-schema.org/draft-04/schema#" is not one of the drafts 2020-12, 2019-09 and 07; the schema is read as draft 2020-12',
    ],
  })
})

test('unknown keywords and formats are named with their place and the nearest name', () => {
  expect(
    warningsOf({
      propertes: {},
      properties: {
        example: { format: 'datetime', 'x-order': 1 },
        when: { anyOf: [{ format: 'postal' }, { items: { nullable: true } }] },
      },
      examples: [{ propertes: 1 }],
      const: { nullable: true },
    }),
  ).toEqual([
    '/propertes: the keyword "propertes" is unknown in draft 2020-12 and ignored; did you mean "properties"?',
    '/properties/example/format: the format "datetime" is unknown and not checked; did you mean "date-time"?',
    '/properties/example/x-order: the keyword "x-order" is unknown in draft 2020-12 and ignored',
    '/properties/when/anyOf/0/format: the format "postal" is unknown and not checked',
    '/properties/when/anyOf/1/items/nullable: the keyword "nullable" is unknown in draft 2020-12 and ignored; to allow null write type: [string, "null"]',
  ])
})

test('a keyword of another draft is unknown', () => {
  expect(warningsOf({ $schema: 'http://json-schema.org/draft-07/schema#', prefixItems: [] })).toEqual([
    '/prefixItems: the keyword "prefixItems" is unknown in draft 07 and ignored; it is of draft 2020-12',
  ])
})

test('draft 07 ignores what stands beside a reference; annotations and definitions mean nothing there anyway', () => {
  const schema = { $ref: '#/definitions/a', title: 'A', minLength: 5, definitions: { a: { type: 'string' } } }
  expect(warningsOf({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema })).toEqual([
    '/minLength: draft 07 ignores the keyword "minLength" beside "$ref"',
  ])
  expect(warningsOf(schema)).toEqual([])
})

test('what a validator would act on is taken out of schemas, and only there', () => {
  const { schema } = prepareSchema(
    { $async: true, id: 'a', properties: { id: { nullable: true, type: 'string' } }, const: { id: 1 } },
    FORMATS,
  )
  expect(schema).toEqual({ properties: { id: { type: 'string' } }, const: { id: 1 } })
})

test('a pattern that is none is a problem with a place; one of the older syntax is not', () => {
  expect(prepareSchema({ items: { pattern: '(' } }, FORMATS).problem).toMatch(
    /^\/items\/pattern: expected a regular expression, got "\(" \(.+\)$/,
  )
  expect(prepareSchema({ patternProperties: { '[': {} } }, FORMATS).problem).toMatch(
    /^\/patternProperties: .+"\["/,
  )
  expect(prepareSchema({ pattern: '^\\d{3}\\-\\d{4}$' }, FORMATS).problem).toBeUndefined()
})

test('whatever stands in it, reading a schema does not change it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const schema: JsonValue = JSON.parse(
        JSON.stringify({ properties: { a: { const: value } }, not: value }),
      )
      const before = JSON.stringify(schema)
      prepareSchema(schema, FORMATS)
      expect(JSON.stringify(schema)).toBe(before)
    }),
  )
})
