import { defined } from '../defined.ts'
import { MOST_DECIMALS } from '../money/amount.ts'
import type { MicroUsd } from '../money/usd.ts'
import type { RouteFigures } from '../swap/ranking.ts'
import type { RoutePair } from '../swap/records.ts'

/** What a quote said of a pair's rate. */
export interface RatePoint {
  /** When the quote had been answered, in epoch milliseconds. */
  readonly atMs: number
  /**
   * Destination tokens that arrive for one source token by the best route, in units of 10^-36: what is received divided by the
   * amount. What is paid on top, such as gas, is not taken off: it moves with the amount and not with the market.
   */
  readonly rate: bigint
  /** Key of the provider of that route. */
  readonly provider: string
  /** Value of the source amount in micro-dollars; absent where nobody states one. */
  readonly srcUsd?: MicroUsd
  /** Source tokens that were quoted, in units of 10^-36; absent in points of earlier versions. */
  readonly srcAmount?: bigint
}

/** A point with the pair that it is of. */
export interface QuotedRate extends RatePoint, RoutePair {}

/** The routes of a quote, and what was asked. */
export interface RatedQuote {
  readonly pair: RoutePair
  readonly src: { readonly amount: bigint; readonly decimals: number; readonly usd: MicroUsd | undefined }
  readonly dstDecimals: number
  /** Figures of the routes, best first. */
  readonly figures: readonly RouteFigures[]
  /** Epoch milliseconds. */
  readonly atMs: number
}

/** A rate in units of 10^-36 has this many decimals. */
export const RATE_DECIMALS = MOST_DECIMALS

/** Digits of a rate that are kept, from its first that is not 0. */
export const SIGNIFICANT_DIGITS = 12

/** Of three routes or more, one that pays this much more than the middle one is taken for a mistake, in percent. */
const MOST_ABOVE_MIDDLE_PERCENT = 10n

/** The point of a quote: that of its best route. Undefined without a route that keeps the floor. */
export function quotedRateOf({ pair, src, dstDecimals, figures, atMs }: RatedQuote): QuotedRate | undefined {
  const most = mostBelievable(figures)
  const best = figures.find((route) => !route.isBelowFloor && route.amountOut <= most)
  if (best === undefined || src.amount <= 0n) return undefined
  const rate = rateBetween(src, { amount: best.amountOut, decimals: dstDecimals })
  if (rate === 0n) return undefined
  const srcAmount = src.amount * 10n ** BigInt(RATE_DECIMALS - src.decimals)
  return { ...pair, atMs, rate, ...defined({ srcUsd: src.usd }), srcAmount, provider: best.provider }
}

/** An amount in base units, and how many decimals its asset has. */
interface TokenAmount {
  readonly amount: bigint
  readonly decimals: number
}

/** Destination tokens for one source token, in units of 10^-36, to twelve digits. @param src above 0 */
export function rateBetween(src: TokenAmount, dst: TokenAmount): bigint {
  return significant((dst.amount * 10n ** BigInt(RATE_DECIMALS + src.decimals - dst.decimals)) / src.amount)
}

/** Most that a route may pay to be believed, in base units. */
function mostBelievable(figures: readonly RouteFigures[]): bigint {
  const amounts = figures.map(({ amountOut }) => amountOut).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const highest = amounts.at(-1) ?? 0n
  const middle = amounts[Math.floor((amounts.length - 1) / 2)] ?? 0n
  return amounts.length < 3 ? highest : (middle * (100n + MOST_ABOVE_MIDDLE_PERCENT)) / 100n
}

function significant(rate: bigint): bigint {
  const digits = rate.toString().length
  const unit = 10n ** BigInt(Math.max(0, digits - SIGNIFICANT_DIGITS))
  return rate - (rate % unit)
}

/** Times of which each keeps one point of a pair: minutes of a day, and quarters of an hour for as long as is set. */
export const RATE_GRAINS = { minute: 60_000, quarter: 15 * 60_000 } as const

export type RateGrain = keyof typeof RATE_GRAINS

/** How long points of minutes are kept, in milliseconds: a day, and an hour to begin it with. */
export const KEEP_MINUTES_MS = 25 * 3_600_000

/**
 * Number of digits of the source amount's whole dollars: points of amounts of another size stand beside each other, since
 * fixed costs and depth make other rates of them. 0 below a dollar; below 0 where the value is not known, by the digits of the
 * amount.
 */
export function sizeOf({ srcUsd, srcAmount }: Pick<RatePoint, 'srcUsd' | 'srcAmount'>): number {
  if (srcUsd === undefined) return srcAmount === undefined ? -1 : -1 - srcAmount.toString().length
  const dollars = srcUsd / 1_000_000n
  return dollars === 0n ? 0 : Math.min(20, dollars.toString().length)
}
