import type { z } from 'zod'
import { cutText } from '../../grading/grade.ts'
import { nameHint } from '../../text/name-hint.ts'
import { keyNode, nodeAlong, type Problem, type YamlNode } from '../yaml/yaml-node.ts'
import { describeSchema, schemaAt, shapeOf, type Schema } from './schema-shape.ts'

const LONGEST_SHOWN = 60

/** What stands there, in words: `"0,8"`, `80`, a list, a map. */
export const describeNode = (node: YamlNode): string => {
  if (node.type === 'list') return 'a list'
  if (node.type === 'map') return 'a map'
  if (node.text === '' && node.style === 'plain') return 'empty'
  const shown = node.text.length > LONGEST_SHOWN ? `${cutText(node.text, LONGEST_SHOWN)}…` : node.text
  return typeof node.value === 'string' ? JSON.stringify(shown) : shown
}

/** The last key of a path: `tags` for `tags[2]`. */
export const fieldName = (path: readonly PropertyKey[]): string =>
  path.findLast((step) => typeof step === 'string') ?? ''

/** Turns what the validator found into one sentence at its place. */
export const describeIssue = (schema: Schema, node: YamlNode, issue: z.core.$ZodIssue): Problem => {
  const { path } = issue
  const found = nodeAlong(node, path)
  if (issue.code === 'custom') return { offset: found.start, message: issue.message }
  const name = fieldName(path)
  const field = schemaAt(schema, path)
  const expected = field ? describeSchema(field) : 'another value'
  const parent = nodeAlong(node, path.slice(0, -1))
  const last = path.at(-1)
  if (typeof last === 'string' && !keyNode(parent, last))
    return { offset: parent.start, message: `\`${name}\` is missing; expected ${expected}.` }
  const shape = field && shapeOf(field)
  const words = found.type === 'scalar' && shape?.type === 'choice' ? shape.words : []
  const hint = found.type === 'scalar' && words.length > 0 ? nameHint(found.text, words) : ''
  const point =
    found.type === 'scalar' && /^-?\d+,\d+$/.test(found.text)
      ? ` Write the decimal point as \`${found.text.replace(',', '.')}\`.`
      : ''
  const subject = name === '' ? 'Found' : `\`${name}\` is`
  const wanted = hint === '' ? `; expected ${expected}.` : hint
  return { offset: found.start, message: `${subject} ${describeNode(found)}${wanted}${point}` }
}
