import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { judgeMessages } from '#core/grading/judge/prompt.ts'
import { compilePattern } from '#core/grading/regex/compile.ts'
import type { Report } from '#core/reports/report.ts'
import { desk } from '../cli/proctor.ts'
import { exampleTables, type ExampleTable } from './example-tables.ts'
import { pages, ROOT, type Page } from './pages.ts'

const graderPage = pages.find(({ file }) => file === 'docs/graders.md')
const tables = graderPage ? exampleTables(graderPage) : []

/** Cells that graders of the page name. */
const OTHER_CELLS = /^(?:(?:ts|js) grader|yaml judge|md rubric) /

const id = (table: number, row: number): string => `${table}-${row}`

/** One notebook of all tables: each row a case with the graders above its table as its own. */
const notebookOf = (page: Page): string => {
  const cases = tables.flatMap(({ graders, examples }, table) =>
    examples.map(({ expected }, row) =>
      JSON.stringify({ id: id(table, row), input: 'x', expect: expected, graders: parse(graders.body) }),
    ),
  )
  const cells = page.blocks.filter(({ info }) => OTHER_CELLS.test(info))
  return [
    '---\nproctor: 1\n---\n',
    `\`\`\`jsonl cases\n${cases.join('\n')}\n\`\`\`\n`,
    ...cells.map(({ info, body }) => `\`\`\`\`${info}\n${body}\`\`\`\`\n`),
  ].join('\n')
}

const attemptLine = (
  table: number,
  row: number,
  { output, reply }: ExampleTable['examples'][number],
): string =>
  JSON.stringify({
    case: id(table, row),
    output,
    ...(reply !== undefined && { judgements: [{ grader: 'llmJudge', reply }] }),
  })

const VERDICTS = { passed: 'passed', failed: 'failed', notGraded: 'not graded' } as const

/** Where a custom grader stands is the example's own. */
const withoutPlace = (reason: string): string => reason.replaceAll(/[\w-]+\.proctor\.md(?::\d+)+/g, '…')

describe('examples of graders', () => {
  test('are there', () => expect(tables.length).toBeGreaterThan(10))

  test('have the grades that stand beside them', async () => {
    if (!graderPage) throw new Error('no page of graders')
    const { write, call } = desk()
    write('docs.proctor.md', notebookOf(graderPage))
    const lines = tables.flatMap(({ examples }, table) =>
      examples.map((example, row) => attemptLine(table, row, example)),
    )
    write('docs.jsonl', `${lines.join('\n')}\n`)
    const { out, err } = await call(['grade', 'docs.proctor.md', '--attempts', 'docs.jsonl', '--json'])
    expect(err).toBe('')
    const report = JSON.parse(out) as Report
    const found = report.cases.map(({ id: caseId, attempts }) => {
      const [grade] = attempts[0]?.grades ?? []
      return {
        id: caseId,
        verdict: grade && VERDICTS[grade.verdict],
        reason: withoutPlace(grade?.reason ?? ''),
      }
    })
    const told = tables.flatMap(({ examples }, table) =>
      examples.map(({ verdict, reason }, row) => ({
        id: id(table, row),
        verdict,
        reason: withoutPlace(reason),
      })),
    )
    expect(found).toEqual(told)
  })
})

test('the judge prompt is the one that stands there', () => {
  const task = {
    input: '{the input}',
    reference: '{the expected value}',
    output: '{the output}',
    rubric: '{the rubric}',
  }
  const messages = judgeMessages(task, () => '4f1d20c7a9be')
  const shown = messages.map(({ role, content }) => `${role}:\n${content}\n`).join('\n')
  expect(graderPage?.blocks.map(({ body }) => body)).toContain(shown)
})

test('the patterns that are said not to be supported are not', () => {
  const list = /\*\*Not supported yet\*\*[^]*?\n\n([^]*?)\n\n/.exec(graderPage?.text ?? '')?.[1] ?? ''
  const patterns = [...list.matchAll(/`([^`]+)`/g)].flatMap(([, pattern = '']) =>
    pattern === '(?i)' ? [] : [pattern],
  )
  expect(patterns.length).toBeGreaterThan(4)
  for (const pattern of patterns)
    expect([pattern, compilePattern(pattern, []).kind]).toEqual([pattern, 'unsupported'])
})

describe('the tour of the README', () => {
  const readme = pages.find(({ file }) => file === 'README.md')
  const sample = path.join(ROOT, 'resources/samples/mail-summaries.proctor.md')

  test('shows the headline that the sample has', async () => {
    const recorded = path.join(ROOT, 'resources/samples/recorded/mail-summaries.jsonl')
    const { out } = await desk().call(['grade', sample, '--attempts', recorded])
    const headline = readme?.blocks.find(({ body }) => body.includes('cases pass'))?.body
    expect(out.slice(-(headline?.length ?? 0))).toBe(headline)
  })

  test('changes what is there', () => {
    const text = readFileSync(sample, 'utf8')
    for (const part of [
      'semanticSimilarity: { embedder: builtin, threshold: 0.6 }',
      '{3,19}',
      'rubric: { cell: strict }',
    ])
      expect([readme?.text.includes(part), text.split(part).length]).toEqual([true, 2])
  })
})
