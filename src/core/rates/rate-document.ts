import { defined } from '../defined.ts'
import { formatAmount } from '../money/amount.ts'
import type { RoutePair } from '../swap/records.ts'
import type { RateMark } from './marks.ts'
import { RATE_DECIMALS } from './point.ts'
import type { RateSeries } from './series.ts'

/** A series with its marks as JSON: rates are decimal texts, destination tokens received for one source token; times ISO 8601. */
export function rateDocument(pair: RoutePair, series: RateSeries, marks: readonly RateMark[]) {
  const { range, sinceMs, untilMs, points, low, high, changeBps, otherSizes, gapMs } = series
  const text = (rate: bigint | undefined) => (rate === undefined ? undefined : formatAmount(rate, RATE_DECIMALS))
  return {
    ...pair,
    ...{ range, since: iso(sinceMs), until: iso(untilMs), gapSec: gapMs / 1000, otherSizes },
    ...defined({ low: text(low), high: text(high), changeBps }),
    points: points.map(({ atMs, rate, provider }) => ({ at: iso(atMs), rate: text(rate), provider })),
    marks: marks.map(({ atMs, transactionId, status, rate }) => ({
      ...{ at: iso(atMs), transactionId, status },
      ...defined({ rate: text(rate) }),
    })),
  }
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString()
}
