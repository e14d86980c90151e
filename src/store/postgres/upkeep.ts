import type { Compaction, Store } from '../port.ts'
import type { SwapError } from '../../core/api/errors.ts'
import { numberOf, onlyRow, textOf } from './columns.ts'
import { databaseUnusable, LACKS_RIGHT, OWN_SCHEMA } from './connection/failures.ts'
import { nowSql, type PgDatabase } from './database.ts'
import { SCHEMA_STEPS, TABLE_NAMES } from './schema.ts'

/** Longest time that one table is tidied, in milliseconds: it goes on from there the next time. */
const TABLE_MS = 60 * 60_000

/** Tables of the schema that parameter 2 names, of those in parameter 3, that this role may not use as it needs to. */
const LACKING = `select string_agg(relname, ', ' order by relname) from pg_class
  where relnamespace = $2::text::regnamespace and relname = any($3::text[]) and relkind = 'r' and not (
    ${['select', 'insert', 'update', 'delete'].map((right) => `has_table_privilege(oid, '${right}')`).join(' and ')})`

function lacksRights(name: string, tables: string): SwapError {
  const cause = Object.assign(new Error(`rights are missing on ${tables}`), { code: LACKS_RIGHT })
  return databaseUnusable(name, `lacks rights on its tables ${tables}`, OWN_SCHEMA, cause)
}

/** Reads and writes the database, sees whether it may do so with all tables, and tells its schema and size. */
export function checkStore(database: PgDatabase): ReturnType<Store['check']> {
  const { schema } = database
  return database.write({
    run: {
      text: `update ${schema}.store set checked_ms = ${nowSql(1)} returning schema_version, oldest_version, (${sizeSql(2)}) as bytes, (${LACKING}) as lacking`,
      values: [database.nowMs(), schema, TABLE_NAMES],
    },
    read: (rows) => {
      const row = onlyRow(rows)
      if (row['lacking'] !== null) throw lacksRights(database.name, textOf(row, 'lacking'))
      const state = { schemaVersion: numberOf(row, 'schema_version'), sizeBytes: numberOf(row, 'bytes') }
      const newest = SCHEMA_STEPS.at(-1)?.version ?? 0
      return numberOf(row, 'oldest_version') > newest ? { ...state, isOutdated: true } : state
    },
  })
}

/**
 * For how long the oldest event that no reader gets yet has waited for what was written before it, in milliseconds; 0 where
 * none waits.
 */
export async function readEventDelay(database: PgDatabase): Promise<number> {
  const { schema } = database
  const rows = await database.read({
    text: `select greatest(0, coalesce(max(${nowSql(1)} - at_ms), 0))::bigint as waited_ms
      from ${schema}.events where xid >= pg_snapshot_xmin(pg_current_snapshot())`,
    values: [database.nowMs()],
  })
  return numberOf(onlyRow(rows), 'waited_ms')
}

/**
 * Makes the space of what was removed free for new rows, table by table, while everybody works on. To give it back to the disk
 * would stop all servers meanwhile: that is left to whoever runs the database.
 */
export async function compactStore(database: PgDatabase): Promise<Compaction> {
  const { schema } = database
  const size = async () => {
    const rows = await database.read({ text: `select (${sizeSql(1)}) as bytes`, values: [schema] })
    return numberOf(onlyRow(rows), 'bytes')
  }
  const beforeBytes = await size()
  const tables = await database.read({
    text: `select quote_ident(relname) as name from pg_class
      where relnamespace = $1::text::regnamespace and relkind = 'r' order by relname`,
    values: [schema],
  })
  for (const row of tables) {
    await database.maintain(
      { text: `vacuum (analyze, truncate false) ${schema}.${textOf(row, 'name')}`, values: [] },
      TABLE_MS,
    )
  }
  return { beforeBytes, afterBytes: await size(), free: 'for-new-rows' }
}

/** Bytes of all tables of the schema that parameter `at` names, with their indexes. */
function sizeSql(at: number): string {
  return `select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from pg_class
    where relnamespace = $${at}::text::regnamespace and relkind = 'r'`
}
