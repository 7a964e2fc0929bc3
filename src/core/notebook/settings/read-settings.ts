import type { z } from 'zod'
import { nearestName } from '../../text/nearest-name.ts'
import { nameHint } from '../../text/name-hint.ts'
import { COMMENT_CUTS, quotedForm, singleQuoted, uncutForm } from '../yaml/quoted-form.ts'
import {
  isNull,
  toJson,
  type ListNode,
  type MapNode,
  type Problem,
  type ScalarNode,
  type YamlNode,
} from '../yaml/yaml-node.ts'
import { describeIssue, describeNode, fieldName } from './describe-issue.ts'
import { factsOf } from './fields.ts'
import { describeSchema, shapeOf, unwrap, type Schema } from './schema-shape.ts'

/** What a text was read from: for the quoted form in messages. */
export interface ReadContext {
  /** The text that the node's offsets count in. */
  readonly text: string
  readonly problems: Problem[]
}

/**
 * Reads a YAML value as a schema wants it: texts as they are written, an empty value as an absent one,
 * everything else as YAML has it; then checks it. Problems are added to the context, each at its place.
 *
 * @returns the checked value with defaults filled in, or `undefined` where there was a problem
 */
export const readSettings = <S extends z.ZodType>(
  schema: S,
  node: YamlNode,
  context: ReadContext,
): z.output<S> | undefined => {
  const before = context.problems.length
  const conversion = new Conversion(context)
  const value = conversion.convert(schema, node, [])
  const result = schema.safeParse(value)
  if (result.success) return context.problems.length === before ? result.data : undefined
  for (const issue of result.error.issues)
    if (!conversion.covers(issue.path)) context.problems.push(describeIssue(schema, node, issue))
  return undefined
}

/** The first half of reading: from nodes to plain values, led by the schema. */
class Conversion {
  readonly #context: ReadContext
  readonly #failed: (readonly PropertyKey[])[] = []

  constructor(context: ReadContext) {
    this.#context = context
  }

