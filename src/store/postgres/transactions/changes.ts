import { SwapError } from '../../../core/api/errors.ts'
import type { ReplaceOutcome, Store, TransactionChange } from '../../port.ts'
import { lockForm } from '../../record-json.ts'
import { countOf, textOf } from '../columns.ts'
import type { PgDatabase, PgRow } from '../database.ts'
import { keepWrite, keyText, ownWrite, storeText } from '../stored-text.ts'
import { type GivenTransaction, givenTables, givenValues } from './given.ts'
import { insertParts, replaceParts } from './write-parts.ts'

/** The constraint that keeps a hash from belonging to two transactions. */
const HASHES = 'transaction_hashes_pkey'

/** Writes to transactions. */
export interface TransactionChanges {
  readonly commitExecution: Store['commitExecution']
  /** Writes each as `replace` does, in one statement where none is in the way of another. @param holder whose leases on them end */
  replaceMany(changes: readonly TransactionChange[], holder?: string): Promise<readonly ReplaceOutcome[]>
}

export function transactionChanges(database: PgDatabase): TransactionChanges {
  const { schema } = database
  const commitSql = `with used as (
      update ${schema}.locks set version = version + 1, writes = ${keepWrite('$2')}, state = $3, expires_ms = $4, sum = $5, doc = $6
      where id = $1 and version = $7 returning 1
    ), ${givenTables(8)},
    ${insertParts(schema, '$2', 'exists (select 1 from used)')}
    select count(*) as changed from used`
  const replaceSql = `with ${givenTables(3)},
    ${replaceParts(schema, '$1', '$2')}
    select changed.n is not null as is_changed, taken.i is not null as is_taken,
      coalesce(stored.version = given.version, false) as is_current
    from given left join changed using (i) left join taken using (i)
      left join ${schema}.transactions as stored on stored.id = given.id
    order by given.i`

  /** Undefined where one of them ran into a hash that another transaction took in this moment, or another one of them: nothing is written. */
  const replaceTogether = (changes: readonly TransactionChange[], holder: string | undefined) => {
    const write = database.createWriteId()
    const ids = changes.map(({ record }) => keyText(record.id))
    const given = changes.map(({ record, expectedVersion, events }) => ({ record, version: expectedVersion, events }))
    return database.write<{ readonly outcomes: readonly ReplaceOutcome[] | undefined }>({
      run: { text: replaceSql, values: [write, holder ?? null, ...givenValues(given)] },
      read: (rows) => ({ outcomes: rows.map(outcomeOf) }),
      readRefusal: (constraint) => (constraint === HASHES ? { outcomes: undefined } : undefined),
      mine: {
        statement: {
          text: `select id from ${schema}.transactions where id = any($1::text[]) and $2 = any(writes)`,
          values: [ids, write],
        },
        read: (rows) => {
          const written = new Set(rows.map((row) => textOf(row, 'id')))
          if (written.size === 0) return undefined
          return { outcomes: ids.map((id) => (written.has(id) ? 'ok' : 'conflict')) }
        },
      },
    })
  }
  const replaceOne = async (change: TransactionChange, holder: string | undefined): Promise<ReplaceOutcome> => {
    const { outcomes } = await replaceTogether([change], holder)
    return outcomes?.[0] ?? 'hash_taken'
  }
  return {
    commitExecution: async (lock, expectedLockVersion, transaction, events) => {
      const write = database.createWriteId()
      const { sum, doc } = storeText(lockForm.toJson(lock))
      const key = keyText(lock.id)
      const outcome = await database.write<boolean | 'hash_taken'>({
        run: {
          text: commitSql,
          values: [
            ...[key, write, lock.state, lock.expiresAtMs, sum, doc, expectedLockVersion],
            ...givenValues([{ record: transaction, version: 1, events }]),
          ],
        },
        read: (rows) => countOf(rows) === 1,
        readRefusal: (constraint) => (constraint === HASHES ? 'hash_taken' : undefined),
        mine: ownWrite(`${schema}.locks`, key, write),
      })
      if (outcome !== 'hash_taken') return outcome
      throw new SwapError('BAD_GATEWAY', 'The provider returned a transaction hash that belongs to another swap.')
    },
    replaceMany: async (changes, holder) => {
      if (changes.length === 0) return []
      const areDifferent = new Set(changes.map(({ record }) => record.id)).size === changes.length
      const { outcomes } = areDifferent ? await replaceTogether(changes, holder) : { outcomes: undefined }
      if (changes.length === 1) return [outcomes?.[0] ?? 'hash_taken']
      const found: ReplaceOutcome[] = []
      for (const [at, change] of changes.entries()) {
        const outcome = outcomes?.[at] ?? 'hash_taken'
        // Another one of them may have given the hash up.
        found.push(outcome === 'hash_taken' ? await replaceOne(change, holder) : outcome)
      }
      return found
    },
  }
}

function outcomeOf(row: PgRow): ReplaceOutcome {
  if (row['is_changed'] === true) return 'ok'
  return row['is_current'] === true && row['is_taken'] === true ? 'hash_taken' : 'conflict'
}

/**
 * Stores transactions that are not there yet, with their versions, and no events.
 * @returns how many were new; `hash_taken`, and none stored, where a hash of one belongs to another
 */
export async function insertTransactions(
  database: PgDatabase,
  transactions: readonly Omit<GivenTransaction, 'events'>[],
): Promise<number | 'hash_taken'> {
  const write = database.createWriteId()
  return database.write<number | 'hash_taken'>({
    run: {
      text: `with ${givenTables(2)},
        ${insertParts(database.schema, '$1', `not exists (select 1 from ${database.schema}.transactions as old where old.id = given.id)`)}
        select count(*) as changed from new`,
      values: [write, ...givenValues(transactions.map((one) => ({ ...one, events: [] })))],
    },
    read: (rows) => countOf(rows),
    readRefusal: (constraint) => (constraint === HASHES ? 'hash_taken' : undefined),
  })
}
