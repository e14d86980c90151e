import type { PgDatabase, Query } from './database.ts'
import { lockSchema } from './migrate.ts'

/** The transaction id that comes before each that a cluster gives. */
const FIRST_XID = 3

/** Longest time of a statement that gives every event another place, in milliseconds. */
const PLACING_MS = 10 * 60_000

/**
 * Gives events new places where the database was restored into another cluster: its transactions may have lower ids than theirs,
 * and nobody would read them before it reached those. They keep the order of their numbers. Cursors from before are of no place.
 */
export async function placeRestoredEvents(database: PgDatabase): Promise<void> {
  const { schema } = database
  const isAhead = async (query: Query): Promise<boolean> => {
    const [newest] = await query({
      text: `select xid >= pg_snapshot_xmax(pg_current_snapshot()) as is_ahead from (
          (select xid from ${schema}.events order by xid desc, n desc limit 1)
          union all select pruned_xid from ${schema}.store
        ) as places order by xid desc limit 1`,
      values: [],
    })
    return newest?.['is_ahead'] === true
  }
  if (!(await isAhead((statement) => database.read(statement)))) return
  await database.transaction(async (query) => {
    await lockSchema(query)
    if (!(await isAhead(query))) return
    await query({ text: `update ${schema}.events set xid = '${FIRST_XID}' where xid <> '${FIRST_XID}'`, values: [] })
    await query({
      text: `update ${schema}.store set pruned_xid = '${FIRST_XID}' where pruned_xid > '${FIRST_XID}'`,
      values: [],
    })
  }, PLACING_MS)
}
