import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

export interface Browser {
  readonly path: string
  /** As the browser itself says it, such as `Chromium 156.0.8078.114`. */
  readonly version: string
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const WINDOWS_PATH = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'

/**
 * The first Chromium that starts: the one that the environment variable CHROMIUM names, one on the PATH or at its
 * system's usual place, one that Playwright has downloaded.
 *
 * @throws Error where CHROMIUM names something that does not start: then no other is looked for
 */
export const findChromium = (environment: NodeJS.ProcessEnv): Browser | undefined => {
  const wanted = environment['CHROMIUM']
  if (wanted !== undefined && wanted !== '') {
    const browser = ask(wanted)
    if (!browser)
      throw new Error(`CHROMIUM names ${wanted}, which does not answer --version as a Chromium does`)
    return browser
  }
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  for (const path of [...onPath, ...MAC_PATHS, WINDOWS_PATH, chromium.executablePath()]) {
    const browser = existsSync(path) ? ask(path) : undefined
    if (browser) return browser
  }
  return undefined
}

const ask = (path: string): Browser | undefined => {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  const version = status === 0 ? /(?:Chromium|Google Chrome)\S* [\d.]+/.exec(stdout)?.[0] : undefined
  return version === undefined ? undefined : { path, version }
}
