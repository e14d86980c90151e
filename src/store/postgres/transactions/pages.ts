import type { TransactionFilter } from '../../port.ts'
import type { PgDatabase, PgRow } from '../database.ts'
import { type TransactionSelection, selectTransactions } from './filter.ts'
import { totalOf, walletTotal } from './totals.ts'

/** Most transactions with a text that are counted: of a common word there may be millions. */
export const MOST_COUNTED = 10_000

/** From here on it is asked first how long the list is, so that a page is counted up to from its nearer end. */
const DEEP_FROM = 1_000

/** A page of a list. */
export interface PageOfRows {
  /** With the columns that were asked for, of `facts` (created_ms, status) and of `stored`. */
  readonly rows: readonly PgRow[]
  /** How many match; at least so many where `isTotalLeast` is set. */
  readonly total: number
  readonly isTotalLeast?: true
}

const NEWEST_FIRST = 'created_ms desc, id desc'
const OLDEST_FIRST = 'created_ms, id'

/** The order of a list, and where its page begins, each as SQL. */
interface Slice {
  readonly order: string
  readonly limit: string
  readonly offset: string
}

/**
 * Pages of lists. What an index orders is read from there; what has a text is found by the index of texts as long as that is
 * not much, and along the order of the list where it is.
 */
export function transactionPages(database: PgDatabase) {
  const { schema } = database

  /** The page in a statement: `total` and `page` are its tables. */
  const read = async (tables: string, values: readonly unknown[], columns: string) => {
    const rows = await database.read({
      text: `with ${tables}
        select total.total::text as total, page.n, facts.created_ms, facts.status, ${columns}
        from total left join page on true
          left join ${schema}.transaction_facts as facts on facts.n = page.n
          left join ${schema}.transactions as stored on stored.n = page.n
        order by page.created_ms desc, page.id desc`,
      values,
      isOnce: true,
    })
    const [first] = rows
    return {
      total: first === undefined ? 0 : totalOf(database, first, 'total'),
      rows: rows.filter((row) => row['n'] !== null),
    }
  }

  const readOrdered = async (
    selection: TransactionSelection,
    ordered: Ordered,
    offset: number,
    limit: number,
    columns: string,
  ) => {
    const values: unknown[] = []
    const bind = bindTo(values)
    const total = orderedTotal(schema, selection, ordered, bind)
    const rowsIn = (slice: Slice) => orderedRows(schema, selection, ordered, slice, bind)
    if (offset < DEEP_FROM) {
      const page = rowsIn({ order: NEWEST_FIRST, limit: String(limit), offset: String(offset) })
      return read(`total as (select ${total} as total), page as (${page})`, values, columns)
    }
    const counted = await database.read({
      text: `select (${total})::text as total`,
      values: [...values],
      isOnce: true,
    })
    const length = counted[0] === undefined ? 0 : totalOf(database, counted[0], 'total')
    if (offset >= length) return { total: length, rows: [] }
    // By what the list's length is when the page is read: meanwhile another one may have come.
    const page =
      offset <= length / 2
        ? rowsIn({ order: NEWEST_FIRST, limit: String(limit), offset: String(offset) })
        : rowsIn({
            order: OLDEST_FIRST,
            limit: `(select greatest(0, least(${limit}, total - ${offset}))::bigint from total)`,
            offset: `(select greatest(0, total - ${offset} - ${limit})::bigint from total)`,
          })
    return read(`total as materialized (select ${total} as total), page as (${page})`, values, columns)
  }

  const readFound = async (
    selection: TransactionSelection,
    offset: number,
    limit: number,
    columns: string,
  ): Promise<PageOfRows> => {
    const values: unknown[] = []
    const found = `select facts.n, facts.id, facts.created_ms from ${schema}.transaction_facts as facts
      where ${selection.conditions(bindTo(values))}`
    const page = `order by ${NEWEST_FIRST} limit ${limit} offset ${offset}`
    const most = selection.hasText ? `limit ${MOST_COUNTED + 1}` : ''
    const few = await read(
      `hits as materialized (${found} ${most}), total as (select count(*) as total from hits),
       page as (select n, id, created_ms from hits where (select total from total) <= ${MOST_COUNTED} or ${most === ''} ${page})`,
      values,
      columns,
    )
    if (most === '' || few.total <= MOST_COUNTED) return few
    const { rows } = await read(`total as (select 0 as total), page as (${found} ${page})`, values, columns)
    return { rows, total: MOST_COUNTED, isTotalLeast: true }
  }

  return {
    /** @param page from 1 @param columns of `stored` */
    read: async (filter: TransactionFilter, page: number, perPage: number, columns: string): Promise<PageOfRows> => {
      const selection = selectTransactions(schema, filter)
      if (selection.isNone) return { rows: [], total: 0 }
      const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
      const { ordered } = selection
      return ordered === undefined
        ? readFound(selection, offset, perPage, columns)
        : readOrdered(selection, ordered, offset, perPage, columns)
    },
  }
}

