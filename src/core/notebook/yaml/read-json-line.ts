import { cutText } from '../../grading/grade.ts'
import { findJsonFaults } from '../../grading/json/json-faults.ts'
import type { JsonValue } from '../../json.ts'
import { jsonOf } from '../json-of.ts'
import { readInline } from './read-inline.ts'
import { readYaml } from './read-yaml.ts'
import { moved, TOO_DEEP, type Problem, type YamlNode } from './yaml-node.ts'

/** Reads one line of JSON with the place of everything in it. */
export const readJsonLine = (
  text: string,
  start: number,
  end: number,
): { readonly node?: YamlNode; readonly problem?: Problem } => {
  const line = text.slice(start, end)
  const parsed = parseJson(line)
  if (!parsed.ok) return { problem: { ...parsed.problem, offset: start + parsed.problem.offset } }
  const lead = line.length - line.trimStart().length
  const trimmed = line.trim()
  const inline = readInline(text, start + lead, start + lead + trimmed.length, true)
  if (inline && inline.next === start + lead + trimmed.length) return { node: inline.node }
  const { node, problems } = readYaml(trimmed)
  const [first] = problems
  if (first) return { problem: { ...first, offset: start + lead + first.offset } }
  return node ? { node: moved(node, start + lead) } : {}
}

export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problem: Problem }

/** Parses JSON, or tells where and how a text is not JSON. */
export const parseJson = (text: string): ParsedJson => {
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value: jsonOf(value) }
  } catch {
    const [fault] = findJsonFaults(text)
    // What has no fault went past the depth to which the engine's stack reaches.
    if (!fault) return { ok: false, problem: { offset: 0, message: TOO_DEEP } }
    const { offset } = fault
    const found =
      offset < text.length ? JSON.stringify(cutText(text.slice(offset), LONGEST_FOUND)) : 'the end'
    const name = fault.name === undefined ? '' : ` (${fault.name})`
    const message = `This is not valid JSON: found ${found}; expected ${fault.wanted}${name}.`
    return { ok: false, problem: { offset, message } }
  }
}

const LONGEST_FOUND = 20
