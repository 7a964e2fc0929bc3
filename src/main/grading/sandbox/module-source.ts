import { type Program, parse } from 'acorn'
import type { CustomGrader } from '#core/suite/suite.ts'
import {
  awaitsAtTopLevel,
  declarationLine,
  type ModuleExports,
  readExports,
  UnusableSource,
} from './module-exports.ts'

/** A user's module made an expression of a function of its `globalThis` that evaluates it and returns its `grade`. */
export interface GraderModule {
  /** JavaScript with one more line in front of the user's; lines and columns are otherwise the user's own. */
  readonly code: string
  /** Whether the module awaits at its top level. The function is then async and returns `[grade]`. */
  readonly isAsync: boolean
  /** The line of the source that exports `grade`, counted from 1. */
  readonly gradeLine: number
}

/** Why a source is no grader. Lines and columns of the source count from 1. */
export interface SourceProblem {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** Lines that `code` has in front of the user's first. */
export const LINES_BEFORE = 1

/**
 * Reads a grader's source: strips types, refuses imports, and turns its exports into plain declarations, so
 * that calling the function evaluates the whole module afresh.
 */
export const readGraderModule = async (
  spec: Pick<CustomGrader, 'source' | 'language'>,
): Promise<GraderModule | SourceProblem> => {
  const script = spec.language === 'ts' ? await stripTypes(spec.source) : spec.source
  if (typeof script !== 'string') return script
  try {
    return toFunction(script, parse(script, { ecmaVersion: 'latest', sourceType: 'module', locations: true }))
  } catch (error) {
    return problemOf(error)
  }
}

const stripTypes = async (source: string): Promise<string | SourceProblem> => {
  const { transformSync } = await import('amaro')
  try {
    return transformSync(source, { mode: 'strip-only' }).code
  } catch (error) {
    return problemOf(error)
  }
}

/** What acorn, amaro and `UnusableSource` say of a source. What they do not place is a fault of ours. */
const problemOf = (error: unknown): SourceProblem => {
  const loc = memberOf(error, 'loc')
  const line = memberOf(loc, 'line') ?? memberOf(error, 'startLine')
  const column = memberOf(loc, 'column') ?? memberOf(error, 'startColumn')
  const message = memberOf(error, 'message')
  if (typeof line !== 'number' || typeof column !== 'number' || typeof message !== 'string')
    throw new Error('a custom grader could not be read', { cause: error })
  return { message: message.replace(/ \(\d+:\d+\)$/, ''), line, column: column + 1 }
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const toFunction = (script: string, program: Program): GraderModule => {
  const { edits, names } = readExports(program)
  const isAsync = awaitsAtTopLevel(program)
  const local = names.get('grade')
  if (local === undefined) throw missingGrade(program, [...names.keys()])
  return {
    code: [
      `export default (${isAsync ? 'async ' : ''}function (globalThis) {`,
      blank(script, edits),
      `;return ${isAsync ? `[${local}]` : local}`,
      '})',
    ].join('\n'),
    isAsync,
    gradeLine: declarationLine(program, local) ?? 1,
  }
}

const missingGrade = (program: Program, exported: readonly string[]): UnusableSource => {
  const others = exported.length > 0 ? exported.join(', ') : 'nothing'
  const line = declarationLine(program, 'grade')
  const found = line === undefined ? `this one exports ${others}` : 'here it is not exported'
  return new UnusableSource(
    `a grader exports a function named grade, but ${found}: write export function grade(context)`,
    { line: line ?? 1, column: 0 },
  )
}

/** Spaces over the edited parts, with a semicolon first: nothing moves, and no statement joins the one before. */
const blank = (script: string, edits: ModuleExports['edits']): string => {
  // A first line of the form #!… is no JavaScript inside a function.
  let text = script.startsWith('#!') ? `//${script.slice(2)}` : script
  for (const { start, end } of edits)
    text = `${text.slice(0, start)};${text.slice(start + 1, end).replace(/[^\r\n\u2028\u2029]/g, ' ')}${text.slice(end)}`
  return text
}
