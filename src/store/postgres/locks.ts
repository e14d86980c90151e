import type { Versioned } from '../../core/ports.ts'
import type { LockRecord } from '../../core/swap/records.ts'
import type { NewEvent, Store } from '../port.ts'
import { lockForm } from '../record-json.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'
import { countOf, limitTo, numberOf, textOf } from './columns.ts'
import { nowSql, type PgDatabase, type PgRow, RELAXED_SQL } from './database.ts'
import { eventValues, noteEvents } from './event-rows.ts'
import { keepWrite, keyText, ownWrite, readText, storeText } from './stored-text.ts'

/** Most unused locks that are looked at for the latest that are not damaged. */
const MOST_LOOKED_AT = 1_000

/** Locks, each with the terms it promises. */
export function lockCollection(database: PgDatabase): Store['locks'] {
  const { schema } = database
  const table = `${schema}.locks`
  const insertSql = `with new as (
      insert into ${table} (id, version, writes, state, expires_ms, sum, doc)
      values ($1, 1, array[$2::bigint], $3, $4, $5, $6) on conflict (id) do nothing returning id
    ), noted as (${noteEvents(schema, 'new', 7)})
    select count(*) as changed from new`
  const replaceSql = `with changed as (
      update ${table} set version = version + 1, writes = ${keepWrite('$2')}, state = $3, expires_ms = $4, sum = $5, doc = $6
      where id = $1 and version = $11 returning id
    ), noted as (${noteEvents(schema, 'changed', 7)})
    select count(*) as changed from changed`
  const latestSql = (limit: number, offset: number) => `select id, version, sum, doc from ${table}
    where state = 'locked' and expires_ms > (select ${nowSql(1)} + $2)
    order by expires_ms desc, id ${limitTo(limit)} offset ${offset}`
  // One that somebody claims in this moment is left alone.
  const pruneSql = (limit: number) => `with deleted as (
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where state = 'locked' and expires_ms < (select ${nowSql(1)} - $2)
        order by expires_ms ${limitTo(limit)} for update skip locked
      )) returning 1
    ) select count(*) as changed, ${RELAXED_SQL} as relaxed from deleted`

  const write = (text: string, lock: LockRecord, events: readonly NewEvent[], more: readonly unknown[]) => {
    const id = database.createWriteId()
    const { doc, sum } = storeText(lockForm.toJson(lock))
    const key = keyText(lock.id)
    return database.write({
      run: { text, values: [key, id, lock.state, lock.expiresAtMs, sum, doc, ...eventValues(events), ...more] },
      read: (rows) => countOf(rows) === 1,
      mine: ownWrite(table, key, id),
    })
  }
  const read = (row: PgRow): Versioned<LockRecord> => {
    const id = textOf(row, 'id')
    const place = { store: database.name, collection: 'locks', id }
    return { doc: readText(row, place, lockForm, (lock) => keyText(lock.id) === id), version: numberOf(row, 'version') }
  }
  return {
    insert: async (lock, events) => {
      if (!(await write(insertSql, lock, events, []))) throw new Error(`There is a lock ${lock.id} already`)
    },
    get: async (lockId) => {
      const [row] = await database.read({
        text: `select id, version, sum, doc from ${table} where id = $1`,
        values: [keyText(lockId)],
      })
      return row === undefined ? undefined : read(row)
    },
    replace: async (lock, expectedVersion, events) => write(replaceSql, lock, events, [expectedVersion]),
    latest: async (aheadMs, limit) => {
      const found: Versioned<LockRecord>[] = []
      // Damaged ones take no place: nobody executes them, and behind them may be one that can be.
      for (let seen = 0; found.length < limit && seen < MOST_LOOKED_AT;) {
        const rows = await database.read({ text: latestSql(limit, seen), values: [database.nowMs(), aheadMs] })
        found.push(...rows.flatMap((row) => readUnlessDamaged(() => read(row)) ?? []))
        if (rows.length < limit) break
        seen += rows.length
      }
      return found.slice(0, limit)
    },
    prune: async (keepMs, limit) =>
      countOf(await database.relax({ text: pruneSql(limit), values: [database.nowMs(), keepMs] })),
  }
}
