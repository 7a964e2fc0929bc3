import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits, invertEdits } from './edit.ts'
import { replaceBody } from './edit-body.ts'
import { deleteCell, insertCell, moveCell } from './edit-cells.ts'
import { parseNotebook } from './parse-notebook.ts'
import { renameCell } from './rename-cell.ts'
import { serialiseNotebook } from './serialise-notebook.ts'

const HEAD = '---\nproctor: 1\n---\n'
const parse = (text: string) => parseNotebook(text, 'n.proctor.md')
const told = (text: string): string[] => {
  const { diagnostics, cells } = parse(text)
  return [...diagnostics, ...cells.flatMap((cell) => cell.diagnostics)].map(
    ({ line, column, severity, message }) =>
      `${line}:${column} ${severity === 'error' ? '' : 'warning '}${message}`,
  )
}
const inCell = (info: string, body: string): string[] => told(`${HEAD}\`\`\`${info}\n${body}\n\`\`\`\n`)

describe('cells', () => {
  test('are found with their kinds, names and bodies; all else is prose', () => {
    const text = `${HEAD}# T\n\n\`\`\`yaml device phone\nkind: replay\nfile: a.jsonl\n\`\`\`\n\n\`\`\`js\nnot ours\n\`\`\`\n~~~~md rubric long\n\`\`\`\n~~~\n~~~~\n`
    const { cells, prose } = parse(text)
    expect(cells.map(({ kind, name, body }) => ({ kind, name, body }))).toEqual([
      { kind: 'device', name: 'phone', body: 'kind: replay\nfile: a.jsonl\n' },
      { kind: 'rubric', name: 'long', body: '```\n~~~\n' },
    ])
    expect(prose.map(({ start, end }) => text.slice(start, end))).toEqual([
      '# T\n\n',
      '\n```js\nnot ours\n```\n',
    ])
  })

  test('a broken cell hides none of the others', () => {
    const { cells } = parse(
      `${HEAD}\`\`\`yaml prompt\ntemplate: {{input}}\n\`\`\`\n\`\`\`yaml cases\n- input: a\n- input: [\n- input: b\n\`\`\`\n`,
    )
    expect(cells.map(({ content, diagnostics }) => [content?.kind, diagnostics.length])).toEqual([
      [undefined, 1],
      ['cases', 1],
    ])
    const content = cells[1]?.content
    expect(content?.kind === 'cases' && content.cases.map(({ settings }) => settings.input)).toEqual([
      'a',
      'b',
    ])
  })

  test.each([
    ['yaml grader', '4:4 `yaml grader` is no cell; did you mean `yaml graders`?'],
    ['yaml csaes', '4:4 `yaml csaes` is no cell; did you mean `yaml cases`?'],
    ['yaml jugde j', '4:4 `yaml jugde j` is no cell; did you mean `yaml judge j`?'],
    ['yaml devcie phone', '4:4 `yaml devcie phone` is no cell; did you mean `yaml device phone`?'],
    ['json cases', '4:4 `json cases` is no cell; did you mean `jsonl cases`?'],
    ['typescript grader x', '4:4 `typescript grader x` is no cell; did you mean `ts grader x`?'],
    ['yaml device', '4:4 A device cell needs a name: `yaml device NAME`.'],
    ['yaml cases more', '4:4 A cases cell takes no name; found `more`.'],
    [
      'md rubric two words',
      '4:4 A name is one word; found `two words`. Write, for example, `md rubric two-words`.',
    ],
  ])('%s', (info, message) => {
    expect(inCell(info, '')).toContain(message)
  })

  test.each(['yaml', 'js order', 'yaml foo', 'text cases', 'ts'])(
    'a block `%s` is no cell and nothing is wrong with it',
    (info) => {
      expect(inCell(info, 'x: y: z')).toEqual([])
    },
  )

  test('the same name twice', () => {
    expect(told(`${HEAD}\`\`\`md rubric a\nx\n\`\`\`\n\`\`\`md rubric a\ny\n\`\`\`\n`)).toEqual([
      '7:4 There is already a rubric named `a`, in line 4.',
    ])
  })

  test('a fence that is never closed', () => {
    expect(told(`${HEAD}\`\`\`yaml cases\n- input: a\n`)).toEqual([
      '4:1 The cell is not closed: expected a line of 3 backticks after its body.',
    ])
  })

  test.each(['yaml cases\n- input: a', 'ts grader a\nexport function grade() {}', 'md rubric a\nx'])(
    'a fence that takes in the next cell, and nothing else: %s',
    (start) => {
      const [info = ''] = start.split('\n')
      expect(told(`${HEAD}\`\`\`${start}\n\n\`\`\`yaml judge j\nkind: replay\n\`\`\`\n`)).toEqual([
        `7:1 The cell \`yaml judge j\` begins inside the cell \`${info}\` of line 4, which is not closed: expected a line of 3 backticks before it.`,
      ])
    },
  )

  test('a longer fence may show a cell', () => {
    expect(told(`${HEAD}\`\`\`\`md rubric a\n\`\`\`yaml cases\n- x\n\`\`\`\n\`\`\`\`\n`)).toEqual([])
  })
})

