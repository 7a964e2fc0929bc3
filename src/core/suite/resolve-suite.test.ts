import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseNotebook } from '../notebook/parse-notebook.ts'
import { loadSuite } from './load-suite.ts'
import { resolveSuite } from './resolve-suite.ts'
import type { SuiteFiles } from './suite-files.ts'

const HEAD = '---\nproctor: 1\n---\n'
const cell = (info: string, body: string): string => `\`\`\`${info}\n${body}\n\`\`\`\n`
const filesOf = (texts: Readonly<Record<string, string>>): SuiteFiles => ({
  read: (path) => {
    const text = texts[path]
    if (text !== undefined) return { ok: true, text }
    return { ok: false, problem: path.startsWith('..') ? 'outside' : 'missing' }
  },
})
const resolve = (text: string, files: Readonly<Record<string, string>> = {}) => {
  const { suite, diagnostics } = resolveSuite(
    parseNotebook(HEAD + text, 'checks/n.proctor.md'),
    filesOf(files),
  )
  return {
    suite,
    told: diagnostics.map(({ file, line, column, severity, message }) => {
      const where = file === 'checks/n.proctor.md' ? '' : `${file}:`
      return `${where}${line}:${column} ${severity === 'error' ? '' : 'warning '}${message}`
    }),
  }
}
const sha = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

describe('cases', () => {
  test('without an id are named by what they ask, so that none moves another', () => {
    const { suite } = resolve(
      cell('yaml cases', '- input: a\n- input: a\n- vars: { b: 1, a: x }\n- input: a\n  id: mine'),
    )
    expect(suite?.cases.map(({ id }) => id)).toEqual([
      sha('a'),
      `${sha('a')} 2`,
      sha('{"a":"x","b":"1"}'),
      'mine',
    ])
    const numbered = resolve(cell('yaml cases', '- vars: { b: x, "9": y, "10": z }'))
    expect(numbered.suite?.cases[0]?.id).toBe(sha('{"10":"z","9":"y","b":"x"}'))
  })

  test('with the same id twice', () => {
    expect(resolve(cell('yaml cases', '- id: a\n  input: x\n- id: a\n  input: y')).told).toEqual([
      '7:7 There is already a case `a`, in line 5; ids are unique.',
    ])
  })

  test('in the three formats say the same', () => {
    const inYaml =
      '- id: "1"\n  input: "a\\nb"\n  expectJson: { x: [1, null] }\n  tags: [s, t]\n- id: "2"\n  input: c\n  expect: ""'
    const inJsonl =
      '{"id":1,"input":"a\\nb","expectJson":{"x":[1,null]},"tags":["s","t"]}\n\n{"id":"2","input":"c","expect":""}'
    const inCsv = 'id,input,expect,expectJson,tags\n1,"a\nb",,"{""x"":[1,null]}",s;t\n2,c,"",,'
    const contents = [cell('yaml cases', inYaml), cell('jsonl cases', inJsonl), cell('csv cases', inCsv)].map(
      (text) => {
        const { suite, told } = resolve(text)
        expect(told).toEqual([])
        return suite?.hash
      },
    )
    expect(contents[0]).toBeDefined()
    expect(new Set(contents).size).toBe(1)
  })

  test('from a file, with its columns', () => {
    const { suite, told } = resolve(
      cell('yaml cases', 'file: data/c.csv\ncolumns: { input: question, expect: answer }'),
      {
        'data/c.csv': '\uFEFFquestion;answer;other\nWhy?;Because;x\n"two\r\nlines";;y\n',
      },
    )
    expect(told).toEqual([])
    expect(
      suite?.cases.map(({ input, expect: wanted, place }) => [input, wanted, place.file, place.line]),
    ).toEqual([
      ['Why?', 'Because', 'checks/data/c.csv', 2],
      ['two\r\nlines', undefined, 'checks/data/c.csv', 3],
    ])
  })

  test('from a file of any format, with a column renamed, keep the fields that have their own names', () => {
    const files = {
      'c.csv': 'id,question,expect,tags,other\n1,q,yes,a;b,x\n',
      'c.jsonl': '{"id":1,"question":"q","expect":"yes","tags":["a","b"],"other":"x"}\n',
      'c.yaml': '- id: 1\n  question: q\n  expect: yes\n  tags: [a, b]\n  other: x\n',
    }
    for (const file of Object.keys(files)) {
      const { suite, told } = resolve(
        cell('yaml cases', `file: ${file}\ncolumns: { input: question }`),
        files,
      )
      expect(told).toEqual([])
      expect(suite?.cases).toMatchObject([{ id: '1', input: 'q', expect: 'yes', tags: ['a', 'b'] }])
    }
  })

  test.each([
    ['file: no.csv', {}, '5:7 There is no file `no.csv`; a path is relative to the folder of the notebook.'],
    [
      'file: ../c.csv',
      {},
      '5:7 `../c.csv` leaves the folder of the notebook and is not read before you trust that folder.',
    ],
    [
      'file: c.txt',
      { 'c.txt': '' },
      '5:7 `c.txt` is no file of cases; expected one that ends with .csv, .tsv, .jsonl or .yaml.',
    ],
    [
      'file: c.csv\ncolumns: { input: qestion }',
      { 'c.csv': 'question\na\n' },
      'checks/c.csv:1:1 There is no column `qestion`; did you mean `question`?',
    ],
    ['file: c.csv\ncolumns: { inptu: question }', {}, '6:12 Unknown key `inptu`; did you mean `input`?'],
    ...['c.csv', 'c.jsonl', 'c.yaml'].map((file): [string, Record<string, string>, string] => [
      `file: ${file}`,
      { [file]: 'input\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n' },
      `checks/${file}:2:1 Found a merge-conflict marker; choose one of the two sides and delete the lines \`<<<<<<<\`, \`=======\` and \`>>>>>>>\`.`,
    ]),
    [
      'file: c.jsonl',
      { 'c.jsonl': '{"input":"a"}\n{"inptu":"b"}\n' },
      'checks/c.jsonl:2:2 Unknown key `inptu`; did you mean `input`?',
    ],
  ])('%s', (body, files, message) => {
    expect(resolve(cell('yaml cases', body), files).told).toEqual([message])
  })
})

