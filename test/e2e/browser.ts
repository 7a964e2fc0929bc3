import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium, type Browser } from 'playwright'

const FOUND = resolve(import.meta.dirname, '../../test-results/browser.json')

/** Starts the Chromium that tools/prepare-tests.ts found. */
export const launchChromium = (): Promise<Browser> => {
  const { path } = JSON.parse(readFileSync(FOUND, 'utf8')) as { readonly path: string }
  // Chromium's own sandbox does not start as root, which is what containers run as.
  const chromiumSandbox = process.getuid?.() !== 0
  return chromium.launch({ executablePath: path, chromiumSandbox })
}
