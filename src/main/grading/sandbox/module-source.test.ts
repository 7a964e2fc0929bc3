import { describe, expect, test } from 'vitest'
import { evaluated, gradeOf } from './grader-for-tests.ts'

const BODY = `(context) { return context.passed(0.5) }`

describe('forms of a module', () => {
  test.each([
    `export function grade${BODY}`,
    `export async function grade${BODY}`,
    `export const grade = function ${BODY}`,
    `export let grade = async (context) => context.passed(0.5)`,
    `function grade${BODY}\nexport { grade }`,
    `export { check as grade }\nfunction check${BODY}`,
    `const check = (context) => context.passed(0.5); export { check as 'grade', check as other };`,
    `export const { grade } = { grade${BODY} }`,
    `export const [, ...[grade = null]] = [1, function ${BODY}]`,
    `const half = await Promise.resolve(0.5)\nexport const grade = (context) => context.passed(half)`,
    `const halves = []; for await (const half of [0.5]) halves.push(half)\nexport const grade = (context) => context.passed(...halves)`,
    `#!/usr/bin/env node\nexport function grade${BODY}`,
    `const text = 'a'\nexport { grade }\n;[text].map(String)\nfunction grade${BODY}`,
    `let value = 1\nexport const other = 2, half = 0.5\nexport const grade = (context) => context.passed(half)`,
    `export class Unused {}\nexport function grade${BODY} // the end`,
    `export function grade${BODY}\n/* the end */ ""`,
    `const passed = 1, output = 2, module = 3, evaluate = 4, context = 5\nexport function grade${BODY}`,
    `export function grade(context) { if (0 <!--context.x\n) return context.passed(0.5) }\nlet x = 0`,
    `export const grade = (context) => context.passed(0.5); grade.then = (done) => done(1)`,
    `await 0; export const grade = (context) => context.passed(0.5); grade.then = (done) => done(1)`,
  ])('%s', async (source) => {
    expect(await gradeOf(source)).toEqual({ verdict: 'passed', score: 0.5 })
  })

  test.each([
    [
      `type Score = number\nexport function grade(context: GradeContext): Grade { return context.passed(0.5 as Score) }`,
    ],
    [`import type { X } from 'x'\nexport const grade = (context: any) => context.passed(0.5)!`],
    [
      `interface A { b?: string }\nfunction grade<T extends A>(context: T & any) { return context.passed(0.5 satisfies number) }\nexport { grade, type A }`,
    ],
  ])('%s', async (source) => {
    expect(await gradeOf(source, {}, { language: 'ts' })).toEqual({ verdict: 'passed', score: 0.5 })
  })
})

