import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { MIGRATIONS } from './migrations.ts'

/** Marks the file as Proctor's, so that no other program's database is migrated by mistake ("Prct"). */
const APPLICATION_ID = 0x50726374

/** How long one process waits for another that is writing. */
const BUSY_TIMEOUT_MS = 15_000

export type ProctorDatabase = Database.Database

/** Why a database could not be opened. The message is a sentence for the user. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/**
 * Opens the database, making or migrating it first. Several processes may have it open: readers never
 * wait (WAL), writers wait for each other, and only one of them migrates.
 * Throws a `StorageError` where the file is not Proctor's, is from a newer version or cannot be used.
 */
export const openDatabase = (file: string): ProctorDatabase => {
  let database: ProctorDatabase
  try {
    database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  } catch (error) {
    throw new StorageError(`cannot open the database ${file}: ${messageOf(error)}`)
  }
  try {
    database.pragma('journal_mode = WAL')
    // WAL with NORMAL survives the end of the process at any moment; only a power cut can lose the last commits.
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    migrate(database, file)
    return database
  } catch (error) {
    database.close()
    if (error instanceof StorageError) throw error
    throw new StorageError(`cannot use the database ${file}: ${messageOf(error)}`)
  }
}

const migrate = (database: ProctorDatabase, file: string): void => {
  if (versionOf(database) === MIGRATIONS.length) return
  const steps = database.transaction(() => {
    // Read again now that the write lock is held: another process may have migrated meanwhile.
    const version = versionOf(database)
    if (version > MIGRATIONS.length)
      throw new StorageError(
        `the database ${file} was made by a newer version of Proctor (format ${version}, this one knows ${MIGRATIONS.length}); update Proctor or set PROCTOR_DATA_DIR to another folder`,
      )
    const isNew = version === 0
    if (isNew && database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() !== undefined)
      throw new StorageError(
        `${file} is a database of another program; set PROCTOR_DATA_DIR to another folder`,
      )
    for (const step of MIGRATIONS.slice(version)) database.exec(step)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    database.pragma(`user_version = ${MIGRATIONS.length}`)
  })
  backUp(database, file)
  steps.immediate()
}

/** A copy of the database as it was, beside it, before its format changes. */
const backUp = (database: ProctorDatabase, file: string): void => {
  const version = versionOf(database)
  const copy = `${file}.format-${version}.bak`
  if (version === 0 || version > MIGRATIONS.length || existsSync(copy)) return
  database.prepare('VACUUM INTO ?').run(copy)
}

const versionOf = (database: ProctorDatabase): number =>
  Number(database.pragma('user_version', { simple: true }))

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
