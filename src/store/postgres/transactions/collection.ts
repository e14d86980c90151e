import { startTimer } from '../../../core/deadline.ts'
import type { Clock, Versioned } from '../../../core/ports.ts'
import type { TransactionRecord } from '../../../core/swap/records.ts'
import { defined } from '../../../core/defined.ts'
import type { MarkedTransaction, Store, TransactionFilter } from '../../port.ts'
import { transactionForm } from '../../record-json.ts'
import { createdMs, hashKeysOf, STATUS_CODES } from '../../sqlite/transactions/entry.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import { bytesOf, limitTo, numberOf, textOf } from '../columns.ts'
import { nowSql, type PgDatabase, type PgRow } from '../database.ts'
import { damagedRow, damagedTables, keyText, readText } from '../stored-text.ts'
import { transactionChanges } from './changes.ts'
import { selectTransactions } from './filter.ts'
import { bindTo, transactionPages } from './pages.ts'
import { transactionPolls } from './polls.ts'
import { countTotals, foldTotals, statsOfFacts, statsOfTotals } from './totals.ts'

/** Reads the transaction of a row with id, version, sum and doc; undefined for a damaged one. */
export type ReadTransaction = (row: PgRow) => Versioned<TransactionRecord> | undefined

/** Longest time that changes of the totals lie beside them while this process makes some, in milliseconds. */
const FOLD_AFTER_MS = 5_000
/** Changes that are added up without waiting for that. */
const FOLD_FROM = 2_000

/** Transactions, and how an execution is stored. */
export interface TransactionCollection {
  readonly transactions: Store['transactions']
  readonly commitExecution: Store['commitExecution']
  /** Nothing is added up in the background any more. Resolves when nothing is. */
  readonly endFolding: () => Promise<void>
}

