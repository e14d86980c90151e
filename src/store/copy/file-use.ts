import type Libsql from 'libsql'
import { databaseName, loadDriver } from '../sqlite/connection.ts'
import { storeFailure } from '../sqlite/failures.ts'

/** How long it waits for whoever has the file open to close it, in milliseconds. */
const WAIT_MS = 1_000

/**
 * Looks whether anybody has the file at `path` open, in this process or another, also where that does nothing with it now.
 * @throws SERVICE_UNAVAILABLE where somebody has, STORE_UNUSABLE when it cannot be opened
 */
export async function refuseFileInUse(path: string): Promise<void> {
  const Database = await loadDriver(path)
  let database: Libsql.Database | undefined
  try {
    // Statements would keep it open behind its end.
    database = new Database(databaseName(path))
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = ${WAIT_MS}`)
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
  } catch (error) {
    throw storeFailure(error, path)
  } finally {
    database?.close()
  }
}
