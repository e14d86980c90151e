import { formatAmount } from '../money/amount.ts'
import { RATE_DECIMALS } from './point.ts'

/** Digits of a rate that people compare, from its first that is not 0. */
const SHOWN_DIGITS = 6

/** A rate for people: six digits from the first that is not 0, the rest cut off, with commas. @param rate in units of 10^-36 */
export function rateText(rate: bigint): string {
  const unit = 10n ** BigInt(Math.max(0, rate.toString().length - SHOWN_DIGITS))
  const [whole = '0', fraction] = formatAmount(rate - (rate % unit), RATE_DECIMALS).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** A change for people, with its sign: `+0.82 %`. @param bps basis points */
export function changeText(bps: number): string {
  const percent = (Math.abs(bps) / 100).toFixed(2)
  return `${bps < 0 ? '-' : '+'}${percent} %`
}

/** That an alert fired, as a sentence without an end. @param rate and limit in units of 10^-36 */
export function alertText(
  { from, to }: { readonly from: string; readonly to: string },
  side: 'above' | 'below',
  { rate, limit }: { readonly rate: bigint; readonly limit: bigint },
): string {
  return `1 ${from} = ${rateText(rate)} ${to}, ${side} ${rateText(limit)}`
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
  return [`${amount} ${from} to ${to}`, ...limits].join(', ')
}
