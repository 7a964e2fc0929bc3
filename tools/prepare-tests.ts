import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findChromium, type Browser } from './find-chromium.ts'

/**
 * Sees that what the tests need is there, before they run: a Node that is new enough and a Chromium. On Debian and its
 * kin, as root, a missing Chromium is installed from the system's packages; elsewhere the one command is printed and
 * the status is 1. The end-to-end tests read the found path from test-results/browser.json.
 */
const OLDEST_NODE = [22, 13] as const

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const checkNode = (): void => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    fail(`Node ${process.versions.node} is too old: ${OLDEST_NODE.join('.')} or newer is needed. Run npm ci.`)
  }
}

const BY_PLAYWRIGHT = 'npx playwright install --with-deps chromium'

const INSTALL: readonly (readonly [string, ...string[]])[] = [
  ['apt-get', 'update'],
  ['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium'],
]

const installChromium = (): Browser => {
  const isDebian = existsSync('/etc/debian_version')
  if (!isDebian) return fail(`The tests need a Chromium: ${BY_PLAYWRIGHT}`)
  if (process.getuid?.() !== 0) {
    return fail(
      `The tests need a Chromium: ${INSTALL.map((command) => `sudo ${command.join(' ')}`).join(' && ')}`,
    )
  }
  for (const [program, ...args] of INSTALL) {
    console.log(`No Chromium found: ${program} ${args.join(' ')}`)
    const { status } = spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) return fail(`${program} ended with status ${status}. The other way: ${BY_PLAYWRIGHT}`)
  }
  return (
    findChromium(process.env) ?? fail('Debian\'s package "chromium" is installed, but no Chromium starts')
  )
}

checkNode()
const browser = findChromium(process.env) ?? installChromium()
const results = resolve(import.meta.dirname, '../test-results')
mkdirSync(results, { recursive: true })
writeFileSync(join(results, 'browser.json'), `${JSON.stringify(browser)}\n`)
console.log(`Node ${process.versions.node}, ${browser.version} (${browser.path})`)