describe('what does not compile is not graded, with the place', () => {
  const reasonOf = async (source: string, language: 'js' | 'ts' = 'js') => {
    const { verdict, reason } = await gradeOf(source, {}, { language })
    expect(verdict).toBe('notGraded')
    return reason
  }

  test.each([
    ['export function grade( {', '10:25: Unexpected token'],
    ['export const grade = 1\n\n  const grade = 2', "12:9: Identifier 'grade' has already been declared"],
    [
      "import fs from 'node:fs'\nexport function grade() {}",
      "10:1: a grader has no imports, but this one imports 'node:fs'",
    ],
    ["export * from 'x'", "10:1: a grader has no imports, but this one exports from 'x'"],
    ["export { grade } from 'x'", "10:1: a grader has no imports, but this one exports from 'x'"],
    [
      "export function grade() {\n  return import('fs') }",
      '11:10: a grader has no imports, but this one imports something',
    ],
    ['export const grade = () => import.meta.url', '10:28: a grader has no imports and no import.meta'],
    [
      'export default function grade() {}',
      '10:1: a grader exports a function named grade, but this is a default export: write export function grade(context)',
    ],
    [
      '\nfunction grade() {}',
      '11:1: a grader exports a function named grade, but here it is not exported: write export function grade(context)',
    ],
    [
      'export const score = 1, { rate, ...rest } = {}',
      '10:1: a grader exports a function named grade, but this one exports score, rate, rest: write export function grade(context)',
    ],
    [
      '',
      '10:1: a grader exports a function named grade, but this one exports nothing: write export function grade(context)',
    ],
    ['export { grade }', "10:10: Export 'grade' is not defined"],
    ['}); globalThis.escaped = 1; (function () {\nexport function grade() {}', '10:1: Unexpected token'],
    ['return 1; export function grade() {}', "10:1: 'return' outside of function"],
  ])('%j', async (source, problem) => {
    expect(await reasonOf(source)).toBe(`check does not compile at tickets.proctor.md:${problem}`)
  })

  test('TypeScript that is more than types', async () => {
    expect(await reasonOf('export function grade() {}\nenum Colour { Red }', 'ts')).toMatch(
      /^check does not compile at tickets\.proctor\.md:11:1: .*enum/,
    )
    expect(await reasonOf("import fs from 'fs'\nexport function grade() { fs }", 'ts')).toContain(
      'no imports',
    )
  })

  test('what only the interpreter refuses', async () => {
    const reason = await reasonOf('export function grade() {\n  return /(?<a>x)(?<a>y)/\n}')
    expect(reason).toMatch(/^check does not compile at tickets\.proctor\.md:11:/)
  })

  test('a grade that is no function', async () => {
    expect(await reasonOf('export const grade = 3')).toBe(
      'check threw at tickets.proctor.md:10: grade is not a function but a number',
    )
  })

  test('the first line of a source that is indented in its file', async () => {
    const { reason } = await gradeOf(
      'export function grade( {',
      {},
      {
        sourcePlace: { file: 'a.md', line: 3, column: 5 },
      },
    )
    expect(reason).toContain('a.md:3:29: ')
  })
})

describe('ordinary code', () => {
  test.each([
    [
      `(() => { class MyError extends Error { constructor() { super('m'); this.name = 'My' } }
       try { throw new MyError() } catch (error) { return error.name + error.message + (error instanceof MyError) } })()`,
      'Mymtrue',
    ],
    [`(() => { const object = {}; object.toString = () => 'mine'; return object })()`, 'mine'],
    [
      `(() => { const counts = {}; for (const word of ['constructor', 'valueOf']) counts[word] = 1; return JSON.stringify(counts) })()`,
      '{"constructor":1,"valueOf":1}',
    ],
    [
      `(() => { function F() {} F.prototype = Object.create(Array.prototype); F.prototype.constructor = F
       F.prototype.toString = () => 'F'; return new F() + (new F().constructor === F) })()`,
      'Ftrue',
    ],
    [
      `(() => { const error = new TypeError('a'); error.message = 'b'; error.name = 'C'; return error })()`,
      'C: b',
    ],
    [`Object.assign({}, { toString: () => 'assigned' })`, 'assigned'],
    [`({ ...{ hasOwnProperty: 1 } }).hasOwnProperty`, '1'],
    [`(() => { const f = () => 1; f.call = 2; f.extra = 3; return [f.call, f.extra] })()`, '2,3'],
    [
      `(() => { class A { toString() { return 'A' } } class B extends A { constructor() { super(); super.extra = 1 } } return new B() + JSON.stringify(new B()) })()`,
      'A{"extra":1}',
    ],
    [
      `[3, 1, 2].sort().toReversed().join('') + 'äö'.normalize('NFD').length + [...'aXbX'.matchAll(/X/g)].length`,
      '32142',
    ],
    [`Object.keys(Object.prototype).length + Object.keys({}).length + [].concat([1]).length`, '1'],
    [`(() => { const names = []; for (const name in { a: 1 }) names.push(name); return names })()`, 'a'],
    [`Function.prototype.constructor === Function && (() => {}) instanceof Function`, 'true'],
  ])('%s', async (expression, found) => {
    expect(await evaluated(expression)).toBe(found)
  })
})
