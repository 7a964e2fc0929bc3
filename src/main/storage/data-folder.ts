import { mkdirSync } from 'node:fs'
import path from 'node:path'
import envPaths from 'env-paths'

/** Where Proctor keeps its data: `PROCTOR_DATA_DIR`, else the system's place for a user's data. */
export const dataFolder = (environment: NodeJS.ProcessEnv): string =>
  environment['PROCTOR_DATA_DIR']
    ? path.resolve(environment['PROCTOR_DATA_DIR'])
    : envPaths('proctor', { suffix: '' }).data

/** The database's file in a data folder, whether or not it is there. */
export const databaseFile = (folder: string): string => path.join(folder, 'proctor.sqlite')

/** The same in a folder that is made, for this user alone, where it is missing. */
export const madeDatabaseFile = (folder: string): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return databaseFile(folder)
}
