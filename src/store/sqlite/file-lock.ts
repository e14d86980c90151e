import type Libsql from 'libsql'
import { loadDriver } from './connection.ts'
import { storeFailure } from './failures.ts'
import { createPrivateFile } from './store-file.ts'

/**
 * Takes a lock that one process at a time can have and that ends with the process, however that ends: SQLite's own lock on
 * an empty file, which stays.
 * @param path of the file, in a folder that exists; not on a file system without locks
 * @returns what ends the lock; undefined while another process, or somebody else in this one, has it
 * @throws STORE_UNUSABLE when the file cannot be made or locked
 */
export async function tryFileLock(path: string): Promise<(() => void) | undefined> {
  const Database = await loadDriver(path)
  let database: Libsql.Database | undefined
  try {
    createPrivateFile(path)
    database = new Database(path)
    const opened = database
    opened.exec('PRAGMA busy_timeout = 0')
    opened.exec('BEGIN EXCLUSIVE')
    return () => opened.close()
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))) return undefined
    throw storeFailure(error, path)
  }
}
