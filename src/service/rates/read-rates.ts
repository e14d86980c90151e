import type { Clock } from '../../core/ports.ts'
import { isOfPair, type RateMark, rateMarks } from '../../core/rates/marks.ts'
import { rangeFacts, type RateRange, type RateSeries, type RateSize, rateSeries } from '../../core/rates/series.ts'
import type { RoutePair, TransactionRecord } from '../../core/swap/records.ts'
import type { ServiceContext } from '../context.ts'
import type { KeptRates } from './kept-rates.ts'

/** Swaps that a page of them has. */
const PAGE = 100
/** Newest swaps that are looked through for those of a pair, however many there are. */
const MOST_LOOKED_AT = 500

/**
 * Reads the rate of a pair, as quotes that were answered here had it.
 * @param size points of amounts of about that size are taken, or of all. @default that of the newest point
 */
export async function readRates(
  { store, keptRates, clock }: RatesContext,
  pair: RoutePair,
  range: RateRange,
  size?: RateSize | 'all',
): Promise<RateSeries> {
  const { ms, grain } = rangeFacts(range)
  const stored = await store.rates.ofPair(pair, grain, ms)
  const times = new Set(stored.map(({ atMs }) => atMs))
  const waiting = keptRates.waiting().filter((rate) => isOfPair(rate, pair) && !times.has(rate.atMs))
  return rateSeries([...stored, ...waiting], { range, nowMs: clock.now(), size })
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
