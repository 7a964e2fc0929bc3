import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram } from '#main/shells/cli/program.ts'
import { blocks, pages, ROOT } from './pages.ts'

/** What the program prints for arguments that run nothing. */
const printed = async (...args: readonly string[]): Promise<string> => {
  let text = ''
  const write = (piece: string): void => {
    text += piece
  }
  const status = await runProgram(args, {
    out: write,
    note: write,
    isTerminal: false,
    notesAreTerminal: false,
    colour: false,
    columns: undefined,
    environment: {},
  })
  expect(status).toBe(0)
  return text
}

const names = (help: string): readonly string[] =>
  [...help.matchAll(/^ {2}(-\w, )?(--[\w-]+)/gm)].flatMap(([, short, long = '']) =>
    short === undefined ? [long] : [short.slice(0, 2), long],
  )

const commandNames = [...(await printed('--help')).matchAll(/^ {2}(\w+) \[options\]/gm)].map(
  ([, name = '']) => name,
)
const optionsOf = new Map<string, readonly string[]>()
for (const name of commandNames) optionsOf.set(name, names(await printed(name, '--help')))

/** The calls in shell blocks, with lines that go on joined; those in other blocks stand behind `node …/proctor.ts`. */
const calls = blocks
  .filter(({ info }) => ['sh', 'yaml', ''].includes(info))
  .flatMap(({ page, line, body }) =>
    [
      ...body
        .replaceAll(/\\\n\s*|\n\s+(?=--)/g, ' ')
        .matchAll(/(?:^|[\s$])(?:proctor|\S*\/proctor\.ts) ((?:grade|run|[a-z]+) [^\n#;|&]*)/gm),
    ].map(([, call = '']) => ({ page, line, call: call.trim() })),
  )
  .filter(({ call }) => !call.startsWith('npm'))

test('the commands are those of the program', () => {
  const page = pages.find(({ file }) => file === 'docs/command-line.md')?.text ?? ''
  const told = [...page.matchAll(/^\| \[`(\w+)`\]/gm)].map(([, name]) => name)
  expect(commandNames.length).toBeGreaterThan(5)
  expect(new Set(told)).toEqual(new Set(commandNames))
})

test.each([...optionsOf])('every option of %s stands on its page', (_, options) => {
  const page = pages.find(({ file }) => file === 'docs/command-line.md')?.text ?? ''
  const missing = options.filter((option) => !new RegExp(`\`${option}(?![\\w-])`).test(page))
  expect(missing).toEqual([])
})

describe('calls in examples', () => {
  test('are there', () => expect(calls.length).toBeGreaterThan(12))

  test.each(calls)('$page, line $line: $call', ({ call }) => {
    const words = call.split(/\s+/)
    const [command = ''] = words
    expect(commandNames).toContain(command)
    for (const word of words.slice(1)) {
      if (word.startsWith('-')) expect(optionsOf.get(command)).toContain(word)
      if (word.startsWith('resources/')) expect(existsSync(path.join(ROOT, word))).toBe(true)
    }
  })
})
