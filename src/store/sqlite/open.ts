import { resolve } from 'node:path'
import type { LockRecord, TransactionRecord } from '../../core/swap/records.ts'
import { catalogCollection } from './catalog.ts'
import { type Connect, type Connection, createConnect, numberOf } from './connection.ts'
import { documentTable } from './document-table.ts'
import { eventCollection } from './events.ts'
import { storeFailure, storeUnusable } from './failures.ts'
import { idempotencyCollection } from './idempotency.ts'
import { lockCollection } from './locks.ts'
import { documentCollection } from './documents.ts'
import { migrate, requireNewest, schemaVersion } from './migrate.ts'
import { routeCollection } from './routes.ts'
import { MIGRATIONS } from './schema.ts'
import { prepareFile, requireFile, watchIdentity, writeMarker } from './store-file.ts'
import type { Store } from '../port.ts'
import { executionCommit, transactionCollection } from './transactions.ts'

export interface StoreOptions {
  /** File of the store; it and its folder are created when they are missing. `:memory:` keeps nothing. */
  readonly path: string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Never creates, migrates or writes; writing calls then throw STORE_UNUSABLE. @default false */
  readonly readOnly?: boolean
}

const IN_MEMORY = ':memory:'

/**
 * Opens the store, creating or migrating it where needed. Any number of processes may have the same file open.
 * @throws STORE_UNUSABLE when the file cannot be used, SERVICE_UNAVAILABLE when another process holds it too long
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { now, readOnly = false } = options
  const path = options.path === IN_MEMORY ? IN_MEMORY : resolve(options.path)
  const onDisk = path !== IN_MEMORY
  const connect = await createConnect(path, readOnly)
  if (onDisk && readOnly) requireFile(path)
  else if (onDisk) prepareFile(path)
  let checkBeforeWrite: ((connection: Connection) => void) | undefined
  let written = false
  const main = connect('full', (connection) => {
    written = true
    checkBeforeWrite?.(connection)
  })
  try {
    bringUpToDate(main, connect, path, readOnly)
    if (onDisk) checkBeforeWrite = refuseChangedFile(path)
  } catch (error) {
    main.close()
    throw storeFailure(error, path)
  }
  let relaxed: Connection | undefined
  let closed = false
  const connectRelaxed = (): Connection => {
    // A database in memory belongs to its connection. A closed store answers as its closed connection does.
    if (!onDisk || closed) return main
    relaxed ??= connect('relaxed', checkBeforeWrite)
    return relaxed
  }

  const locks = documentTable<LockRecord>(main, path, 'locks')
  const transactions = documentTable<TransactionRecord>(main, path, 'transactions')
  return {
    locks: lockCollection(main, locks),
    transactions: transactionCollection(main, connectRelaxed, transactions),
    commitExecution: executionCommit(main, locks, transactions),
    routes: routeCollection(connectRelaxed, path),
    idempotency: idempotencyCollection(main, path),
    events: eventCollection(main, path),
    catalog: catalogCollection(main, path),
    documents: documentCollection(main, path),
    check: async () => {
      main.write(() =>
        main.run(
          `INSERT INTO counters (name, value) VALUES ('checked_at', ?)
           ON CONFLICT DO UPDATE SET value = excluded.value`,
          [now()],
        ),
      )
      const size = main.get('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
      return { schemaVersion: schemaVersion(main), sizeBytes: numberOf(size ?? {}, 'bytes') }
    },
    close: async () => {
      if (closed) return
      closed = true
      try {
        relaxed?.close()
        // Quoted routes alone are not worth waiting for the disk.
        if (onDisk && written) checkpoint(main)
      } finally {
        main.close()
      }
    },
  }
}

function bringUpToDate(main: Connection, connect: Connect, path: string, readOnly: boolean): void {
  if (readOnly) {
    requireNewest(main, path, MIGRATIONS)
    return
  }
  migrate(main, path, MIGRATIONS, () => connect('full'))
  if (path !== IN_MEMORY) writeMarker(path)
}

/** What every write checks first: that the file is still there, and that no newer swapcli has migrated it meanwhile. */
function refuseChangedFile(path: string): (connection: Connection) => void {
  const refuseMovedFile = watchIdentity(path)
  const newest = MIGRATIONS.at(-1)?.to ?? 0
  return (connection) => {
    refuseMovedFile()
    if (schemaVersion(connection) === newest) return
    throw storeUnusable(path, 'was migrated by a newer swapcli while it was in use', 'Start swapcli again')
  }
}

/** Moves what is in the write-ahead log into the file, unless another process is at work on it. */
function checkpoint(connection: Connection): void {
  connection.exec('PRAGMA busy_timeout = 0')
  connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
}
