import { type Connection, numberOf } from '../connection.ts'
import type { TransactionFilter } from '../../port.ts'
import { damagedStore } from '../failures.ts'
import { keepRecentAnswers } from './recent-answers.ts'
import type { Selection } from './filter.ts'
import { WALLET_COUNTS } from './index-rows.ts'
import { readNewest, slicesOf, type Sql } from './slices.ts'
import { countOfTotals } from './stats.ts'

/** Which rows of a list are wanted. */
interface Slice {
  /** Rows before the first. */
  readonly offset: number
  readonly limit: number
}

/** Row numbers of a page, newest first, and how many rows the list has. */
interface PageOfRows {
  readonly rows: readonly number[]
  readonly total: number
}

/** Row numbers that lists keep in memory, four bytes each, of filters that no index orders. */
const MOST_KEPT_ROWS = 4_000_000

/** Of more rows all are run over in their order: fewer are read one by one, and sorted. */
const MOST_SORTED = 20_000

/** Where a row stands in an ordered list. */
interface Landmark {
  /** Rows before it. */
  readonly skipped: number
  readonly createdMs: number
  readonly tie: number
}

/** Rows that are counted without a landmark in between: some hundredths of a millisecond. */
const LANDMARK_EVERY = 1_000
/** Most landmarks of one list. */
const MOST_LANDMARKS = 1_000

/** How many landmarks, of some in their order, have no more rows before them than are skipped. */
function countUpTo(known: readonly Landmark[], skipped: number): number {
  let [low, high] = [0, known.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((known[middle]?.skipped ?? 0) <= skipped) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Pages of the lists of one file. A list that an index orders is counted up to the page from its nearer end, twenty million
 * rows a second; while the file is as it was, from where an earlier page began. Any other is found whole, in slices, for its length is asked too, and kept while the file is as it was.
 */
export function createPages(connection: Connection, file: string) {
  const lists = keepRecentAnswers<Uint32Array>(connection, file, MOST_KEPT_ROWS, (rows) => rows.length + 1)
  const totals = keepRecentAnswers<number>(connection, file, 1_000, () => 1)
  const landmarks = keepRecentAnswers<Landmark[]>(connection, file, 100, () => 1)

  /** How many rows an ordered list has. */
  function count(selection: Selection, ordered: Sql, key: string): number {
    const stored =
      selection.totals === undefined
        ? countOfWallet(connection, selection.wallet)
        : countOfTotals(connection, selection.totals)
    return (
      stored ??
      totals.get(key, () =>
        numberOf(connection.one(`SELECT count(*) AS total ${ordered.text}`, ordered.params), 'total'),
      )
    )
  }

  function readOrdered(ordered: Sql, total: number, { offset, limit }: Slice, key: string): readonly number[] {
    const wanted = Math.min(limit, total - offset)
    const isNearEnd = offset > total / 2
    const skipped = isNearEnd ? total - offset - wanted : offset
    const known = landmarks.get(`${key} ${isNearEnd}`, () => [])
    const next = countUpTo(known, skipped)
    const at = known[next - 1]
    const rows = connection.all(pageSql(ordered, isNearEnd, at !== undefined), [
      ...ordered.params,
      ...(at === undefined ? [] : [at.createdMs, at.tie]),
      ...[wanted, skipped - (at?.skipped ?? 0)],
    ])
    const [first] = rows
    if (first === undefined || rows.length !== wanted) {
      throw damagedStore(file, 'its index of transactions is not what they hold')
    }
    if (skipped - (at?.skipped ?? 0) > LANDMARK_EVERY && known.length < MOST_LANDMARKS) {
      known.splice(next, 0, { skipped, createdMs: numberOf(first, 'at_ms'), tie: numberOf(first, 'at_tie') })
    }
    const found = rows.map((row) => numberOf(row, 'n'))
    return isNearEnd ? found.reverse() : found
  }

  return {
    read: (filter: TransactionFilter, selection: Selection, slice: Slice): PageOfRows => {
      const key = JSON.stringify(filter)
      const { ordered } = selection
      if (ordered !== undefined) {
        const total = count(selection, ordered, key)
        return { rows: slice.offset >= total ? [] : readOrdered(ordered, total, slice, key), total }
      }
      const all = lists.get(key, () => Uint32Array.from(orderRows(connection, selection)))
      return { rows: [...all.subarray(slice.offset, slice.offset + slice.limit)], total: all.length }
    },
  }
}

/** Rows that no index gives in the order of lists, in this order. */
function orderRows(connection: Connection, { rows: findRows, statuses }: Selection): readonly number[] {
  const rows = findRows()
  const wanted = statuses.map(({ text }) => ` AND ${text}`).join('')
  const params = statuses.flatMap((status) => status.params)
  if (rows === undefined || rows.size > MOST_SORTED) {
    const all = readNewest(connection, { text: `FROM transaction_facts WHERE true${wanted}`, params })
    return [...all].flatMap((newest) => (rows === undefined ? newest : newest.filter((n) => rows.has(n))))
  }
  return [...slicesOf(connection, rows)]
    .flatMap((slice) =>
      connection.all(
        `SELECT CAST(n AS INTEGER) AS n, CAST(created_ms AS INTEGER) AS at_ms, CAST(tie AS INTEGER) AS at_tie
         FROM transaction_facts WHERE ${slice.text}${wanted}`,
        [...slice.params, ...params],
      ),
    )
    .map((row) => ({ n: numberOf(row, 'n'), createdMs: numberOf(row, 'at_ms'), tie: numberOf(row, 'at_tie') }))
    .sort((one, other) => other.createdMs - one.createdMs || other.tie - one.tie)
    .map(({ n }) => n)
}

/**
 * The rows of an ordered list from one of its ends, or from a landmark. What it gives has names of its own: by one of a column
 * it would be sorted by what is given, and no index would apply.
 */
export function pageSql({ text }: Sql, isNearEnd: boolean, isFromLandmark: boolean): string {
  const landmark = `(created_ms, tie) ${isNearEnd ? '>=' : '<='} (?, ?)`
  const from = `${text} ${/\bWHERE\b/.test(text) ? 'AND' : 'WHERE'} ${landmark}`
  return `SELECT CAST(n AS INTEGER) AS n, CAST(created_ms AS INTEGER) AS at_ms, CAST(tie AS INTEGER) AS at_tie
    ${isFromLandmark ? from : text}
    ORDER BY ${isNearEnd ? 'created_ms, tie' : 'created_ms DESC, tie DESC'} LIMIT ? OFFSET ?`
}

/** How many transactions of the wanted statuses a wallet has, as they are counted; undefined where no wallet is wanted. */
function countOfWallet(connection: Connection, wallet: Selection['wallet']): number | undefined {
  if (wallet === undefined) return undefined
  const counts = wallet.statuses.map((status) => WALLET_COUNTS[status] ?? '0').join(' + ')
  const sql = `SELECT CAST(${counts} AS INTEGER) AS total FROM transaction_wallets WHERE address_key = ?`
  const row = connection.get(sql, [wallet.addressKey])
  return row === undefined ? 0 : numberOf(row, 'total')
}
