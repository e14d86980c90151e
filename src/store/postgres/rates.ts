import { RATE_GRAINS } from '../../core/rates/point.ts'
import { latestStoredMs } from '../../core/stored-time.ts'
import { pairKey } from '../pair-key.ts'
import type { Store } from '../port.ts'
import { MOST_RATES_READ, oldestRates, rateRows } from '../rate-rows.ts'
import { rateForm } from '../record-json.ts'
import { readUnlessDamaged } from '../unless-damaged.ts'
import { countOf, limitTo, numberOf, onlyRow, textOf } from './columns.ts'
import { nowSql, type PgDatabase, RELAXED_SQL } from './database.ts'
import { keepText, readText } from './stored-text.ts'

/** Rates of quotes. After a crash of the database the newest may be gone. */
export function rateCollection(database: PgDatabase): Store['rates'] {
  const table = `${database.schema}.rates`
  // In the order of its keys, so that two of these never wait for each other.
  const putSql = `with put as (
      insert into ${table} (pair, grain_ms, slot_ms, size, sum, doc)
      select new.* from unnest($1::text[], $2::integer[], $3::bigint[], $4::smallint[], $5::bytea[], $6::text[])
        as new (pair, grain_ms, slot_ms, size, sum, doc)
      order by new.pair, new.grain_ms, new.slot_ms, new.size
      on conflict (pair, grain_ms, slot_ms, size) do update set sum = excluded.sum, doc = excluded.doc
      returning 1
    ) select count(*) as changed, ${RELAXED_SQL} as relaxed from put`
  const now = `(select ${nowSql(1)})`
  const latest = `${now} + ${latestStoredMs(0, 0)}`
  const nowMsSql = `select ${nowSql(1)} as now_ms`
  // The time of a slot began before its point.
  const ofPairSql = `select pair, sum, doc from ${table}
    where pair = $2 and grain_ms = $3 and slot_ms > ${now} - $4::bigint and slot_ms <= ${latest}
    order by slot_ms desc, size desc limit ${MOST_RATES_READ}`
  const some = (condition: string, limit: number) =>
    `array(select ctid from ${table} where ${condition} order by slot_ms ${limitTo(limit)} for update skip locked)`
  const pruneSql = (limit: number) => {
    const conditions = oldestRates(0).flatMap(([grainMs], at) => [
      `grain_ms = ${grainMs} and slot_ms < ${now} - $${at + 3}::bigint`,
      `grain_ms = ${grainMs} and slot_ms > ${latest}`,
    ])
    return `with deleted as (
        delete from ${table}
        where ctid = any((${conditions.map((condition) => some(condition, limit)).join(' || ')})[1:$2])
        returning 1
      ) select count(*) as changed, ${RELAXED_SQL} as relaxed from deleted`
  }
  return {
    putMany: async (rates) => {
      if (rates.length === 0) return
      const rows = rateRows(rates)
      const texts = rows.map(({ doc }) => keepText(doc))
      await database.relax({
        text: putSql,
        values: [
          rows.map(({ pair }) => pair),
          rows.map(({ grainMs }) => grainMs),
          rows.map(({ slotMs }) => slotMs),
          rows.map(({ size }) => size),
          texts.map(({ sum }) => sum),
          texts.map(({ doc }) => doc),
        ],
      })
    },
    ofPair: async (pair, grain, withinMs) => {
      const grainMs = RATE_GRAINS[grain]
      const nowMs = numberOf(onlyRow(await database.read({ text: nowMsSql, values: [database.nowMs()] })), 'now_ms')
      const rows = await database.read({ text: ofPairSql, values: [nowMs, pairKey(pair), grainMs, withinMs + grainMs] })
      return rows
        .flatMap((row) => {
          const place = { store: database.name, collection: 'rates', id: textOf(row, 'pair') }
          return readUnlessDamaged(() => readText(row, place, rateForm)) ?? []
        })
        .filter(({ atMs }) => atMs >= nowMs - withinMs)
        .sort((a, b) => a.atMs - b.atMs)
    },
    prune: async (keepMs, limit) => {
      const oldest = oldestRates(keepMs).map(([grainMs, oldestMs]) => oldestMs + grainMs)
      return countOf(await database.relax({ text: pruneSql(limit), values: [database.nowMs(), limit, ...oldest] }))
    },
  }
}
