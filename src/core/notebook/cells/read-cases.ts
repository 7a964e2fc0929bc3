import { describeNode } from '../settings/describe-issue.ts'
import { caseSettingsSchema, casesFileSchema } from '../settings/case-settings.ts'
import { readSettings, type ReadContext } from '../settings/read-settings.ts'
import { readItems } from '../yaml/read-items.ts'
import { isNull, keyNode, member, type Problem, type ScalarNode, type YamlNode } from '../yaml/yaml-node.ts'
import type { CellContent, ReadCase } from './cell-content.ts'
import { readGraders } from './read-grader.ts'
import { renameColumns, type Columns } from './rename-columns.ts'

/** Reads the body of a `yaml cases` cell, or a YAML file of cases: a list, or the file that holds it. */
export const readYamlCases = (
  text: string,
  problems: Problem[],
  columns?: Columns,
): Extract<CellContent, { kind: 'cases' | 'casesFile' }> => {
  const { items, other, problems: found } = readItems(text)
  problems.push(...found)
  const context = { text, problems }
  if (other && !isNull(other)) {
    if (other.type === 'map' && keyNode(other, 'file')) {
      const settings = readSettings(casesFileSchema, other, context)
      return settings ? { kind: 'casesFile', settings, node: other } : { kind: 'cases', cases: [] }
    }
    problems.push({
      offset: other.start,
      message: `Found ${describeNode(other)}; expected a list of cases, each beginning with \`- \`, or \`{ file: cases.csv }\`.`,
    })
  }
  return {
    kind: 'cases',
    cases: readCaseNodes(
      items.map((item) => renameColumns(item, columns)),
      context,
    ),
  }
}

/** Reads cases from their nodes; those with problems are left out. */
export const readCaseNodes = (nodes: readonly YamlNode[], context: ReadContext): readonly ReadCase[] =>
  nodes.flatMap((node) => {
    const read = readCase(node, context)
    return read ? [read] : []
  })

const readCase = (node: YamlNode, context: ReadContext): ReadCase | undefined => {
  const { problems } = context
  if (node.type !== 'map') {
    problems.push({
      offset: node.start,
      message: `Found ${describeNode(node)}; expected a case, such as \`- input: …\`.`,
    })
    return undefined
  }
  const before = problems.length
  const settings = readSettings(caseSettingsSchema, node, context)
  const gradersNode = member(node, 'graders')
  const graders = gradersNode ? readGraders(gradersNode, context) : []
  if (settings) checkCase(settings, node, problems)
  return settings && !problems.slice(before).some(isError) ? { settings, graders, node } : undefined
}

const isError = ({ severity }: Problem): boolean => severity !== 'warning'

const checkCase = (
  settings: NonNullable<ReadCase['settings']>,
  node: YamlNode,
  problems: Problem[],
): void => {
  const { id, input, vars, messages, expect, expectJson } = settings
  const at = (key: string): number => keyNode(node, key)?.start ?? node.start
  if (id === '') problems.push({ offset: at('id'), message: '`id` is empty; leave it out, or write a name.' })
  if (input === undefined && vars === undefined && messages === undefined)
    problems.push({
      offset: node.start,
      message: 'The case asks nothing; expected `input`, `vars` or `messages`.',
    })
  if (messages && (input !== undefined || vars !== undefined))
    problems.push({
      offset: at('messages'),
      message: `Found \`messages\` beside \`${input === undefined ? 'vars' : 'input'}\`; a case has one of them.`,
    })
  if (vars && input !== undefined && Object.hasOwn(vars, 'input'))
    problems.push({ offset: at('vars'), message: 'Found `input` twice: by itself and in `vars`.' })
  if (expect !== undefined && hasExpectJson(node))
    problems.push({
      offset: at('expectJson'),
      message: 'Found both `expect` and `expectJson`; a case has one of them.',
    })
  if (expectJson !== undefined && !isJson(expectJson))
    problems.push({
      offset: at('expectJson'),
      message: '`expectJson` holds a number that JSON cannot write.',
    })
  const expected = member(node, 'expectJson')
  const lossy = expected && findLossyNumber(expected)
  if (lossy)
    problems.push({
      offset: lossy.start,
      severity: 'warning',
      message: `The number ${lossy.text} is read as ${lossy.value}; quote it where its digits matter.`,
    })
}

/** Whether a whole number is written back with other digits than it was written with. */
const losesDigits = (text: string, value: number): boolean =>
  Number.isFinite(value) && String(value) !== text && BigInt(text) !== BigInt(value)

/** The first whole number whose digits a JSON reader does not keep. */
const findLossyNumber = (node: YamlNode): ScalarNode | undefined => {
  if (node.type === 'list') return firstOf(node.items, findLossyNumber)
  if (node.type === 'map') return firstOf(node.entries, ({ value }) => findLossyNumber(value))
  const { value, text } = node
  return typeof value === 'number' && /^[-+]?\d+$/.test(text) && losesDigits(text, value) ? node : undefined
}

const firstOf = <T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined => {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether `expectJson` says something: an explicit `null` does, nothing at all does not. */
const hasExpectJson = (node: YamlNode): boolean => {
  const value = member(node, 'expectJson')
  return value !== undefined && !(value.type === 'scalar' && value.style === 'plain' && value.text === '')
}

/** The expected value of a case: `expect`, else `expectJson` as `JSON.stringify` writes it. */
export const expectedText = ({ settings, node }: Pick<ReadCase, 'settings' | 'node'>): string | undefined => {
  if (settings.expect !== undefined) return settings.expect
  return hasExpectJson(node) ? JSON.stringify(settings.expectJson ?? null) : undefined
}

const isJson = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return typeof value !== 'object' || value === null || Object.values(value).every(isJson)
}