describe('graders', () => {
  const graders = (body: string, more = '', files: Readonly<Record<string, string>> = {}) =>
    resolve(cell('yaml graders', body) + more, files)

  test('are named by their kind, with a number for repeats', () => {
    const { suite } = graders(
      '- exactMatch\n- exactMatch\n- custom: g\n- custom: g\n- regex: { pattern: a }\n  name: exactMatch 2',
      cell('ts grader g', 'export const grade = () => 1') +
        cell('yaml cases', '- input: a\n  graders: [exactMatch]\n- input: b\n  graders: [exactMatch]'),
    )
    expect(suite?.graders.map(({ name }) => name)).toEqual([
      'exactMatch',
      'exactMatch 3',
      'g',
      'g 2',
      'exactMatch 2',
    ])
    expect(suite?.cases.map((each) => each.graders.map(({ name }) => name))).toEqual([
      ['exactMatch 4'],
      ['exactMatch 4'],
    ])
  })

  test.each([
    [
      '- exactMatch: {}\n  name: a\n- regex: { pattern: b }\n  name: a',
      '8:9 There is already a grader named `a`, in line 6; names are unique.',
    ],
    ['- custom: g', '5:11 Unknown custom grader `g`; add a cell `ts grader g`.'],
    ['- llmJudge: { rubric: x }', '5:13 The llmJudge grader needs a judge; add a cell `yaml judge NAME`.'],
    [
      '- semanticSimilarity: { embedder: bultin, threshold: 0 }',
      '5:35 Unknown embedder `bultin`; did you mean `builtin`?',
    ],
    [
      '- jsonSchema: { file: s.json }',
      '5:23 There is no file `s.json`; a path is relative to the folder of the notebook.',
    ],
  ])('%s', (body, message) => {
    expect(graders(body).told).toEqual([message])
  })

  test('a name of a cell that is broken is told once, at that cell', () => {
    expect(graders('- llmJudge: { judge: j, rubric: x }', cell('yaml judge j', 'kind: repaly')).told).toEqual(
      ['8:7 Unknown kind of judge `repaly`; did you mean `replay`?'],
    )
  })

  test('a schema brings the files that it refers to, by the names it uses', () => {
    const { suite, told } = graders('- jsonSchema: { file: s/a.json }', '', {
      's/a.json':
        '{"$ref":"b.json#/x","properties":{"q":{"$ref":"sub/c.json"},"r":{"const":{"$ref":"data"}}}}',
      's/b.json': '{"x":{"$ref":"#/y"},"y":{}}',
      's/sub/c.json': '{"$ref":"d.yaml"}',
      's/sub/d.yaml': 'type: string',
    })
    expect(told).toEqual([])
    const [grader] = suite?.graders ?? []
    expect(grader?.kind === 'jsonSchema' && Object.keys(grader.files)).toEqual([
      'b.json',
      'sub/c.json',
      'sub/d.yaml',
    ])
  })

  test.each([
    [
      '- jsonSchema: { $ref: "https://x.org/a.json" }',
      "5:17 warning The schema's `$ref` is `https://x.org/a.json`, which is on the network; save that schema beside this one and refer to the file.",
    ],
    [
      '- jsonSchema: { properties: { a: { $ref: ../a.json } } }',
      "5:15 warning The schema's `$ref` is `../a.json`. `../a.json` leaves the folder of the notebook and is not read before you trust that folder.",
    ],
    [
      '- jsonSchema: { $ref: no.json }',
      "5:17 warning The schema's `$ref` is `no.json`. There is no file `no.json`; a path is relative to the folder of the notebook.",
    ],
    [
      '- jsonSchema: { $ref: s.json }',
      'checks/s.json:1:4 warning This is not valid JSON: found the end; expected a value (cut off).',
    ],
  ])('a schema whose `$ref` leads nowhere stays, with a warning, to grade nothing: %s', (body, message) => {
    const { suite, told } = graders(body, '', { 's.json': '[1,' })
    expect(told).toEqual([message])
    expect(suite?.graders).toHaveLength(1)
  })

  test('a file that a `$ref` could not read is an error as a schema', () => {
    const { told } = graders('- jsonSchema: { $ref: no.json }\n- jsonSchema: { file: no.json }')
    const problem = 'There is no file `no.json`; a path is relative to the folder of the notebook.'
    expect(told).toEqual([`5:17 warning The schema's \`$ref\` is \`no.json\`. ${problem}`, `6:23 ${problem}`])
  })

  test('a schema file that is not JSON is told of at its own line', () => {
    expect(graders('- jsonSchema: { file: s.json }', '', { 's.json': '{"a":1,\n "b" 2}' }).told).toEqual([
      'checks/s.json:2:6 This is not valid JSON: found "2}"; expected ":".',
    ])
    expect(graders('- jsonSchema: { file: s.json }', '', { 's.json': '{\n<<<<<<< ours\n' }).told).toEqual([
      'checks/s.json:2:1 Found a merge-conflict marker; choose one of the two sides and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`.',
    ])
  })

  test('JSON is decoded as Kotlin does where the suite says so', () => {
    const { suite } = graders(
      '- jsonSchema: { type: object }\n- jsonSchema: { schema: {}, decoder: json }',
      cell('yaml suite', 'runtime: kotlin'),
    )
    expect(suite?.graders.map((grader) => grader.kind === 'jsonSchema' && grader.decoder)).toEqual([
      'kotlinx',
      'json',
    ])
  })

  test('a tag that no case has is a warning', () => {
    expect(
      graders('- exactMatch: {}\n  only: [kichen]', cell('yaml cases', '- input: a\n  tags: [kitchen]')).told,
    ).toEqual([
      '5:3 warning The grader `exactMatch` names the tag `kichen`, which no case has; did you mean `kitchen`?',
    ])
  })
})

