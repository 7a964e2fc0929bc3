import { existsSync, mkdirSync } from 'node:fs'
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
  makeFolder(folder)
  return databaseFile(folder)
}

/** One folder after the other: Node's own recursive way never comes back where the system makes none, as in `/proc`. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error
  }
}
