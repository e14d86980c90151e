import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { SwapError } from '../../core/api/errors.ts'
import { type Connection, numberOf } from './connection.ts'
import { storeFailure, storeUnusable } from './failures.ts'
import { UNFINISHED_COPY_HINT } from '../unfinished-copy.ts'
import { COPY_FILE, type FileKind, STORE_FILE, WALLET_FILE } from './schema.ts'
import { createEmptyFile } from './store-file.ts'

interface Identity {
  readonly applicationId: number
  /** Schema version; 0 in a new file. */
  readonly version: number
  readonly tables: number
  /** Which file of swapcli it is; undefined for a new one, and for that of another program. */
  readonly kind: FileKind | undefined
}

/** How a file is brought up to date. */
export interface MigrationWork {
  readonly path: string
  readonly kind: FileKind
  /** Opens a second connection to the file. */
  readonly connectCopy: () => Connection
  /** Told what takes long. */
  readonly tell: (text: string) => void
}

/** Bytes of a file that is migrated in about a second: about larger ones something is said. */
const LARGE_BYTES = 2 ** 25

/** Schema version of the open store. */
export function schemaVersion(connection: Connection): number {
  return numberOf(connection.one('PRAGMA user_version'), 'user_version')
}

/** Path of the backup made before a store of schema `version` is migrated. */
export function backupPath(path: string, version: number): string {
  return `${path}.backup-v${version}`
}

/**
 * Migrates the file to the newest schema of its kind, in one transaction, after a backup of a file with data. Several
 * processes may do so at once: one migrates, the others wait.
 * @throws STORE_UNUSABLE when the file is not of this kind, or is newer; it is unchanged then
 */
export function migrate(connection: Connection, work: MigrationWork): void {
  const { path, kind, connectCopy, tell } = work
  const newest = newestOf(kind)
  const before = connection.read(() => identify(connection))
  refuseForeign(before, path, kind)
  useWriteAheadLog(connection)
  if (before.version === newest) return
  connection.write(() => {
    const found = identify(connection)
    refuseForeign(found, path, kind)
    if (found.version === newest) return
    if (found.version > 0 && path !== ':memory:') {
      const { size } = statSync(path)
      if (size > LARGE_BYTES) {
        tell(
          `the ${kind.name} ${path} (${Math.ceil(size / 2 ** 20)} MiB) is copied and brought up to date: once, it takes a while`,
        )
      }
      backup(path, found.version, connectCopy)
    }
    for (const { to, change } of kind.migrations) {
      if (to <= found.version) continue
      if (typeof change === 'string') connection.exec(change)
      else change(connection)
    }
    connection.exec(`PRAGMA application_id = ${kind.applicationId}; PRAGMA user_version = ${newest}`)
  })
}

/** True for a file of this kind that an earlier version wrote. @throws STORE_UNUSABLE for one that this version cannot open */
export function isOlder(connection: Connection, path: string, kind: FileKind): boolean {
  const found = connection.read(() => identify(connection))
  refuseForeign(found, path, kind)
  return found.version > 0 && found.version < newestOf(kind)
}

/** @throws STORE_UNUSABLE unless the file is of this kind, at its newest schema */
export function requireNewest(connection: Connection, path: string, kind: FileKind): void {
  const found = connection.read(() => identify(connection))
  refuseForeign(found, path, kind)
  if (found.version === newestOf(kind)) return
  throw storeUnusable(
    path,
    `has the older schema ${found.version}`,
    'Run swapcli once with write permission to migrate the file',
  )
}

/** The newest schema of a kind of file. */
export function newestOf(kind: FileKind): number {
  return kind.migrations.at(-1)?.to ?? 0
}

function identify(connection: Connection): Identity {
  const applicationId = numberOf(connection.one('PRAGMA application_id'), 'application_id')
  const version = schemaVersion(connection)
  const tables = numberOf(connection.one('SELECT count(*) AS tables FROM sqlite_schema'), 'tables')
  return { applicationId, version, tables, kind: kindOf(connection, applicationId, version) }
}

/**
 * Until schema 2 of the wallet's file it carried the id of the store, which is at 2 or later since it was released anew. At
 * 1 it is the wallet's when it has no table of transactions, or, as the first version made both files alike, when it holds
 * runs and no transaction.
 */
function kindOf(connection: Connection, applicationId: number, version: number): FileKind | undefined {
  if (applicationId === WALLET_FILE.applicationId) return WALLET_FILE
  if (applicationId !== STORE_FILE.applicationId) return undefined
  if (version !== 1) return STORE_FILE
  const has = (sql: string) => connection.get(`${sql} LIMIT 1`) !== undefined
  if (!has(`SELECT 1 AS found FROM sqlite_schema WHERE name = 'transactions'`)) return WALLET_FILE
  const isUsed = ['locks', 'transactions', 'events'].some((table) => has(`SELECT 1 AS found FROM ${table}`))
  if (isUsed) return STORE_FILE
  return has(`SELECT 1 AS found FROM meta WHERE id >= 'paper' AND id < 'run;'`) ? WALLET_FILE : undefined
}

function refuseForeign(found: Identity, path: string, kind: FileKind): void {
  if (found.tables === 0 && found.version === 0 && found.applicationId === 0) return
  if (found.applicationId === COPY_FILE.applicationId && kind !== COPY_FILE) {
    throw storeUnusable(path, 'is an unfinished copy', UNFINISHED_COPY_HINT)
  }
  const isOurs = [STORE_FILE, WALLET_FILE, kind].some(({ applicationId }) => applicationId === found.applicationId)
  if (!isOurs || found.version < 1) {
    throw storeUnusable(
      path,
      'is the database of another program',
      `Move ${path} away, or choose another folder with SWAPCLI_HOME`,
    )
  }
  // Without a single document of either kind it is as good as new.
  if (found.kind !== undefined && found.kind !== kind) {
    throw storeUnusable(
      path,
      `is no ${kind.name}: it is a ${found.kind.name} in its place`,
      `Move ${path} away, and put the ${kind.name} back from where it was, or from a backup`,
    )
  }
  const newest = newestOf(kind)
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
