import { globSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseLabels } from '#core/attempts/labels.ts'
import { readAttemptLine } from '#core/attempts/recorded-attempt.ts'
import { parseNotebook } from '#core/notebook/parse-notebook.ts'
import { loadSuite } from '#core/suite/load-suite.ts'
import { lockSchema } from '#core/suite/suite-file-schema.ts'
import { NO_FILES } from '#core/suite/suite-files.ts'
import { anchorsOf, blocks, pages, ROOT } from './pages.ts'

const FRONT_MATTER = '---\nproctor: 1\n---\n\n'

/** Text outside code spans: a link inside one is an example. */
const withoutCode = (prose: string): string => prose.replaceAll(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '')

describe('links', () => {
  const links = pages.flatMap(({ file, prose }) =>
    [...withoutCode(prose).matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g)].map((match) => ({
      file,
      target: match[1] ?? match[2] ?? '',
    })),
  )
  const relative = links.filter(({ target }) => !/^[a-z]+:/.test(target))

  test('are found', () => expect(relative.length).toBeGreaterThan(40))

  test.each(relative)('$file → $target', ({ file, target }) => {
    const [filePart = '', anchor] = target.split('#')
    const linked = filePart === '' ? file : path.posix.join(path.posix.dirname(file), filePart)
    expect(linked.startsWith('..')).toBe(false)
    expect(existsSync(path.join(ROOT, linked))).toBe(true)
    if (anchor !== undefined)
      expect([...anchorsOf(readFileSync(path.join(ROOT, linked), 'utf8'))]).toContain(anchor)
  })
})

test.each(pages)('$file names no path outside the repository', ({ text }) => {
  expect(text.match(/(?<![\w.~$])\/(?:work|tmp|root|home|Users|mnt|var|opt)\b[^\s`)]*/g) ?? []).toEqual([])
})

describe('notebooks', () => {
  const whole = blocks.filter(({ info, body }) => info === 'markdown' && body.startsWith('---\nproctor:'))

  test('whole ones are there', () => expect(whole.length).toBeGreaterThan(0))

  test.each(whole)('the one in $page, line $line, has nothing wrong', ({ body }) => {
    const { suite, diagnostics } = loadSuite(body, 'x.proctor.md', NO_FILES)
    expect(diagnostics).toEqual([])
    expect(suite?.cases.length).toBeGreaterThan(0)
    expect(suite?.graders.length).toBeGreaterThan(0)
  })

  const cells = blocks.flatMap((block) => {
    const fence = '`'.repeat(8)
    const source = `${FRONT_MATTER}${fence}${block.info}\n${block.body}${fence}\n`
    return parseNotebook(source, 'x.proctor.md').cells.map((cell) => ({ ...block, cell }))
  })

  test('cells are there', () => expect(cells.length).toBeGreaterThan(20))

  test.each(cells)('the cell in $page, line $line, has nothing wrong', ({ cell }) => {
    expect(cell.kind).not.toBe('unknown')
    expect(cell.diagnostics).toEqual([])
  })
})

describe('suite files', () => {
  const yaml = blocks.filter(({ info }) => info === 'yaml')
  const suites = yaml.filter(({ body }) => body.startsWith('proctor: 1'))
  const locks = yaml.filter(({ body }) => body.startsWith('lock:'))

  test('are there', () => expect([suites.length > 0, locks.length > 0]).toEqual([true, true]))

  test.each(suites)('the one in $page, line $line, has nothing wrong', ({ body }) => {
    expect(loadSuite(body, 'x.suite.yaml', NO_FILES).diagnostics).toEqual([])
  })

  test.each(locks)('the lock in $page, line $line, is one', ({ body }) => {
    expect(lockSchema.safeParse(parse(body).lock).error).toBeUndefined()
  })
})

describe('JSON Lines', () => {
  const lines = blocks
    .filter(({ info }) => info === 'jsonl attempts')
    .flatMap(({ page, line, body }) =>
      body
        .trimEnd()
        .split('\n')
        .map((text) => ({ page, line, text })),
    )
  const labels = blocks.filter(({ info }) => info === 'jsonl labels')

  test('are there', () => expect([lines.length > 0, labels.length > 0]).toEqual([true, true]))

  test.each(lines)('an attempt in $page, line $line, is one', ({ text }) => {
    expect(readAttemptLine(text)).toMatchObject({ ok: true })
  })

  test.each(labels)('the labels in $page, line $line, are such', ({ body }) => {
    expect(parseLabels(body, 'x').diagnostics).toEqual([])
  })
})

describe('what is there is told', () => {
  const notebookPage = pages.find(({ file }) => file === 'docs/notebook.md')?.text ?? ''
  const attemptsPage = pages.find(({ file }) => file === 'docs/attempts.md')?.text ?? ''

  const keysOf = (name: string): readonly string[] => {
    const keys = new Set<string>()
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if ('properties' in value) for (const key of Object.keys(value.properties as object)) keys.add(key)
      for (const inner of Object.values(value)) visit(inner)
    }
    visit(JSON.parse(readFileSync(path.join(ROOT, `resources/schemas/${name}.schema.json`), 'utf8')))
    return [...keys]
  }

  // Of copying files to a phone, and of a suite file.
  const elsewhere = new Set(['from', 'to', 'files'])

  test.each(['device', 'prompt', 'cases', 'graders', 'suite'])('every setting of a %s cell', (name) => {
    const missing = keysOf(name).filter((key) => !new RegExp(String.raw`\b${key}\b`).test(notebookPage))
    expect(missing.filter((key) => !elsewhere.has(key))).toEqual([])
  })

  test.each(['recorded-attempt', 'label'])('every key of a line: %s', (name) => {
    expect(keysOf(name).filter((key) => !attemptsPage.includes(`\`${key}\``) && key !== 'name')).toEqual([])
  })

  test('every environment variable that is read, and none besides', () => {
    const read = globSync('src/**/*.ts', { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/(?:environment|env)\??\.?\[?'([A-Z_]+)'\]/g),
      ])
      .map(([, name = '']) => name)
    const page = pages.find(({ file }) => file === 'docs/command-line.md')?.text ?? ''
    const section = /## Environment variables\n([^]*?)\n## /.exec(page)?.[1] ?? ''
    const told = [...section.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)
    expect(new Set(told)).toEqual(new Set(read))
  })
})