describe('prompts', () => {
  test('a notebook without one asks the input', () => {
    expect(resolve(cell('yaml cases', '- input: a')).suite?.prompts).toMatchObject([
      { name: 'default', template: '{{input}}', attempts: 1 },
    ])
  })

  test('a name that no case gives is told at the prompt, one that a case lacks at the case', () => {
    const text = cell('yaml prompt', 'template: "{{input}} {{lan}} {{lang}}"')
    expect(resolve(text + cell('yaml cases', '- vars: { input: a, lang: en }\n- input: b')).told).toEqual([
      '5:11 Unknown name `{{lan}}` in the template; did you mean `{{lang}}`?',
      '9:3 The case `3e23e8160039` has no value for `{{lang}}`, which the prompt `default` asks for.',
    ])
  })

  test('a sampling setting that a command does not take is a warning at the device', () => {
    const text =
      cell('yaml prompt', 'seed: 1\ntemperature: 0') +
      cell('yaml device d', 'kind: command\ncommand: [a, "--seed={{seed}}"]')
    expect(resolve(text).told).toEqual([
      '8:1 warning The command of the device `d` does not take `temperature`, which a prompt sets; write `{{temperature}}` where it belongs.',
    ])
  })
})

describe('the hash of a suite', () => {
  const text = `# Title\n\n${cell('yaml cases', '- id: a\n  input: |\n    two\n    lines\n  tags: [x]')}${cell('yaml graders', '- custom: g')}${cell('ts grader g', 'export const grade = ({ passed }) =>\n  passed()')}`
  const hash = (source: string) =>
    resolveSuite(parseNotebook(source, 'n.proctor.md'), filesOf({})).suite?.hash

  test.each([
    ['line endings', (HEAD + text).replaceAll('\n', '\r\n')],
    ['comments and quotes', (HEAD + text).replace('id: a', "id: 'a' # the first")],
    ['prose and title', (HEAD + text).replace('# Title', 'Other').replace('---\n# ', 'title: T\n---\n# ')],
    ['a BOM', `\uFEFF${HEAD}${text}`],
    [
      'indented fences',
      (HEAD + text).replace('```yaml graders\n- custom: g\n```', '  ```yaml graders\n  - custom: g\n  ```'),
    ],
  ])('does not change with %s', (_, source) => {
    expect(hash(source)).toBe(hash(HEAD + text))
  })

  test.each([
    ['a text', text.replace('two', 'three')],
    ['a tag', text.replace('[x]', '[y]')],
    ['code', text.replace('passed()', 'passed(0)')],
  ])('changes with %s', (_, source) => {
    expect(hash(HEAD + source)).not.toBe(hash(HEAD + text))
  })
})

describe('either format', () => {
  test.each([
    ['proctor: 1\nsuite: T\n', 'x.txt', 'T'],
    ['# A suite\n\nsuite: T\nproctor: 1\n', 'x.yaml', 'T'],
    [HEAD, 'checks/tickets.proctor.md', 'tickets'],
    ['\uFEFF---\nproctor: 1\ntitle: N\n---\n', 'x.suite.yaml', 'N'],
  ])('%j is known by what it says', (source, file, title) => {
    const { suite, diagnostics } = loadSuite(source, file, filesOf({}))
    expect(diagnostics).toEqual([])
    expect(suite?.title).toBe(title)
  })
})
