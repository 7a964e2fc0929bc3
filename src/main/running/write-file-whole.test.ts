import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writeFileWhole } from './write-file-whole.ts'

const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'proctor-write-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const isWindows = process.platform === 'win32'

describe('a file that is written as a whole', () => {
  test('holds the chunks, and nothing else is left in its folder', () => {
    const here = folder()
    writeFileWhole(path.join(here, 'a'), ['one', 'two'])
    expect(readFileSync(path.join(here, 'a'), 'utf8')).toBe('onetwo')
    expect(readdirSync(here)).toEqual(['a'])
  })

  test('stays as it was where its chunks end in an exception', () => {
    const here = folder()
    writeFileSync(path.join(here, 'a'), 'before')
    const broken = function* () {
      yield 'x'.repeat(100_000)
      throw new Error('no more')
    }
    expect(() => writeFileWhole(path.join(here, 'a'), broken())).toThrow('no more')
    expect(() => writeFileWhole(path.join(here, 'b'), broken())).toThrow('no more')
    expect(readFileSync(path.join(here, 'a'), 'utf8')).toBe('before')
    expect(readdirSync(here)).toEqual(['a'])
  })

  test('may have the longest name that the system knows', () => {
    const here = folder()
    const name = 'n'.repeat(255)
    writeFileWhole(path.join(here, name), ['text'])
    expect(readdirSync(here)).toEqual([name])
  })

  test.skipIf(isWindows)('keeps its mode', () => {
    const file = path.join(folder(), 'a')
    writeFileSync(file, '')
    chmodSync(file, 0o640)
    writeFileWhole(file, ['text'])
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  test.skipIf(isWindows)('is the one that a symbolic link leads to, whether that is there or not', () => {
    const here = folder()
    writeFileSync(path.join(here, 'there'), 'before')
    for (const target of ['there', 'not-there']) {
      const link = path.join(here, `to-${target}`)
      symlinkSync(target, link)
      writeFileWhole(link, [target])
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      expect(readFileSync(path.join(here, target), 'utf8')).toBe(target)
    }
  })

  test.skipIf(isWindows)('is refused where links lead in a circle', () => {
    const here = folder()
    symlinkSync('b', path.join(here, 'a'))
    symlinkSync('a', path.join(here, 'b'))
    expect(() => writeFileWhole(path.join(here, 'a'), ['text'])).toThrow(/ELOOP/)
    expect(readdirSync(here)).toEqual(['a', 'b'])
  })

  // A pipe stands for every device: written over, `/dev/null` would be gone for the whole machine.
  test.skipIf(isWindows)('never takes the place of what is no regular file', () => {
    const here = folder()
    const pipe = path.join(here, 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
    symlinkSync('pipe', path.join(here, 'link'))
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    onTestFinished(() => closeSync(reader))
    for (const name of ['pipe', 'link']) {
      writeFileWhole(path.join(here, name), ['through the ', name])
      const read = Buffer.alloc(100)
      expect(read.toString('utf8', 0, readSync(reader, read))).toBe(`through the ${name}`)
      expect(lstatSync(pipe).isFIFO()).toBe(true)
    }
    expect(readdirSync(here)).toEqual(['link', 'pipe'])
  })
})
