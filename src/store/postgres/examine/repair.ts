import { eventForm, lockForm } from '../../record-json.ts'
import { eventValues } from '../../sqlite/events.ts'
import { lockValues } from '../../sqlite/locks.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import { failureKind } from '../connection/failures.ts'
import type { PgDatabase, Query } from '../database.ts'
import { keyText, readText } from '../stored-text.ts'
import { givenTables, givenValues } from '../transactions/given.ts'
import { rebuildTotals } from '../transactions/rebuild.ts'
import { besideParts } from '../transactions/write-parts.ts'
import type { DerivedDamage } from './examine.ts'
import { readRecord } from './transactions.ts'

/** Longest time of one statement, in milliseconds. */
const STATEMENT_MS = 600_000

/** Tables with rows of transactions. */
const BESIDE = ['transaction_facts', 'transaction_wallets', 'transaction_hashes', 'transaction_polls']

/**
 * Makes anew what is made of documents, each thing in one transaction. No document is changed. Servers may go on meanwhile.
 * @returns what was made anew, a sentence each
 */
export async function repairDerived(database: PgDatabase, derived: DerivedDamage): Promise<readonly string[]> {
  const { schema } = database
  const done: string[] = []
  for (const table of derived.orphans) {
    await database.transaction(async (query) => {
      await query({
        text: `delete from ${schema}.${table} as beside
          where not exists (select 1 from ${schema}.transactions as t where t.n = beside.n)`,
        values: [],
      })
    }, STATEMENT_MS)
    done.push(`rows of ${table} without a transaction are gone`)
  }
  for (const [n, id] of derived.transactions) {
    if (await rewriteIndex(database, n)) done.push(`the index of transactions is what ${id} holds`)
  }
  for (const id of derived.locks) {
    if (await rewriteLock(database, id)) done.push(`what is searched of locks ${id} is what it holds`)
  }
  for (const n of derived.events) {
    if (await rewriteEvent(database, n)) done.push(`what is searched of events ${n} is what it holds`)
  }
  if (derived.hasWrongTotals || done.length > 0) {
    await database.transaction((query) => rebuildTotals(schema, query), STATEMENT_MS)
    done.push('the totals are added up anew')
  }
  return done
}

/** Writes the rows beside a transaction anew. @returns false where it is damaged, or one of its hashes is another's */
async function rewriteIndex(database: PgDatabase, n: number): Promise<boolean> {
  const { schema, name } = database
  const rewrite = async (query: Query): Promise<boolean> => {
    const [row] = await query({
      text: `select id, sum, doc from ${schema}.transactions where n = $1 for update`,
      values: [n],
    })
    const record = row === undefined ? undefined : readRecord(row, name)
    if (record === undefined) return false
    for (const table of BESIDE) await query({ text: `delete from ${schema}.${table} where n = $1`, values: [n] })
    await query({
      text: `with ${givenTables(2)}, new as (select $1::bigint as n, i from given), ${besideParts(schema)}
        ) select 1 as done`,
      values: [n, ...givenValues([{ record, version: 1, events: [] }])],
    })
    return true
  }
  try {
    return await database.transaction(rewrite)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (failureKind(cause, true) === 'constraint') return false
    throw error
  }
}

async function rewriteLock(database: PgDatabase, id: string): Promise<boolean> {
  const { schema, name } = database
  return database.transaction(async (query) => {
    const [row] = await query({
      text: `select id, sum, doc from ${schema}.locks where id = $1 for update`,
      values: [keyText(id)],
    })
    if (row === undefined) return false
    const place = { store: name, collection: 'locks', id }
    const lock = readUnlessDamaged(() => readText(row, place, lockForm, (one) => keyText(one.id) === keyText(id)))
    if (lock === undefined) return false
    const [state, expiresMs] = lockValues(lock)
    await query({
      text: `update ${schema}.locks set state = $2, expires_ms = $3 where id = $1`,
      values: [keyText(id), state, expiresMs],
    })
    return true
  })
}

async function rewriteEvent(database: PgDatabase, n: string): Promise<boolean> {
  const { schema, name } = database
  return database.transaction(async (query) => {
    const [row] = await query({ text: `select sum, doc from ${schema}.events where n = $1 for update`, values: [n] })
    if (row === undefined) return false
    const event = readUnlessDamaged(() => readText(row, { store: name, collection: 'events', id: n }, eventForm))
    if (event === undefined) return false
    const [atMs, transactionId] = eventValues(event)
    const key = transactionId === null ? null : keyText(transactionId)
    await query({
      text: `update ${schema}.events set at_ms = $2, transaction_id = $3 where n = $1`,
      values: [n, atMs, key],
    })
    return true
  })
}
