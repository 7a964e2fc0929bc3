import path from 'node:path'
import type { Suite } from '#core/suite/suite.ts'

/** The recorded files that a suite's replay devices and judges read, as absolute paths. */
export const recordedFiles = (suite: Pick<Suite, 'file' | 'devices' | 'judges'>): readonly string[] => {
  const folder = path.dirname(path.resolve(suite.file))
  return [...suite.devices, ...suite.judges].flatMap(({ kind, settings }) =>
    kind === 'replay' && typeof settings['file'] === 'string' ? [path.resolve(folder, settings['file'])] : [],
  )
}
