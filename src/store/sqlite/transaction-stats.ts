import type { Stats, TransactionStatus } from '../../core/api/documents.ts'
import { TRANSACTION_STATUSES } from '../../core/api/enums.ts'
import { formatUsd, type MicroUsd } from '../../core/money/usd.ts'
import { type Connection, numberOf, type SqlRow, textOf } from './connection.ts'
import type { TransactionFilter } from '../port.ts'
import { selectTransactions, type Sql } from './transaction-filter.ts'
import { joinLimbs } from './transaction-index.ts'

interface Sum {
  total: number
  success: number
  microUsd: MicroUsd
  /** How many have no known value. */
  unvalued: number
}

/** Sums as text: they may exceed the safe integers. */
const SUMS = limbs((name) => `sum(${name})`)

function limbs(of: (whole: string) => string): string {
  return ['usd0', 'usd1', 'usd2']
    .map((name) => `CAST(CAST(${of(`CAST(${name} AS INTEGER)`)} AS TEXT) AS BLOB) AS ${name}`)
    .join(', ')
}

/** Without a known value: no amount is worth nothing. */
const UNVALUED = 'usd0 = 0 AND usd1 = 0 AND usd2 = 0'

/** Columns that each kind of total is grouped by. */
const KINDS = { all: ["''", "''"], provider: ['provider', "''"], pair: ['src', 'dst'], day: ['day', "''"] } as const
type Kind = keyof typeof KINDS

/**
 * Counts and exact volumes of the matching transactions. Without a filter, or with statuses only, it reads the stored
 * totals and no transaction.
 */
export function computeStats(connection: Connection, filter: TransactionFilter): Stats {
  const { facts, totals } = selectTransactions(filter)
  const stored = totals === undefined ? undefined : readTotals(connection, totals, ['all', 'provider', 'pair', 'day'])
  const rows =
    stored ??
    connection.all(
      `WITH matching AS MATERIALIZED (
         SELECT provider, src, dst, date(created_ms / 1000, 'unixepoch') AS day, status, usd0, usd1, usd2
         ${facts.text}
       ) ${Object.entries(KINDS).map(groupOf).join(' UNION ALL ')}`,
      facts.params,
    )
  const unvalued = connection.all(
    `WITH matching AS MATERIALIZED (
       SELECT provider, src, dst, date(created_ms / 1000, 'unixepoch') AS day
       ${facts.text} ${/\bWHERE\b/.test(facts.text) ? 'AND' : 'WHERE'} ${UNVALUED}
     ) ${Object.entries(KINDS)
       .map(
         ([kind, [a, b]]) =>
           `SELECT CAST('${kind}' AS BLOB) AS kind, ${groupColumns(a, b)}, count(*) AS total FROM matching GROUP BY kind, a, b`,
       )
       .join(' UNION ALL ')}`,
    facts.params,
  )
  const groupsOf = (kind: Kind): Group[] => fold(ofKind(rows, kind), ofKind(unvalued, kind))
  const overall = groupsOf('all')[0]?.sum ?? { total: 0, success: 0, microUsd: 0n, unvalued: 0 }
  return {
    total: overall.total,
    volumeUsd: formatUsd(overall.microUsd),
    ...unvaluedOf(overall),
    byStatus: countStatuses(ofKind(rows, 'all')),
    byProvider: groupsOf('provider')
      .sort(largestFirst)
      .map(({ a, sum }) => ({ provider: a, ...totalsOf(sum) })),
    byPair: groupsOf('pair')
      .sort(largestFirst)
      .map(({ a, b, sum }) => ({ src: a, dst: b, ...totalsOf(sum) })),
    byDay: groupsOf('day')
      .sort(byName)
      .map(({ a, sum }) => ({ day: a, ...totalsOf(sum) })),
  }
}

/** Number of transactions per status. */
export function countByStatus(connection: Connection): Record<TransactionStatus, number> {
  const { facts, totals } = selectTransactions({})
  const stored = totals === undefined ? undefined : readTotals(connection, totals, ['all', 'provider'])
  return countStatuses(
    stored === undefined
      ? connection.all(
          `SELECT CAST(status AS BLOB) AS status, count(*) AS total ${facts.text} GROUP BY 1`,
          facts.params,
        )
      : ofKind(stored, 'all'),
  )
}

/** Number of transactions with the statuses of a filter that has nothing else; undefined where the totals are damaged. */
export function countOfTotals(connection: Connection, totals: Sql): number | undefined {
  const rows = readTotals(connection, totals, ['all', 'provider'])
  return rows === undefined ? undefined : sumOfRows(ofKind(rows, 'all')).total
}

/**
 * The stored totals of some kinds; undefined where what those of one kind add up to is not what those of another do, or not
 * how many transactions there are: then one is damaged.
 */
