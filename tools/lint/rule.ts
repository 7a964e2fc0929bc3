import { relative, resolve, sep } from 'node:path'

/** The part of oxlint's rule interface (which is ESLint's) that the rules here use. */
export interface Rule<Node> {
  readonly create: (context: RuleContext<Node>) => Readonly<Record<string, (node: Node) => void>>
}

export interface RuleContext<Node> {
  readonly filename: string
  readonly report: (problem: { readonly message: string; readonly node: Node }) => void
}

const ROOT = resolve(import.meta.dirname, '../..')

/** A linted file's path from the root of the repository that holds this plugin, with `/`. */
export const pathFromRoot = (filename: string): string => relative(ROOT, filename).split(sep).join('/')
