import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { measureProcess, type Measured } from './measured-process.ts'

export const PROMPTFOO_VERSION = '0.123.1'

/** Installs the peer into the bench's own folder, once. It is no dependency of the project. */
export const installPromptfoo = (folder: string): string => {
  const program = path.join(folder, 'node_modules/promptfoo/dist/src/entrypoint.js')
  if (!existsSync(path.join(folder, 'node_modules/promptfoo/package.json'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'peer', private: true }))
    process.stderr.write(`installing promptfoo ${PROMPTFOO_VERSION} into ${folder} (about 2.5 GB) …\n`)
    const { status } = spawnSync(
      'npm',
      [
        'install',
        '--save-exact',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        `promptfoo@${PROMPTFOO_VERSION}`,
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    if (status !== 0) throw new Error('promptfoo could not be installed')
  }
  return program
}

/** Grades with promptfoo as its users do, without its cache, its database, its table and its telemetry. */
export const evaluateWithPromptfoo = (folder: string, configuration: string): Promise<Measured> =>
  measureProcess(
    path.join(folder, 'node_modules/.bin/promptfoo'),
    [
      'eval',
      '-c',
      configuration,
      '--no-cache',
      '--no-write',
      '--no-table',
      '--no-progress-bar',
      '-o',
      path.join(folder, 'out.json'),
    ],
    {
      cwd: folder,
      environment: {
        PROMPTFOO_DISABLE_TELEMETRY: '1',
        PROMPTFOO_DISABLE_UPDATE: '1',
        PROMPTFOO_CONFIG_DIR: path.join(folder, 'config'),
      },
    },
  )
