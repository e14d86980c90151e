import type { Stats, TransactionStatus } from '../../../core/api/documents.ts'
import type { SwapError } from '../../../core/api/errors.ts'
import { type Count, countStatuses, dayOf, type Kind, statsOfCounts } from '../../transaction-stats.ts'
import { numberOf, textOf } from '../columns.ts'
import { type PgDatabase, type PgRow, RELAXED_SQL, type Statement } from '../database.ts'
import { damagedTables } from '../stored-text.ts'
import { daySql } from './given.ts'

/*
 * Commits insert what changes of the totals, so that none waits for another; now and then these changes are added to the
 * totals. Both are read by one statement: none counts twice, or not at all.
 */

/** Changes that are added at once: some hundredths of a second of the database. */
const FOLDED_AT_ONCE = 5_000

/** One server at a time: others would wait for its rows. */
const FOLDING_LOCK = 0x5377_6171

/** The last day since 1970 that a date can be. */
const LAST_DAY = 100_000_000

/** The columns of a group, and the status. */
const GROUP = 'provider, src, dst, day, status'

/** Adds some of the changes to the totals. @returns how many */
export async function foldTotals(database: PgDatabase): Promise<number> {
  const { schema } = database
  const [row] = await database.relax({
    text: `with picked as materialized (
        select k from ${schema}.total_changes
        where (select pg_try_advisory_xact_lock(${FOLDING_LOCK}, hashtext($1)))
        order by k limit ${FOLDED_AT_ONCE} for update skip locked
      ), gone as materialized (
        delete from ${schema}.total_changes where k = any(array(select k from picked))
        returning ${GROUP}, total, unvalued, usd, wallets
      ), added as (
        insert into ${schema}.totals as old (${GROUP}, total, unvalued, usd)
        select ${GROUP}, sum(total), sum(unvalued), sum(usd) from gone group by ${GROUP}
        having sum(total) <> 0 or sum(unvalued) <> 0 or sum(usd) <> 0 order by ${GROUP}
        on conflict (${GROUP}) do update set total = old.total + excluded.total,
          unvalued = old.unvalued + excluded.unvalued, usd = old.usd + excluded.usd
      ), added_wallets as (
        insert into ${schema}.wallet_totals as old (address_key, status, total)
        select address_key collate "C", status, sum(total) from gone, unnest(wallets || array['']) as address_key
        group by 1, 2 having sum(total) <> 0 order by 1, 2
        on conflict (address_key, status) do update set total = old.total + excluded.total
      ) select count(*) as folded, ${RELAXED_SQL} as relaxed from gone`,
    values: [schema],
  })
  return row === undefined ? 0 : numberOf(row, 'folded')
}

/**
 * How many transactions a wallet has, as SQL.
 * @param wallet the parameter with its key; empty for all transactions
 * @param statuses the parameter with an array of statuses; null for any
 */
export function walletTotal(schema: string, wallet: string, statuses: string): string {
  const wanted = `(${statuses}::smallint[] is null or status = any(${statuses}::smallint[]))`
  return `(select coalesce(sum(total), 0) from ${schema}.wallet_totals where address_key = ${wallet} and ${wanted})
    + (select coalesce(sum(total), 0) from ${schema}.total_changes where (${wallet} = '' or ${wallet} = any(wallets)) and ${wanted})`
}

/** Number of transactions per status, and how many changes of that are not added up yet. */
export async function countTotals(
  database: PgDatabase,
): Promise<{ readonly byStatus: Record<TransactionStatus, number>; readonly changes: number }> {
  const { schema } = database
  const rows = await database.read({
    text: `select status, sum(total)::text as total, count(*) filter (where is_change) as changes from (
        select status, total, false as is_change from ${schema}.wallet_totals where address_key = ''
        union all select status, total, true from ${schema}.total_changes
      ) as counted group by status`,
    values: [],
  })
  const counts = rows.map((row) => ({
    ...{ a: '', b: '', status: numberOf(row, 'status'), total: totalOf(database, row, 'total') },
    ...{ unvalued: 0, microUsd: 0n },
  }))
  return { byStatus: countStatuses(counts), changes: rows.reduce((sum, row) => sum + numberOf(row, 'changes'), 0) }
}

