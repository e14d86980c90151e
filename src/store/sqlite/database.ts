import { resolve } from 'node:path'
import { type Connection, createConnect } from './connection.ts'
import { storeFailure, storeUnusable } from './failures.ts'
import { migrate, type MigrationWork, newestOf, requireNewest, schemaVersion } from './migrate.ts'
import type { FileKind } from './schema.ts'
import { prepareFile, requireFile, watchIdentity, writeMarker } from './store-file.ts'

/** Path of a database in memory. */
const IN_MEMORY = ':memory:'

export interface DatabaseOptions {
  /** The file, created along with its folder when missing. `:memory:` stores nothing. */
  readonly path: string
  /** Never creates, migrates or writes; writing calls then throw STORE_UNUSABLE. @default false */
  readonly readOnly?: boolean
  /** Never creates the file. @default false */
  readonly mustExist?: boolean
  /** Called before anything of the file is read; rejects where it cannot be believed. @default it is */
  readonly verify?: (path: string) => Promise<void>
  /** Called with what a person should know, such as that a large file is migrated. @default nobody is told */
  readonly tell?: (text: string) => void
}

/** An open, fully migrated file. */
export interface Database {
  readonly path: string
  /** Every commit is on disk when it returns. */
  readonly main: Connection
  /** A second connection, whose last commits a power loss may lose; opened on first use. */
  readonly relaxedConnection: () => Connection
  /** Closing twice is no error. */
  close(): void
}

/**
 * Opens a file, and creates or migrates it when needed. Any number of processes may open the same file.
 * @throws STORE_UNUSABLE when the file cannot be used, SERVICE_UNAVAILABLE when another process holds it too long
 */
export async function openDatabase(options: DatabaseOptions, kind: FileKind): Promise<Database> {
  const { readOnly = false, mustExist = readOnly } = options
  const path = options.path === IN_MEMORY ? IN_MEMORY : resolve(options.path)
  const onDisk = path !== IN_MEMORY
  const connect = await createConnect(path, readOnly)
  if (onDisk && mustExist) requireFile(path)
  if (onDisk) await options.verify?.(path)
  if (onDisk && !readOnly) prepareFile(path)
  let checkBeforeWrite: ((connection: Connection) => void) | undefined
  let written = false
  const main = connect('full', (connection) => {
    written = true
    checkBeforeWrite?.(connection)
  })
  try {
    if (readOnly) requireNewest(main, path, kind)
    else
      bringUpToDate(main, { path, kind, connectCopy: () => connect('full'), tell: options.tell ?? (() => undefined) })
    if (onDisk) checkBeforeWrite = refuseChangedFile(path, newestOf(kind))
  } catch (error) {
    main.close()
    throw storeFailure(error, path)
  }
  let relaxed: Connection | undefined
  let closed = false
  return {
    path,
    main,
    relaxedConnection: () => {
      // A database in memory belongs to its connection; a closed database fails as its closed connection does.
      if (!onDisk || closed) return main
      relaxed ??= connect('relaxed', checkBeforeWrite)
      return relaxed
    },
    close: () => {
      if (closed) return
      closed = true
      try {
        relaxed?.close()
        // Writes of the relaxed connection alone are not worth a checkpoint.
        if (onDisk && written) checkpoint(main)
      } finally {
        main.close()
      }
    },
  }
}

function bringUpToDate(main: Connection, work: MigrationWork): void {
  migrate(main, work)
  if (work.path !== IN_MEMORY) writeMarker(work.path)
}

/** The check before every write: the file is in place, and no newer swapcli has migrated it. */
function refuseChangedFile(path: string, newest: number): (connection: Connection) => void {
  const refuseMovedFile = watchIdentity(path)
  return (connection) => {
    refuseMovedFile()
    if (schemaVersion(connection) === newest) return
    throw storeUnusable(path, 'was migrated by a newer swapcli while it was in use', 'Start swapcli again')
  }
}

/** Moves the write-ahead log into the file, unless another process uses it. */
function checkpoint(connection: Connection): void {
  connection.exec('PRAGMA busy_timeout = 0')
  connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
}
