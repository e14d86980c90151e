import type { Stats, TransactionStatus } from '../core/api/documents.ts'
import { formatUsd, type MicroUsd } from '../core/money/usd.ts'
import { DAY_MS } from '../core/text/duration.ts'
import { STATUS_CODES } from './sqlite/transactions/entry.ts'

/* Statistics of what a store has counted, whatever database counts. */

interface Sum {
  total: number
  success: number
  microUsd: MicroUsd
  /** How many have no known value. */
  unvalued: number
}

/** What is counted of the transactions with one status, in one group of one kind. */
export interface Count {
  readonly a: string
  readonly b: string
  readonly status: number
  readonly total: number
  readonly unvalued: number
  readonly microUsd: MicroUsd
}

/** The groups of each kind of total. */
export type KindCounts = Readonly<Record<Kind, readonly Count[]>>

export const KINDS = ['all', 'provider', 'pair', 'day'] as const
export type Kind = (typeof KINDS)[number]

/** What is counted, without the group. */
export type Amounts = Pick<Count, 'status' | 'total' | 'unvalued' | 'microUsd'>

/** The statistics that counts add up to. */
export function statsOfCounts(counts: KindCounts): Stats {
  const groupsOf = (kind: Kind): Group[] => fold(counts[kind])
  const overall = groupsOf('all')[0]?.sum ?? { total: 0, success: 0, microUsd: 0n, unvalued: 0 }
  return {
    total: overall.total,
    volumeUsd: formatUsd(overall.microUsd),
    ...unvaluedOf(overall),
    byStatus: countStatuses(counts.all),
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

/** A day in UTC, as 2026-01-31. @param day days since 1970 */
export function dayOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** The sum of counts. */
export function sumOf(counts: readonly Amounts[]): Omit<Amounts, 'status'> {
  return counts.reduce(
    (sum, { total, unvalued, microUsd }) => ({
      total: sum.total + total,
      unvalued: sum.unvalued + unvalued,
      microUsd: sum.microUsd + microUsd,
    }),
    { total: 0, unvalued: 0, microUsd: 0n },
  )
}

interface Group {
  readonly a: string
  readonly b: string
  readonly sum: Sum
}

/** Merges the counts of all statuses into one group per name. */
function fold(counts: readonly Count[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { a, b, status, total, unvalued, microUsd } of counts) {
    const key = JSON.stringify([a, b])
    const group = groups.get(key) ?? { a, b, sum: { total: 0, success: 0, microUsd: 0n, unvalued: 0 } }
    groups.set(key, group)
    group.sum.total += total
    if (status === STATUS_CODES.SUCCESS) group.sum.success += total
    group.sum.microUsd += microUsd
    group.sum.unvalued += unvalued
  }
  return [...groups.values()]
}

/** Number of transactions per status. */
export function countStatuses(counts: readonly Count[]): Record<TransactionStatus, number> {
  const countOf = (status: TransactionStatus): number =>
    sumOf(counts.filter((count) => count.status === STATUS_CODES[status])).total
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