/** Statistics of all transactions, as they were counted. @param statuses of these only; null for any */
export async function statsOfTotals(database: PgDatabase, statuses: readonly number[] | null): Promise<Stats> {
  const { schema } = database
  const columns = `${GROUP}, total, unvalued, usd`
  return readStats(database, {
    text: statsSql(`select ${columns} from ${schema}.totals union all select ${columns} from ${schema}.total_changes`),
    values: [statuses],
  })
}

/**
 * Statistics of the transactions that a condition on `facts` leaves, each of which is read.
 * @param where its parameters count from 2
 */
export async function statsOfFacts(database: PgDatabase, where: Statement): Promise<Stats> {
  return readStats(database, {
    text: statsSql(`select facts.provider, facts.src, facts.dst, ${daySql('facts.created_ms')} as day,
        facts.status, 1 as total, (facts.usd = 0)::integer as unvalued, facts.usd
      from ${database.schema}.transaction_facts as facts where ${where.text}`),
    values: [null, ...where.values],
    isOnce: true,
  })
}

/** Adds up by each kind of group. @param counted SQL that gives rows of a group with what is counted of it */
function statsSql(counted: string): string {
  return `with cells as materialized (
      select ${GROUP}, sum(total) as total, sum(unvalued) as unvalued, sum(usd) as usd from (${counted}) as counted
      where $1::smallint[] is null or status = any($1::smallint[]) group by ${GROUP}
    ) select provider, src, dst, day, status, grouping(provider) as of_all_providers, grouping(src) as of_all_pairs,
      grouping(day) as of_all_days, sum(total)::text as total, sum(unvalued)::text as unvalued, sum(usd)::text as usd
    from cells group by grouping sets ((status), (provider, status), (src, dst, status), (day, status))
    having sum(total) <> 0`
}

async function readStats(database: PgDatabase, statement: Statement): Promise<Stats> {
  const counts: Record<Kind, Count[]> = { all: [], provider: [], pair: [], day: [] }
  for (const row of await database.read(statement)) {
    const { kind, a, b } = groupOfRow(database, row)
    counts[kind].push({
      ...{ a, b, status: numberOf(row, 'status'), total: totalOf(database, row, 'total') },
      ...{ unvalued: totalOf(database, row, 'unvalued'), microUsd: BigInt(wholeOf(database, row, 'usd')) },
    })
  }
  return statsOfCounts(counts)
}

function groupOfRow(database: PgDatabase, row: PgRow): { readonly kind: Kind; readonly a: string; readonly b: string } {
  if (row['of_all_providers'] === 0) return { kind: 'provider', a: textOf(row, 'provider'), b: '' }
  if (row['of_all_pairs'] === 0) return { kind: 'pair', a: textOf(row, 'src'), b: textOf(row, 'dst') }
  if (row['of_all_days'] === 0) {
    const day = numberOf(row, 'day')
    if (Math.abs(day) > LAST_DAY) throw damagedTotals(database)
    return { kind: 'day', a: dayOf(day), b: '' }
  }
  return { kind: 'all', a: '', b: '' }
}

/** A number that is added up of rows. @throws STORE_UNUSABLE for one that no rows add up to */
export function totalOf(database: PgDatabase, row: PgRow, name: 'total' | 'unvalued'): number {
  const total = Number(wholeOf(database, row, name))
  if (!Number.isSafeInteger(total)) throw damagedTotals(database)
  return total
}

function wholeOf(database: PgDatabase, row: PgRow, name: string): string {
  const text = textOf(row, name)
  if (!/^\d+$/.test(text)) throw damagedTotals(database)
  return text
}

function damagedTotals({ name }: PgDatabase): SwapError {
  return damagedTables(name, 'its totals are not what its transactions add up to')
}