describe('front matter', () => {
  test.each([
    ['# T\n', '1:1 Found no front matter; a notebook begins with the lines `---`, `proctor: 1`, `---`.'],
    [
      '\u200B---\nproctor: 1\n---\n',
      '1:1 Found the invisible character U+200B before the front matter; delete it.',
    ],
    ['\n---\nproctor: 1\n---\n', '1:1 Found white space before the front matter; it must be the first line.'],
    ['---\nproctor: 1\n\n# T\n', '1:1 The front matter is not closed: expected a line `---` after it.'],
    ['---\nproctor: 2\n---\n', '2:10 Found format `2`; this version of Proctor reads `proctor: 1`.'],
    ['---\ntitle: x\n---\n', '1:1 The front matter does not name the format: expected `proctor: 1`.'],
    [
      '---\nproctor: 1\ntitle: a: b\n---\n',
      "3:8 `title` holds a colon and a space inside plain text; quote it: `title: 'a: b'`.",
    ],
    [
      '---\nproctor: 1\ntitle: Ticket #1\n---\n',
      "3:8 YAML does not read the title as one text; quote it: `title: 'Ticket #1'`.",
    ],
    [
      '---\nproctor: 1\ntitel: x\n---\n',
      '3:1 warning Unknown key `titel` in the front matter; did you mean `title`?',
    ],
    [
      '\u2014--\nproctor: 1\n---\n',
      '1:1 Found a dash that is not a hyphen; a notebook begins with the lines `---`, `proctor: 1`, `---`.',
    ],
  ])('%j', (text, message) => {
    expect(told(text)).toEqual([message])
  })

  test.each([
    '\uFEFF---\nproctor: 1\n---\n',
    '---\r\nproctor: 1\r\n---\r\n',
    '---\nproctor: 1\nauthor: me\n---',
  ])('%j is good', (text) => {
    expect(told(text)).toEqual([])
  })
})

describe('merge markers are recognised', () => {
  const message =
    'Found a merge-conflict marker; choose one of the two sides and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`.'
  test('in a cell', () => {
    expect(
      inCell('yaml cases', '- input: a\n<<<<<<< HEAD\n- input: b\n=======\n- input: c\n>>>>>>> x'),
    ).toEqual([`6:1 ${message}`])
  })
  test('around a cell and in the front matter', () => {
    expect(told(`${HEAD}Text\n<<<<<<< HEAD\n\`\`\`yaml cases\n- input: a\n\`\`\`\n`)).toEqual([
      `5:1 ${message}`,
    ])
    expect(told('---\nproctor: 1\n<<<<<<< HEAD\n---\n')).toEqual([`3:1 ${message}`])
  })
  test('but not in an example, and a heading is none', () => {
    expect(told(`${HEAD}\`\`\`\n<<<<<<< HEAD\n\`\`\`\nTitle\n=======\n`)).toEqual([])
  })
})

