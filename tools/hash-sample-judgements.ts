import { readFileSync, writeFileSync } from 'node:fs'
import { recordedAttemptSchema } from '#core/attempts/recorded-attempt.ts'
import { judgePromptHash } from '#core/grading/judge/prompt.ts'
import { stripThinking } from '#core/grading/thinking.ts'
import type { Notebook } from '#core/notebook/notebook.ts'
import { parseNotebook } from '#core/notebook/parse-notebook.ts'

/**
 * Hashes recorded judgements anew, after a rubric, a mail or the judge's template was edited:
 *
 *     node tools/hash-sample-judgements.ts NOTEBOOK ATTEMPTS
 *
 * A judgement that names its `rubric` gets the `promptHash` of today's prompt with that rubric cell;
 * all else in the file of attempts stays. Whether a reply still fits its rubric, only a reader can say.
 */
const rehash = (notebookFile: string, attemptsFile: string): void => {
  const notebook = parseNotebook(readFileSync(notebookFile, 'utf8'), notebookFile)
  const inputs = inputsOf(notebook)
  const rubrics = rubricsOf(notebook)
  const device = notebook.cells.find(({ kind }) => kind === 'device')?.content
  const seen = device?.kind === 'device' && device.thinking === 'strip' ? stripThinking : asItIs

  const lines = readFileSync(attemptsFile, 'utf8').trimEnd().split('\n')
  const hashed = lines.map((line, index) => {
    const where = `${attemptsFile}:${index + 1}`
    const attempt = recordedAttemptSchema.parse(JSON.parse(line))
    if (attempt.output === undefined || attempt.judgements === undefined) return line
    const input = found(
      inputs.get(attempt.case),
      `${where}: no case "${attempt.case}" with an input in ${notebookFile}`,
    )
    const output = seen(attempt.output)
    // Revised while it is parsed, so that the order of the keys stays.
    const revised: unknown = JSON.parse(line, (_key, value: unknown) => {
      if (!namesRubric(value)) return value
      const rubric = found(
        rubrics.get(value.rubric),
        `${where}: no rubric "${value.rubric}" in ${notebookFile}`,
      )
      return { ...value, promptHash: judgePromptHash({ input, output, rubric }) }
    })
    return JSON.stringify(revised)
  })
  writeFileSync(attemptsFile, `${hashed.join('\n')}\n`)
}

const asItIs = (text: string): string => text

const namesRubric = (value: unknown): value is { readonly rubric: string } =>
  typeof value === 'object' && value !== null && 'rubric' in value && typeof value.rubric === 'string'

const inputsOf = (notebook: Notebook): ReadonlyMap<string, string> =>
  new Map(
    notebook.cells.flatMap(({ content }) =>
      content?.kind === 'cases'
        ? content.cases.flatMap(({ settings: { id, input } }) =>
            id === undefined || input === undefined ? [] : [[id, input] as const],
          )
        : [],
    ),
  )

const rubricsOf = (notebook: Notebook): ReadonlyMap<string, string> =>
  new Map(
    notebook.cells.flatMap(({ name, content }) =>
      name !== undefined && content?.kind === 'rubric' ? [[name, content.text] as const] : [],
    ),
  )

const found = (value: string | undefined, message: string): string => {
  if (value === undefined) throw new Error(message)
  return value
}

const [notebookFile, attemptsFile] = process.argv.slice(2)
if (notebookFile === undefined || attemptsFile === undefined) {
  process.stderr.write('usage: node tools/hash-sample-judgements.ts NOTEBOOK ATTEMPTS\n')
  process.exitCode = 2
} else rehash(notebookFile, attemptsFile)
