import { latestStoredMs } from '../../core/stored-time.ts'
import type { SharedCount } from '../shared.ts'
import { numberOf, textOf } from './columns.ts'
import { nowSql, type PgDatabase, RELAXED_SQL } from './database.ts'
import { keyText } from './stored-text.ts'

/** Most keys in one statement. */
const MOST_AT_ONCE = 500

/** How much later than now a right clock can have counted, in milliseconds. */
const AHEAD_MS = latestStoredMs(0, 0)

/** What is counted under one key. */
export interface SlidingWindow {
  readonly key: string
  /** Most that is counted in the window. */
  readonly most: number
  /** Its length, in milliseconds. */
  readonly lengthMs: number
  /** What came this close together is one group, which leaves the window with the last of it, in milliseconds. */
  readonly groupMs: number
}

interface Waiting {
  readonly window: SlidingWindow
  readonly asked: { readonly resolve: (counted: SharedCount) => void; readonly reject: (error: unknown) => void }[]
}

/**
 * Counts in windows that slide, over all processes: of a key, no more than its most is counted in any time as long as its window.
 * What asks while others are being counted is counted with the next statement, whatever its key.
 * @param table with the columns of `request_counts`, qualified
 */
export function countInWindows(database: PgDatabase, table: string): (window: SlidingWindow) => Promise<SharedCount> {
  const text = countStatement(table)
  const waiting = new Map<string, Waiting>()
  let counting: Promise<void> | undefined

  const countSome = async (): Promise<void> => {
    const batch = [...waiting].slice(0, MOST_AT_ONCE)
    for (const [key] of batch) waiting.delete(key)
    const settle = (each: (one: Waiting, key: string) => void) => {
      for (const [key, one] of batch) each(one, key)
    }
    const windows = batch.map(([, { window }]) => window)
    try {
      const rows = await database.relax({
        text,
        values: [
          batch.map(([key]) => key),
          batch.map(([, { asked }]) => asked.length),
          windows.map(({ most }) => most),
          windows.map(({ lengthMs }) => lengthMs),
          windows.map(({ groupMs }) => groupMs),
          database.nowMs(),
        ],
      })
      const found = new Map(rows.map((row) => [textOf(row, 'client'), row]))
      settle(({ asked }, key) => {
        const row = found.get(key)
        if (row === undefined) return
        const [granted, total] = [numberOf(row, 'granted'), numberOf(row, 'total')]
        const freeInMs = numberOf(row, 'free_in_ms')
        for (const [at, { resolve }] of asked.entries()) {
          // Each as if it had come by itself, in their order.
          resolve({ isCounted: at < granted, total: total - Math.max(0, granted - at - 1), freeInMs })
        }
      })
    } catch (error) {
      settle(({ asked }) => {
        for (const { reject } of asked) reject(error)
      })
    }
  }
  const countAll = async (): Promise<void> => {
    while (waiting.size > 0) await countSome()
    // In the same step as the look: one that comes now begins anew.
    counting = undefined
  }
  return (window) =>
    new Promise((resolve, reject) => {
      const key = keyText(window.key)
      const one = waiting.get(key) ?? { window, asked: [] }
      one.asked.push({ resolve, reject })
      waiting.set(key, one)
      counting ??= countAll()
    })
}

/** What is counted in a window, and when the earliest of it leaves. */
export async function readWindow(
  database: PgDatabase,
  table: string,
  { key, lengthMs }: Pick<SlidingWindow, 'key' | 'lengthMs'>,
): Promise<Omit<SharedCount, 'isCounted'>> {
  const [row] = await database.read({
    text: `with asked as materialized (select ${nowSql(1)} as at, $3::bigint as length_ms)
      select coalesce(sum(c), 0)::integer as total, (coalesce(min(e) + max(length_ms) - max(at), 0))::bigint as free_in_ms
      from asked, ${table} as l, unnest(l.firsts, l.lasts, l.counts) as u (f, e, c)
      where l.client = $2 and ${isInside('e', 'asked')}`,
    values: [database.nowMs(), keyText(key), lengthMs],
  })
  return row === undefined
    ? { total: 0, freeInMs: 0 }
    : { total: numberOf(row, 'total'), freeInMs: numberOf(row, 'free_in_ms') }
}

/** True for a group that is in its window, but of a clock that was ahead. @param last its last time, in SQL */
function isInside(last: string, asked: string): string {
  return `${last} > ${asked}.at - ${asked}.length_ms and ${last} <= ${asked}.at + ${AHEAD_MS}`
}

/**
 * Counts under several keys at once. A key's row holds the groups of its window, as three arrays; it is locked while it is
 * counted, so that servers never let through more than its most together.
 */
function countStatement(table: string): string {
  return `with asked as materialized (
      select client, wanted, most, length_ms, group_ms, ${nowSql(6)} as at
      from unnest($1::text[], $2::integer[], $3::integer[], $4::bigint[], $5::bigint[])
        as a (client, wanted, most, length_ms, group_ms) order by client
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
        from unnest(l.firsts, l.lasts, l.counts) as u (f, e, c) where ${isInside('e', 'a')}
      ) as g,
      lateral (select greatest(0, least(a.wanted, a.most - g.total)) as taken) as t,
      lateral (select coalesce(taken = 0 or a.at - g.firsts[g.n] < a.group_ms, false) as joins) as j
      where a.client = l.client
    )
    returning client, granted, (select coalesce(sum(c), 0)::integer from unnest(counts) as c) as total,
      (select l.lasts[1] + a.length_ms - a.at from asked as a where a.client = l.client)::bigint as free_in_ms,
      ${RELAXED_SQL} as relaxed`
}
