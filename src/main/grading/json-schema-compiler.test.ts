import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonSchemaGrader } from '#core/grading/graders/json-schema.ts'
import { passed, type Grade } from '#core/grading/grade.ts'
import type { JsonValue } from '#core/json.ts'
import { createSchemaCompiler } from './json-schema-compiler.ts'

interface Row {
  readonly id: string
  readonly config: { readonly schema: JsonValue }
  readonly output: string
  readonly verdict: string
}

const [header = '', ...lines] = readFileSync(
  new URL('../../../test/vectors/grader-cases.jsonl', import.meta.url),
  'utf8',
).split('\n')
const schemas: Readonly<Record<string, JsonValue>> = JSON.parse(header).schemas
const rows: readonly Row[] = lines
  .filter((line) => line.includes('"grader": "jsonSchema"'))
  .map((line) => JSON.parse(line))

const compile = createSchemaCompiler()

const gradeWith = (schema: JsonValue, files: Readonly<Record<string, JsonValue>> = {}) => {
  const grade = jsonSchemaGrader(
    {
      kind: 'jsonSchema',
      name: 'jsonSchema',
      schema,
      files,
      decoder: 'json',
      extract: 'fence',
      place: { file: '', line: 1, column: 1 },
    },
    compile,
  )
  return (output: string): Grade => grade({ caseId: 'a', tags: [], input: '', vars: {}, attempt: 1, output })
}

const reasonOf = (schema: JsonValue, value: JsonValue): string | undefined =>
  gradeWith(schema)(JSON.stringify(value)).reason

const warningsOf = (
  schema: JsonValue,
  files: Readonly<Record<string, JsonValue>> = {},
): readonly string[] => {
  const compiled = compile(schema, files)
  return compiled.ok ? compiled.warnings : [compiled.message]
}

describe('the vectors', () => {
  const gradeRow = ({ config, output }: Row): Grade => {
    const { schema } = config
    return gradeWith(typeof schema === 'string' ? (schemas[schema] ?? null) : schema)(output)
  }

  test('all 15 rows get their verdicts', () => {
    expect(rows).toHaveLength(15)
    expect(rows.map((row) => [row.id, gradeRow(row).verdict])).toEqual(
      rows.map(({ id, verdict }) => [id, verdict]),
    )
  })

  test.each([
    ['J12', /raw line break in a string/],
    ['J15', /cut off/],
    ['J20', /^the whole value: expected object, got an array of 1 item$/],
    ['J22', /single quotes, trailing comma/],
    ['J23', /curly quotes.*“" \(U\+201C\)/],
    ['J24', /a second value/],
    ['J28', /^\/city: expected string, got 7$/],
  ])('the reason of %s', (id, reason) => {
    const row = rows.find((candidate) => candidate.id === id)
    expect(row && gradeRow(row).reason).toMatch(reason)
  })
})

describe('sentences', () => {
  test.each<[JsonValue, JsonValue, string]>([
    [
      { properties: { items: { items: { properties: { price: { type: 'number' } } } } } },
      { items: [{}, { price: '12' }] },
      '/items/1/price: expected number, got "12"',
    ],
    [{ type: ['string', 'null'] }, 1, 'the whole value: expected string or null, got 1'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, 'the whole value: expected string or null, got 1'],
    [{ required: ['a/b'] }, {}, '/a~1b: expected a property of this name, found none'],
    [
      { properties: { city: {} }, additionalProperties: false },
      { citty: 1 },
      '/citty: expected no property of this name; did the model mean "city"?',
    ],
    [{ unevaluatedProperties: false }, { a: 1 }, '/a: expected no property of this name'],
    [{ enum: ['a', 1, null] }, 'b', 'the whole value: expected one of "a", 1, null, got "b"'],
    [{ const: 'a\u00a0b' }, 'a b', 'the whole value: expected "a‹NBSP›b", got "a b"'],
    [{ minimum: 0 }, -1, 'the whole value: expected at least 0, got -1'],
    [{ exclusiveMaximum: 1 }, 1, 'the whole value: expected less than 1, got 1'],
    [{ multipleOf: 0.5 }, 0.7, 'the whole value: expected a multiple of 0.5, got 0.7'],
    [{ minLength: 2 }, '😀', 'the whole value: expected at least 2 characters, got 1 character ("😀")'],
    [{ pattern: '^a' }, 'b', 'the whole value: expected text that matches /^a/, got "b"'],
    [{ format: 'date' }, '1.2.2026', 'the whole value: expected text in the format date, got "1.2.2026"'],
    [{ minItems: 1 }, [], 'the whole value: expected at least 1 item, got an empty array'],
    [
      { prefixItems: [true], items: false },
      [1, 2],
      'the whole value: expected at most 1 item, got an array of 2 items',
    ],
    [
      { uniqueItems: true },
      [1, 2, 1],
      'the whole value: expected items that all differ (items 0 and 2 are equal), got an array of 3 items',
    ],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, 'the whole value: expected at most 1 property, got 2 properties'],
    [
      { contains: { type: 'string' } },
      [1],
      '/0: expected string, got 1; the whole value: expected at least 1 item as in "contains", got an array of 1 item',
    ],
    [
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      '/b: expected a property of this name because "a" is there, found none',
    ],
    [
      { oneOf: [true, { type: 'string' }] },
      'a',
      'the whole value: expected what just one of the choices of "oneOf" describes (0 and 1 do), got "a"',
    ],
    [
      { not: { type: 'string' } },
      'a',
      'the whole value: expected anything but what "not" describes, got "a"',
    ],
    [false, 1, 'the whole value: expected nothing, got 1'],
  ])('%j says of %j', (schema, value, reason) => {
    expect(reasonOf(schema, value)).toBe(reason)
  })
})

