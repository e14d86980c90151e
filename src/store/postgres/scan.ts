import { isSwapError } from '../../core/api/errors.ts'
import type { Json } from '../../core/ports.ts'
import { jsonForm } from '../record-json.ts'
import type { Scanned } from '../sqlite/scan.ts'
import { textOf } from './columns.ts'
import type { PgDatabase } from './database.ts'
import { readText } from './stored-text.ts'

/** What can be read from end to end: where a row begins, and in what order they come. */
const SCANS = {
  transactions: { id: 'id', place: 'n', key: 'n', start: ['0'], after: 'n > $1::bigint' },
  events: {
    id: 'n::text',
    place: "xid::text || '_' || n",
    key: 'xid, n',
    start: ['0', '0'],
    // As far as their order is settled: what is written meanwhile is not of this reading.
    after: '(xid, n) > ($1::xid8, $2::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())',
  },
} as const

/** Rows that are in memory at a time. */
const ROWS = 500

const JSON_FORM = jsonForm<Json>()

/** Every document of one kind, oldest first, some hundred at a time. Others may write meanwhile. @throws SERVICE_UNAVAILABLE */
export async function* scanDatabase(database: PgDatabase, what: keyof typeof SCANS): AsyncGenerator<Scanned> {
  const { id, place, key, start, after } = SCANS[what]
  const text = `select ${id} as id, (${place})::text as place, sum, doc from ${database.schema}.${what}
    where ${after} order by ${key} limit ${ROWS}`
  for (let values: readonly string[] = start; ;) {
    const rows = await database.read({ text, values })
    for (const row of rows) {
      const found = textOf(row, 'id')
      try {
        yield { id: found, doc: readText(row, { store: database.name, collection: what, id: found }, JSON_FORM) }
      } catch (error) {
        if (!isSwapError(error) || error.code !== 'STORE_UNUSABLE') throw error
        yield { id: found, damage: error }
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS) return
    values = textOf(last, 'place').split('_')
  }
}
