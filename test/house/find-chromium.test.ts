import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findChromium } from '../../tools/find-chromium.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'proctor-chromium-')))

afterAll(() => rmSync(folder, { recursive: true }))

/** A program of that name which prints a line, as a browser does when asked for its version. */
const plant = (name: string, line: string): string => {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\necho '${line}'\n`)
  chmodSync(path, 0o755)
  return path
}

test('the variable CHROMIUM is taken before the PATH', () => {
  plant('chromium', 'Chromium 150.0.1.2 built on Debian')
  const path = plant('my-browser', 'Google Chrome 151.0.3.4')
  expect(findChromium({ CHROMIUM: path, PATH: folder })).toEqual({ path, version: 'Google Chrome 151.0.3.4' })
})

test('one on the PATH is found, and a program that only has the name is not', () => {
  const other = mkdtempSync(join(folder, 'other-'))
  plant(join(other.slice(folder.length + 1), 'chromium'), 'not a browser')
  const path = plant('chromium', 'Chromium 150.0.1.2 built on Debian')
  expect(findChromium({ PATH: [other, folder].join(delimiter) })).toEqual({
    path,
    version: 'Chromium 150.0.1.2',
  })
})

test('a CHROMIUM that does not start is an error, not a reason to look elsewhere', () => {
  plant('chromium', 'Chromium 150.0.1.2')
  expect(() => findChromium({ CHROMIUM: join(folder, 'none'), PATH: folder })).toThrow(
    /CHROMIUM names .*none/,
  )
})
