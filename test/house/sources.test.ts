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

/** A tsconfig of this repository as it is resolved: its own options over those it extends. */
const compilerOptions = (file: string): Readonly<Record<string, unknown>> => {
  const config = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    readonly extends?: string
    readonly compilerOptions?: Readonly<Record<string, unknown>>
  }
  const base = config.extends === undefined ? {} : compilerOptions(join(file, '..', config.extends))
  return { ...base, ...config.compilerOptions }
}

test.each(['src/core', 'src/protocol'])('%s sees neither the types of Node nor those of the DOM', (layer) => {
  expect(compilerOptions(`${layer}/tsconfig.json`)).toMatchObject({ types: [], lib: ['ES2024'] })
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
