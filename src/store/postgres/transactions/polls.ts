import { latestStoredMs } from '../../../core/stored-time.ts'
import { LEASE_MS, LONGEST_POLL_AHEAD_MS } from '../../../core/swap/poll-times.ts'
import type { Store } from '../../port.ts'
import { numberOf, textOf } from '../columns.ts'
import { nowSql, type PgDatabase, type PgRow, RELAXED_SQL } from '../database.ts'
import { keyText } from '../stored-text.ts'
import type { ReadTransaction } from './collection.ts'

/** How much later than now a right clock can have set the time of a poll, in milliseconds. */
const POLL_AHEAD_MS = latestStoredMs(0, LONGEST_POLL_AHEAD_MS)
/** How much later than it would end by now a lease of a right clock can end, in milliseconds. */
const LEASE_AHEAD_MS = latestStoredMs(0, 0)

/** What lets a poll be claimed: no lease of another holder, but for one of a clock that was ahead. @param leaseMs SQL */
function isFree(nowMs: string, leaseMs: string): string {
  return `(until_ms <= ${nowMs} or until_ms > ${nowMs} + ${leaseMs} + ${LEASE_AHEAD_MS})`
}

/**
 * Which transactions are due, and who polls them. Leases commit without waiting for the disk: after a crash of the database
 * their holders only poll again.
 */
export function transactionPolls(database: PgDatabase, read: ReadTransaction) {
  const { schema } = database
  const polls = `${schema}.transaction_polls`
  const now = '(select now_ms from clock)'
  /** Most of one provider in `p`, as far as they are free. Those that another call claims in this moment are left out. */
  const claimable = (range: string, limit: string) => `
      select polls.n, polls.next_ms, p.provider from p cross join lateral (
        select n, next_ms from ${polls} where provider = p.provider and next_ms is not null and ${range} and ${isFree(now, '$3::bigint')}
        order by next_ms, n limit ${limit} for update skip locked
      ) as polls`
  // Providers are found by the index, one after the other: to look at each row that is due takes as long as there are rows.
  const claimSql = `with recursive clock as materialized (select ${nowSql(1)} as now_ms), providers (provider) as (
      (select provider from ${polls} where next_ms is not null order by provider limit 1)
      union all
      select (select provider from ${polls} where next_ms is not null and provider > providers.provider order by provider limit 1)
      from providers where providers.provider is not null
    ), p as materialized (
      select provider, least($4::integer, greatest(0, $5::integer - coalesce(places, 0))) as free
      from providers left join unnest($6::text[], $7::integer[]) as taken (key, places) on taken.key = providers.provider
      where provider is not null
    ), ahead as materialized (${claimable(`next_ms > ${now} + ${POLL_AHEAD_MS}`, 'p.free')}
    ), due as materialized (${claimable(
      `next_ms <= ${now}`,
      'greatest(0, p.free - (select count(*) from ahead where ahead.provider = p.provider))',
    )}
    ), picked as materialized (
      select n, row_number() over (order by is_due, next_ms, n) as place from (
        select n, next_ms, false as is_due from ahead union all select n, next_ms, true from due
      ) as found order by is_due, next_ms, n limit $4::integer
    ), leased as (
      update ${polls} as polls set holder = $2, until_ms = ${now} + $3::bigint from picked where polls.n = picked.n
      returning polls.n, picked.place
    ) select stored.id, stored.version, stored.sum, stored.doc, ${RELAXED_SQL} as relaxed
    from leased join ${schema}.transactions as stored using (n) order by leased.place`
  // By index: `exists` may read the whole table.
  const nextSql = `with clock as materialized (select ${nowSql(1)} as now_ms)
    select coalesce((
        select true from ${polls} where next_ms > ${now} + ${POLL_AHEAD_MS} and ${isFree(now, String(LEASE_MS))}
        order by next_ms limit 1
      ), false) as is_ahead,
      (
        select next_ms - ${now} from ${polls} where next_ms is not null and ${isFree(now, String(LEASE_MS))}
        order by next_ms limit 1
      ) as next_in_ms`
  const ofIds = (ids: string) => `(select n from ${schema}.transactions where id = any(${ids}))`
  const leaseSql = `with clock as materialized (select ${nowSql(1)} as now_ms)
    update ${polls} set holder = $2, until_ms = ${now} + $3::bigint
    where n in ${ofIds('$4::text[]')} and (${isFree(now, '$3::bigint')} or holder = $2) and ${RELAXED_SQL}
    returning 1 as leased`
  const releaseSql = `update ${polls} set holder = null, until_ms = 0
    where n in ${ofIds('$2::text[]')} and holder = $1 and ${RELAXED_SQL}`

  const release = async (ids: readonly string[], holder: string) =>
    void (await database.relax({ text: releaseSql, values: [holder, ids.map(keyText)] }))
  return {
    claimDue: async (holder, leaseMs, { total, each, taken }) => {
      if (total <= 0 || each <= 0) return { leased: [], damaged: [] }
      const rows = await database.relax({
        text: claimSql,
        values: [
          ...[database.nowMs(), holder, leaseMs, total, each],
          ...[[...taken.keys()].map(keyText), [...taken.values()]],
        ],
      })
      const found = rows.map((row: PgRow) => read(row) ?? textOf(row, 'id'))
      return {
        leased: found.filter((one) => typeof one !== 'string'),
        damaged: found.filter((one) => typeof one === 'string'),
      }
    },
    nextDueInMs: async () => {
      const [row] = await database.read({ text: nextSql, values: [database.nowMs()] })
      if (row === undefined || row['is_ahead'] === true) return row === undefined ? undefined : 0
      return row['next_in_ms'] === null ? undefined : numberOf(row, 'next_in_ms')
    },
    lease: async (id, holder, leaseMs) => {
      const rows = await database.relax({ text: leaseSql, values: [database.nowMs(), holder, leaseMs, [keyText(id)]] })
      return rows.length > 0
    },
    release: async (id, holder) => release([id], holder),
    releaseMany: release,
  } satisfies Partial<Store['transactions']>
}
