import { RATE_GRAINS, type RatePoint } from '../../../core/rates/point.ts'
import { latestStoredMs } from '../../../core/stored-time.ts'
import { pairKey } from '../../pair-key.ts'
import type { Store } from '../../port.ts'
import { MOST_RATES_READ, oldestRates, rateRows } from '../../rate-rows.ts'
import { rateForm } from '../../record-json.ts'
import { readUnlessDamaged } from '../../unless-damaged.ts'
import type { Connection, SqlRow } from '../connection.ts'
import { readSummed, sumOf } from '../document-table.ts'

const PUT = `INSERT INTO rates (pair, grain_ms, slot_ms, size, sum, doc) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET sum = excluded.sum, doc = excluded.doc`

/** Rates of a pair and a grain between two times, by the key of the table. */
const OF_PAIR = `SELECT CAST(pair AS BLOB) AS id, CAST(sum AS BLOB) AS sum, CAST(doc AS BLOB) AS doc FROM rates
  WHERE pair = ? AND grain_ms = ? AND slot_ms > ? AND slot_ms <= ? ORDER BY slot_ms DESC, size DESC LIMIT ${MOST_RATES_READ}`

/** Rates of a grain that are past their time, by the index of times. */
const OVER = 'SELECT rowid FROM rates WHERE grain_ms = ? AND slot_ms < ?'
const AHEAD = 'SELECT rowid FROM rates WHERE grain_ms = ? AND slot_ms > ?'

/** Rates of quotes, written relaxed. */
export function rateCollection(connection: Connection, file: string, now: () => number): Store['rates'] {
  const read = (row: SqlRow): RatePoint | undefined =>
    readUnlessDamaged(() => readSummed(row, rateForm.fromJson, file, 'rates'))
  return {
    putMany: async (rates) => {
      if (rates.length === 0) return
      const rows = rateRows(rates)
      connection.write(() => {
        for (const { pair, grainMs, slotMs, size, doc } of rows) {
          connection.run(PUT, [pair, grainMs, slotMs, size, sumOf(doc), doc])
        }
      })
    },
    ofPair: async (pair, grain, withinMs) => {
      const [nowMs, grainMs] = [now(), RATE_GRAINS[grain]]
      // The time of a slot began before its point.
      const rows = connection.all(OF_PAIR, [
        ...[pairKey(pair), grainMs, nowMs - withinMs - grainMs, latestStoredMs(nowMs, 0)],
      ])
      return rows
        .flatMap((row) => read(row) ?? [])
        .filter(({ atMs }) => atMs >= nowMs - withinMs)
        .sort((a, b) => a.atMs - b.atMs)
    },
    prune: async (keepMs, limit) => {
      const nowMs = now()
      const grains = oldestRates(keepMs)
      const over = grains.flatMap(() => [OVER, AHEAD]).join(' UNION ALL ')
      const times = grains.flatMap(([grainMs, oldestMs]) => [
        ...[grainMs, nowMs - oldestMs - grainMs, grainMs, latestStoredMs(nowMs, 0)],
      ])
      const some = `SELECT rowid FROM (${over}) LIMIT ?`
      if (connection.get(some, [...times, 1]) === undefined) return 0
      return connection.write(() => connection.run(`DELETE FROM rates WHERE rowid IN (${some})`, [...times, limit]))
    },
  }
}
