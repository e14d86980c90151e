import type { Clock } from '../../core/ports.ts'
import { isOfPair, type RateMark, rateMarks } from '../../core/rates/marks.ts'
import type { RateGrain, RatePoint } from '../../core/rates/point.ts'
import {
  LONGEST_RANGE,
  type OrderRates,
  RATE_RANGES,
  rangeFacts,
  type RateRange,
  type RateSeries,
  rateSeries,
  type RateSize,
  seriesAsOf,
  seriesOfOrder,
} from '../../core/rates/series.ts'
import type { SeenRate } from '../../core/rates/watch-entry.ts'
import type { RoutePair, TransactionRecord } from '../../core/swap/records.ts'
import type { ServiceContext } from '../context.ts'
import type { KeptRates } from './kept-rates.ts'

/** Swaps that a page of them has. */
const PAGE = 100
/** Newest swaps that are looked through for those of a pair, however many there are. */
const MOST_LOOKED_AT = 500

/**
 * Reads the rate of a pair, as quotes that were answered here had it.
 * @param size points of amounts of about that size are taken. @default that of the newest point
 */
export async function readRates(
  context: RatesContext,
  pair: RoutePair,
  range: RateRange,
  size?: RateSize,
): Promise<RateSeries> {
  const points = await readPoints(context, pair, range, rangeFacts(range).grain)
  return rateSeries(points, { range, nowMs: context.clock.now(), size })
}

/** Reads the rate of a pair for an order: of amounts of its size where enough are known, else of all sizes. */
export async function readRatesOfOrder(context: RatesContext, pair: RoutePair, order: OrderRates): Promise<RateSeries> {
  const { range } = order
  const ranges = range === undefined ? RATE_RANGES : [range]
  const grains = [...new Set(ranges.map((each) => rangeFacts(each).grain))]
  const reading = grains.map(
    async (grain) => [grain, await readPoints(context, pair, range ?? LONGEST_RANGE, grain)] as const,
  )
  const points = new Map(await Promise.all(reading))
  return seriesOfOrder((grain) => points.get(grain) ?? [], order, context.clock.now())
}

/** Reads the rate of a watched pair as it was when that was last seen, whoever has quoted it since. */
export async function readRatesOfWatched(
  context: RatesContext,
  pair: RoutePair,
  seen: SeenRate | undefined,
  range: RateRange,
): Promise<RateSeries> {
  const series = await readRates(context, pair, range, { usd: seen?.srcUsd })
  return seen === undefined ? series : seriesAsOf(series, seen)
}

/** Points of a pair, those too that are not stored yet. */
async function readPoints(
  { store, keptRates }: RatesContext,
  pair: RoutePair,
  range: RateRange,
  grain: RateGrain,
): Promise<readonly RatePoint[]> {
  const stored = await store.rates.ofPair(pair, grain, rangeFacts(range).ms)
  const times = new Set(stored.map(({ atMs }) => atMs))
  const waiting = keptRates.waiting().filter((rate) => isOfPair(rate, pair) && !times.has(rate.atMs))
  return [...stored, ...waiting]
}

interface RatesContext extends Pick<ServiceContext, 'store'> {
  readonly keptRates: Pick<KeptRates, 'waiting'>
  readonly clock: Pick<Clock, 'now'>
}

/** Reads the swaps of a pair, oldest first, of the newest 500 swaps. @param sinceMs epoch milliseconds */
export async function readRateMarks(
  { store }: Pick<ServiceContext, 'store'>,
  pair: RoutePair,
  sinceMs: number,
): Promise<readonly RateMark[]> {
  return rateMarks(await newestSwaps(store, sinceMs), pair, sinceMs)
}

async function newestSwaps(
  { transactions }: ServiceContext['store'],
  sinceMs: number,
): Promise<readonly TransactionRecord[]> {
  const found: TransactionRecord[] = []
  for (let page = 1; page * PAGE <= MOST_LOOKED_AT; page += 1) {
    const { items } = await transactions.list({}, page, PAGE)
    found.push(...items)
    const oldest = items.at(-1)
    if (items.length < PAGE || oldest === undefined || Date.parse(oldest.createdAt) < sinceMs) break
  }
  return found
}
