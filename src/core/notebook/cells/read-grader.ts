import { nameHint } from '../../text/name-hint.ts'
import { GRADER_SCHEMAS, graderCommonSchema, type GraderSettings } from '../settings/grader-settings.ts'
import { readSettings, type ReadContext } from '../settings/read-settings.ts'
import { readItems } from '../yaml/read-items.ts'
import { describeNode } from '../settings/describe-issue.ts'
import {
  isNull,
  keyNode,
  member,
  toJson,
  type MapEntry,
  type Problem,
  type ScalarNode,
  type YamlNode,
} from '../yaml/yaml-node.ts'
import type { ReadGrader } from './cell-content.ts'

const KINDS = Object.keys(GRADER_SCHEMAS)
const COMMON = Object.keys(graderCommonSchema.shape)

/** Reads the body of a `yaml graders` cell. A broken grader hides none of the others. */
export const readGradersBody = (text: string, problems: Problem[]): readonly ReadGrader[] => {
  const { items, other, problems: found } = readItems(text)
  problems.push(...found)
  const context = { text, problems }
  return other ? readGraders(other, context) : readGraderItems(items, context)
}

/** Reads a list of graders; those with problems are left out. */
export const readGraders = (node: YamlNode, context: ReadContext): readonly ReadGrader[] => {
  if (isNull(node)) return []
  if (node.type !== 'list') {
    context.problems.push({
      offset: node.start,
      message: `Found ${describeNode(node)}; expected a list of graders, each a line such as \`- exactMatch: {}\`.`,
    })
    return []
  }
  return readGraderItems(node.items, context)
}

const readGraderItems = (items: readonly YamlNode[], context: ReadContext): readonly ReadGrader[] =>
  items.flatMap((item) => {
    const grader = readGrader(item, context)
    return grader ? [grader] : []
  })

/** Reads one grader: a map with one key that is its kind, or the kind alone. */
const readGrader = (node: YamlNode, context: ReadContext): ReadGrader | undefined => {
  const item = node.type === 'scalar' && !isNull(node) ? kindAlone(node) : node
  if (item.type !== 'map') {
    context.problems.push({
      offset: node.start,
      message: `Found ${describeNode(node)}; expected one grader, such as \`- exactMatch\`.`,
    })
    return undefined
  }
  const before = context.problems.length
  const kind = kindOf(item, context)
  const rest = { ...item, entries: item.entries.filter(({ key }) => COMMON.includes(key.text)) }
  const common = readSettings(graderCommonSchema, rest, context)
  if (!kind) return undefined
  const settings = readGraderSettings(kind, context)
  if (!settings || !common || context.problems.length > before) return undefined
  return { settings, common, node, settingsNode: kind.value }
}

const kindAlone = (node: ScalarNode): YamlNode => {
  const empty: ScalarNode = {
    type: 'scalar',
    start: node.end,
    end: node.end,
    text: '',
    value: null,
    style: 'plain',
  }
  return { type: 'map', start: node.start, end: node.end, flow: true, entries: [{ key: node, value: empty }] }
}

/** The one entry that names a grader. Every other key that is not common to all graders is a problem. */
const kindOf = (
  item: { readonly start: number; readonly entries: readonly MapEntry[] },
  { problems }: ReadContext,
): MapEntry | undefined => {
  const own = item.entries.filter(({ key }) => !COMMON.includes(key.text))
  const known = own.filter(({ key }) => KINDS.includes(key.text))
  const unknown = own.filter(({ key }) => !KINDS.includes(key.text))
  for (const { key } of unknown) {
    const what = known.length > 0 ? 'key' : 'grader'
    const names = known.length > 0 ? COMMON : [...KINDS, ...COMMON]
    problems.push({
      offset: key.start,
      message: `Unknown ${what} \`${key.text}\`${nameHint(key.text, names)}`,
    })
  }
  if (known.length === 0 && unknown.length === 0)
    problems.push({
      offset: item.start,
      message: `Found no grader here; expected one of ${KINDS.join(', ')}.`,
    })
  const [first, second] = known
  if (second)
    problems.push({
      offset: second.key.start,
      message: `Found \`${second.key.text}\` beside \`${first?.key.text ?? ''}\`; each item of the list is one grader.`,
    })
  return first
}

const readGraderSettings = ({ key, value }: MapEntry, context: ReadContext): GraderSettings | undefined => {
  switch (key.text) {
    case 'exactMatch': {
      const settings = readSettings(GRADER_SCHEMAS.exactMatch, value, context)
      return settings && { kind: 'exactMatch', value: settings }
    }
    case 'regex': {
      const settings = readSettings(GRADER_SCHEMAS.regex, value, context)
      return settings && { kind: 'regex', value: settings }
    }
    case 'jsonSchema':
      return readJsonSchema(value, context)
    case 'semanticSimilarity': {
      const settings = readSettings(GRADER_SCHEMAS.semanticSimilarity, value, context)
      return settings && { kind: 'semanticSimilarity', value: settings }
    }
    case 'llmJudge': {
      const settings = readSettings(GRADER_SCHEMAS.llmJudge, value, context)
      return settings && { kind: 'llmJudge', value: settings }
    }
    default:
      return readCustom(value, context)
  }
}

/** Settings where `schema` or `file` is there, else the schema itself. */
const readJsonSchema = (value: YamlNode, context: ReadContext): GraderSettings | undefined => {
  if (keyNode(value, 'schema') ?? keyNode(value, 'file')) {
    const settings = readSettings(GRADER_SCHEMAS.jsonSchema, value, context)
    if (settings && settings.schema === undefined && settings.file === undefined)
      context.problems.push({
        offset: value.start,
        message: 'The jsonSchema grader has an empty `schema` or `file`.',
      })
    if (settings && settings.file === undefined) checkSchema(member(value, 'schema') ?? value, context)
    return settings && { kind: 'jsonSchema', value: settings }
  }
  checkSchema(value, context)
  for (const name of ['decoder', 'extract']) {
    const key = keyNode(value, name)
    if (key)
      context.problems.push({
        offset: key.start,
        severity: 'warning',
        message: `\`${name}\` is read as a keyword of the schema; as a setting it needs \`schema\` or \`file\` beside it.`,
      })
  }
  return { kind: 'jsonSchema', value: { schema: toJson(value), extract: 'fence' } }
}

const checkSchema = (node: YamlNode, { problems }: ReadContext): void => {
  if (node.type === 'map' || (node.type === 'scalar' && typeof node.value === 'boolean')) return
  const hint =
    node.type === 'scalar' && /\.(?:json|ya?ml)$/.test(node.text) ? ` Write \`{ file: ${node.text} }\`.` : ''
  problems.push({
    offset: node.start,
    message: `Found ${isNull(node) ? 'nothing' : describeNode(node)}; expected a JSON Schema or \`{ file: … }\`.${hint}`,
  })
}

const readCustom = (value: YamlNode, context: ReadContext): GraderSettings | undefined => {
  const node: YamlNode =
    value.type === 'scalar' && !isNull(value)
      ? {
          ...value,
          type: 'map',
          flow: true,
          entries: [
            {
              key: {
                type: 'scalar',
                start: value.start,
                end: value.start,
                text: 'grader',
                value: 'grader',
                style: 'plain',
              },
              value,
            },
          ],
        }
      : value
  const settings = readSettings(GRADER_SCHEMAS.custom, node, context)
  return settings && { kind: 'custom', value: settings }
}
