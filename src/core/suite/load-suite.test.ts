import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadSuite } from './load-suite.ts'
import type { SuiteFiles } from './suite-files.ts'

const NOTEBOOK = `---
proctor: 1
title: T
---
\`\`\`yaml prompt
template: "{{input}} {{a}}"
messages: [{ role: user, content: x }]
\`\`\`
\`\`\`yaml cases
- id: a
  input: |
    b
  expectJson: { c: [1, "2", null] }
  tags: [x, *y, &z w]
  vars: { a: 1 }
  graders: [{ exactMatch: {} }, regex: { pattern: a }]
\`\`\`
\`\`\`jsonl cases
{"id":1,"input":"\\u0041","expectJson":{"a":[1e3,{}]}}
\`\`\`
\`\`\`csv cases
id,input,expect
"1","a ""b""
c",
\`\`\`
\`\`\`yaml graders
- jsonSchema: { file: s.json }
- jsonSchema: { $ref: "s.json#/a", schema: 1 }
- llmJudge: { rubric: { cell: r }, judge: j }
- custom: g
  only: [x]
\`\`\`
\`\`\`yaml device d
kind: command
command: [a, "{{prompt}}"]
env: { A: b }
\`\`\`
\`\`\`yaml suite
passRule: { atLeast: 0.5 }
\`\`\`
`
const SUITE = `proctor: 1
suite: T
prompts:
- name: default
customGraders:
  g: { language: js, source: x }
graders:
- name: a
  custom: g
- jsonSchema: { schema: {}, files: { a: {} } }
cases:
- id: a
  input: b
lock: { format: 1, passRate: 0.5 }
`
const FILES: SuiteFiles = {
  read: (path) =>
    path === 's.json' ? { ok: true, text: '{"$ref":"s.json"}' } : { ok: false, problem: 'unreadable' },
}

const cut = fc.record({
  at: fc.nat(),
  length: fc.nat(12),
  text: fc.oneof(
    fc.constantFrom(
      ...'`|```|~~~|{|}|[|]|:|- |: |#|"|\'|&a|*a|!|<<<<<<< |\n|\r|\r\n|\t|\uFEFF|\u0000|{{|}}|null|~|__proto__'.split(
        '|',
      ),
    ),
    fc.string({ maxLength: 3 }),
  ),
})

test('whatever is written, it is read or told what is wrong: at a line of the file, without an exception', () => {
  fc.assert(
    fc.property(fc.constantFrom(NOTEBOOK, SUITE), fc.array(cut, { maxLength: 4 }), (source, cuts) => {
      let text = source
      for (const { at, length, text: put } of cuts) {
        const start = at % (text.length + 1)
        text = text.slice(0, start) + put + text.slice(start + length)
      }
      const { diagnostics } = loadSuite(text, 'n.proctor.md', FILES)
      const lines = text.split(/\r\n|\n|\r/).length
      for (const { file, line, column, message } of diagnostics) {
        if (file === 'n.proctor.md') expect(line).toBeLessThanOrEqual(lines)
        expect(line).toBeGreaterThanOrEqual(1)
        expect(column).toBeGreaterThanOrEqual(1)
        expect(message).toMatch(/^[^\r\n]+$/)
      }
    }),
    { numRuns: 1000 },
  )
})
