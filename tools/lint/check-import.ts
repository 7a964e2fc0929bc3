import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { IMPORT_TABLE, SUBPATHS, TEST_EXTRAS, type Row } from './import-table.ts'

/**
 * What is wrong with an import, as one sentence; undefined where nothing is.
 *
 * @param file the importing file, from the repository's root, with `/`
 * @param specifier what it imports, as written
 */
export const checkImport = (file: string, specifier: string): string | undefined => {
  const row = rowOf(file)
  if (!row) return undefined
  const target = resolve(file, specifier)
  switch (target.kind) {
    case 'node':
      return row.node ? undefined : `${row.folder} must not import Node's "${specifier}"`
    case 'package':
      return row.packages.includes(target.name)
        ? undefined
        : `${row.folder} must not import the package "${target.name}": ${say(row.packages)}`
    case 'unknown-subpath':
      return `"${specifier}" is no subpath: ${say(Object.keys(SUBPATHS))}`
    case 'file':
      return checkFolder(row, target.path, specifier)
  }
}

const checkFolder = (row: Row, path: string, specifier: string): string | undefined => {
  const folder = rowOf(path)?.folder ?? posix.dirname(path)
  if (folder !== row.folder && !row.folders.some((allowed) => isWithin(folder, allowed))) {
    return `${row.folder} must not import ${folder}: ${say(row.folders)}`
  }
  const layer = layerOf(path)
  if (!specifier.startsWith('.') || !layer || layer === layerOf(`${row.folder}/`)) return undefined
  const [subpath, start] = layer
  return `"${specifier}" leaves its layer: write "${subpath}${path.slice(start.length)}"`
}

/** A folder without a row of its own, such as one below test/, belongs to the folder that holds it. */
const isWithin = (folder: string, allowed: string): boolean =>
  folder === allowed || (folder.startsWith(`${allowed}/`) && !rowOf(`${folder}/`))

const LAYERS = Object.entries(SUBPATHS)

/** The layer that holds a path, as its subpath and its folder. */
const layerOf = (path: string): readonly [string, string] | undefined =>
  LAYERS.find(([, start]) => path.startsWith(start))

const say = (allowed: readonly string[]): string =>
  allowed.length === 0 ? 'the table allows none' : `the table allows ${allowed.join(', ')}`

type Target =
  | { readonly kind: 'node' | 'unknown-subpath' }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }

const resolve = (file: string, specifier: string): Target => {
  if (specifier.startsWith('.')) {
    return { kind: 'file', path: posix.normalize(posix.join(posix.dirname(file), specifier)) }
  }
  if (specifier.startsWith('#')) {
    const subpath = LAYERS.find(([start]) => specifier.startsWith(start))
    if (!subpath) return { kind: 'unknown-subpath' }
    return { kind: 'file', path: posix.normalize(subpath[1] + specifier.slice(subpath[0].length)) }
  }
  if (isBuiltin(specifier)) return { kind: 'node' }
  const [first = '', second = ''] = specifier.split('/')
  return { kind: 'package', name: first.startsWith('@') ? `${first}/${second}` : first }
}

/** The innermost row whose folder holds the path; a test beside the code gets what tests need. */
const rowOf = (path: string): Row | undefined => {
  const holding = IMPORT_TABLE.filter(({ folder }) => path.startsWith(`${folder}/`))
  const row = holding.toSorted((a, b) => b.folder.length - a.folder.length)[0]
  if (!row || !/\.test\.tsx?$/.test(path)) return row
  return {
    ...row,
    folders: [...row.folders, ...TEST_EXTRAS.folders],
    packages: [...row.packages, ...TEST_EXTRAS.packages],
    node: TEST_EXTRAS.node,
  }
}