describe('what is wrong is told at its place, with the mend', () => {
  test.each([
    ['yaml graders', '- exactMtch: {}', '5:3 Unknown grader `exactMtch`; did you mean `exactMatch`?'],
    [
      'yaml graders',
      '- semanticSimilarity: { threshold: 80 }',
      '5:36 `threshold` is 80; expected a number from −1 to 1.',
    ],
    [
      'yaml graders',
      '- semanticSimilarity: { threshold: "0,8" }',
      '5:36 `threshold` is "0,8"; expected a number from −1 to 1. Write the decimal point as `0.8`.',
    ],
    [
      'yaml graders',
      '- semanticSimilarity: { threshold: 0,8 }',
      '5:36 `threshold` is 0,8; write the decimal point as `threshold: 0.8`.',
    ],
    [
      'yaml graders',
      '- semanticSimilarity: {}',
      '5:23 `threshold` is missing; expected a number from −1 to 1.',
    ],
    ['yaml graders', '- regex: { pattren: x }', '5:12 Unknown key `pattren`; did you mean `pattern`?'],
    [
      'yaml graders',
      '- regex: { pattern: x, flags: [IGNORECASE] }',
      '5:32 `flags` is "IGNORECASE"; did you mean `IGNORE_CASE`?',
    ],
    [
      'yaml graders',
      '- exactMatch: {}\n  regex: { pattern: a }',
      '6:3 Found `regex` beside `exactMatch`; each item of the list is one grader.',
    ],
    ['yaml graders', '- exactMatch: {}\n  nam: x', '6:3 Unknown key `nam`; did you mean `name`?'],
    [
      'yaml graders',
      '- llmJudge: { rubric: [a] }',
      '5:23 `rubric` is a list; expected a text or `{ cell: NAME }`.',
    ],
    [
      'yaml graders',
      '- jsonSchema: a.json',
      '5:15 Found "a.json"; expected a JSON Schema or `{ file: … }`. Write `{ file: a.json }`.',
    ],
    [
      'yaml graders',
      '- custom: { grader: a, timeoutMs: 60000 }',
      '5:35 `timeoutMs` is 60000; expected a whole number from 1 to 30000.',
    ],
    [
      'yaml graders',
      '- jsonSchema: { type: object, decoder: json }',
      '5:31 warning `decoder` is read as a keyword of the schema; as a setting it needs `schema` or `file` beside it.',
    ],
    [
      'yaml cases',
      '- input: I ordered #4471 yesterday',
      "5:10 YAML reads the rest of the line as a comment and cuts the text off there; quote it: `input: 'I ordered #4471 yesterday'`.",
    ],
    [
      'yaml cases',
      '- input: a\n  expect: #4471',
      "6:11 YAML reads the rest of the line as a comment and cuts the text off there; quote it: `expect: '#4471'`.",
    ],
    [
      'yaml cases',
      '- { id: a, input: I ordered #4471 yesterday }',
      "5:19 YAML reads the rest of the line as a comment and cuts the text off there; quote it: `input: 'I ordered #4471 yesterday'`.",
    ],
    [
      'yaml cases',
      '- input: a\n  tags: [x, y #1]',
      "6:13 YAML reads the rest of the line as a comment and cuts the text off there; quote it: `'y #1'`.",
    ],
    [
      'yaml cases',
      '- input: a\n  tags:\n    - y #1',
      "7:7 YAML reads the rest of the line as a comment and cuts the text off there; quote it: `'y #1'`.",
    ],
    [
      'yaml cases',
      '- input: two\n    lines #1',
      "5:10 YAML reads the rest of the line as a comment and cuts the text off there; quote it: `input: 'two lines #1'`.",
    ],
    [
      'yaml graders',
      '- regex: { pattern: yes #1\n    }',
      "5:21 YAML reads the rest of the line as a comment and cuts the text off there; quote it: `pattern: 'yes #1'`.",
    ],
    [
      'yaml cases',
      '- { input: Note: bring it, expect: a }',
      "5:12 `input` holds a colon and a space inside plain text; quote it: `input: 'Note: bring it'`.",
    ],
    [
      'yaml prompt',
      'template: |\n  a\n---\nsystem: b',
      '7:1 A second YAML document begins here; expected one. Delete the line `---` or `...`, or indent it where it is part of a text.',
    ],
    [
      'yaml cases',
      '- input: a\n---\n- input: b',
      '6:1 A second YAML document begins here; expected one. Delete the line `---` or `...`, or indent it where it is part of a text.',
    ],
    ['yaml graders', '- exactMatch\n-', '6:2 Found empty; expected one grader, such as `- exactMatch`.'],
    ['yaml graders', '- exactMatch:\n  name: ""', '6:9 `name` is ""; expected a text.'],
    [
      'yaml cases',
      '- input: Note: bring it',
      "5:10 `input` holds a colon and a space inside plain text; quote it: `input: 'Note: bring it'`.",
    ],
    [
      'yaml cases',
      '- input: *bold*',
      "5:10 YAML reads `*bold*` as an alias; quote the text: `input: '*bold*'`.",
    ],
    [
      'yaml cases',
      '- input: !important mail',
      "5:10 YAML reads the beginning of the text as a tag; quote it: `input: '!important mail'`.",
    ],
    ['yaml cases', '- input: [a]', '5:10 `input` is a list; expected a text.'],
    ['yaml cases', '- input: a\n  expected: b', '6:3 Unknown key `expected`; did you mean `expect`?'],
    [
      'yaml cases',
      '- input: a\n  attempts: 0',
      '6:13 `attempts` is 0; expected a whole number of at least 1.',
    ],
    ['yaml cases', '- expect: a', '5:3 The case asks nothing; expected `input`, `vars` or `messages`.'],
    [
      'yaml cases',
      '- input: a\n  expect: x\n  expectJson: null',
      '7:3 Found both `expect` and `expectJson`; a case has one of them.',
    ],
    [
      'yaml cases',
      '- input: a\n  input: b',
      '6:3 The key `input` stands here twice; a map has each key once.',
    ],
    [
      'yaml cases',
      '- input: a\n  expectJson: { id: 12345678901234567890 }',
      '6:21 warning The number 12345678901234567890 is read as 12345678901234567000; quote it where its digits matter.',
    ],
    [
      'yaml prompt',
      'template: {{input}}',
      "5:11 YAML reads `{{input}}` as a map; quote the text: `template: '{{input}}'`.",
    ],
    [
      'yaml prompt',
      'template: {{input}} please',
      "5:11 `template` holds text that YAML cannot read as it stands (Unexpected scalar at node end); quote it: `template: '{{input}} please'`.",
    ],
    [
      'yaml prompt',
      'template: a\nmessages: [{ role: user, content: b }]',
      '5:1 Found both `template` and `messages`; a prompt has one of them.',
    ],
    [
      'yaml suite',
      'passRule: most',
      '5:11 `passRule` is "most"; expected `all`, `any` or `{ atLeast: 0.8 }`.',
    ],
    ['yaml suite', 'gate: { minPassRate: 95 }', '5:22 `minPassRate` is 95; expected a number from 0 to 1.'],
    ['yaml device d', 'kind: opnai', '5:7 Unknown kind of device `opnai`; did you mean `openai`?'],
    [
      'yaml device d',
      'file: a.jsonl',
      '5:1 The device has no `kind`; expected `kind: ` and one of replay, openai, ollama, lmstudio, command, adb-shell, adb-http, adb-instrument, gguf.',
    ],
    [
      'yaml device d',
      'kind: command\ncommand: [a, "{{promt}}"]',
      '6:14 Unknown name `{{promt}}` in the template; did you mean `{{prompt}}`?',
    ],
    ['jsonl cases', '{"input":"a"}\n{"input":}', '6:10 This is not valid JSON: found "}"; expected a value.'],
    ['csv cases', 'id,input\na,b\nc', '7:1 This row has 1 column; expected 2, as the header has.'],
    ['csv cases', 'id,input\na,"b', '6:3 This is not valid CSV: the quote that opens here is never closed.'],
  ])('%s: %s', (info, body, message) => {
    expect(inCell(info, body)).toEqual([message])
  })

  test('places are right in a file with CRLF, in an indented fence and after a BOM', () => {
    const text = `\uFEFF${HEAD}  \`\`\`yaml cases\n  - input: ok\n  - inptu: a\n  \`\`\`\n`.replaceAll(
      '\n',
      '\r\n',
    )
    expect(told(text)).toEqual(['6:5 Unknown key `inptu`; did you mean `input`?'])
  })
})

