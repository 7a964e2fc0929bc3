import { describe, expect, test } from 'vitest'
import type { JsonSchemaGrader } from '../../suite/suite.ts'
import { passed, type Grade } from '../grade.ts'
import type { SchemaCompiler, SchemaError } from '../json/schema-compiler.ts'
import { jsonSchemaGrader } from './json-schema.ts'

const SPEC: JsonSchemaGrader = {
  kind: 'jsonSchema',
  name: 'jsonSchema',
  schema: true,
  files: {},
  decoder: 'json',
  extract: 'fence',
  place: { file: '', line: 1, column: 1 },
}

const item = (output: string) => ({ caseId: 'a', tags: [], input: '', vars: {}, attempt: 1, output })

/** A compiler whose schemas find the same errors in every value. */
const finding =
  (...errors: readonly SchemaError[]): SchemaCompiler =>
  () => ({ ok: true, validate: () => errors, warnings: [] })

const wrongType = (path: string, value: unknown = '12'): SchemaError => ({
  path,
  keyword: 'type',
  params: { type: 'number' },
  value,
  message: 'must be number',
})

const grade = (
  output: string,
  compile: SchemaCompiler = finding(),
  spec: Partial<JsonSchemaGrader> = {},
): Grade => jsonSchemaGrader({ ...SPEC, ...spec }, compile)(item(output))

describe('a pass', () => {
  test('is the one shared grade where the output is JSON as it stands', () => {
    expect(grade('{"a":1}')).toBe(passed())
  })

  test('says which rule found the JSON where it was another', () => {
    expect(grade('```\n1\n```')).toEqual({ verdict: 'passed', score: 1, details: { extracted: 'fence' } })
    expect(grade('so\n```\n1\n```', finding(), { extract: 'block' }).details).toEqual({ extracted: 'block' })
    expect(grade('so [1]', finding(), { extract: 'value' }).details).toEqual({ extracted: 'value' })
  })

  test('warns of a key that stands twice', () => {
    expect(grade('{"a":{"b":1,"b":2}}')).toEqual({
      verdict: 'passed',
      score: 1,
      details: { warnings: ['/a/b: the key stands more than once in its object; the last one counts'] },
    })
  })
})

describe('a failure', () => {
  test('names the place, what was wanted and what was found', () => {
    expect(grade('{}', finding(wrongType('/items/3/price')))).toEqual({
      verdict: 'failed',
      score: 0,
      reason: '/items/3/price: expected number, got "12"',
    })
  })

  test('keeps what a pass would have noted', () => {
    expect(grade('```\n{"a":1,"a":2}\n```', finding(wrongType('/a'))).details).toEqual({
      extracted: 'fence',
      warnings: ['/a: the key stands more than once in its object; the last one counts'],
    })
  })

  test('has the first three violations in its reason and all in its details', () => {
    const { reason, details } = grade(
      '{}',
      finding(...['/a', '/b', '/c', '/d'].map((path) => wrongType(path))),
    )
    expect(reason).toBe(
      '/a: expected number, got "12"; /b: expected number, got "12"; /c: expected number, got "12"; and 1 more',
    )
    expect(details?.reason?.split('\n')).toHaveLength(4)
  })

  test('has fewer in its reason where they are long, and no more than 200 in its details', () => {
    const errors = Array.from({ length: 1000 }, (_, index) => wrongType(`/${'x'.repeat(150)}/${index}`))
    const { reason, details } = grade('{}', finding(...errors))
    expect(reason).toMatch(/; and 998 more$/)
    expect(reason?.length).toBeLessThanOrEqual(500)
    expect(details?.reason?.split('\n')).toHaveLength(201)
    expect(details?.reason?.split('\n').at(-1)).toBe('and 800 more')
  })

  test('is what an output that is not JSON gets, and an empty one', () => {
    expect(grade('')).toEqual({ verdict: 'failed', score: 0, reason: 'the output is empty; expected JSON' })
    expect(grade('Sorry.').reason).toMatch(/^the output is not JSON: line 1, column 1: /)
  })
})

describe('not graded', () => {
  test('is every output where the schema does not compile', () => {
    expect(grade('{}', () => ({ ok: false, message: '/type: expected …' }))).toEqual({
      verdict: 'notGraded',
      reason: 'the schema cannot be used: /type: expected …',
    })
  })

  test('is an output that the validator gives up on', () => {
    const compile: SchemaCompiler = () => ({
      ok: true,
      warnings: [],
      validate: () => {
        throw new RangeError('Maximum call stack size exceeded')
      },
    })
    expect(grade('{}', compile)).toEqual({
      verdict: 'notGraded',
      reason: 'the validator gave up on this output: Maximum call stack size exceeded',
    })
  })

  test('is the Kotlin decoder, which is not there yet', () => {
    const { verdict, reason } = grade('{}', finding(), { decoder: 'kotlinx' })
    expect(verdict).toBe('notGraded')
    expect(reason).toContain('decoder: json')
  })
})
