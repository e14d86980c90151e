import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Database, type DatabaseOptions, openDatabase } from '../sqlite/database.ts'
import { damagedStore, storeUnusable } from '../sqlite/failures.ts'
import { refuseFileInUse } from './file-use.ts'
import { hasPageDamage } from '../sqlite/integrity.ts'
import { STORE_FILE } from '../sqlite/schema.ts'
import { readSqlite } from './sqlite-reader.ts'
import type { CopySource } from './target.ts'

/** What a file is opened with to be copied, or to be made. */
export type CopyFileOptions = Pick<DatabaseOptions, 'path' | 'verify' | 'tell'>

/**
 * Opens a file that is to be copied. Until it is closed nobody else can write to it.
 * @throws SERVICE_UNAVAILABLE while somebody has it open, STORE_UNUSABLE when it cannot be used, or is damaged beyond documents
 */
export async function openSqliteSource(options: CopyFileOptions): Promise<CopySource> {
  const path = resolve(options.path)
  if (!existsSync(path)) throw storeUnusable(path, 'does not exist', 'Name a file that does, or make a swap first')
  await options.verify?.(path)
  await refuseFileInUse(path)
  const database = await openDatabase({ ...options, path, mustExist: true }, STORE_FILE)
  try {
    // What is not found of a damaged file would be left behind.
    if (hasPageDamage(database.main)) throw damagedStore(path, 'its pages or indexes are not in order')
    database.main.exec('BEGIN IMMEDIATE')
  } catch (error) {
    database.close()
    throw error
  }
  const reader = readSqlite(database.main, path)
  return {
    mark: { source: `file:${realpathSync(path)}`, name: path },
    reader,
    hold: (work) => work(reader),
    close: async () => closeHeld(database),
  }
}

function closeHeld(database: Database): void {
  try {
    database.main.exec('ROLLBACK')
  } finally {
    database.close()
  }
}
