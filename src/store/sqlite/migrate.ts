import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { SwapError } from '../../core/api/errors.ts'
import { type Connection, numberOf } from './connection.ts'
import { storeFailure, storeUnusable } from './failures.ts'
import { APPLICATION_ID, type Migration } from './schema.ts'
import { createEmptyFile } from './store-file.ts'

interface Identity {
  readonly applicationId: number
  /** Schema version; 0 in a new file. */
  readonly version: number
  readonly tables: number
}

/** Schema version of the open store. */
export function schemaVersion(connection: Connection): number {
  return numberOf(connection.get('PRAGMA user_version') ?? {}, 'user_version')
}

/** Path of the backup made before a store of schema `version` is migrated. */
export function backupPath(path: string, version: number): string {
  return `${path}.backup-v${version}`
}

/**
 * Migrates the store to the newest of `migrations`, in one transaction, after a backup of a store with data. Several
 * processes may do so at once: one migrates, the others wait.
 * @param connectCopy opens a second connection to the file
 * @throws STORE_UNUSABLE when the file is not a store of swapcli, or is newer than `migrations`; it is unchanged then
 */
export function migrate(
  connection: Connection,
  path: string,
  migrations: readonly Migration[],
  connectCopy: () => Connection,
): void {
  const newest = migrations.at(-1)?.to ?? 0
  const before = connection.read(() => identify(connection))
  refuseForeign(before, path, newest)
  useWriteAheadLog(connection)
  if (before.version === newest) return
  connection.write(() => {
    const found = identify(connection)
    refuseForeign(found, path, newest)
    if (found.version === newest) return
    if (found.version > 0 && path !== ':memory:') backup(path, found.version, connectCopy)
    for (const { to, change } of migrations) {
      if (to <= found.version) continue
      if (typeof change === 'string') connection.exec(change)
      else change(connection)
    }
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${newest}`)
  })
}

/** @throws STORE_UNUSABLE unless the file is a store at the newest of `migrations` */
export function requireNewest(connection: Connection, path: string, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.to ?? 0
  const found = connection.read(() => identify(connection))
  refuseForeign(found, path, newest)
  if (found.version === newest) return
  throw storeUnusable(
    path,
    `has the older schema ${found.version}`,
    'Run swapcli once with write permission to migrate the file',
  )
}

function identify(connection: Connection): Identity {
  return {
    applicationId: numberOf(connection.get('PRAGMA application_id') ?? {}, 'application_id'),
    version: schemaVersion(connection),
    tables: numberOf(connection.get('SELECT count(*) AS tables FROM sqlite_schema') ?? {}, 'tables'),
  }
}

function refuseForeign(found: Identity, path: string, newest: number): void {
  if (found.tables === 0 && found.version === 0 && found.applicationId === 0) return
  if (found.applicationId !== APPLICATION_ID || found.version < 1) {
    throw storeUnusable(
      path,
      'is the database of another program',
      `Move ${path} away, or choose another folder with SWAPCLI_HOME`,
    )
  }
  if (found.version > newest) {
    throw storeUnusable(
      path,
      `was written by a newer swapcli (schema ${found.version}; this one knows ${newest})`,
      'Update swapcli: npm install -g swapcli@latest',
    )
  }
}

/** Processes that switch a new file at the same time may get SQLITE_BUSY without the busy timeout. */
function useWriteAheadLog(connection: Connection): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      connection.get('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!(error instanceof SwapError && error.code === 'SERVICE_UNAVAILABLE') || attempt === 100) throw error
      // Waits for the other process, up to the busy timeout.
      connection.write(() => undefined)
    }
  }
}

/** The caller holds the write lock, so the copy is exactly what will be migrated. */
function backup(path: string, version: number, connectCopy: () => Connection): void {
  const target = backupPath(path, version)
  const unfinished = `${target}.unfinished`
  try {
    rmSync(unfinished, { force: true })
    createEmptyFile(unfinished)
    const copier = connectCopy()
    try {
      copier.run('VACUUM INTO ?', [unfinished])
    } finally {
      copier.close()
    }
    const descriptor = openSync(unfinished, 'r+')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(unfinished, target)
  } catch (error) {
    throw storeFailure(error, target)
  }
}