describe('a literal secret is refused, and never repeated', () => {
  const SECRET = 'sk-abcdefghijklmnopqrstuvwx'
  test.each([
    [
      `apiKey: ${SECRET}`,
      '8:9 `apiKey` holds a literal secret; a file never does. Write `apiKey: { secret: NAME }`.',
    ],
    [
      `headers: { Authorization: Bearer ${SECRET} }`,
      '8:27 `Authorization` holds what looks like a literal secret; a file never does. Write `Authorization: { secret: NAME }`.',
    ],
    [
      'headers: { x-api-key: abc }',
      '8:23 `x-api-key` holds what looks like a literal secret; a file never does. Write `x-api-key: { secret: NAME }`.',
    ],
  ])('%s', (line, message) => {
    const found = inCell('yaml device d', `kind: openai\nbaseUrl: http://127.0.0.1:1\nmodel: m\n${line}`)
    expect(found).toEqual([message])
    expect(found.join()).not.toContain(SECRET)
  })

  test('in the environment of a command', () => {
    expect(
      inCell(
        'yaml device d',
        'kind: command\ncommand: [a]\nenv: { OPENAI_API_KEY: abc, MAX_TOKENS: 100, HOME: /x }',
      ),
    ).toEqual([
      '7:24 `OPENAI_API_KEY` holds what looks like a literal secret; a file never does. Write `OPENAI_API_KEY: { secret: NAME }`.',
    ])
  })

  test('named secrets are good', () => {
    expect(
      inCell(
        'yaml judge j',
        'kind: openai\nbaseUrl: http://127.0.0.1:1\nmodel: m\napiKey: { secret: OPENAI }\nheaders: { Authorization: { secret: A } }',
      ),
    ).toEqual([])
  })
})

