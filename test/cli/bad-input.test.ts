import { mkdirSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ATTEMPTS, NOTEBOOK } from './notebooks.ts'
import { desk } from './proctor.ts'

interface Refusal {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

const errorsOf = (out: string): readonly Refusal[] => (JSON.parse(out) as { errors: Refusal[] }).errors

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length

/** Edits of the good notebook, each with the part that the error must stand on and what it must say. */
const BROKEN: readonly (readonly [string, (text: string) => string, string, RegExp])[] = [
  ['a duplicate id', (text) => text.replace('id: grass', 'id: sky'), 'id: sky\n  input: Is grass', /sky/],
  ['an unknown grader', (text) => text.replace('- exactMatch:', '- exactmatch:'), 'exactmatch', /exactMatch/],
  ['an unknown key', (text) => text.replace('ignoreCase', 'ignorecase'), 'ignorecase', /ignoreCase/],
  [
    'a threshold of 80',
    (text) => text.replace('- exactMatch: { ignoreCase: true }', '- semanticSimilarity: { threshold: 80 }'),
    'threshold: 80',
    /80.*-1|−1/,
  ],
  [
    'a threshold of "0,8"',
    (text) =>
      text.replace('- exactMatch: { ignoreCase: true }', '- semanticSimilarity: { threshold: "0,8" }'),
    'threshold:',
    /0,8/,
  ],
  [
    'a schema file outside the folder',
    (text) => text.replace('- exactMatch: { ignoreCase: true }', '- jsonSchema: { file: ../outside.json }'),
    '../outside.json',
    /outside/,
  ],
  [
    'a literal key',
    (text) =>
      text.replace(
        'kind: replay\nfile: attempts.jsonl',
        'kind: openai\nbaseUrl: http://localhost:1/v1\nmodel: m\napiKey: sk-123456789',
      ),
    'sk-123456789',
    /secret: /,
  ],
  [
    'a literal key in a header',
    (text) =>
      text.replace(
        'kind: replay\nfile: attempts.jsonl',
        'kind: openai\nbaseUrl: http://localhost:1/v1\nmodel: m\nheaders: { Authorization: "Bearer sk-123456789" }',
      ),
    'Bearer sk',
    /secret: /,
  ],
  [
    'a literal key in env',
    (text) =>
      text.replace(
        'kind: replay\nfile: attempts.jsonl',
        'kind: command\ncommand: [model]\nenv: { API_KEY: sk-123456789 }',
      ),
    'sk-123456789',
    /secret: /,
  ],
  [
    'merge markers',
    (text) => text.replace('- id: grass', '<<<<<<< mine\n- id: grass\n=======\n- id: gras\n>>>>>>> theirs'),
    '<<<<<<<',
    /merge/i,
  ],
  [
    'a broken cell among good ones',
    (text) => text.replace('  input: Is the sky blue?', '  input: [Is the sky blue?'),
    'expect: "yes"',
    /valid YAML/,
  ],
  [
    'a template that YAML reads as a map',
    (text) => text.replace('template: "Answer yes or no: {{input}}"', 'template: {{input}}'),
    'template: {{input}}',
    /quote|"\{\{input\}\}"/i,
  ],
  ['an unknown name in a template', (text) => text.replace('{{input}}', '{{inptu}}'), 'inptu', /inptu/],
  [
    'a comment that cuts a text off',
    (text) => text.replace('input: Is grass red?', 'input: I ordered #4471'),
    'input: I ordered',
    /'I ordered #4471'/,
  ],
]

describe('a broken notebook is refused with its place, by validate and by grade', () => {
  test.each(BROKEN)('%s', async (_, edit, part, message) => {
    const one = desk()
    const text = edit(NOTEBOOK)
    expect(text).not.toBe(NOTEBOOK)
    one.write('a.proctor.md', text)
    one.write('attempts.jsonl', ATTEMPTS)
    const [validated, graded] = await Promise.all([
      one.call(['validate', 'a.proctor.md', '--json']),
      one.call(['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl', '--json']),
    ])
    expect([validated.status, graded.status]).toEqual([2, 2])
    const errors = errorsOf(validated.out)
    const error = errors.find((each) => message.test(each.message))
    expect(error, JSON.stringify(errors)).toMatchObject({ file: 'a.proctor.md', line: lineOf(text, part) })
    expect(errorsOf(graded.out)).toEqual(errors)
    expect(`${validated.out}${graded.out}`).not.toContain('sk-123456789')
  })
})

describe('what is doubtful is a warning, and validate ends with 0', () => {
  test('about graders that will grade nothing', async () => {
    const one = desk()
    const graders = [
      "- regex: { pattern: '(unclosed' }",
      '- jsonSchema: { type: objekt }',
      '- custom: broken',
      '```',
      '',
      '```js grader broken',
      'export function grade( {',
    ].join('\n')
    one.write(
      'a.proctor.md',
      NOTEBOOK.replace('- exactMatch: { ignoreCase: true }', graders).replace(
        /- regex: \{ pattern: '\(\?i\).*\n/,
        '',
      ),
    )
    const { status, out } = await one.call(['validate', 'a.proctor.md', '--json'])
    const { errors, warnings } = JSON.parse(out) as { errors: Refusal[]; warnings: Refusal[] }
    expect(errors).toEqual([])
    expect(status).toBe(0)
    expect(warnings.map(({ message }) => message.split(':')[0])).toEqual(['regex', 'jsonSchema', 'broken'])
    expect(warnings.every(({ message }) => message.includes('will grade nothing'))).toBe(true)
  })

  test.each([
    ['to the network', 'https://example.org/a.json', /never from the network|network/],
    ['out of the folder', '../a.json', /leaves the folder|outside/],
    ['to a file that is not there', 'a.json', /no file/],
  ])('about a schema whose $ref leads %s: it grades nothing', async (_, reference, message) => {
    const one = desk()
    const text = NOTEBOOK.replace(
      '- exactMatch: { ignoreCase: true }',
      `- jsonSchema: { $ref: "${reference}" }`,
    )
    one.write('a.proctor.md', text)
    one.write('attempts.jsonl', ATTEMPTS)
    const { status, out } = await one.call(['validate', 'a.proctor.md', '--json'])
    const { warnings } = JSON.parse(out) as { warnings: Refusal[] }
    expect(status).toBe(0)
    expect(
      warnings.find((each) => message.test(each.message)),
      out,
    ).toMatchObject({
      file: 'a.proctor.md',
      line: lineOf(text, '$ref'),
    })
    const graded = await one.call(['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl', '--json'])
    expect(graded.status).toBe(3)
    expect(graded.out).toContain(reference)
  })

  test('about settings that this version does not apply', async () => {
    const one = desk()
    one.write(
      'a.proctor.md',
      `${NOTEBOOK.replace('kind: replay', 'kind: replay\nbefore: [[make]]')}\n\`\`\`yaml suite\nredaction: ["[0-9]+"]\n\`\`\`\n`,
    )
    const { status, err } = await one.call(['validate', 'a.proctor.md'])
    expect(status).toBe(0)
    expect(err).toContain('`redaction` is not applied by this version')
    expect(err).toContain('`before` is not applied by this version')
  })

  test('about labels of a case that is gone; a broken label is an error', async () => {
    const one = desk()
    one.write('a.proctor.md', NOTEBOOK)
    const label = { case: 'sea', output: '0'.repeat(64), label: 'pass', by: 'me', at: '2026-11-30T10:00:00Z' }
    one.write('a.labels.jsonl', `${JSON.stringify(label)}\n`)
    expect(await one.call(['validate', 'a.proctor.md'])).toMatchObject({
      status: 0,
      err: expect.stringContaining('a.labels.jsonl:1:1: warning: there are labels of a case "sea"') as string,
    })
    one.write('a.labels.jsonl', '<<<<<<< mine\n')
    expect(await one.call(['validate', 'a.proctor.md'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('a.labels.jsonl:1:1: error: a merge-conflict marker') as string,
    })
  })
})

describe('a file that is no notebook is refused', () => {
  test.each([
    ['missing', () => {}, /no such file/],
    ['a directory', (file: string) => mkdirSync(file), /directory/],
    [
      'binary',
      (_: string, write: (bytes: Uint8Array) => void) => write(new Uint8Array([0, 1, 2, 255])),
      /not a text file/,
    ],
    [
      'UTF-16',
      (_: string, write: (bytes: Uint8Array) => void) =>
        write(Buffer.from('\ufeff---\nproctor: 1\n---\n', 'utf16le')),
      /UTF-16/,
    ],
    [
      'not UTF-8',
      (_: string, write: (bytes: Uint8Array) => void) => write(new Uint8Array([0xe9, 0x74, 0xe9])),
      /not UTF-8/,
    ],
    [
      '200 MB',
      (file: string, write: (bytes: Uint8Array) => void) => {
        write(new Uint8Array())
        truncateSync(file, 200 * 1024 * 1024)
      },
      /200 MB/,
    ],
    [
      'without front matter',
      (_: string, write: (bytes: Uint8Array) => void) => write(Buffer.from('# Hello\n')),
      /proctor: 1/,
    ],
    [
      'of a later format',
      (_: string, write: (bytes: Uint8Array) => void) => write(Buffer.from('---\nproctor: 2\n---\n')),
      /2/,
    ],
  ])('%s', async (_, make, message) => {
    const one = desk()
    make(path.join(one.folder, 'b.proctor.md'), (bytes) => one.write('b.proctor.md', bytes))
    const { status, out, err } = await one.call(['validate', 'b.proctor.md', '--json'])
    expect({ status, err }).toEqual({ status: 2, err: '' })
    expect(errorsOf(out)[0]).toMatchObject({ file: 'b.proctor.md', line: expect.any(Number) as number })
    expect(errorsOf(out)[0]?.message).toMatch(message)
  })
})

describe('recorded attempts are refused with their line', () => {
  test.each([
    ['of an unknown case', '{"case":"sea","output":"x"}', 1, /no case `sea`/],
    ['broken JSON in the middle', `${ATTEMPTS}{"case":"sky",\n`, 5, /not JSON/],
    ['twice the same', `${ATTEMPTS}{"case":"sky","attempt":1,"output":"x"}\n`, 5, /already on line 1/],
    ['merge markers', `<<<<<<< mine\n${ATTEMPTS}`, 1, /merge-conflict/],
    ['neither output nor error', '{"case":"sky"}', 1, /"output" or "error"/],
  ])('%s', async (_, attempts, line, message) => {
    const one = desk()
    one.write('a.proctor.md', NOTEBOOK)
    one.write('attempts.jsonl', attempts)
    for (const command of [
      ['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl'],
      ['run', 'a.proctor.md'],
    ]) {
      const { status, out } = await one.call([...command, '--json'])
      expect(status).toBe(2)
      const [error] = errorsOf(out)
      expect(error?.file).toMatch(/attempts\.jsonl$/)
      expect(error).toMatchObject({ line })
      expect(error?.message).toMatch(message)
    }
  })

  test.each([
    ['missing', 'none.jsonl', /no such file/],
    ['a directory', '.', /directory/],
  ])('%s', async (_, file, message) => {
    const one = desk()
    one.write('a.proctor.md', NOTEBOOK)
    const { status, out } = await one.call(['grade', 'a.proctor.md', '--attempts', file, '--json'])
    expect(status).toBe(2)
    expect(errorsOf(out)[0]?.message).toMatch(message)
  })
})

describe('a wrong call is refused, for people and for programs', () => {
  test.each([
    [['grade', 'a.proctor.md'], /--attempts/],
    [['grade', 'a.proctor.md', '--attemps', 'attempts.jsonl'], /unknown option '--attemps'[^]*--attempts/],
    [
      ['export', 'a.proctor.md', '--to', 'suite', '-o', 'none/a.suite.yaml'],
      /the folder .*none is not there/,
    ],
    [['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl', '--min-pass-rate', '80'], /0 to 1/],
    [['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl', '--not-graded', 'maybe'], /fail/],
    [['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl', '--junit', 'none/r.xml'], /folder/],
    [['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl', '--junit', 'r', '--html', 'r'], /same file/],
    [['grade', 'a.proctor.md', '--attempts', 'attempts.jsonl', '--report', 'attempts.jsonl'], /reads that/],
    [['run', 'a.proctor.md', '--record', './a.proctor.md'], /reads that/],
    [['export', 'a.proctor.md', '--to', 'suite', '-o', 'a.proctor.md'], /reads that/],
    [['run', 'a.proctor.md', '--device', 'phnoe'], /`phone`/],
    [['run', 'a.proctor.md', '--case', 'gras'], /`grass`/],
    [['run', 'a.proctor.md', '--shard', '3/2'], /I\/N/],
    [['run', 'a.proctor.md', '--attempts', '0'], /whole number/],
    [['grdae'], /grade/],
    [['export', 'a.proctor.md', '--to', 'pdf'], /suite/],
    [['runs', '--delete', '99'], /no run 99/],
  ])('%j', async (args, message) => {
    const one = desk()
    one.write('a.proctor.md', NOTEBOOK)
    one.write('attempts.jsonl', ATTEMPTS)
    const [people, program] = [await one.call(args), await one.call([...args, '--json'])]
    expect([people.status, program.status]).toEqual([2, 2])
    expect(people.err).toMatch(message)
    expect(people.err).not.toMatch(/\n\s+at /)
    expect(people.out).toBe('')
    expect(errorsOf(program.out)[0]?.message).toMatch(message)
  })
})

test('every command has --help with an example', async () => {
  const one = desk()
  const { out } = await one.call(['--help'])
  const commands = [...out.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name)
  expect(commands).toEqual(['run', 'grade', 'validate', 'runs', 'doctor', 'export', 'import'])
  for (const command of commands) {
    const help = await one.call([command, '--help'])
    expect(help.status).toBe(0)
    expect(help.out).toContain('Example:\n  $ proctor ')
  }
})