  /** Whether a problem at this path, above it or below it has been told already. */
  covers(path: readonly PropertyKey[]): boolean {
    return this.#failed.some((failed) =>
      failed.every((step, index) => index >= path.length || path[index] === step),
    )
  }

  convert(wrapped: Schema, node: YamlNode, path: readonly PropertyKey[]): unknown {
    const schema = unwrap(wrapped)
    const { scalar, secret } = factsOf(schema)
    if (secret && node.type !== 'map' && !isNull(node)) return this.#literalSecret(node, path)
    if (scalar) return this.#text(schema, node, path, scalar)
    const shape = shapeOf(schema)
    if (shape.type === 'any') return toJson(node)
    if (isNull(node)) return path.length === 0 && shape.type === 'object' ? {} : undefined
    switch (shape.type) {
      case 'object':
        return node.type === 'map' ? this.#object(shape.fields, node, path) : this.#wrong(schema, node, path)
      case 'record':
        return node.type === 'map' ? this.#record(shape.value, node, path) : this.#wrong(schema, node, path)
      case 'list':
        return node.type === 'list' ? this.#list(shape.item, node, path) : this.#wrong(schema, node, path)
      case 'union': {
        const option = shape.options.find((candidate) => fits(candidate, node))
        return option ? this.convert(option, node, path) : this.#wrong(schema, node, path)
      }
      case 'choice':
        return node.type === 'scalar' ? node.text : this.#wrong(schema, node, path)
      case 'scalar':
        return node.type === 'scalar' ? node.value : this.#wrong(schema, node, path)
    }
  }

  #object(fields: Readonly<Record<string, Schema>>, node: MapNode, path: readonly PropertyKey[]) {
    const entries: [string, unknown][] = []
    for (const { key, value } of node.entries) {
      const field = Object.hasOwn(fields, key.text) ? fields[key.text] : undefined
      if (field) {
        const converted = this.convert(field, value, [...path, key.text])
        if (converted !== undefined) entries.push([key.text, converted])
      } else {
        this.#unknownKey(key, Object.keys(fields), node, path)
      }
    }
    return Object.fromEntries(entries)
  }

  #unknownKey(key: ScalarNode, names: readonly string[], node: MapNode, path: readonly PropertyKey[]): void {
    const before = node.entries[node.entries.findIndex((entry) => entry.key === key) - 1]
    if (
      node.flow &&
      /^\d+$/.test(key.text) &&
      before?.value.type === 'scalar' &&
      /^-?\d+$/.test(before.value.text)
    ) {
      const name = before.key.text
      const found = `${before.value.text},${key.text}`
      const message = `\`${name}\` is ${found}; write the decimal point as \`${name}: ${found.replace(',', '.')}\`.`
      this.#fail([...path, name], before.value.start, message)
      return
    }
    this.#fail([...path, key.text], key.start, `Unknown key \`${key.text}\`${nameHint(key.text, names)}`)
    const meant = nearestName(key.text, names)
    if (meant !== undefined) this.#failed.push([...path, meant])
  }

  #record(value: Schema, node: MapNode, path: readonly PropertyKey[]) {
    const entries = node.entries.map(
      (entry) => [entry.key.text, this.convert(value, entry.value, [...path, entry.key.text])] as const,
    )
    return Object.fromEntries(entries.filter(([, converted]) => converted !== undefined))
  }

  #list(item: Schema, node: ListNode, path: readonly PropertyKey[]) {
    const items = node.items.map((child, index) => this.convert(item, child, [...path, index]))
    return items.filter((converted) => converted !== undefined)
  }

  #text(schema: Schema, node: YamlNode, path: readonly PropertyKey[], kind: 'text' | 'word') {
    if (node.type !== 'scalar') return this.#wrong(schema, node, path)
    if (node.cut && (kind === 'text' || node.cut !== 'comment')) return this.#cutOff(node, path)
    return isNull(node) ? undefined : node.text
  }

  #cutOff(node: ScalarNode, path: readonly PropertyKey[]) {
    const { text } = this.#context
    if (node.cut === 'comment') {
      const last = path.at(-1)
      const form = uncutForm(text, typeof last === 'string' ? last : '', node.start, node.end)
      const start = node.start + (/^[ \t]*/.exec(text.slice(node.start, node.end + 80))?.[0].length ?? 0)
      return this.#fail(path, start, `${COMMENT_CUTS}; quote it: \`${form}\`.`)
    }
    const mend = quotedForm(text, node.start)
    const form = mend ? `\`${mend.form}\`` : `\`${singleQuoted(`${node.text} …`)}\``
    const what = `YAML reads the beginning of the text as ${node.cut === 'tag' ? 'a tag' : 'an anchor'}`
    return this.#fail(path, mend?.offset ?? node.start, `${what}; quote it: ${form}.`)
  }

  #literalSecret(node: YamlNode, path: readonly PropertyKey[]) {
    const name = String(path.at(-1))
    const message = `\`${name}\` holds a literal secret; a file never does. Write \`${name}: { secret: NAME }\`.`
    return this.#fail(path, node.start, message)
  }

  #wrong(schema: Schema, node: YamlNode, path: readonly PropertyKey[]) {
    const name = fieldName(path)
    const { example } = factsOf(schema)
    const instead = example === undefined ? '' : `, for example ${name === '' ? '' : `${name}: `}${example}`
    const subject = name === '' ? 'Found' : `\`${name}\` is`
    return this.#fail(
      path,
      node.start,
      `${subject} ${describeNode(node)}; expected ${describeSchema(schema)}${instead}.`,
    )
  }

  #fail(path: readonly PropertyKey[], offset: number, message: string): undefined {
    this.#failed.push(path)
    this.#context.problems.push({ offset, message })
    return undefined
  }
}

/** Whether a schema is the option of a union that a value of this form is meant for. */
const fits = (wrapped: Schema, node: YamlNode): boolean => {
  const schema = unwrap(wrapped)
  const shape = shapeOf(schema)
  if (shape.type === 'union') return shape.options.some((option) => fits(option, node))
  const { type } = shape
  if (node.type === 'map') return type === 'object' || type === 'record' || type === 'any'
  if (node.type === 'list') return type === 'list' || type === 'any'
  return factsOf(schema).scalar !== undefined || type === 'choice' || type === 'scalar' || type === 'any'
}
