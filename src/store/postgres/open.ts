import type { Clock } from '../../core/ports.ts'
import type { Store } from '../port.ts'
import type { SharedTables } from '../shared.ts'
import { UNFINISHED_COPY_HINT } from '../unfinished-copy.ts'
import { catalogCollection } from './catalog.ts'
import { readAddress } from './connection/address.ts'
import { type DatabaseClock, openDatabaseClock } from './connection/clock.ts'
import { databaseUnusable } from './connection/failures.ts'
import { connectDatabase, type PgOptions } from './connection/open-database.ts'
import type { ServerFacts } from './connection/server-checks.ts'
import type { PgDatabase } from './database.ts'
import { noteFullDisk, probeSpace } from './disk-space.ts'
import { documentCollection } from './documents.ts'
import { eventCollection } from './events.ts'
import { tellChanges } from './hints/hinted-store.ts'
import { openHints } from './hints/hints.ts'
import { idempotencyCollection } from './idempotency.ts'
import { lockCollection } from './locks.ts'
import { addTextIndex, findRefusal, migrateSchema, type SchemaFacts } from './migrate.ts'
import { refuseNewerSchema } from './newer-schema.ts'
import { countRemovable } from './removable.ts'
import { placeRestoredEvents } from './restored-events.ts'
import { rateCollection } from './rates.ts'
import { routeCollection } from './routes.ts'
import { SCHEMA_STEPS, textIndex } from './schema.ts'
import { openSharedTables } from './shared.ts'
import { transactionCollection } from './transactions/collection.ts'
import { checkStore, compactStore, readEventDelay } from './upkeep.ts'

export interface PostgresStoreOptions {
  /** `postgres://…`, which may hold a password: nothing that is thrown or shown has it. */
  readonly url: string
  /** PG* variables, HOME and APPDATA. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whose store it is: its schema is `swapcli_<network>`. */
  readonly network: string
  /** This machine's. */
  readonly clock: Clock
  /** From 0 to 1, not guessable. */
  readonly random: () => number
  /** Most connections of this process. @default 10 */
  readonly connections?: number | undefined
  /** Told with a sentence that the clock of this machine is wrong. @default nobody is told */
  readonly tell?: ((text: string) => void) | undefined
  /** The store's time in place of the database's, epoch milliseconds; for tests. */
  readonly nowMs?: (() => number) | undefined
}

/** A store in a PostgreSQL database, and what whoever serves it needs beside it. */
export interface PostgresStore {
  readonly store: Store
  /** Shows the database's time. */
  readonly clock: DatabaseClock
  /** What the servers of the database count and keep together. */
  readonly shared: SharedTables
  readonly database: PgDatabase
  readonly facts: ServerFacts
  /** The address without secrets. */
  readonly name: string
  /** Random, of this store: another one has another, also one that it was copied from. */
  readonly id: string
  /** For how long the oldest event that no reader gets yet has waited, in milliseconds: what older writers did comes first. */
  eventDelayMs(): Promise<number>
  /** Sees whether the files of the database can grow. @throws STORE_UNUSABLE where its disk is full, SERVICE_UNAVAILABLE */
  probeSpace(): Promise<void>
  /**
   * Sees whether another way leads to this store: that of `store-listen`.
   * @throws CONFIG_INVALID STORE_UNUSABLE SERVICE_UNAVAILABLE where it does not
   */
  verifyWay(url: string): Promise<void>
  /** Why searches for a text read every row; undefined where they have an index. */
  readonly textIndex: string | undefined
  /**
   * Makes this process a server of the store: it counts as one, and hears what others change in it. Once is enough.
   * @param listenUrl where to hear it, by another way than the store's, as around a pooler: `postgres://…` of the same database; `off`
   * to look for changes only. @default the way of the store
   * @throws CONFIG_INVALID for a URL that cannot be read
   */
  serve(listenUrl?: string): void
}

/**
 * Opens the store of a network in a PostgreSQL database, and creates or migrates it when needed. Any number of servers may use it.
 * @throws CONFIG_INVALID for a URL that cannot be read, STORE_UNUSABLE where the database cannot be used, SERVICE_UNAVAILABLE
 * where it does not answer
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { network, clock: own, env, random, tell = () => undefined } = options
  const { database, facts, address } = await connectDatabase({ ...options, schema: `swapcli_${network}` })
  try {
    const journal = `${database.createWriteId()}${database.createWriteId()}`
    const schemaFacts = await migrateSchema(database, SCHEMA_STEPS, { network, journal })
    refuseUnfinishedCopy(database, schemaFacts)
    await placeRestoredEvents(database)
    const missing = await addTextIndex(database, textIndex)
    const clock = await openDatabaseClock(database, own, tell)
    const verify = (found: SchemaFacts) => refuseUnfinishedCopy(database, found)
    const space = noteFullDisk(database, own)
    const watched = refuseNewerSchema(space.database, () => findRefusal(database, SCHEMA_STEPS, network, verify), own)
    const shared = openSharedTables(watched, own)
    // Its state is looked at and told whatever it is.
    const check = async () => {
      const state = await checkStore(database)
      await space.verify()
      return state
    }
    const hints = openHints({ database: watched, clock: own, random, channel: `swapcli_${network}`, tell })
    const store = tellChanges({ ...storeOver(watched, own), check, shared }, hints, clock)
    return {
      ...{ store, clock, shared, database, facts },
      ...{ name: database.name, id: schemaFacts.journal, textIndex: missing },
      eventDelayMs: () => readEventDelay(database),
      probeSpace: () => probeSpace(space.database),
      verifyWay: (url) => verifyWay({ ...options, url, schema: `swapcli_${network}` }, schemaFacts.journal),
      serve: (listenUrl) => {
        if (listenUrl === 'off') hints.serve(undefined)
        else hints.serve(listenUrl === undefined ? address : readAddress(listenUrl, env))
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** @param id of the store that it must lead to */
async function verifyWay(options: PgOptions, id: string): Promise<void> {
  const { database } = await connectDatabase({ ...options, connections: 1 })
  try {
    const [row] = await database.read({ text: `select journal from ${database.schema}.store`, values: [] })
    if (row?.['journal'] === id) return
    throw databaseUnusable(database.name, 'is another one', 'Name a way to the database of the store')
  } finally {
    await database.close()
  }
}

/** @throws STORE_UNUSABLE for a store that another one is being copied to */
export function refuseUnfinishedCopy({ name }: PgDatabase, { copying }: SchemaFacts): void {
  if (copying === undefined) return
  throw databaseUnusable(name, 'is an unfinished copy', UNFINISHED_COPY_HINT)
}

/** The store of a database that has its tables. @param clock of this machine */
export function storeOver(database: PgDatabase, clock: Clock): Store {
  const { transactions, commitExecution, endFolding } = transactionCollection(database, clock)
  return {
    locks: lockCollection(database),
    transactions,
    commitExecution,
    routes: routeCollection(database),
    rates: rateCollection(database),
    idempotency: idempotencyCollection(database),
    events: eventCollection(database),
    catalog: catalogCollection(database, clock),
    documents: documentCollection(database),
    check: () => checkStore(database),
    compact: () => compactStore(database),
    countRemovable: (times) => countRemovable(database, times),
    close: async () => {
      await endFolding()
      await database.close()
    },
  }
}
