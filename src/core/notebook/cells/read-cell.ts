import { normaliseNewlines } from '../lines.ts'
import { MERGE_MARKER_MESSAGE, findMergeMarker } from '../merge-markers.ts'
import type { CellKind, CellLanguage } from '../notebook.ts'
import { DEVICE_SCHEMAS, COMMAND_NAMES } from '../settings/device-settings.ts'
import { EMBEDDER_SCHEMAS, JUDGE_SCHEMAS } from '../settings/model-settings.ts'
import { promptSettingsSchema } from '../settings/prompt-settings.ts'
import { readSettings } from '../settings/read-settings.ts'
import { suiteSettingsSchema } from '../settings/suite-settings.ts'
import { readYaml } from '../yaml/read-yaml.ts'
import { member, type Problem, type ScalarNode, type YamlNode } from '../yaml/yaml-node.ts'
import { templateProblems } from '../../suite/template.ts'
import type { CellContent } from './cell-content.ts'
import { readCsvCases } from './csv-cases.ts'
import { readJsonlCases } from './jsonl-cases.ts'
import { readYamlCases } from './read-cases.ts'
import { readGradersBody } from './read-grader.ts'
import { readKind } from './read-kind.ts'

export interface CellResult {
  readonly content: CellContent | undefined
  /** Offsets count in the body. */
  readonly problems: readonly Problem[]
}

/** Reads a cell's body by itself. What the body says of other cells is looked up later. */
export const readCell = (kind: CellKind, language: CellLanguage, body: string): CellResult => {
  const marker = findMergeMarker(body)
  if (marker !== undefined)
    return { content: undefined, problems: [{ offset: marker, message: MERGE_MARKER_MESSAGE }] }
  const problems: Problem[] = []
  const content = readContent(kind, language, body, problems)
  return { content, problems }
}

const readContent = (
  kind: CellKind,
  language: CellLanguage,
  body: string,
  problems: Problem[],
): CellContent | undefined => {
  switch (kind) {
    case 'unknown':
      return undefined
    case 'rubric': {
      const text = withoutLastBreak(body)
      if (text.trim() === '') problems.push({ offset: 0, message: 'The rubric is empty.' })
      return { kind, text }
    }
    case 'grader': {
      const source = normaliseNewlines(body)
      if (source.trim() === '')
        problems.push({ offset: 0, message: 'The grader is empty; expected a module that exports `grade`.' })
      return { kind, source, language: language === 'js' ? 'js' : 'ts' }
    }
    case 'cases':
      if (language === 'jsonl') return readJsonlCases(body, problems)
      if (language === 'csv') return readCsvCases(normaliseNewlines(body), problems)
      return readYamlCases(body, problems)
    case 'graders':
      return { kind, graders: readGradersBody(body, problems) }
    case 'device':
    case 'embedder':
    case 'judge':
    case 'prompt':
    case 'suite': {
      const node = readBody(body, problems)
      return node && readMap(kind, body, node, problems)
    }
  }
}

/** The text of a body: its last line break belongs to the fence. */
const withoutLastBreak = (body: string): string => normaliseNewlines(body).replace(/\n$/, '')

const readBody = (body: string, problems: Problem[]): YamlNode | undefined => {
  const { node, problems: found } = readYaml(body)
  problems.push(...found)
  if (found.length > 0) return undefined
  return node ?? { type: 'scalar', start: 0, end: 0, text: '', value: null, style: 'plain' }
}

const readMap = (
  kind: 'device' | 'embedder' | 'judge' | 'prompt' | 'suite',
  text: string,
  node: YamlNode,
  problems: Problem[],
): CellContent | undefined => {
  const context = { text, problems }
  if (kind === 'prompt') {
    const settings = readSettings(promptSettingsSchema, node, context)
    return settings && { kind, settings, node }
  }
  if (kind === 'suite') {
    const settings = readSettings(suiteSettingsSchema, node, context)
    return settings && { kind, settings, node }
  }
  if (kind === 'device') {
    const read = readKind(kind, DEVICE_SCHEMAS, node, context)
    problems.push(...commandProblems(node))
    if (!read) return undefined
    const { thinking, ...settings } = read.settings
    return { kind, deviceKind: read.kind, settings, thinking: thinking === 'strip' ? 'strip' : 'keep', node }
  }
  const read = readKind(kind, kind === 'judge' ? JUDGE_SCHEMAS : EMBEDDER_SCHEMAS, node, context)
  return read && { kind: 'model', modelKind: read.kind, settings: read.settings, node }
}

/** A device's command may name only what a command can be given. */
const commandProblems = (node: YamlNode): readonly Problem[] => {
  const command = member(node, 'command')
  const parts: readonly YamlNode[] = command?.type === 'list' ? command.items : command ? [command] : []
  return parts
    .filter((part): part is ScalarNode => part.type === 'scalar')
    .flatMap((part) =>
      templateProblems(part.text, COMMAND_NAMES).map((message) => ({ offset: part.start, message })),
    )
}