describe('drafts and formats', () => {
  test('the draft decides what a keyword means', () => {
    const tuple = { prefixItems: [{ type: 'string' }] }
    expect(gradeWith(tuple)('[1]').verdict).toBe('failed')
    expect(gradeWith({ $schema: 'http://json-schema.org/draft-07/schema#', ...tuple })('[1]').verdict).toBe(
      'passed',
    )
    const pair = { items: [{ type: 'string' }] }
    expect(gradeWith(pair)('[1]').verdict).toBe('notGraded')
    for (const $schema of [
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2019-09/schema',
    ]) {
      expect(gradeWith({ $schema, ...pair })('[1]').verdict).toBe('failed')
    }
  })

  test('a reference of draft 07 stands for the whole schema; of later drafts it is one keyword of several', () => {
    const schema = { definitions: { a: { type: 'string' } }, $ref: '#/definitions/a', minLength: 5 }
    expect(gradeWith(schema)('"x"').verdict).toBe('failed')
    expect(gradeWith({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema })('"x"')).toBe(passed())
  })

  test('a multiple is one of decimals, in every draft', () => {
    for (const $schema of [
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2019-09/schema',
      'https://json-schema.org/draft/2020-12/schema',
    ]) {
      expect(gradeWith({ $schema, multipleOf: 0.01 })('19.99')).toBe(passed())
      expect(gradeWith({ $schema, multipleOf: 0.01 })('19.995').reason).toBe(
        'the whole value: expected a multiple of 0.01, got 19.995',
      )
      expect(gradeWith({ $schema, multipleOf: 0 })('1').verdict).toBe('notGraded')
    }
  })

  test('unknown keywords and formats are ignored, with a warning', () => {
    const schema = { example: 1, format: 'postal', nullable: true, type: 'string' }
    expect(gradeWith(schema)('"x"')).toBe(passed())
    expect(gradeWith(schema)('null').verdict).toBe('failed')
    expect(warningsOf(schema)).toHaveLength(3)
    expect(gradeWith({ $async: true, type: 'string' })('1').verdict).toBe('failed')
  })

  test('patterns of the older syntax work, and Unicode ones match whole characters', () => {
    expect(gradeWith({ pattern: '^\\d\\-\\d$' })('"1-2"').verdict).toBe('passed')
    expect(gradeWith({ pattern: '^.$' })('"😀"').verdict).toBe('passed')
  })
})

