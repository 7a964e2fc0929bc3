import type { ImportedCase } from './imported-case.ts'
import { jsonObjectOf } from '../notebook/json-of.ts'
import { flowYaml, listItem } from '../notebook/yaml/write-yaml.ts'

/**
 * A notebook of imported cases: title, a prompt that asks them, the cases, and an exactMatch grader where
 * any case has an expected value. Read back, every text is what it was.
 */
export const writeCasesNotebook = (cases: readonly ImportedCase[], title: string): string => {
  const heading = title.replaceAll(/\s+/g, ' ').trim() || 'Imported cases'
  const hasExpected = cases.some(({ expect, expectJson }) => expect !== undefined || expectJson !== undefined)
  return [
    `---\nproctor: 1\ntitle: ${flowYaml(heading)}\n---\n\n# ${heading.replaceAll(/[\\`*_{}[\]<>#&|]/g, '\\$&')}\n`,
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

const caseText = ({ id, input, vars, messages, expect, expectJson, ...others }: ImportedCase): string =>
  `${listItem(jsonObjectOf({ id, input, vars, messages, expect, expectJson, ...others }), '')}\n`