type Ordered = NonNullable<TransactionSelection['ordered']>
type Bind = (value: unknown) => string

/** Gives each value a parameter at the end of `values`. */
export function bindTo(values: unknown[]): Bind {
  return (value) => `$${values.push(value)}`
}

/** How many rows an ordered list has, as SQL. */
function orderedTotal(
  schema: string,
  { statuses }: TransactionSelection,
  { wallets, referral }: Ordered,
  bind: Bind,
): string {
  if (referral !== undefined) {
    return `(select count(*) from ${schema}.transaction_facts where referral = ${bind(referral)}${withStatus(statuses, bind)})`
  }
  const [wallet = '', ...others] = wallets ?? []
  if (others.length === 0) return `(${walletTotal(schema, `${bind(wallet)}::text`, bind(statuses ?? null))})`
  return `(select count(distinct n) from ${schema}.transaction_wallets
    where address_key = any(${bind(wallets)}::text[])${withStatus(statuses, bind)})`
}

function withStatus(statuses: readonly number[] | undefined, bind: Bind): string {
  return statuses === undefined ? '' : ` and status = any(${bind(statuses)}::smallint[])`
}

/** Rows (n, id, created_ms) of an ordered list. What several places of an index hold is read in order from each, and merged. */
function orderedRows(
  schema: string,
  { statuses }: TransactionSelection,
  { wallets, referral }: Ordered,
  { order, limit, offset }: Slice,
  bind: Bind,
): string {
  const table = `${schema}.${wallets === undefined ? 'transaction_facts' : 'transaction_wallets'}`
  const columns = 'n, id, created_ms'
  const end = `order by ${order} limit ${limit} offset ${offset}`
  const ofCode = referral === undefined ? '' : ` and referral = ${bind(referral)}`
  const isOne = (wallets === undefined || wallets.length === 1) && (statuses === undefined || statuses.length === 1)
  if (isOne) {
    const wallet = wallets === undefined ? '' : ` and address_key = ${bind(wallets[0])}`
    const status = statuses === undefined ? '' : ` and status = ${bind(statuses[0])}::smallint`
    return `select ${columns} from ${table} where true${wallet}${status}${ofCode} ${end}`
  }
  const places = [
    ...(wallets === undefined ? [] : [`unnest(${bind(wallets)}::text[]) as of_wallet (address_key)`]),
    ...(statuses === undefined ? [] : [`unnest(${bind(statuses)}::smallint[]) as of_status (status)`]),
  ]
  const wallet = wallets === undefined ? '' : ' and listed.address_key = of_wallet.address_key'
  const status = statuses === undefined ? '' : ' and listed.status = of_status.status'
  return `select distinct ${columns} from ${places.join(' cross join ')} cross join lateral (
      select ${columns} from ${table} as listed where true${wallet}${status}${ofCode}
      order by ${order} limit ${limit} + ${offset}
    ) as listed ${end}`
}
