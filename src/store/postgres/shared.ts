import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock, Json } from '../../core/ports.ts'
import type { CallBudget, SharedTables } from '../shared.ts'
import { textOf } from './columns.ts'
import { nowSql, type PgDatabase, RELAXED_SQL } from './database.ts'
import { countInWindows, readWindow } from './sliding-windows.ts'
import { keyText } from './stored-text.ts'

/*
 * What the servers of one database count and keep together. Requests and verdicts are of the last minute only, in tables that a
 * crash of the database empties. A provider may count its calls over hours: those stay.
 */

/** How long a request counts, and how long verdicts are kept, in milliseconds. */
const MINUTE_MS = 60_000
/** Requests that came this close together are counted as one group, in milliseconds. */
const GROUP_MS = 1_000
/** Calls of a provider that are counted one by one; of more, some are a group. */
const MOST_CALLS_ALONE = 200
/** Shortest time between two times of tidying up, in milliseconds of the database's clock. */
const TIDY_EVERY_MS = 10_000

/** @param clock of this machine: for how often to tidy up */
export function openSharedTables(database: PgDatabase, clock: Clock): SharedTables {
  const { schema } = database
  const calls = `${schema}.provider_calls`
  const countRequest = countInWindows(database, `${schema}.request_counts`)
  const countCall = countInWindows(database, calls)
  let tidiedMs = monotonicMs(clock)

  const tidy = (): void => {
    if (monotonicMs(clock) - tidiedMs < TIDY_EVERY_MS) return
    tidiedMs = monotonicMs(clock)
    const old = `with counts as (delete from ${schema}.request_counts
        where lasts[cardinality(lasts)] is null or lasts[cardinality(lasts)] < ${nowSql(1)} - ${MINUTE_MS})
      delete from ${schema}.verdicts where keep_until < ${nowSql(1)}`
    // What stays is removed the next time.
    void database.relax({ text: old, values: [database.nowMs()] }).catch(() => undefined)
  }
  return {
    countRequest: (client, limit) => {
      tidy()
      return countRequest({ key: client, most: limit, lengthMs: MINUTE_MS, groupMs: GROUP_MS })
    },
    takeCall: (providerKey, { requests, perMs }) =>
      countCall({ key: providerKey, most: requests, lengthMs: perMs, groupMs: groupOf({ requests, perMs }) }),
    callsOf: (providerKey, { perMs }) => readWindow(database, calls, { key: providerKey, lengthMs: perMs }),
    keepVerdicts: async (requestId, verdicts) => {
      tidy()
      await database.relax({
        text: `insert into ${schema}.verdicts (request_id, keep_until, doc)
          select $2, ${nowSql(1)} + ${MINUTE_MS}, $3 where ${RELAXED_SQL}
          on conflict (request_id) do update set keep_until = excluded.keep_until, doc = excluded.doc`,
        values: [database.nowMs(), keyText(requestId), JSON.stringify(verdicts)],
      })
    },
    verdictsOf: async (requestId) => {
      const [row] = await database.read({
        text: `select doc from ${schema}.verdicts where request_id = $2 and keep_until > ${nowSql(1)}`,
        values: [database.nowMs(), keyText(requestId)],
      })
      return row === undefined ? undefined : readJson(textOf(row, 'doc'))
    },
  }
}

/** What nobody needs is taken for not there where it is damaged. */
function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** How close together calls of a provider are one group, in milliseconds: so that a row never holds many. */
function groupOf({ requests, perMs }: CallBudget): number {
  return requests <= MOST_CALLS_ALONE ? 0 : Math.ceil(perMs / MOST_CALLS_ALONE)
}
