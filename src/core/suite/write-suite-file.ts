import type { JsonObject, JsonValue } from '../json.ts'
import { jsonObjectOf } from '../notebook/json-of.ts'
import { afterKey } from '../notebook/yaml/write-yaml.ts'
import type { SuiteLock } from './suite-file-schema.ts'
import { graderContent } from './suite-content.ts'
import type { Case, CustomGrader, Device, Grader, Model, Prompt, Suite } from './suite.ts'

/**
 * Writes a suite file: everything in place, nothing to look up. Reading it back gives a suite that
 * is equal but for the places.
 *
 * @param lock what was true at this moment; the format's version is added
 */
export const writeSuiteFile = (suite: Suite, lock: Omit<SuiteLock, 'format'> = {}): string => {
  const { title, prompts, devices, embedders, judges, graders, cases } = suite
  const sections: [string, JsonValue][] = [
    ['proctor', 1],
    ['suite', title],
    ...settingsSections(suite),
    ['prompts', isPlainDefault(prompts) ? [] : prompts.map(promptEntry)],
    ['devices', devices.map(deviceEntry)],
    ['embedders', embedders.map(modelEntry)],
    ['judges', judges.map(modelEntry)],
    ['customGraders', customGraders(suite)],
    ['graders', graders.map(graderEntry)],
    ['lock', { format: 1, ...jsonObjectOf(lock) }],
    ['cases', cases.map(caseEntry)],
  ]
  return sections
    .filter(([, value]) => typeof value !== 'object' || value === null || Object.keys(value).length > 0)
    .map(([key, value]) => `${key}:${afterKey(value, '')}\n`)
    .join('')
}

const settingsSections = ({ passRule, gate, runtime, budgets, redaction }: Suite): [string, JsonValue][] => [
  ...(passRule === 'all' ? [] : [['passRule', jsonValueOf(passRule)] satisfies [string, JsonValue]]),
  ['gate', jsonObjectOf(gate)],
  ...(runtime === 'any' ? [] : [['runtime', runtime] satisfies [string, JsonValue]]),
  ['budgets', jsonObjectOf(budgets ?? {})],
  ['redaction', redaction ?? []],
]

const jsonValueOf = (passRule: Suite['passRule']): JsonValue =>
  typeof passRule === 'string' ? passRule : { atLeast: passRule.atLeast }

/** The prompt of a notebook without one. It is left out, so that the suite has none either. */
const isPlainDefault = ([prompt, ...others]: readonly Prompt[]): boolean =>
  prompt !== undefined &&
  others.length === 0 &&
  JSON.stringify(promptEntry(prompt)) === JSON.stringify({ name: 'default', attempts: 1 })

const promptEntry = ({ place: _, name, template, messages, ...rest }: Prompt): JsonObject => ({
  name,
  ...(messages
    ? { messages: messages.map(({ role, content }) => ({ role, content })) }
    : template === '{{input}}'
      ? {}
      : { template }),
  ...jsonObjectOf(rest),
})

const deviceEntry = ({ name, kind, settings, thinking }: Device): JsonObject => ({
  name,
  kind,
  ...settings,
  thinking,
})

const modelEntry = ({ name, kind, settings }: Model): JsonObject => ({ name, kind, ...settings })

const customGraders = ({ graders, cases }: Suite): JsonObject => {
  const all = [...graders, ...cases.flatMap((testCase) => testCase.graders)]
  return Object.fromEntries(
    all.flatMap((grader) => (grader.kind === 'custom' ? [[grader.grader, customEntry(grader)]] : [])),
  )
}

const customEntry = ({ language, source, sourcePlace: { file, line } }: CustomGrader): JsonObject => ({
  language,
  from: `${file.split(/[\\/]/).at(-1)}:${line}`,
  source,
})

const graderEntry = (grader: Grader): JsonObject => {
  const { name: _, kind: _kind, only, except, ...settings } = graderContent(grader)
  const { source: _source, language: _language, ...custom } = settings
  return {
    name: grader.name,
    [grader.kind]: grader.kind === 'custom' ? custom : settings,
    ...(only !== undefined && { only }),
    ...(except !== undefined && { except }),
  }
}

const caseEntry = ({ place: _, graders, tags, attachments, ...rest }: Case): JsonObject => ({
  ...jsonObjectOf(rest),
  ...(tags.length > 0 && { tags }),
  ...(attachments.length > 0 && { attachments }),
  ...(graders.length > 0 && { graders: graders.map(graderEntry) }),
})
