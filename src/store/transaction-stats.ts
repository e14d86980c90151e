import { type Stats, TRANSACTION_STATUSES, type TransactionStatus } from '../core/documents.ts'
import { formatUsd, type MicroUsd } from '../core/usd.ts'
import { type Connection, numberOf, type Row, textOf } from './connection.ts'
import type { TransactionFilter } from './store.ts'
import { selectTransactions } from './transaction-filter.ts'
import { joinLimbs } from './transaction-index.ts'

interface Sum {
  total: number
  success: number
  microUsd: MicroUsd
}

const SUMS = 'CAST(sum(usd0) AS TEXT) AS usd0, CAST(sum(usd1) AS TEXT) AS usd1, CAST(sum(usd2) AS TEXT) AS usd2'

/** What each kind of total is grouped by. */
const KINDS = [
  { kind: 'all', a: `''`, b: `''` },
  { kind: 'provider', a: 'provider', b: `''` },
  { kind: 'pair', a: 'src', b: 'dst' },
  { kind: 'day', a: `date(created_ms / 1000, 'unixepoch')`, b: `''` },
] as const
type Kind = (typeof KINDS)[number]['kind']

/** Counts and exact volumes of the transactions that match. Without a filter, or with statuses only, it reads the kept totals and no transaction. */
export function computeStats(connection: Connection, filter: TransactionFilter): Stats {
  const { facts, totals } = selectTransactions(filter)
  const rowsOf = (kind: (typeof KINDS)[number]): Row[] =>
    totals === undefined
      ? connection.all(
          `SELECT ${kind.a} AS a, ${kind.b} AS b, status, count(*) AS total, ${SUMS} ${facts.text} GROUP BY 1, 2, 3`,
          facts.params,
        )
      : connection.all(
          `SELECT a, b, status, sum(total) AS total, ${SUMS} FROM transaction_totals
           ${totals.text === '' ? 'WHERE' : `${totals.text} AND`} kind = ? GROUP BY 1, 2, 3 HAVING sum(total) > 0`,
          [...totals.params, kind.kind],
        )
  return connection.read(() => {
    const byKind = new Map<Kind, Row[]>(KINDS.map((kind) => [kind.kind, rowsOf(kind)]))
    const all = byKind.get('all') ?? []
    const overall = fold(all)[0]?.sum ?? { total: 0, success: 0, microUsd: 0n }
    return {
      total: overall.total,
      volumeUsd: formatUsd(overall.microUsd),
      byStatus: countStatuses(all),
      byProvider: fold(byKind.get('provider') ?? [])
        .sort(largestFirst)
        .map(({ a, sum }) => ({ provider: a, ...shown(sum) })),
      byPair: fold(byKind.get('pair') ?? [])
        .sort(largestFirst)
        .map(({ a, b, sum }) => ({ src: a, dst: b, ...shown(sum) })),
      byDay: fold(byKind.get('day') ?? [])
        .sort(byName)
        .map(({ a, sum }) => ({ day: a, ...shown(sum) })),
    }
  })
}

/** How many transactions there are in each status. */
export function countByStatus(connection: Connection): Record<TransactionStatus, number> {
  return countStatuses(connection.all(`SELECT status, total FROM transaction_totals WHERE kind = 'all'`))
}

interface Group {
  readonly a: string
  readonly b: string
  readonly sum: Sum
}

/** One group for all statuses of the same names. */
function fold(rows: readonly Row[]): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const [a, b] = [textOf(row, 'a'), textOf(row, 'b')]
    const key = JSON.stringify([a, b])
    const group = groups.get(key) ?? { a, b, sum: { total: 0, success: 0, microUsd: 0n } }
    groups.set(key, group)
    const total = numberOf(row, 'total')
    group.sum.total += total
    if (row['status'] === 'SUCCESS') group.sum.success += total
    group.sum.microUsd += joinLimbs(textOf(row, 'usd0'), textOf(row, 'usd1'), textOf(row, 'usd2'))
  }
  return [...groups.values()]
}

function countStatuses(rows: readonly Row[]): Record<TransactionStatus, number> {
  const counts: Record<TransactionStatus, number> = { PENDING: 0, SUCCESS: 0, FAILED: 0, REFUND: 0 }
  for (const status of TRANSACTION_STATUSES) {
    for (const row of rows) if (row['status'] === status) counts[status] += numberOf(row, 'total')
  }
  return counts
}

function shown(sum: Sum): { total: number; success: number; volumeUsd: string } {
  return { total: sum.total, success: sum.success, volumeUsd: formatUsd(sum.microUsd) }
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
