import type { Declaration, Identifier, Literal, Node, Pattern, Position, Program } from 'acorn'

/** What a module exports, found so that the exports can be written over without moving a character. */
export interface ModuleExports {
  /** The part of the source that only says that something is exported. */
  readonly edits: readonly { readonly start: number; readonly end: number }[]
  /** The local name of each exported name. */
  readonly names: ReadonlyMap<string, string>
}

/** What a grader must not contain, at its place. */
export class UnusableSource extends Error {
  readonly loc: Position
  constructor(message: string, loc: Node['loc'] | Position) {
    super(message)
    this.loc = (loc && 'start' in loc ? loc.start : loc) ?? { line: 1, column: 0 }
  }
}

const NO_IMPORTS = 'a grader has no imports'
const DEFAULT_EXPORT =
  'a grader exports a function named grade, but this is a default export: write export function grade(context)'

/** Reads the export statements of a module. Throws `UnusableSource` for imports and default exports. */
export const readExports = (program: Program): ModuleExports => {
  const edits: { start: number; end: number }[] = []
  const names = new Map<string, string>()
  for (const statement of program.body) {
    const { type, loc, start, end } = statement
    if (type === 'ImportDeclaration')
      throw new UnusableSource(`${NO_IMPORTS}, but this one imports ${statement.source.raw}`, loc)
    if (type === 'ExportAllDeclaration')
      throw new UnusableSource(`${NO_IMPORTS}, but this one exports from ${statement.source.raw}`, loc)
    if (type === 'ExportDefaultDeclaration') throw new UnusableSource(DEFAULT_EXPORT, loc)
    if (type !== 'ExportNamedDeclaration') continue
    const { source, declaration, specifiers } = statement
    if (source) throw new UnusableSource(`${NO_IMPORTS}, but this one exports from ${source.raw}`, loc)
    for (const { local, exported } of specifiers) names.set(nameOf(exported), nameOf(local))
    for (const name of declaration ? declaredNames(declaration) : []) names.set(name, name)
    edits.push({ start, end: declaration ? declaration.start : end })
  }
  return { edits, names }
}

const nameOf = (node: Identifier | Literal): string =>
  node.type === 'Identifier' ? node.name : String(node.value)

const declaredNames = (declaration: Declaration): readonly string[] =>
  declaration.type === 'VariableDeclaration'
    ? declaration.declarations.flatMap(({ id }) => boundNames(id))
    : [declaration.id.name]

const boundNames = (pattern: Pattern | null): readonly string[] => {
  if (pattern?.type === 'Identifier') return [pattern.name]
  if (pattern?.type === 'RestElement') return boundNames(pattern.argument)
  if (pattern?.type === 'AssignmentPattern') return boundNames(pattern.left)
  if (pattern?.type === 'ArrayPattern') return pattern.elements.flatMap(boundNames)
  if (pattern?.type === 'ObjectPattern')
    return pattern.properties.flatMap((property) =>
      boundNames(property.type === 'Property' ? property.value : property.argument),
    )
  return []
}

/** The line, from 1, of the top-level statement that declares a name. */
export const declarationLine = (program: Program, name: string): number | undefined =>
  program.body.find((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    const isDeclaration =
      declared?.type === 'FunctionDeclaration' ||
      declared?.type === 'ClassDeclaration' ||
      declared?.type === 'VariableDeclaration'
    return isDeclaration && declaredNames(declared).includes(name)
  })?.loc?.start.line

/**
 * Whether a module awaits outside its functions. Throws `UnusableSource` for dynamic imports and
 * `import.meta`, wherever they stand.
 */
export const awaitsAtTopLevel = (program: Program): boolean => {
  let awaits = false
  const visit = (node: Node, isInFunction: boolean): void => {
    if (node.type === 'ImportExpression')
      throw new UnusableSource(`${NO_IMPORTS}, but this one imports something`, node.loc)
    if (node.type === 'MetaProperty' && 'meta' in node && isNode(node.meta) && isNamed(node.meta, 'import'))
      throw new UnusableSource(`${NO_IMPORTS} and no import.meta`, node.loc)
    const isAwait = node.type === 'AwaitExpression' || ('await' in node && node.await === true)
    if (isAwait && !isInFunction) awaits = true
    const isInside = isInFunction || node.type.includes('Function')
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, isInside)
  }
  visit(program, false)
  return awaits
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const isNamed = (node: Node, name: string): boolean => 'name' in node && node.name === name
