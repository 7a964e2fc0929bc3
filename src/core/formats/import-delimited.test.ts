import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ImportResult } from './imported-case.ts'
import { importDelimited } from './import-delimited.ts'

const imported = (text: string): ImportResult => importDelimited(Buffer.from(text), 'cases.csv')

const casesOf = (text: string) => {
  const result = imported(text)
  return result.ok ? result.cases : result.diagnostics
}

const problemsOf = (text: string) => {
  const result = imported(text)
  return result.ok
    ? []
    : result.diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

/** The rows of the vectors that name a file, with what must come of it. */
const VECTORS: Readonly<Record<string, (file: string) => void>> = {
  I02: (file) => expect(casesOf(file)).toEqual([{ input: 'a;b', expect: '1,5' }]),
  I03: (file) => expect(casesOf(file)).toEqual([{ input: 'hi', expect: 'there' }]),
  I06: (file) => expect(casesOf(file)).toEqual([{ input: 'q1', expect: 'yes' }, { input: 'q2' }]),
  I07: (file) =>
    expect(problemsOf(file)).toEqual([
      '2:8 row 2: found 3 cells, the first row names 2 columns; column 3, "extra", has no name',
    ]),
  I10: () => {
    const long = 'x'.repeat(200_000)
    expect(casesOf(`input,expected\n${long},y\n`)).toEqual([{ input: long, expect: 'y' }])
  },
}

describe('vectors', () => {
  const rows = readFileSync('test/vectors/grader-cases.jsonl', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"import_export"'))
    .map((line): { id: string; file: string } => JSON.parse(line))

  test('all are known', () => {
    expect(rows.map(({ id }) => id)).toEqual(Object.keys(VECTORS))
  })

  test.each(rows)('$id', ({ id, file }) => {
    expect.hasAssertions()
    VECTORS[id]?.(file)
  })
})

describe('the table', () => {
  test.each([
    ['commas', 'id,input\na,b\n'],
    ['semicolons', 'id;input\na;b\n'],
    ['tabs', 'id\tinput\na\tb\n'],
    ['bars', 'id|input\na|b\n'],
    ['a declared delimiter', 'sep=;\nid;input\na;b\n'],
    ['CR LF', 'id,input\r\na,b\r\n'],
    ['no last line break', 'id,input\na,b'],
    ['empty lines and rows', '\nid,input\n\na,b\n,\n'],
    ['a space after each comma', 'id, input\na, b\n'],
    ['a column without a name', 'id,input,\na,b,\n'],
  ])('%s', (_what, text) => {
    expect(casesOf(text)).toEqual([{ id: 'a', input: 'b' }])
  })

  test('the delimiter is the one with which the names are known, though another is more frequent', () => {
    expect(casesOf('input;expect;vars.a,b\n'.replace('a,b', 'a') + 'x,y,z;1;2')).toEqual([
      { input: 'x,y,z', expect: '1', vars: { a: '2' } },
    ])
  })

  test('line breaks and white space in quotes stay as they are', () => {
    expect(casesOf('input,expect\n" a\r\nb ","c\nd"\n')).toEqual([{ input: ' a\r\nb ', expect: 'c\nd' }])
  })

  test('texts stay texts, in the order of the file', () => {
    const inputs = Array.from({ length: 500 }, (_, index) => `00${index}`)
    expect(casesOf(`input\n${inputs.join('\n')}\n`)).toEqual(inputs.map((input) => ({ input })))
  })

  test('rows are refused with row and column, and nothing is half imported', () => {
    expect(problemsOf('id,input,expect\na,b,c\n"d\ne",f\ng,h,i,j\n')).toEqual([
      '4:4 row 3: found 2 cells, the first row names 3 columns; column 3 ("expect") is missing',
      '5:7 row 4: found 4 cells, the first row names 3 columns; column 4, "j", has no name',
    ])
  })

  test('JSON that is not in quotes', () => {
    expect(problemsOf('input,expect\nx,{"a":1,"b":2}\n')[0]).toContain(
      '2:13 row 2: a cell in quotes ends before',
    )
    expect(problemsOf('input,expect\nx,{"a":1, "b":2}\n')[0]).toContain('a quote inside it twice')
  })

  test('equal ids, an empty input, a nameless value, a number of attempts that is none', () => {
    expect(problemsOf('id,input\na,b\na,c\n')).toEqual([
      '3:1 the id "a" stands in line 2 already; each case needs its own',
    ])
    expect(problemsOf('id,input\na,\n')).toEqual([
      '2:3 row 2: the cell of column "input" is empty; an input was expected',
    ])
    expect(problemsOf('input,\na,b\n')).toEqual([
      '2:3 row 2: column 2 has no name in the first row, but holds "b"',
    ])
    expect(problemsOf('input,attempts\na,0\n')[0]).toContain('a whole number from 1 was expected')
  })

  test('an empty file, a file of names', () => {
    expect(problemsOf('')).toHaveLength(1)
    expect(imported('input,expect\n')).toMatchObject({ ok: true, cases: [], warnings: [{ line: 1 }] })
  })

  test('a warning where an expected value can never be matched', () => {
    expect(imported('input,expect\na,b\nc, d\n')).toMatchObject({
      ok: true,
      warnings: [{ line: 3, column: 3, severity: 'warning' }],
    })
  })

  test('a file of many mistakes tells the first twenty', () => {
    expect(problemsOf(`input,expect\n${'a\n'.repeat(500)}`)).toHaveLength(20)
  })
})

describe('columns', () => {
  test.each<[string, string, unknown]>([
    ['expected', 'Input,Expected\na,b', { input: 'a', expect: 'b' }],
    ['tags', 'input,tags\na,"x, y;z|x"', { input: 'a', tags: ['x', 'y', 'z'] }],
    ['expectJson', 'input,expectJson\na,"{""b"":[1]}"', { input: 'a', expectJson: { b: [1] } }],
    ['attempts, notes', 'input,attempts,notes\na,3,n', { input: 'a', attempts: 3, notes: 'n' }],
    ['a question alone is the input', 'question,answer\na,b', { input: 'a', expect: 'b' }],
    [
      'a question beside others is a value',
      'question,context,expected\na,b,c',
      { vars: { question: 'a', context: 'b' }, expect: 'c' },
    ],
    ['an empty value is a value', 'id,city,temp\na,Oslo,', { id: 'a', vars: { city: 'Oslo', temp: '' } }],
    ['values beside an input', 'input,vars.city\na,Oslo', { input: 'a', vars: { city: 'Oslo' } }],
    [
      'a name that an object has',
      'id,vars.__proto__\na,b',
      { id: 'a', vars: JSON.parse('{"__proto__":"b"}') },
    ],
  ])('%s', (_what, text, expected) => {
    expect(casesOf(text)).toEqual([expected])
  })

  test.each([
    ['input,expectd\na,b', '1:7 unknown column "expectd"; did you mean `expect`?'],
    ['input,context\na,b', '1:7 unknown column "context"; known are id, input'],
    ['question,city,expectd\na,b,c', '1:15 unknown column "expectd"; did you mean `expect`?'],
    ['question,city,expectd\na,b,c', 'it is `vars.expectd`'],
    ['What is 2 + 2?,4\nb,5', '1:1 the first row names no known column'],
    ['input,expect,expected\na,b,c', '1:14 the columns "expect" and "expected" hold the same field'],
    ['id,expect\na,b', 'no column holds what is asked'],
    ['input,__expected\na,equals: b', '1:7 the column "__expected" belongs to another tool'],
    ['id,my city\na,b', 'cannot be a name in a template'],
    ['input,expectJson\na,{', 'JSON was expected'],
    ['input,expect,expectJson\na,b,1', 'found both an expected value and expected JSON'],
  ])('%j is refused', (text, message) => {
    expect(problemsOf(text).join('\n')).toContain(message)
  })
})
