import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { publishedSchemas } from '#core/published-schemas.ts'

const schemas = [...publishedSchemas()]

describe('the published schemas', () => {
  test.each(schemas)('%s is what the code says; else run `node tools/write-schemas.ts`', (name, schema) => {
    expect(JSON.parse(readFileSync(`resources/schemas/${name}.schema.json`, 'utf8'))).toEqual(schema)
  })

  const accepts = (name: string, yaml: string): boolean => {
    const schema: unknown = JSON.parse(readFileSync(`resources/schemas/${name}.schema.json`, 'utf8'))
    return new Ajv2020({ strict: false }).validate(Object(schema), parse(yaml))
  }

  test.each([
    [
      'graders',
      "- exactMatch: { ignoreCase: true }\n- regex: { pattern: '(?i)(yes|no)\\.?', flags: [DOT_MATCHES_ALL] }",
    ],
    [
      'graders',
      '- jsonSchema: { file: a.json }\n- jsonSchema: { type: object }\n- jsonSchema: true\n- exactMatch:',
    ],
    [
      'graders',
      '- semanticSimilarity: { embedder: builtin, threshold: 0.82 }\n- custom: mine\n  name: x\n  only: [a, 1]',
    ],
    [
      'graders',
      '- llmJudge: { judge: local, rubric: { cell: long }, repeats: 1 }\n- custom: { grader: m, timeoutMs: 5000 }',
    ],
    ['cases', '- id: 007\n  input: no\n  tags: [1, a]\n  expectJson: { a: [1] }\n- vars: { a: 1e3 }'],
    ['cases', '{ file: cases.csv, columns: { input: question } }'],
    ['device', 'kind: replay\nfile: a.jsonl'],
    ['device', 'kind: command\ncommand: [a, b]\nenv: { A: b, KEY: { secret: K } }\nbefore: [[a]]'],
    ['prompt', 'template: a\nattempts: 3\nstop: END'],
    ['suite', 'passRule: { atLeast: 0.8 }\ngate: { minPassRate: 0.9 }\nruntime: kotlin'],
    ['suite-file', 'proctor: 1\nsuite: T\ncases:\n- input: a\ngraders:\n- exactMatch: {}'],
    ['recorded-attempt', 'case: a\noutput: b\nmore: 1'],
    ['label', `case: a\noutput: ${'a'.repeat(64)}\nlabel: pass\nby: me\nat: now`],
  ])('%s accepts %s', (name, yaml) => {
    expect(accepts(name, yaml)).toBe(true)
  })

  test.each([
    ['graders', '- exactMtch: {}'],
    ['graders', '- semanticSimilarity: { threshold: 80 }'],
    ['cases', '- input: a\n  expected: b'],
    ['device', 'kind: openai\nbaseUrl: x\nmodel: y\napiKey: z'],
    ['suite', 'runtime: java'],
    ['suite-file', 'proctor: 2\nsuite: T'],
    ['recorded-attempt', 'output: b'],
    ['label', 'case: a\noutput: b\nby: me\nat: now'],
  ])('%s refuses %s', (name, yaml) => {
    expect(accepts(name, yaml)).toBe(false)
  })
})
