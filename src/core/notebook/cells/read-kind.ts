import type { z } from 'zod'
import type { JsonObject } from '../../json.ts'
import { jsonObjectOf } from '../json-of.ts'
import { nameHint } from '../../text/name-hint.ts'
import { describeNode } from '../settings/describe-issue.ts'
import { findLiteralSecrets } from '../settings/literal-secrets.ts'
import { readSettings, type ReadContext } from '../settings/read-settings.ts'
import { isNull, keyNode, member, type YamlNode } from '../yaml/yaml-node.ts'

export interface KindSettings {
  readonly kind: string
  /** Everything but `kind`. */
  readonly settings: JsonObject
}

/**
 * Reads settings whose `kind` says which schema they follow: a device, an embedder, a judge.
 *
 * @param what what it is, for messages: `device`
 */
export const readKind = (
  what: string,
  schemas: Readonly<Record<string, z.ZodType<{ readonly kind: string }>>>,
  node: YamlNode,
  context: ReadContext,
): KindSettings | undefined => {
  const { problems } = context
  const kinds = Object.keys(schemas)
  const kind = member(node, 'kind')
  if (node.type !== 'map' || !kind || isNull(kind)) {
    const found =
      node.type === 'map' || isNull(node) ? `The ${what} has no \`kind\`` : `Found ${describeNode(node)}`
    problems.push({
      offset: node.start,
      message: `${found}; expected \`kind: \` and one of ${kinds.join(', ')}.`,
    })
    return undefined
  }
  const secrets = findLiteralSecrets(node)
  problems.push(...secrets)
  const name = kind.type === 'scalar' ? kind.text : ''
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (!schema) {
    const found = kind.type === 'scalar' ? `\`${name}\`` : describeNode(kind)
    problems.push({
      offset: kind.start,
      message: `Unknown kind of ${what} ${found}${nameHint(name, kinds)}`,
    })
    if (keyNode(node, 'apiKey') && member(node, 'apiKey')?.type === 'scalar')
      problems.push({
        offset: member(node, 'apiKey')?.start ?? node.start,
        message: '`apiKey` holds a literal secret; a file never does. Write `apiKey: { secret: NAME }`.',
      })
    return undefined
  }
  const read = readSettings(schema, node, context)
  if (!read || secrets.length > 0) return undefined
  const { kind: _, ...settings } = jsonObjectOf(read)
  return { kind: name, settings }
}
