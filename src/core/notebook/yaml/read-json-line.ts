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
  const problem = jsonProblem(line)
  if (problem) return { problem: { offset: start + problem.offset, message: problem.message } }
  const lead = line.length - line.trimStart().length
  const trimmed = line.trim()
  const inline = readInline(text, start + lead, start + lead + trimmed.length, true)
  if (inline && inline.next === start + lead + trimmed.length) return { node: inline.node }
  const { node, problems } = readYaml(trimmed)
  const [first] = problems
  if (first) return { problem: { ...first, offset: start + lead + first.offset } }
  return node ? { node: moved(node, start + lead) } : {}
}

/** What keeps a text from being JSON, in the words of the engine, with its offset where the engine tells it. */
export const jsonProblem = (text: string): Problem | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const position = /at position (\d+)/.exec(said)?.[1]
    const offset = position === undefined ? (/end of JSON/.test(said) ? text.length : 0) : Number(position)
    const words = said.replace(/ in JSON at position.*$/s, '').replace(/, ".*"? is not valid JSON$/s, '')
    return { offset, message: `This is not valid JSON: ${words}.` }
  }
}
