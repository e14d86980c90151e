import { type CostSum, sumCosts } from '../../../core/delivery/cost-text.ts'
import { divideUp } from '../../../core/money/divide-up.ts'
import { utcDay } from '../../../core/text/times.ts'
import { DAY_MS } from '../../../core/text/duration.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { type Group, type PastSwap, RANGE_DAYS, type Range, type StatsState } from './state.ts'

/** Fees as they were quoted, of swaps that succeeded and whose fees and value are known. */
export interface FeeSum {
  readonly fees: MicroUsd
  /** How many swaps it is the sum of. */
  readonly swaps: number
  /** Volume of those swaps. */
  readonly volume: MicroUsd
}

/** One row of the table. */
export interface FigureRow {
  readonly group: Group
  readonly fees: FeeSum
}

/** What the screen shows of one length of time. */
export interface Summary {
  readonly overall: Group
  /** By day, oldest first; days without swaps are left out. */
  readonly days: readonly Group[]
  readonly fees: FeeSum
  /** What the swaps cost that have ended, of those that `fees` is made of. */
  readonly costs: CostSum
  /** Fees by day, of those that `fees` sums. */
  readonly dayFees: ReadonlyMap<string, MicroUsd>
  /** Largest volume first. */
  readonly rows: readonly FigureRow[]
  /** True where fees, and rows of less than all time, are sums over the newest swaps only. */
  readonly partial: boolean
}

const NO_FEES: FeeSum = { fees: 0n, swaps: 0, volume: 0n }
const ENDED: ReadonlySet<string> = new Set(['SUCCESS', 'FAILED', 'REFUND'])

/** First UTC day of a length of time as YYYY-MM-DD; '' for all time. @param now epoch milliseconds */
export function firstDay(range: Range, now: number): string {
  const days = RANGE_DAYS[range]
  return days === undefined ? '' : utcDay(now - (days - 1) * DAY_MS)
}

/**
 * The figures of the chosen length of time; undefined before anything was counted. Days are as the service counted
 * them; of other sums it only has those over all time, so that shorter ones are made of the swaps themselves.
 */
export function summarize(
  { totals, range, by, swaps, read }: Pick<StatsState, 'totals' | 'range' | 'by' | 'swaps' | 'read'>,
  now: number,
): Summary | undefined {
  if (totals === undefined) return undefined
  const from = firstDay(range, now)
  const days = totals.days.filter(({ name }) => name >= from)
  const own = swaps.filter(({ day }) => day >= from)
  const nameOf = (swap: PastSwap) => (by === 'providers' ? swap.provider : swap.pair)
  const groups = range === 'all' ? totals[by] : groupsOf(own, nameOf)
  const byName = groupBy(own, nameOf)
  const oldest = swaps.at(-1)?.day ?? ''
  return {
    overall: range === 'all' ? totals.overall : sumOf(days),
    days,
    fees: feesOf(own),
    costs: sumCosts(own),
    dayFees: new Map([...groupBy(own, ({ day }) => day)].map(([day, some]) => [day, feesOf(some).fees])),
    rows: groups.map((group) => ({ group, fees: feesOf(byName.get(group.name) ?? []) })).sort(largestFirst),
    partial: read !== 'everything' && (range === 'all' || oldest >= from || swaps.length === 0),
  }
}

/** A share of a total in percent, rounded to one decimal, so that only all is all: `91.7 %`; '' for a total of 0. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return ''
  const rounded = Math.round((part * 1000) / whole)
  const tenths = part < whole ? Math.min(rounded, 999) : rounded
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`
}

/** Fees in percent of their volume, with two decimals, rounded up as all costs are: `0.82 %`; '' for a volume of 0. */
export function feeShareText({ fees, volume }: FeeSum): string {
  if (volume <= 0n || fees < 0n) return ''
  const hundredths = divideUp(fees * 10_000n, volume)
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')} %`
}

function feesOf(swaps: readonly PastSwap[]): FeeSum {
  return swaps.reduce<FeeSum>(
    (sum, { status, fee, volume }) =>
      status !== 'SUCCESS' || fee === undefined || volume === undefined
        ? sum
        : { fees: sum.fees + fee, swaps: sum.swaps + 1, volume: sum.volume + volume },
    NO_FEES,
  )
}

function groupsOf(swaps: readonly PastSwap[], nameOf: (swap: PastSwap) => string): readonly Group[] {
  return [...groupBy(swaps, nameOf)].map(([name, own]) => ({
    name,
    total: own.length,
    finished: own.filter(({ status }) => ENDED.has(status)).length,
    success: own.filter(({ status }) => status === 'SUCCESS').length,
    volume: own.reduce((sum, { volume }) => sum + (volume ?? 0n), 0n),
    unvalued: own.filter(({ volume }) => volume === undefined).length,
  }))
}

function groupBy(
  swaps: readonly PastSwap[],
  nameOf: (swap: PastSwap) => string,
): ReadonlyMap<string, readonly PastSwap[]> {
  const groups = new Map<string, PastSwap[]>()
  for (const swap of swaps) {
    const name = nameOf(swap)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [swap])
    else group.push(swap)
  }
  return groups
}

function sumOf(groups: readonly Group[]): Group {
  return groups.reduce(
    (sum, group) => ({
      name: '',
      total: sum.total + group.total,
      finished: sum.finished + group.finished,
      success: sum.success + group.success,
      volume: sum.volume + group.volume,
      unvalued: sum.unvalued + group.unvalued,
    }),
    { name: '', total: 0, finished: 0, success: 0, volume: 0n, unvalued: 0 },
  )
}

function largestFirst({ group: a }: FigureRow, { group: b }: FigureRow): number {
  if (a.volume !== b.volume) return a.volume < b.volume ? 1 : -1
  return b.total - a.total || (a.name < b.name ? -1 : 1)
}
