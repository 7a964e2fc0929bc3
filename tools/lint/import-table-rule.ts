import { checkImport } from './check-import.ts'
import { pathFromRoot, type Rule } from './rule.ts'

export interface ImportingNode {
  /** Of imports, exports and type imports. */
  readonly source?: Literal | null
  /** Of `require(…)`. */
  readonly callee?: { readonly type: string; readonly name?: string }
  readonly arguments?: readonly Literal[]
}

interface Literal {
  readonly type: string
  readonly value?: unknown
}

/** Holds every import of src, static, dynamic or of types alone, against the table. */
export const importTableRule: Rule<ImportingNode> = {
  create: (context) => {
    const file = pathFromRoot(context.filename)
    if (!file.startsWith('src/')) return {}
    const check = (node: ImportingNode, specifier: unknown): void => {
      const message =
        typeof specifier === 'string'
          ? checkImport(file, specifier)
          : 'A computed import cannot be held against the import table: name what is imported'
      if (message !== undefined) context.report({ message, node })
    }
    const checkSource = (node: ImportingNode): void => {
      if (node.source) check(node, node.source.value)
    }
    return {
      ImportDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ImportExpression: checkSource,
      TSImportType: checkSource,
      CallExpression: (node) => {
        if (node.callee?.type === 'Identifier' && node.callee.name === 'require') {
          check(node, node.arguments?.[0]?.value)
        }
      },
    }
  },
}
