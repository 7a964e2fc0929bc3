import type { JsonValue } from '../../json.ts'
import { jsonOf } from '../json-of.ts'
import { readInline } from './read-inline.ts'
import { readYaml } from './read-yaml.ts'
import { moved, type Problem, type YamlNode } from './yaml-node.ts'

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

/** Parses JSON. What keeps a text from being JSON is told in the words of the engine, with the offset where it tells one. */
export const parseJson = (text: string): ParsedJson => {
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value: jsonOf(value) }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const position = /at position (\d+)/.exec(said)?.[1]
    const offset = position === undefined ? (/end of JSON/.test(said) ? text.length : 0) : Number(position)
    const words = said
      .replace(/ in JSON at position.*$/s, '')
      .replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '')
    return { ok: false, problem: { offset, message: `This is not valid JSON: ${words}.` } }
  }
}
