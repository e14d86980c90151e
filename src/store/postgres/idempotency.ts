import { SwapError } from '../../core/api/errors.ts'
import { latestStoredMs } from '../../core/stored-time.ts'
import type { Json } from '../../core/ports.ts'
import type { IdempotencyEntry, Store } from '../port.ts'
import { jsonForm } from '../record-json.ts'
import { countOf, numberOf, textOf } from './columns.ts'
import { nowSql, type PgDatabase, type PgRow } from './database.ts'
import { keyText, readText, storeText } from './stored-text.ts'

/** Entries past their time that one begin removes: more than it adds. */
const REMOVED_AT_ONCE = 10

/** How often a begin looks again for an entry that another call removes in between. */
const MOST_LOOKS = 5

/** How much later than a right clock may have set it a time is at most, in milliseconds. */
const LATER_MS = latestStoredMs(0, 0)

const JSON_FORM = jsonForm<Json>()

/** Requests by idempotency key, with their outcomes. */
export function idempotencyCollection(database: PgDatabase): Store['idempotency'] {
  const table = `${database.schema}.idempotency`
  // An entry that is over is replaced where it stands: of several callers, the first one does it.
  const beginSql = `with clock as materialized (select ${nowSql(1)} as now_ms), deleted as (
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where keep_until <= (select now_ms from clock) and key <> $2
        order by keep_until limit ${REMOVED_AT_ONCE} for update skip locked
      ))
    ), begun as (
      insert into ${table} as old (key, digest, running_until, keep_until, w)
      select $2, $3, now_ms + $4::bigint, now_ms + $5::bigint, $6 from clock
      on conflict (key) do update set digest = excluded.digest, running_until = excluded.running_until,
        keep_until = excluded.keep_until, w = excluded.w, sum = null, outcome = null
      where old.keep_until <= excluded.keep_until - $5::bigint or (old.outcome is null and (
        old.running_until <= excluded.running_until - $4::bigint
        or old.running_until > excluded.running_until + ${LATER_MS} or old.keep_until > excluded.keep_until + ${LATER_MS}))
      returning digest, running_until, keep_until
    ) select digest, running_until, keep_until from begun`
  const getSql = `select digest, running_until, keep_until, w = $2 as is_own, sum, outcome from ${table} where key = $1`
  const finishSql = `with changed as (
      update ${table} set sum = $3, outcome = $4 where key = $1 and running_until = $2 returning 1
    ) select count(*) as changed from changed`
  const deleteSql = `delete from ${table} where key = $1 and running_until = $2`

  return {
    begin: async ({ key, digest, runningMs, keepMs }) => {
      const id = keyText(key)
      const readEntry = (row: PgRow): IdempotencyEntry => ({
        key,
        digest: textOf(row, 'digest'),
        runningUntil: numberOf(row, 'running_until'),
        keepUntil: numberOf(row, 'keep_until'),
      })
      const write = database.createWriteId()
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        const begun = await database.write({
          run: { text: beginSql, values: [database.nowMs(), id, digest, runningMs, keepMs, write] },
          read: ([row]) => (row === undefined ? undefined : readEntry(row)),
        })
        if (begun !== undefined) return { begun }
        // What refused it may be newer than what that statement could see.
        const [row] = await database.read({ text: getSql, values: [id, write] })
        if (row === undefined) continue
        if (row['is_own'] === true) return { begun: readEntry(row) }
        const place = { store: database.name, collection: 'idempotency', id }
        const hasOutcome = row['outcome'] !== null || row['sum'] !== null
        return {
          known: hasOutcome
            ? { ...readEntry(row), outcome: readText(row, place, JSON_FORM, undefined, 'outcome') }
            : readEntry(row),
        }
      }
      throw new SwapError('SERVICE_UNAVAILABLE', `The store ${database.name} is busy with the same key.`, {
        reason: 'store-busy',
        retryAfterSec: 1,
      })
    },
    finish: async (key, runningUntil, outcome) => {
      const { sum, doc } = storeText(outcome)
      return database.write({
        run: { text: finishSql, values: [keyText(key), runningUntil, sum, doc] },
        read: (rows) => countOf(rows) === 1,
      })
    },
    delete: async (key, runningUntil) =>
      database.write({ run: { text: deleteSql, values: [keyText(key), runningUntil] }, read: () => undefined }),
  }
}
