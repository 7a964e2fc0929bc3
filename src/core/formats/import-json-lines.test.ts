import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { importJsonLines } from './import-json-lines.ts'

const imported = (text: string) => importJsonLines(Buffer.from(text), 'cases.jsonl')

const problemsOf = (text: string) => {
  const result = imported(text)
  return result.ok
    ? []
    : result.diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

test('fields of a case, empty lines, CR LF, a byte order mark', () => {
  const line = {
    id: 'a',
    input: 'b\n',
    tags: ['x'],
    graders: [{ exactMatch: { ignoreCase: true } }],
    attempts: 2,
    attachments: ['a.png'],
    notes: 'n',
    expectJson: null,
  }
  expect(imported(`\ufeff${JSON.stringify(line)}\r\n\r\n{"vars":{"x":"y"},"expected":"z"}\r\n`)).toEqual({
    ok: true,
    cases: [line, { vars: { x: 'y' }, expect: 'z' }],
    warnings: [],
  })
})

test('scalars are texts as they are written; null is no value', () => {
  expect(imported('{"id":null,"input":1.0,"expect":true,"tags":[1e3]}')).toMatchObject({
    cases: [{ input: '1.0', expect: 'true', tags: ['1e3'] }],
  })
})

test('unknown fields are values for the template only where nothing else is asked', () => {
  expect(imported('{"city":"Oslo","temp":4,"expected":"cold"}')).toMatchObject({
    cases: [{ vars: { city: 'Oslo', temp: '4' }, expect: 'cold' }],
  })
  expect(problemsOf('{"input":"a","expext":"b"}')).toEqual([
    '1:1 unknown field "expext"; did you mean `expect`?',
  ])
})

test('a broken line in the middle: its line and column, and nothing is half imported', () => {
  expect(problemsOf('{"input":"a"}\n{"input":"b",}\n{"input":"c"}\n')).toEqual([
    '2:14 not JSON: found "}", a key in double quotes was expected (trailing comma)',
  ])
})

test.each([
  ['[1]', 'an object {…} was expected'],
  ['{"input":["a"]}', 'input: found "[\\"a\\"]", a text was expected'],
  ['{"input":null}', 'nothing is asked'],
  ['{"input":"a","messages":[{"role":"user","content":"b"}]}', 'found `messages` beside `input`'],
  ['{"messages":[{"role":"user"}]}', 'a list of { role, content } was expected'],
  ['{"input":"a","attempts":1.5}', 'a whole number from 1 was expected'],
  ['{"input":"a","expect":"b","expected":"c"}', 'found both `expect` and `expected`'],
  ['{"input":"a","expect":"b","expectJson":1}', 'found both `expect` and `expectJson`'],
  ['{"input":"a","tags":"b"}', 'a list of texts was expected'],
  ['{"id":"","input":"a"}', 'id: found an empty text'],
  ['{"id":"x","input":"a"}\n{"id":"x","input":"b"}', '2:1 the id "x" stands in line 1 already'],
  ['{"input":"a"', '1:13 not JSON: found the end of the line'],
])('%s is refused', (text, message) => {
  expect(problemsOf(text).join('\n')).toContain(message)
})

test('nothing makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(typeof imported(text).ok).toBe('boolean')
    }),
  )
})

test('names that likely mean a field mean it as in a table', () => {
  const read = (line: string) => {
    const result = importJsonLines(new TextEncoder().encode(line), 'a.jsonl')
    return result.ok ? result.cases : result.diagnostics.map(({ message }) => message)
  }
  expect(read('{"question":"Wer?","answer":"ich"}')).toEqual([{ input: 'Wer?', expect: 'ich' }])
  expect(read('{"input":"Wer?","ideal":"ich"}')).toEqual([{ input: 'Wer?', expect: 'ich' }])
  expect(read('{"question":"Wer?","context":"Haus","answer":"ich"}')).toEqual([
    { vars: { question: 'Wer?', context: 'Haus' }, expect: 'ich' },
  ])
  expect(read('{"question":"Wer?","expect":"ich","answer":"du"}')).toEqual([
    { vars: { question: 'Wer?', answer: 'du' }, expect: 'ich' },
  ])
})
