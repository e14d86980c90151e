import { formatAmountForPeople, groupThousands } from '../money/amount.ts'
import { duration } from '../text/duration.ts'
import { RATE_DECIMALS, SIGNIFICANT_DIGITS } from './point.ts'
import type { RateSeries } from './series.ts'
import { type AlertSide, reachedSides, type WatchEntry } from './watch-entry.ts'

/** Digits of a rate that people compare, from its first that is not 0. */
const SHOWN_DIGITS = 6

/**
 * A rate for people: six digits from the first that is not 0, the rest cut off, with commas.
 * @param rate in units of 10^-36
 * @param digits another number of them
 */
export function rateText(rate: bigint, digits = SHOWN_DIGITS): string {
  const unit = 10n ** BigInt(Math.max(0, rate.toString().length - digits))
  return formatAmountForPeople(rate - (rate % unit), RATE_DECIMALS)
}

/** Two rates for people, with as many digits as tell them apart. Rates in units of 10^-36. */
export function rateTexts({ low, high }: { readonly low: bigint; readonly high: bigint }) {
  for (let digits = SHOWN_DIGITS; ; digits += 1) {
    const texts = { low: rateText(low, digits), high: rateText(high, digits) }
    if (low === high || texts.low !== texts.high || digits >= SIGNIFICANT_DIGITS) return texts
  }
}

/** From the lowest rate to the highest: `2,950 to 3,010`. Rates in units of 10^-36. */
export function rateRangeText(range: { readonly low: bigint; readonly high: bigint }): string {
  const { low, high } = rateTexts(range)
  return `${low} to ${high}`
}

/** A change for people, with its sign: `+0.82 %`. @param bps basis points */
export function changeText(bps: number): string {
  const percent = (Math.abs(bps) / 100).toFixed(2)
  return `${bps < 0 ? '-' : '+'}${percent} %`
}

/** Each range where nothing of it is missing. */
const RANGE_TEXTS = { '1h': '1 h', '1d': '24 h', '1w': '7 d' } as const

/** The time between the first point and the last: that of the range only where the first is near its beginning. */
export function spanText({ range, points, sinceMs, gapMs }: Omit<RateSeries, 'low' | 'high'>): string {
  const [first, last] = [points.at(0)?.atMs ?? sinceMs, points.at(-1)?.atMs ?? sinceMs]
  return first - sinceMs <= gapMs ? RANGE_TEXTS[range] : duration((last - first) / 1000)
}

/** That an alert fired, as a sentence without an end. @param rate and limit in units of 10^-36 */
export function alertText(
  { from, to }: { readonly from: string; readonly to: string },
  side: 'above' | 'below',
  { rate, limit }: { readonly rate: bigint; readonly limit: bigint },
): string {
  return `1 ${from} = ${rateText(rate)} ${to}, ${side} ${rateText(limit)}`
}

/**
 * That the limit of a pair is reached already by its last quote, as a sentence without an end; undefined where it is not, or no
 * quote is known.
 */
export function reachedText(
  entry: Pick<WatchEntry, 'from' | 'to' | AlertSide>,
  { points, untilMs }: Pick<RateSeries, 'points' | 'untilMs'>,
): string | undefined {
  const last = points.at(-1)
  const [side] = last === undefined ? [] : reachedSides(entry, last.rate)
  if (last === undefined || side === undefined) return undefined
  const { from, to, [side]: limit = 0n } = entry
  const age = duration((untilMs - last.atMs) / 1000)
  return `${side} ${rateText(limit)} is reached already: 1 ${from} = ${rateText(last.rate)} ${to} ${age} ago`
}

/** What is watched of a pair: `0.5 ethereum:ETH to base:USDC, below 2,800, above 3,200`. */
export function watchText({
  from,
  to,
  amount,
  above,
  below,
}: {
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly above?: bigint
  readonly below?: bigint
}): string {
  const limits = [
    ...(below === undefined ? [] : [`below ${rateText(below)}`]),
    ...(above === undefined ? [] : [`above ${rateText(above)}`]),
  ]
  return [`${groupThousands(amount)} ${from} to ${to}`, ...limits].join(', ')
}
