import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock, Json } from '../../core/ports.ts'
import { numberOf, textOf } from './columns.ts'
import { nowSql, type PgDatabase, RELAXED_SQL } from './database.ts'
import { keyText } from './stored-text.ts'

/*
 * What the servers of one database count and keep together, in tables that a crash of the database empties: it is of the last
 * minute only.
 */

/** How long a request counts, and how long verdicts are kept, in milliseconds. */
const MINUTE_MS = 60_000
/** Requests that came this close together are counted as one group, in milliseconds. */
const GROUP_MS = 1_000
/** Shortest time between two times of tidying up, in milliseconds of the database's clock. */
const TIDY_EVERY_MS = 10_000
/** Most clients in one statement. */
const MOST_AT_ONCE = 500

/** A request beside the others of its client's window. */
export interface SharedCount {
  /** False where it was not counted, since it is over the limit. */
  readonly isCounted: boolean
  /** Counted requests in the window. */
  readonly total: number
  /** Milliseconds until the earliest of them leave it. */
  readonly freeInMs: number
}

/** What servers share beside swaps. Where the database does not answer, each call fails. */
export interface SharedTables {
  /** Counts a request of a client in a window of a minute that slides, unless `limit` of them are in it already. */
  countRequest(client: string, limit: number): Promise<SharedCount>
  /** Keeps the verdicts of a quote for a minute. */
  keepVerdicts(requestId: string, verdicts: Json): Promise<void>
  verdictsOf(requestId: string): Promise<Json | undefined>
}

/** Requests of a client that wait to be counted. */
interface Waiting {
  readonly limit: number
  readonly requests: { readonly resolve: (counted: SharedCount) => void; readonly reject: (error: unknown) => void }[]
}

/** @param clock of this machine: for how often to tidy up */
export function openSharedTables(database: PgDatabase, clock: Clock): SharedTables {
  const { schema } = database
  const countSql = countStatement(`${schema}.request_counts`)
  const waiting = new Map<string, Waiting>()
  let counting: Promise<void> | undefined
  let tidiedMs = monotonicMs(clock)

  const countSome = async (): Promise<void> => {
    const batch = [...waiting].slice(0, MOST_AT_ONCE)
    for (const [client] of batch) waiting.delete(client)
    const settle = (each: (one: Waiting, client: string) => void) => {
      for (const [client, one] of batch) each(one, client)
    }
    try {
      const rows = await database.relax({
        text: countSql,
        values: [
          batch.map(([client]) => client),
          batch.map(([, { requests }]) => requests.length),
          batch.map(([, { limit }]) => limit),
          database.nowMs(),
        ],
      })
      const found = new Map(rows.map((row) => [textOf(row, 'client'), row]))
      settle(({ requests }, client) => {
        const row = found.get(client)
        if (row === undefined) return
        const [granted, total, freeInMs] = [
          numberOf(row, 'granted'),
          numberOf(row, 'total'),
          numberOf(row, 'free_in_ms'),
        ]
        for (const [at, { resolve }] of requests.entries()) {
          // Each as if it had come by itself, in their order.
          resolve({ isCounted: at < granted, total: total - Math.max(0, granted - at - 1), freeInMs })
        }
      })
    } catch (error) {
      settle(({ requests }) => {
        for (const { reject } of requests) reject(error)
      })
    }
  }
  const countAll = async (): Promise<void> => {
    while (waiting.size > 0) await countSome()
    // In the same step as the look: one that comes now begins anew.
    counting = undefined
  }
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
    countRequest: (client, limit) =>
      new Promise((resolve, reject) => {
        const key = keyText(client)
        const one = waiting.get(key) ?? { limit, requests: [] }
        one.requests.push({ resolve, reject })
        waiting.set(key, one)
        tidy()
        counting ??= countAll()
      }),
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
      return row === undefined ? undefined : (JSON.parse(textOf(row, 'doc')) as Json)
    },
  }
}

/**
 * Counts several clients at once. A client's row holds the groups of its window, as three arrays; it is locked while it is
 * counted, so that servers never let through more than the limit together.
 */
function countStatement(table: string): string {
  return `with asked as materialized (
      select client, wanted, most, ${nowSql(4)} as at
      from unnest($1::text[], $2::integer[], $3::integer[]) as a (client, wanted, most) order by client
    )
    insert into ${table} as l (client, firsts, lasts, counts, granted)
    select client, array[at], array[at], array[least(wanted, most)], least(wanted, most) from asked
    on conflict (client) do update set (firsts, lasts, counts, granted) = (
      select case when joins then g.firsts else g.firsts || a.at end,
        case when taken = 0 then g.lasts when joins then g.lasts[:g.n - 1] || a.at else g.lasts || a.at end,
        case when joins then g.counts[:g.n - 1] || (g.counts[g.n] + taken) else g.counts || taken end,
        taken
      from asked a,
      lateral (
        select count(*)::integer as n, coalesce(array_agg(f order by f), '{}') as firsts,
          coalesce(array_agg(e order by f), '{}') as lasts, coalesce(array_agg(c order by f), '{}') as counts,
          coalesce(sum(c), 0)::integer as total
        from unnest(l.firsts, l.lasts, l.counts) as u (f, e, c) where e > a.at - ${MINUTE_MS}
      ) as g,
      lateral (select greatest(0, least(a.wanted, a.most - g.total)) as taken) as t,
      lateral (select coalesce(taken = 0 or a.at - g.firsts[g.n] < ${GROUP_MS}, false) as joins) as j
      where a.client = l.client
    )
    returning client, granted, (select coalesce(sum(c), 0)::integer from unnest(counts) as c) as total,
      (lasts[1] + ${MINUTE_MS} - ${nowSql(4)})::bigint as free_in_ms, ${RELAXED_SQL} as relaxed`
}
