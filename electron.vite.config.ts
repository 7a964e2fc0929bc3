import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import manifest from './package.json' with { type: 'json' }

const root = import.meta.dirname

/** Entries lie flat in out/main under their own names, so that `new URL('./x-worker.js', import.meta.url)` finds them. */
const mainEntries = (): Record<string, string> => {
  const files = globSync(
    ['src/main/shells/electron/main.ts', 'src/main/shells/cli/proctor.ts', 'src/main/**/*-worker.ts'],
    { cwd: root },
  )
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), resolve(root, file)]))
}

/**
 * Packages of many small modules, of which we use a part: bundled, a call of the command line starts in half the time
 * (zod alone brings every locale). Those with binaries, models or code that makes code stay outside.
 */
const BUNDLED = [
  'commander',
  'env-paths',
  'leven',
  'mdast-util-from-markdown',
  '@noble/hashes',
  'string-width',
  'yaml',
  'zod',
]

/**
 * electron-vite gives every chunk that says `require` a `require` of its own, which collides with one that a source makes
 * by `createRequire`. Our sources are ES modules throughout and need none.
 */
const withoutRequireShim: Plugin = {
  name: 'proctor:without-require-shim',
  configResolved: ({ plugins }) => {
    for (const plugin of plugins) if (plugin.name === 'vite:esm-shim') delete plugin.renderChunk
  },
}

export default defineConfig({
  main: {
    plugins: [withoutRequireShim],
    build: {
      outDir: 'out/main',
      sourcemap: true,
      externalizeDeps: { exclude: BUNDLED },
      rolldownOptions: {
        input: mainEntries(),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload script is one CommonJS file that requires nothing but Electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: resolve(root, 'src/preload/index.ts'),
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    define: { 'import.meta.env.VITE_PROCTOR_VERSION': JSON.stringify(manifest.version) },
    build: {
      outDir: 'out/renderer',
      minify: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: resolve(root, 'src/renderer/index.html') },
    },
  },
})