describe('text is taken as it is written', () => {
  const caseOf = (lines: string) => {
    const { cells } = parse(`${HEAD}\`\`\`yaml cases\n${lines}\n\`\`\`\n`)
    expect(cells[0]?.diagnostics).toEqual([])
    const content = cells[0]?.content
    return content?.kind === 'cases' ? content.cases[0]?.settings : undefined
  }
  test('scalars stay as they are', () => {
    expect(
      caseOf('- id: 007\n  input: 1e3\n  expect: true\n  tags: [no, 0x1F, ~, "~"]\n  notes: null'),
    ).toEqual({
      id: '007',
      input: '1e3',
      expect: 'true',
      tags: ['no', '0x1F', '~'],
    })
  })
  test.each([
    ['|\n    a\n    b', 'a\nb'],
    ['|+\n    a\n', 'a\n\n'],
    ['|-\n    a', 'a'],
    ['>\n    a\n    b', 'a b'],
    ['""', ''],
    ["' a '", ' a '],
  ])('%j is %j', (written, text) => {
    expect(caseOf(`- input: ${written}`)?.input).toBe(text)
  })
})

const PIECES = [
  ...'```yaml cases|- input: a|  expect: b|```|~~~md rubric r|~~~|````ts grader g|````|# T|text|> ```|- ```|  ```yaml suite'.split(
    '|',
  ),
  ...'<div>|</div>|<!-- c|-->|---|proctor: 1|***|    ```|&amp;|[a]: b|```js|\t|\u00A0|<<<<<<< HEAD|=======|>>>>>>> x|'.split(
    '|',
  ),
]
const anyFile = fc
  .tuple(
    fc.constantFrom('', '\uFEFF', HEAD, `\uFEFF${HEAD}`, HEAD.trimEnd()),
    fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })), { maxLength: 16 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([head, lines, newline, last]) =>
    (head + lines.join('\n') + (last ? '\n' : '')).replaceAll('\n', newline),
  )