function readTotals(
  connection: Connection,
  { text, params }: Sql,
  kinds: readonly Kind[],
): readonly SqlRow[] | undefined {
  const rows = connection.all(
    `SELECT CAST(kind AS BLOB) AS kind, ${groupColumns('a', 'b')}, CAST(status AS BLOB) AS status,
       CAST(total AS INTEGER) AS total, ${limbs((whole) => whole)}
     FROM transaction_totals ${text === '' ? 'WHERE' : `${text} AND`} total <> 0
       AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
    params,
  )
  const sums = kinds.map((kind) =>
    TRANSACTION_STATUSES.map((status) => {
      const { total, microUsd } = sumOfRows(ofKind(rows, kind).filter((row) => textOf(row, 'status') === status))
      return `${total} ${microUsd}`
    }).join(),
  )
  if (new Set(sums).size !== 1) return undefined
  // No transaction is ever removed.
  const isAll = text !== '' || sumOfRows(ofKind(rows, 'all')).total === newestRow(connection)
  return isAll ? rows : undefined
}

/** Number of the newest row of transactions; 0 without one. */
function newestRow(connection: Connection): number {
  return numberOf(connection.one('SELECT CAST(coalesce(max(n), 0) AS INTEGER) AS n FROM transactions'), 'n')
}

function sumOfRows(rows: readonly SqlRow[]): { readonly total: number; readonly microUsd: MicroUsd } {
  return rows.reduce(
    (sum, row) => ({ total: sum.total + numberOf(row, 'total'), microUsd: sum.microUsd + microUsdOf(row) }),
    { total: 0, microUsd: 0n },
  )
}

function microUsdOf(row: SqlRow): MicroUsd {
  return joinLimbs(textOf(row, 'usd0'), textOf(row, 'usd1'), textOf(row, 'usd2'))
}

function ofKind(rows: readonly SqlRow[], kind: Kind): readonly SqlRow[] {
  return rows.filter((row) => textOf(row, 'kind') === kind)
}

interface Group {
  readonly a: string
  readonly b: string
  readonly sum: Sum
}

function groupOf([kind, [a, b]]: readonly [string, readonly [string, string]]): string {
  const columns = `CAST('${kind}' AS BLOB) AS kind, ${groupColumns(a, b)}, CAST(status AS BLOB) AS status`
  return `SELECT ${columns}, count(*) AS total, ${SUMS} FROM matching GROUP BY kind, a, b, status`
}

function groupColumns(a: string, b: string): string {
  return `CAST(${a} AS BLOB) AS a, CAST(${b} AS BLOB) AS b`
}

/** Merges the rows of all statuses into one group per name. */
function fold(rows: readonly SqlRow[], unvalued: readonly SqlRow[]): Group[] {
  const keyOf = (row: SqlRow) => JSON.stringify([textOf(row, 'a'), textOf(row, 'b')])
  const without = new Map(unvalued.map((row) => [keyOf(row), numberOf(row, 'total')]))
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const [a, b] = [textOf(row, 'a'), textOf(row, 'b')]
    const key = keyOf(row)
    const sum = { total: 0, success: 0, microUsd: 0n, unvalued: without.get(key) ?? 0 }
    const group = groups.get(key) ?? { a, b, sum }
    groups.set(key, group)
    const total = numberOf(row, 'total')
    group.sum.total += total
    if (textOf(row, 'status') === 'SUCCESS') group.sum.success += total
    group.sum.microUsd += microUsdOf(row)
  }
  return [...groups.values()]
}

function countStatuses(rows: readonly SqlRow[]): Record<TransactionStatus, number> {
  const countOf = (status: TransactionStatus): number =>
    rows.reduce((count, row) => count + (textOf(row, 'status') === status ? numberOf(row, 'total') : 0), 0)
  return {
    PENDING: countOf('PENDING'),
    SUCCESS: countOf('SUCCESS'),
    FAILED: countOf('FAILED'),
    REFUND: countOf('REFUND'),
  }
}

function totalsOf(sum: Sum): Omit<Stats['byDay'][number], 'day'> {
  return { total: sum.total, success: sum.success, volumeUsd: formatUsd(sum.microUsd), ...unvaluedOf(sum) }
}

function unvaluedOf({ unvalued }: Sum): { unvalued?: number } {
  return unvalued === 0 ? {} : { unvalued }
}

function largestFirst(x: Group, y: Group): number {
  return y.sum.total - x.sum.total || byName(x, y)
}

function byName(x: Group, y: Group): number {
  return compare(x.a, y.a) || compare(x.b, y.b)
}

function compare(x: string, y: string): number {
  return x < y ? -1 : x > y ? 1 : 0
}
