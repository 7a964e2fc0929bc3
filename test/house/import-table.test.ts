import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMPORT_TABLE } from '../../tools/lint/import-table.ts'

/** A file with one import, and the message it is to get; without a message it is to pass. */
interface Planted {
  readonly file: string
  readonly source: string
  readonly message?: RegExp
}

const PLANTED: readonly Planted[] = [
  {
    file: 'src/core/a.ts',
    source: `import 'node:fs'`,
    message: /src\/core must not import Node's "node:fs"/,
  },
  { file: 'src/core/b.ts', source: `import 'fs'`, message: /must not import Node's "fs"/ },
  {
    file: 'src/core/c.ts',
    source: `import { z } from '#main/z.ts'`,
    message: /src\/core must not import src\/main/,
  },
  {
    file: 'src/core/d.ts',
    source: `export * from '../protocol/z.ts'`,
    message: /must not import src\/protocol/,
  },
  { file: 'src/core/e.ts', source: `import Ajv from 'ajv'`, message: /must not import the package "ajv"/ },
  { file: 'src/core/f.ts', source: `import type { z } from 'electron'`, message: /the package "electron"/ },
  { file: 'src/core/g.ts', source: `export type Z = import('react').Z`, message: /the package "react"/ },
  {
    file: 'src/core/h.ts',
    source: `export const z = await import('electron')`,
    message: /the package "electron"/,
  },
  { file: 'src/core/i.ts', source: 'export const z = (n: string) => import(n)', message: /computed import/ },
  { file: 'src/core/j.ts', source: `export const z = require('node:fs')`, message: /Node's "node:fs"/ },
  {
    file: 'src/core/k.test.ts',
    source: `import { z } from '#main/z.ts'`,
    message: /must not import src\/main/,
  },
  { file: 'src/core/l.ts', source: `import { test } from 'vitest'`, message: /the package "vitest"/ },
  {
    file: 'src/core/m.ts',
    source: `import { z } from '#tools/z.ts'`,
    message: /"#tools\/z.ts" is no subpath/,
  },
  { file: 'src/core/n.ts', source: `import { z } from '../../tools/z.ts'`, message: /must not import tools/ },

  {
    file: 'src/protocol/a.ts',
    source: `import { z } from '#main/z.ts'`,
    message: /src\/protocol must not import src\/main/,
  },
  { file: 'src/protocol/b.ts', source: `import 'node:fs'`, message: /must not import Node's/ },
  {
    file: 'src/protocol/c.ts',
    source: `import { z } from '../core/json.ts'`,
    message: /leaves its layer: write "#core\/json.ts"/,
  },

  {
    file: 'src/main/a.ts',
    source: `import { z } from '#main/shells/cli/z.ts'`,
    message: /src\/main must not import src\/main\/shells\/cli/,
  },
  {
    file: 'src/main/b.ts',
    source: `import { z } from './shells/electron/z.ts'`,
    message: /must not import src\/main\/shells\/electron/,
  },
  { file: 'src/main/c.ts', source: `import { app } from 'electron'`, message: /the package "electron"/ },
  {
    file: 'src/main/d.ts',
    source: `import { z } from '../renderer/z.tsx'`,
    message: /must not import src\/renderer/,
  },
  {
    file: 'src/main/grading/e.ts',
    source: `import { z } from '../../core/z.ts'`,
    message: /write "#core\/z.ts"/,
  },

  {
    file: 'src/main/shells/cli/a.ts',
    source: `import { z } from '../electron/z.ts'`,
    message: /shells\/cli must not import src\/main\/shells\/electron/,
  },
  {
    file: 'src/main/shells/cli/b.ts',
    source: `import { app } from 'electron'`,
    message: /the package "electron"/,
  },
  {
    file: 'src/main/shells/cli/c.ts',
    source: `import { z } from '../../../core/z.ts'`,
    message: /write "#core\/z.ts"/,
  },
  {
    file: 'src/main/shells/browser/a.ts',
    source: `import { z } from '#main/shells/cli/z.ts'`,
    message: /shells\/browser must not import src\/main\/shells\/cli/,
  },
  {
    file: 'src/main/shells/electron/a.ts',
    source: `import { z } from '../browser/z.ts'`,
    message: /shells\/electron must not import src\/main\/shells\/browser/,
  },
  {
    file: 'src/main/shells/electron/b.ts',
    source: `import { z } from 'react'`,
    message: /the package "react"/,
  },

  {
    file: 'src/preload/a.ts',
    source: `import { z } from '#main/z.ts'`,
    message: /src\/preload must not import src\/main/,
  },
  { file: 'src/preload/b.ts', source: `import 'node:fs'`, message: /must not import Node's/ },

  {
    file: 'src/renderer/a.tsx',
    source: `import { z } from '#main/z.ts'`,
    message: /src\/renderer must not import src\/main/,
  },
  {
    file: 'src/renderer/b.tsx',
    source: `import { ipcRenderer } from 'electron'`,
    message: /the package "electron"/,
  },
  { file: 'src/renderer/c.tsx', source: `import 'node:path'`, message: /must not import Node's/ },
  {
    file: 'src/renderer/d.tsx',
    source: `import { z } from '../preload/index.ts'`,
    message: /must not import src\/preload/,
  },

  { file: 'src/core/legal/a.ts', source: `import { z } from '../json.ts'\nexport const y = z` },
  {
    file: 'src/core/legal/b.ts',
    source: `import { sha256 } from '@noble/hashes/sha2.js'\nexport const y = sha256`,
  },
  {
    file: 'src/core/legal/c.test.ts',
    source: `import { readFileSync } from 'node:fs'\nimport { z } from 'vitest'\nexport const y = [z, readFileSync]`,
  },
  { file: 'src/protocol/legal.ts', source: `import { z } from '#core/json.ts'\nexport const y = z` },
  {
    file: 'src/main/legal/a.ts',
    source: `import { z } from '#core/json.ts'\nimport { x } from '../storage/x.ts'\nexport const y = [x, z]`,
  },
  {
    file: 'src/main/shells/cli/legal.ts',
    source: `import { z } from '#main/workbench.ts'\nimport { x } from '../../workbench.ts'\nexport const y = [x, z]`,
  },
  {
    file: 'src/main/shells/browser/legal.ts',
    source: `import { createServer } from 'node:http'\nexport const y = createServer`,
  },
  {
    file: 'src/main/shells/electron/legal.ts',
    source: `import { app } from 'electron'\nexport const y = app`,
  },
  {
    file: 'src/preload/legal.ts',
    source: `import { contextBridge } from 'electron'\nexport const y = contextBridge`,
  },
  {
    file: 'src/renderer/legal.tsx',
    source: `import { useState } from 'react'\nimport { z } from '#core/json.ts'\nexport const y = [z, useState]`,
  },
]

const PURITY: readonly Planted[] = [
  {
    file: 'src/core/clock-a.ts',
    source: 'export const now = (): number => Date.now()',
    message: /pure: the clock/,
  },
  {
    file: 'src/core/clock-b.ts',
    source: 'export const now = (): Date => new Date()',
    message: /pure: the clock/,
  },
  {
    file: 'src/core/chance.ts',
    source: 'export const toss = (): number => Math.random()',
    message: /pure: randomness/,
  },
  { file: 'src/core/clock-legal.ts', source: 'export const day = (ms: number): Date => new Date(ms)' },
  { file: 'src/main/clock-legal.ts', source: 'export const now = (): number => Date.now()' },
]

interface Problem {
  readonly code: string
  readonly message: string
  readonly filename: string
}

/**
 * The rules know the repository by where their plugin lies, so a copy of the plugin and of the configuration in an
 * empty folder is a repository of its own, in which anything can be planted.
 */
const root = resolve(import.meta.dirname, '../..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'proctor-import-table-')))
let problems: readonly Problem[] = []
let status: number | null = null

const write = ({ file, source }: Planted): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${source}\n`)
}

beforeAll(() => {
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  cpSync(join(root, 'tools/lint'), join(folder, 'tools/lint'), { recursive: true })
  for (const planted of [...PLANTED, ...PURITY]) write(planted)
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const run = spawnSync(process.execPath, [oxlint, '--format', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const answer = JSON.parse(run.stdout) as { diagnostics: readonly Problem[] }
  problems = answer.diagnostics.filter(({ code }) => code.startsWith('house('))
  status = run.status
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a violation fails the run', () => {
  expect(status).toBe(1)
})

const messagesOf = (file: string): readonly string[] =>
  problems.filter(({ filename }) => filename === file).map(({ message }) => message)

describe.each([
  ['the import table', PLANTED],
  ['the pure core', PURITY],
])('%s', (_, plantedFiles) => {
  test.each(plantedFiles.filter(({ message }) => message))('refuses $file: $source', ({ file, message }) => {
    expect(messagesOf(file)).toEqual([expect.stringMatching(message!)])
  })

  test.each(plantedFiles.filter(({ message }) => !message))('lets $file pass', ({ file }) => {
    expect(messagesOf(file)).toEqual([])
  })
})

test.each(IMPORT_TABLE.map(({ folder: row }) => row))(
  'the row of %s has a planted violation and a legal import',
  (row) => {
    const inRow = PLANTED.filter(
      ({ file }) =>
        file.startsWith(`${row}/`) && (row !== 'src/main' || !file.startsWith('src/main/shells/')),
    )
    expect(inRow.some(({ message }) => message)).toBe(true)
    expect(inRow.some(({ message }) => !message)).toBe(true)
  },
)
