import type { Stats, TransactionStatus } from '../../../core/api/documents.ts'
import {
  type Amounts,
  type Count,
  type KindCounts,
  countStatuses,
  dayOf,
  type Kind,
  KINDS,
  statsOfCounts,
  sumOf,
} from '../../transaction-stats.ts'
import { type Connection, numberOf, type SqlRow, textOf } from '../connection.ts'
import { joinLimbs, STATUS_CODES } from './entry.ts'
import type { Selection } from './filter.ts'
import { slicesOf, type Sql } from './slices.ts'

/** Sums as text: they may exceed the safe integers. */
function limbs(of: (whole: string) => string): string {
  return ['usd0', 'usd1', 'usd2']
    .map((name) => `CAST(CAST(${of(`CAST(${name} AS INTEGER)`)} AS TEXT) AS BLOB) AS ${name}`)
    .join(', ')
}

/** The day of a transaction, since 1970. */
const DAY = '(created_ms / 1000 - 86399 * (created_ms < 0)) / 86400'

/**
 * KindCounts and exact volumes of the matching transactions. Without a filter, or with statuses only, it reads the stored
 * totals and no transaction; else each that matches once.
 */
export function computeStats(connection: Connection, selection: Selection): Stats {
  const { totals } = selection
  const counts =
    (totals === undefined ? undefined : readTotals(connection, totals, KINDS)) ?? sumUp(connection, selection)
  return statsOfCounts(counts)
}

/** Number of transactions per status. */
export function countByStatus(connection: Connection, selection: Selection): Record<TransactionStatus, number> {
  const { totals } = selection
  const stored = totals === undefined ? undefined : readTotals(connection, totals, ['all', 'provider'])
  return countStatuses((stored ?? sumUp(connection, selection)).all)
}

/** Number of transactions with the statuses of a filter that has nothing else; undefined where the totals are damaged. */
export function countOfTotals(connection: Connection, totals: Sql): number | undefined {
  const counts = readTotals(connection, totals, ['all', 'provider'])
  return counts === undefined ? undefined : sumOf(counts.all).total
}

/** What is counted in one group, on one day, of one status. */
interface Cell {
  readonly g: number
  /** Since 1970. */
  readonly day: number
  readonly amounts: Amounts
}

/** KindCounts each matching transaction, which is read once: by group and day, of which all else is made. */
function sumUp(connection: Connection, { rows, statuses }: Selection): KindCounts {
  const sums = `count(*) AS total, sum(usd0 = 0 AND usd1 = 0 AND usd2 = 0) AS unvalued, ${limbs((whole) => `sum(${whole})`)}`
  const wanted = statuses.map(({ text }) => ` AND ${text}`).join('')
  const cells = new Map<string, Cell>()
  for (const slice of slicesOf(connection, rows())) {
    const found = connection.all(
      `SELECT CAST(g AS INTEGER) AS g, CAST(${DAY} AS INTEGER) AS day, CAST(status AS INTEGER) AS status, ${sums}
       FROM transaction_facts WHERE ${slice.text}${wanted} GROUP BY 1, 2, 3`,
      [...slice.params, ...statuses.flatMap(({ params }) => params)],
    )
    for (const row of found) {
      const [g, day, amounts] = [numberOf(row, 'g'), numberOf(row, 'day'), amountsOf(row)]
      const key = `${g} ${day} ${amounts.status}`
      const before = cells.get(key)?.amounts
      cells.set(key, { g, day, amounts: before === undefined ? amounts : { ...amounts, ...sumOf([before, amounts]) } })
    }
  }
  const groups = readGroups(connection, new Set([...cells.values()].map(({ g }) => g)))
  const name = (namesOf: (cell: Cell) => readonly [string, string]): Count[] =>
    [...cells.values()].map((cell) => {
      const [a, b] = namesOf(cell)
      return { a, b, ...cell.amounts }
    })
  return {
    all: name(() => ['', '']),
    provider: name(({ g }) => [groups.get(g)?.provider ?? '', '']),
    pair: name(({ g }) => [groups.get(g)?.src ?? '', groups.get(g)?.dst ?? '']),
    day: name(({ day }) => [dayOf(day), '']),
  }
}

function readGroups(connection: Connection, numbers: ReadonlySet<number>) {
  const rows = connection.all(
    `SELECT g, CAST(provider AS BLOB) AS provider, CAST(src AS BLOB) AS src, CAST(dst AS BLOB) AS dst
     FROM transaction_groups WHERE g IN (SELECT value FROM json_each(?))`,
    [JSON.stringify([...numbers])],
  )
  return new Map(
    rows.map((row) => [
      numberOf(row, 'g'),
      { provider: textOf(row, 'provider'), src: textOf(row, 'src'), dst: textOf(row, 'dst') },
    ]),
  )
}

/**
 * The stored totals of some kinds, the others empty; undefined where what those of one kind add up to is not what those of
 * another do, or not how many transactions there are: then one is damaged.
 */
function readTotals(connection: Connection, { text, params }: Sql, kinds: readonly Kind[]): KindCounts | undefined {
  const rows = connection
    .all(
      `SELECT CAST(kind AS BLOB) AS kind, CAST(a AS BLOB) AS a, CAST(b AS BLOB) AS b, CAST(status AS INTEGER) AS status,
         CAST(total AS INTEGER) AS total, CAST(unvalued AS INTEGER) AS unvalued, ${limbs((whole) => whole)}
       FROM transaction_totals ${text === '' ? 'WHERE' : `${text} AND`} total <> 0
         AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
      params,
    )
    .map((row) => ({ kind: textOf(row, 'kind'), a: textOf(row, 'a'), b: textOf(row, 'b'), ...amountsOf(row) }))
  const countsOf = (kind: Kind) => rows.filter((row) => row.kind === kind)
  const counts = { all: countsOf('all'), provider: countsOf('provider'), pair: countsOf('pair'), day: countsOf('day') }
  const sums = kinds.map((kind) =>
    Object.values(STATUS_CODES)
      .map((code) => {
        const { total, microUsd, unvalued } = sumOf(counts[kind].filter(({ status }) => status === code))
        return `${total} ${microUsd} ${unvalued}`
      })
      .join(),
  )
  if (new Set(sums).size !== 1) return undefined
  // No transaction is ever removed.
  const isAll = text !== '' || sumOf(counts.all).total === newestRow(connection)
  return isAll ? counts : undefined
}

/** Number of the newest row of transactions; 0 without one. */
export function newestRow(connection: Connection): number {
  return numberOf(connection.one('SELECT CAST(coalesce(max(n), 0) AS INTEGER) AS n FROM transactions'), 'n')
}

function amountsOf(row: SqlRow): Amounts {
  return {
    status: numberOf(row, 'status'),
    total: numberOf(row, 'total'),
    unvalued: numberOf(row, 'unvalued'),
    microUsd: joinLimbs(textOf(row, 'usd0'), textOf(row, 'usd1'), textOf(row, 'usd2')),
  }
}
