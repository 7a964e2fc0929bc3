import type { JsonObject, JsonValue } from '../../json.ts'
import { doubleQuoted, literalBlock, scalarText } from './write-scalar.ts'

const STEP = '  '
const LONGEST_FLOW = 80

/**
 * A value as YAML on one line, for a place inside other text.
 */
export const flowYaml = (value: JsonValue): string => {
  if (typeof value === 'string') return /[\n\r]/.test(value) ? doubleQuoted(value) : scalarText(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (isList(value)) return `[${value.map(flowYaml).join(', ')}]`
  const entries = Object.entries(value).map(([key, member]) => `${scalarText(key)}: ${flowYaml(member)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/**
 * What stands after `key:` — a space and a value on the same line, or lines of their own.
 *
 * @param indent the indentation of the key's line
 */
export const afterKey = (value: JsonValue, indent: string): string => {
  if (typeof value === 'string') return ` ${literalBlock(value, indent + STEP) ?? flowYaml(value)}`
  if (value === null || typeof value !== 'object' || isShort(value)) return ` ${flowYaml(value)}`
  return `\n${isList(value) ? blockList(value, indent) : blockMap(value, indent + STEP)}`
}

/** The lines of a map, without the last line break. */
export const blockMap = (value: JsonObject, indent: string): string =>
  Object.entries(value)
    .map(([key, member]) => `${indent}${scalarText(key)}:${afterKey(member, indent)}`)
    .join('\n')

/** The lines of a list, without the last line break. */
export const blockList = (value: readonly JsonValue[], indent: string): string =>
  value.map((item) => `${indent}${listItem(item, indent)}`).join('\n')

/** One item of a list from its hyphen on, without the last line break. */
export const listItem = (item: JsonValue, indent: string): string => {
  if (typeof item === 'string') return `- ${literalBlock(item, indent + STEP) ?? flowYaml(item)}`
  if (item === null || typeof item !== 'object' || Object.keys(item).length === 0 || isList(item))
    return `- ${flowYaml(item)}`
  return `- ${blockMap(item, indent + STEP).slice(indent.length + STEP.length)}`
}

/** Whether a list or a map reads well on one line. */
const isShort = (value: readonly JsonValue[] | JsonObject): boolean => {
  const members = Object.values(value)
  if (members.length === 0) return true
  if (members.some((member) => typeof member === 'string' && member.includes('\n'))) return false
  if (
    members.some((member) => typeof member === 'object' && member !== null && Object.keys(member).length > 0)
  )
    return false
  return flowYaml(value).length <= LONGEST_FLOW
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)
