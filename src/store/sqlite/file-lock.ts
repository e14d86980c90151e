import type Libsql from 'libsql'
import { errorCode } from '../../core/error-code.ts'
import { databaseName, loadDriver } from './connection.ts'
import { storeFailure } from './failures.ts'
import { createEmptyFile } from './store-file.ts'

/**
 * Acquires a lock that one process at a time can hold and that ends with the process, even when it is killed: SQLite's
 * lock on an empty file, which is not removed.
 * @param path the file, in an existing folder on a file system with locks
 * @returns releases the lock; undefined while another holder, in this process or another, has it
 * @throws STORE_UNUSABLE when the file cannot be created or locked
 */
export async function tryFileLock(path: string): Promise<(() => void) | undefined> {
  const Database = await loadDriver(path)
  let database: Libsql.Database | undefined
  try {
    createEmptyFile(path)
    database = new Database(databaseName(path))
    const opened = database
    opened.exec('PRAGMA busy_timeout = 0')
    opened.exec('BEGIN EXCLUSIVE')
    return () => opened.close()
  } catch (error) {
    database?.close()
    if (/^SQLITE_(BUSY|LOCKED)/.test(errorCode(error) ?? '')) return undefined
    throw storeFailure(error, path)
  }
}