describe('nothing that is not understood is lost', () => {
  test('an unchanged notebook is written byte for byte', () => {
    fc.assert(
      fc.property(anyFile, (text) => {
        expect(serialiseNotebook(parse(text))).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  const bodyText = fc
    .array(fc.constantFrom('a', '', '```', '````` x', '~~~', '  b', '- c: d'), { maxLength: 5 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''))

  test('a new body is read back, the rest keeps its bytes, the inverse brings the old ones back', () => {
    fc.assert(
      fc.property(anyFile, fc.nat(), bodyText, (text, pick, body) => {
        const notebook = parse(text)
        const cell = notebook.cells[pick % Math.max(1, notebook.cells.length)]
        if (!cell) return
        const edits = replaceBody(notebook, cell, body)
        const source = applyEdits(text, edits)
        expect(applyEdits(source, invertEdits(text, edits))).toBe(text)
        const after = parse(source)
        const index = notebook.cells.indexOf(cell)
        const closed = !cell.diagnostics.some(({ message }) => message.startsWith('The cell is not closed'))
        if (!closed) return
        expect(after.cells[index]?.body.replaceAll(/\r\n?/g, '\n')).toBe(body)
        const others = (cells: typeof notebook.cells) =>
          cells.filter((_, at) => at !== index).map((each) => each.body)
        expect(others(after.cells)).toEqual(others(notebook.cells))
      }),
      { numRuns: 1000 },
    )
  })

  test('the same body is no edit', () => {
    fc.assert(
      fc.property(anyFile, (text) => {
        const notebook = parse(text)
        for (const cell of notebook.cells)
          expect(replaceBody(notebook, cell, cell.body.replaceAll(/\r\n?/g, '\n'))).toEqual([])
      }),
    )
  })
})

describe('cells as a whole', () => {
  const text = `${HEAD}# T\n\n\`\`\`md rubric a\nA\n\`\`\`\n\n\`\`\`yaml graders\n- llmJudge: { judge: j, rubric: { cell: a } } # first\n- custom: g   # mine\n\`\`\`\n\nEnd\n`
  const notebook = parse(text)
  const at = (index: number) => {
    const cell = notebook.cells[index]
    if (!cell) throw new Error('no cell')
    return cell
  }

  test('one is inserted with a fence that its body does not close', () => {
    const edits = insertCell(notebook, at(0).end, { info: 'md rubric b', body: '```\ncode\n```' })
    expect(applyEdits(text, edits)).toBe(
      text.replace('A\n```\n', 'A\n```\n\n````md rubric b\n```\ncode\n```\n````\n'),
    )
  })

  test('one is inserted at the end of a file without a last line break', () => {
    const bare = parse('---\nproctor: 1\n---\nText')
    expect(
      applyEdits(bare.source, insertCell(bare, bare.source.length, { info: 'yaml suite', body: '' })),
    ).toBe('---\nproctor: 1\n---\nText\n\n```yaml suite\n```\n')
  })

  test('one is deleted with the blank line that is too many', () => {
    expect(applyEdits(text, deleteCell(notebook, at(0)))).toBe(text.replace('```md rubric a\nA\n```\n\n', ''))
  })

  test('one is moved byte for byte', () => {
    expect(applyEdits(text, moveCell(notebook, at(0), text.length))).toBe(
      `${text.replace('```md rubric a\nA\n```\n\n', '')}\n\`\`\`md rubric a\nA\n\`\`\`\n`,
    )
  })

  test('one is renamed wherever it is named', () => {
    expect(applyEdits(text, renameCell(notebook, at(0), 'b'))).toBe(
      text.replace('md rubric a', 'md rubric b').replace('cell: a', 'cell: b'),
    )
  })
})
