import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The version in the package's manifest: the nearest one above this file, as a source and in a bundle alike. */
export const version = (): string => {
  for (let folder = import.meta.dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const manifest = readManifest(path.join(folder, 'package.json'))
    if (manifest?.name === 'proctor' && manifest.version !== undefined) return manifest.version
  }
  return 'unknown'
}

const readManifest = (file: string): { name?: string; version?: string } | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string }
  } catch {
    return undefined
  }
}
