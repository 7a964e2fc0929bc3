import type { ImportedCase } from './imported-case.ts'
import { yamlJson, yamlText } from './yaml-text.ts'

/**
 * A notebook of imported cases: title, a prompt that asks them, the cases, and an exactMatch grader where
 * any case has an expected value. Read back, every text is what it was.
 */
export const writeCasesNotebook = (cases: readonly ImportedCase[], title: string): string => {
  const heading = title.replaceAll(/\s+/g, ' ').trim() || 'Imported cases'
  const hasExpected = cases.some(({ expect, expectJson }) => expect !== undefined || expectJson !== undefined)
  return [
    `---\nproctor: 1\ntitle: ${yamlText(heading)}\n---\n\n# ${heading.replaceAll(/[\\`*_{}[\]<>#&|]/g, '\\$&')}\n`,
    cell('yaml prompt', promptOf(cases)),
    cell('yaml cases', cases.length === 0 ? '[]\n' : cases.map(caseText).join('')),
    hasExpected
      ? cell('yaml graders', '- exactMatch: { ignoreCase: false }\n')
      : 'No case has an expected value. Add a `yaml graders` cell with graders that need none.\n',
  ].join('\n')
}

/** A fenced block; the fence is longer than any in the body. */
const cell = (info: string, body: string): string => {
  const longest = [...body.matchAll(/`+/g)].reduce((length, [run]) => Math.max(length, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${body}${fence}\n`
}

const TEMPLATE_NAME = /^[^\s{}](?:[^{}\r\n]*[^\s{}])?$/

/** A template that names what all cases have: their input, their variables, or both. */
const promptOf = (cases: readonly ImportedCase[]): string => {
  const [first = {}, ...others] = cases.flatMap(({ vars }) => (vars ? [vars] : []))
  const names = Object.keys(first).filter(
    (name) => TEMPLATE_NAME.test(name) && others.every((vars) => Object.hasOwn(vars, name)),
  )
  if (names.length === 0) return 'template: "{{input}}"\n'
  const hasInput = cases.every(({ input, messages }) => input !== undefined || messages !== undefined)
  const values = [...(hasInput ? ['input'] : []), ...names]
  const lines = values.map((name) => (values.length === 1 ? `{{${name}}}` : `${name}: {{${name}}}`))
  return `template: |\n${lines.map((line) => `  ${line}\n`).join('')}`
}

const caseText = (one: ImportedCase): string => {
  const lines: string[] = []
  const text = (key: string, value: string | undefined): void => {
    if (value !== undefined) lines.push(`${key}: ${yamlText(value, '  ')}`)
  }
  const list = (key: string, values: readonly string[] | undefined): void => {
    if (values && values.length > 0) lines.push(`${key}: [${values.map(flowText).join(', ')}]`)
  }
  text('id', one.id)
  text('input', one.input)
  if (one.vars && Object.keys(one.vars).length > 0) {
    const entries = Object.entries(one.vars).map(
      ([name, value]) => `\n    ${yamlKey(name)}: ${yamlText(value, '    ')}`,
    )
    lines.push(`vars:${entries.join('')}`)
  } else if (one.vars) lines.push('vars: {}')
  if (one.messages)
    lines.push(`messages: ${yamlJson(one.messages.map(({ role, content }) => ({ role, content })))}`)
  text('expect', one.expect)
  if (one.expectJson !== undefined) lines.push(`expectJson: ${yamlJson(one.expectJson)}`)
  list('tags', one.tags)
  if (one.graders) lines.push(`graders: ${yamlJson(one.graders)}`)
  if (one.attempts !== undefined) lines.push(`attempts: ${one.attempts}`)
  list('attachments', one.attachments)
  text('notes', one.notes)
  return lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}\n`).join('')
}

/** In a list between brackets a comma would end a plain text. */
const flowText = (text: string): string => (/^[\p{L}\p{N}_-]+$/u.test(text) ? yamlText(text) : yamlJson(text))

const yamlKey = (name: string): string => flowText(name)
