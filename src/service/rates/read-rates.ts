import type { MicroUsd } from '../../core/money/usd.ts'
import { type RateMark, rateMarks } from '../../core/rates/marks.ts'
import { rangeFacts, type RateRange, type RateSeries, rateSeries } from '../../core/rates/series.ts'
import type { Clock } from '../../core/ports.ts'
import type { RoutePair, TransactionRecord } from '../../core/swap/records.ts'
import type { ServiceContext } from '../context.ts'

/** Swaps that a page of them has. */
const PAGE = 100
/** Newest swaps that are looked through for those of a pair, however many there are. */
const MOST_LOOKED_AT = 500

/** The rate of a pair over a time, and one's own swaps of it. */
export interface PairRates extends RateSeries {
  /** Oldest first, of the newest 500 swaps. */
  readonly marks: readonly RateMark[]
}

/**
 * Reads the rate of a pair, as quotes that were answered here had it.
 * @param usd value of an amount in micro-dollars: points of about that size are taken. @default that of the newest point
 */
export async function readRates(
  { store, clock }: Pick<ServiceContext, 'store'> & { readonly clock: Pick<Clock, 'now'> },
  pair: RoutePair,
  range: RateRange,
  usd?: MicroUsd,
): Promise<PairRates> {
  const { ms, grain } = rangeFacts(range)
  const points = await store.rates.ofPair(pair, grain, ms)
  const series = rateSeries(points, { range, nowMs: clock.now(), usd })
  return { ...series, marks: rateMarks(await newestSwaps(store, series.sinceMs), pair, series.sinceMs) }
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