describe('references', () => {
  test('reach the schema itself and the files that were given, from one to the next', () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/a' }, b: { $ref: './sub/b.json#/$defs/n' } },
      $defs: { a: { type: 'string' } },
    }
    const files = {
      './sub/b.json': { $defs: { n: { $ref: 'c.json' } } },
      'sub/c.json': { type: 'number', exmple: 1 },
    }
    expect(gradeWith(schema, files)('{"a":"x","b":1}').verdict).toBe('passed')
    expect(gradeWith(schema, files)('{"a":1,"b":"x"}').reason).toBe(
      '/a: expected string, got 1; /b: expected number, got "x"',
    )
    expect(warningsOf(schema, files)).toEqual([
      'in sub/c.json: /exmple: the keyword "exmple" is unknown in draft 2020-12 and ignored; did you mean "examples"?',
    ])
  })

  test('find a file where $id has made them absolute', () => {
    const schema = { $id: 'https://example.org/s/main.json', items: { $ref: 'item.json' } }
    expect(gradeWith(schema, { 'item.json': { type: 'number' } })('["x"]').verdict).toBe('failed')
  })

  test.each([
    ['https://example.org/a.json', 'https://example.org/a.json'],
    ['other.json#/$defs/a', 'other.json#/$defs/a'],
    ['#/$defs/missing', '#/$defs/missing'],
  ])('%s is in neither: not graded, and named', ($ref, named) => {
    const { verdict, reason } = gradeWith({ $ref })('{}')
    expect(verdict).toBe('notGraded')
    expect(reason).toBe(
      `the schema cannot be used: $ref: expected a place in the schema or in a file beside it, found "${named}", which is in neither (nothing is loaded from the network)`,
    )
  })

  test('the nearest file is offered', () => {
    expect(warningsOf({ $ref: 'itme.json' }, { 'item.json': true })[0]).toMatch(
      /did you mean "item\.json"\?$/,
    )
  })

  test('two schemas with one $id do not meet', () => {
    const $id = 'https://example.org/same'
    expect(gradeWith({ $id, type: 'string' })('1').verdict).toBe('failed')
    expect(gradeWith({ $id, type: 'number' })('1').verdict).toBe('passed')
  })
})

describe('a broken schema is not graded, with the place', () => {
  test.each<[JsonValue, string]>([
    [{ properties: { a: { type: 'strin' } } }, '/properties/a/type: expected one of "array", '],
    [{ required: 'a' }, '/required: expected array, got "a"'],
    [{ items: { pattern: '(' } }, '/items/pattern: expected a regular expression, got "("'],
    [{ minLength: -1 }, '/minLength: expected at least 0, got -1'],
    [null, 'expected an object, true or false as the schema, got null'],
    ['x', 'expected an object, true or false as the schema, got "x"'],
    [[], 'expected an object, true or false as the schema, got []'],
  ])('%j', (schema, start) => {
    const { verdict, reason } = gradeWith(schema)('1')
    expect(verdict).toBe('notGraded')
    expect(reason?.startsWith(`the schema cannot be used: ${start}`)).toBe(true)
  })

  test('in a file, too', () => {
    expect(warningsOf({ $ref: 'a.json' }, { 'a.json': { type: 1 } })[0]).toMatch(/^in a\.json: \/type: /)
  })
})

describe('keys that every object inherits', () => {
  test('are there only where the output has them', () => {
    expect(gradeWith({ required: ['toString'] })('{}').verdict).toBe('failed')
    expect(gradeWith({ properties: { constructor: { type: 'string' } } })('{}').verdict).toBe('passed')
    expect(gradeWith({ required: ['__proto__'] })('{"__proto__":1}').verdict).toBe('passed')
    expect(gradeWith({ properties: {}, additionalProperties: false })('{"__proto__":1}').verdict).toBe(
      'failed',
    )
  })

  test('change nothing outside', () => {
    const schema: JsonValue = JSON.parse(
      '{"__proto__":{"polluted":1},"properties":{"__proto__":{"type":"string"}}}',
    )
    gradeWith(schema)('{"__proto__":{"polluted":1}}')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

test('the schema true takes whatever JSON.stringify writes', () => {
  const grade = gradeWith(true)
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(grade(JSON.stringify(value, null, indent))).toBe(passed())
    }),
  )
})

test('a value that nests deeper than the validator can go is not graded; JSON itself has no such limit', () => {
  const schema = { type: 'array', items: { $ref: '#' } }
  const grade = gradeWith(schema)(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
  expect(grade.verdict).toBe('notGraded')
  expect(gradeWith(true)(`${'['.repeat(200_000)}${']'.repeat(200_000)}`).verdict).toBe('passed')
})
