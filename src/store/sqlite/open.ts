import { catalogCollection, type CatalogTables } from './catalog.ts'
import { numberOf } from './connection.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { eventCollection } from './events.ts'
import { idempotencyCollection } from './idempotency.ts'
import { lockCollection, lockTable } from './locks.ts'
import { documentCollection } from './documents.ts'
import type { DocumentTable } from './document-table.ts'
import { schemaVersion } from './migrate.ts'
import { rateCollection } from './quotes/rates.ts'
import { routeCollection } from './quotes/routes.ts'
import { STORE_FILE } from './schema.ts'
import type { LockRecord, TransactionRecord } from '../../core/swap/records.ts'
import type { Store, TransactionChange } from '../port.ts'
import { executionCommit } from './transactions/changes.ts'
import { transactionTable } from './transactions/table.ts'
import { noteDamagedTexts, unlessTextsFail } from './transactions/text-index.ts'
import { forgetLostPages, rebuildAllTexts } from './transactions/text-repair.ts'
import { transactionCollection, type TransactionTables } from './transactions/collection.ts'

interface StoreOptions extends DatabaseOptions {
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Opens the store, and creates or migrates it when needed. Any number of processes may open the same file.
 * @throws STORE_UNUSABLE when the file cannot be used, SERVICE_UNAVAILABLE when another process holds it too long
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  return storeOver(await openDatabase(options, STORE_FILE), options.now)
}

/** A store with what reads and writes its catalog in parts, and claims what is due in steps. */
export type StoreTables = Omit<Store, 'catalog' | 'transactions'> & {
  readonly catalog: CatalogTables
  readonly transactions: TransactionTables
}

/** A store whose writes can be made ready before they have the file to themselves. */
export type WritingStore = StoreTables & {
  /** Works out what the operation `name` will store, if it stores documents that take long to encode. */
  readonly encodeAhead: (name: string, args: readonly unknown[]) => void
}

/** The store of an open file. @param now epoch milliseconds */
export function storeOver(database: Database, now: () => number): WritingStore {
  const { path, main, relaxed } = database
  const locks = lockTable(main, path)
  const transactions = transactionTable(main, path)
  /** Compacts what could not be read, as far as that was the index of texts. */
  const compactRebuilt = () => {
    main.write(() => noteDamagedTexts(main))
    rebuildAllTexts(main, transactions)
    return database.compact()
  }
  return {
    locks: lockCollection(main, locks, now),
    transactions: transactionCollection(main, relaxed, path, transactions, now),
    commitExecution: executionCommit(main, locks, transactions),
    routes: routeCollection(relaxed, path, now),
    rates: rateCollection(relaxed, path, now),
    idempotency: idempotencyCollection(main, path, now),
    events: eventCollection(main, path, now),
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
      const size = main.one('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
      return { schemaVersion: schemaVersion(main), sizeBytes: numberOf(size, 'bytes') }
    },
    compact: async () => {
      // What is damaged cannot be copied.
      rebuildAllTexts(main, transactions)
      const compaction = unlessTextsFail(() => database.compact()) ?? compactRebuilt()
      forgetLostPages(main)
      return compaction
    },
    encodeAhead: encodeAhead(locks, transactions),
    countRemovable: async (times) => (await import('../removable.ts')).countRemovable(main, path, now(), times),
    close: async () => database.close(),
  }
}

function encodeAhead(locks: DocumentTable<LockRecord>, transactions: DocumentTable<TransactionRecord>) {
  const lock = ([record]: Parameters<Store['locks']['insert' | 'replace']>) => locks.encode(record)
  const change = ({ record }: TransactionChange) => transactions.encode(record)
  const ways = new Map<string, (args: never) => void>([
    ['locks.insert', lock],
    ['locks.replace', lock],
    [
      'commitExecution',
      ([record, , transaction]: Parameters<Store['commitExecution']>) => {
        locks.encode(record)
        transactions.encode(transaction)
      },
    ],
    ['transactions.replace', ([record]: Parameters<Store['transactions']['replace']>) => transactions.encode(record)],
    [
      'transactions.storeMany',
      ([changes]: Parameters<Store['transactions']['storeMany']>) => {
        changes.forEach(change)
      },
    ],
  ])
  return (name: string, args: readonly unknown[]): void => ways.get(name)?.(args as never)
}