/** @param clock of this machine */
export function transactionCollection(database: PgDatabase, clock: Clock): TransactionCollection {
  const { schema, name } = database
  const table = `${schema}.transactions`
  const decode = (row: PgRow): Versioned<TransactionRecord> => {
    const id = textOf(row, 'id')
    const place = { store: name, collection: 'transactions', id }
    return {
      doc: readText(row, place, transactionForm, (record) => keyText(record.id) === id),
      version: numberOf(row, 'version'),
    }
  }
  const columns = 'stored.id, stored.version, stored.sum, stored.doc'
  const changes = transactionChanges(database)
  const pages = transactionPages(database)
  const folding = foldInTurns(database, clock)

  const read = async (id: string) => {
    const key = keyText(id)
    const [row] = await database.read({
      text: `select ${columns} from ${table} as stored where id = $1`,
      values: [key],
    })
    if (row !== undefined) return decode(row)
    // Events are written with the transaction that they name: one that is gone is no "not found".
    const named = await database.read({
      text: `select 1 as found from ${schema}.events where transaction_id = $1 limit 1`,
      values: [key],
    })
    if (named.length > 0) throw damagedRow(name, `transactions ${key} is missing, and its events are there`)
    return undefined
  }
  /** One that is asked for by its id is never left out of a list, or counted unread. */
  const verifyAsked = async ({ transactionId }: TransactionFilter) => {
    if (transactionId !== undefined) await read(transactionId)
  }
  /** The record of a page's row, or the id of one that is damaged. @throws STORE_UNUSABLE where the row beside is not its own */
  const recordOf = (row: PgRow): TransactionRecord | string => {
    if (row['id'] === null) throw damagedIndex(name)
    const doc = readUnlessDamaged(() => decode(row).doc)
    if (doc === undefined) return textOf(row, 'id')
    const isSame = createdMs(doc) === row['created_ms'] && STATUS_CODES[doc.status] === row['status']
    if (!isSame) throw damagedIndex(name, doc.id)
    return doc
  }
  const changed = <T>(outcome: T): T => {
    folding.noteChange()
    return outcome
  }
  return {
    commitExecution: async (...execution) => changed(await changes.commitExecution(...execution)),
    endFolding: folding.close,
    transactions: {
      get: read,
      findByHash: async (hashKey) => {
        const key = keyText(hashKey)
        const [row] = await database.read({
          text: `select ${columns} from ${schema}.transaction_hashes as h left join ${table} as stored using (n) where h.hash_key = $1`,
          values: [key],
        })
        if (row === undefined) return undefined
        if (row['id'] === null) throw damagedRow(name, 'a transaction is missing, and the index of hashes names it')
        const found = decode(row)
        if (![...hashKeysOf(found.doc)].some((one) => keyText(one) === key)) throw damagedIndex(name, found.doc.id)
        return found
      },
      replace: async (record, expectedVersion, events) => {
        const [outcome] = await changes.replaceMany([{ record, expectedVersion, events }])
        return changed(outcome ?? 'conflict')
      },
      storeMany: async (all, holder) => changed(await changes.replaceMany(all, holder)),
      list: async (filter, page, perPage) => {
        await verifyAsked(filter)
        const { rows, ...counted } = await pages.read(filter, page, perPage, columns)
        const records = rows.map(recordOf)
        const damaged = records.filter((one) => typeof one === 'string')
        return {
          items: records.filter((one) => typeof one !== 'string'),
          ...counted,
          ...defined({ damaged: damaged.length === 0 ? undefined : damaged }),
        }
      },
      listMarks: async (filter, page, perPage) => {
        await verifyAsked(filter)
        const { rows, ...counted } = await pages.read(filter, page, perPage, 'stored.id, stored.sum')
        const marks = rows.map((row) => {
          if (row['id'] === null) throw damagedIndex(name)
          return { id: textOf(row, 'id'), mark: markOf(row) }
        })
        return { rows: marks, ...counted }
      },
      // Nobody counts what all servers write: every commit would wait for that number.
      state: async () => undefined,
      getMany: async (ids) => {
        const rows = await database.read({
          text: `select ${columns} from ${table} as stored where id = any($1::text[])`,
          values: [ids.map(keyText)],
        })
        return rows.flatMap((row): MarkedTransaction[] => {
          const found = readUnlessDamaged(() => decode(row))
          return found === undefined ? [] : [{ mark: markOf(row), doc: found.doc }]
        })
      },
      stats: async (filter) => {
        await verifyAsked(filter)
        const selection = selectTransactions(schema, filter)
        const { ordered, statuses, isNone } = selection
        const isOfAll = ordered !== undefined && ordered.wallets === undefined && ordered.referral === undefined
        if (isOfAll) return statsOfTotals(database, statuses ?? null)
        const values: unknown[] = [null]
        const text = isNone ? 'false' : selection.conditions(bindTo(values))
        return statsOfFacts(database, { text, values: values.slice(1) })
      },
      ...transactionPolls(database, (row) => readUnlessDamaged(() => decode(row))),
      countByStatus: async () => {
        const { byStatus, changes: open } = await countTotals(database)
        if (open >= FOLD_FROM) folding.fold()
        return byStatus
      },
      dropPayloads: async (keepMs, limit) => {
        const rows = await database.read({
          text: `select ${columns} from ${schema}.transaction_facts as facts join ${table} as stored using (n)
            where facts.has_payload and facts.status <> 0 and facts.created_ms < (select ${nowSql(1)} - $2)
            order by facts.created_ms ${limitTo(limit)}`,
          values: [database.nowMs(), keepMs],
        })
        const found = rows.flatMap((row) => readUnlessDamaged(() => decode(row)) ?? [])
        const outcomes = await changes.replaceMany(
          found.map(({ doc: { exec: _payload, ...record }, version }) => ({
            ...{ record, expectedVersion: version, events: [] },
          })),
        )
        return outcomes.filter((outcome) => outcome === 'ok').length
      },
      // The database verifies and mends its indexes itself.
      verifyTexts: async (after) => after,
      mendTexts: async () => true,
    },
  }
}

/** Adds changes of the totals up in the background, while there are any of this process. */
function foldInTurns(database: PgDatabase, clock: Clock) {
  let open = 0
  let folding: Promise<void> | undefined
  let stop: (() => void) | undefined
  let isClosed = false
  const foldAll = async (): Promise<void> => {
    // What fails is added up the next time, or by another server.
    while (!isClosed && (await foldTotals(database).catch(() => 0)) >= FOLD_FROM);
  }
  const fold = (): void => {
    stop?.()
    stop = undefined
    open = 0
    folding ??= foldAll().finally(() => (folding = undefined))
  }
  return {
    fold,
    noteChange: () => {
      open += 1
      if (isClosed || folding !== undefined) return
      if (open >= FOLD_FROM) fold()
      else stop ??= startTimer(clock, FOLD_AFTER_MS, fold)
    },
    close: async () => {
      isClosed = true
      stop?.()
      await folding
    },
  }
}

/** A document's checksum, as text. */
function markOf(row: PgRow): string {
  return Buffer.from(bytesOf(row, 'sum')).toString('latin1')
}

function damagedIndex(store: string, id?: string) {
  return damagedTables(
    store,
    `its tables beside the transactions are not what they hold${id === undefined ? '' : ` (${id})`}`,
  )
}
