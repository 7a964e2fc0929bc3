import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { SuiteFiles } from '#core/suite/suite-files.ts'
import { readTextFile } from './read-text-file.ts'

/**
 * The files that a suite may read: those in its folder and below, symbolic links followed; with trust,
 * any. `suiteFile` is the suite's path.
 */
export const suiteFiles = (suiteFile: string, isTrusted: boolean): SuiteFiles => {
  const folder = path.dirname(path.resolve(suiteFile))
  return {
    read: (relativePath) => {
      const file = path.resolve(folder, relativePath)
      if (!isTrusted && !isInside(folder, file)) return { ok: false, problem: 'outside' }
      const read = readTextFile(file)
      if (read.ok) return read
      return { ok: false, problem: read.problem === 'no such file' ? 'missing' : 'unreadable' }
    },
  }
}

/** Whether a path stays in a folder, before and after symbolic links are followed. */
export const isInside = (folder: string, file: string): boolean =>
  contains(folder, file) && contains(realPath(folder), realPath(file))

const contains = (folder: string, file: string): boolean => {
  const relative = path.relative(folder, file)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

/** The path with links followed as far as it exists. */
const realPath = (file: string): string => {
  try {
    return realpathSync(file)
  } catch {
    const parent = path.dirname(file)
    return parent === file ? file : path.join(realPath(parent), path.basename(file))
  }
}
