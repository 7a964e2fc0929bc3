import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const sourceFiles = globSync('src/**/*.{ts,tsx}', { cwd: root })

test('no source file switches a check off', () => {
  const switches = /(?:ox|es)lint-(?:disable|enable)|@ts-(?:ignore|nocheck|expect-error)|oxfmt-ignore/
  const found = sourceFiles.filter((file) => switches.test(readFileSync(join(root, file), 'utf8')))
  expect(sourceFiles.length).toBeGreaterThan(0)
  expect(found).toEqual([])
})

/** Every file of a layer's program: what it imports, and what the types of its packages pull in. */
const programFiles = (layer: string): readonly string[] => {
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', layer, '--listFilesOnly']
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).stdout.split('\n')
}

test.each(['src/core', 'src/protocol'])('%s sees neither the types of Node nor those of the DOM', (layer) => {
  const files = programFiles(layer)
  expect(files.some((file) => file.includes(layer))).toBe(true)
  expect(files.filter((file) => /@types\/node\/|\/lib\.dom\./.test(file))).toEqual([])
})

test('src/core names the types that it sees: none by itself', () => {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')) as {
    readonly compilerOptions: Readonly<Record<string, unknown>>
  }
  const core = JSON.parse(
    readFileSync(join(root, 'src/core/tsconfig.json'), 'utf8'),
  ) as typeof compilerOptions
  expect(compilerOptions).toMatchObject({ types: [], lib: ['ES2024'] })
  expect(core['compilerOptions']).not.toHaveProperty('types')
  expect(core['compilerOptions']).not.toHaveProperty('lib')
})

test.each([
  ['src/protocol', ['../core']],
  ['src/main', ['../core', '../protocol']],
  ['src/preload', ['../protocol']],
  ['src/renderer', ['../core', '../protocol']],
])('%s refers to no project but those below it', (layer, below) => {
  const { references } = JSON.parse(readFileSync(join(root, layer, 'tsconfig.json'), 'utf8')) as {
    readonly references: readonly { readonly path: string }[]
  }
  expect(references.map(({ path }) => path)).toEqual(below)
})
