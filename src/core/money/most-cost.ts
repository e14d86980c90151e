import { EVM_COIN_DECIMALS } from '../assets/catalog.ts'
import { formatAmount, parseAmount } from './amount.ts'
import { aTwentiethMore, roundUpToTwoDigits } from './fitting.ts'
import { formatUsd, type MicroUsd, parseUsd } from './usd.ts'

/** Most that the network cost of a payment may be. */
export type MostCost =
  | { readonly usd: MicroUsd }
  /** Of the value of what is paid, basis points. */
  | { readonly bps: number }
  /** Base units of the chain's coin: as the user says, or what a person saw and agreed to. */
  | { readonly coin: bigint }

/** Where nothing else is said, the larger of these two. */
export const DEFAULT_MOST_COST = { usd: 10_000_000n, bps: 500 } as const

/** Reads `$5`, `5usd`, `2%` or `0.01coin`; undefined for anything else. */
export function readMostCost(text: string): MostCost | undefined {
  const percent = /^([0-9]{1,3}(?:\.[0-9]{1,2})?) ?%$/.exec(text)?.[1]
  if (percent !== undefined) return Number(percent) > 100 ? undefined : { bps: Math.round(Number(percent) * 100) }
  const coin = /^([0-9.]+) ?coin$/i.exec(text)?.[1]
  if (coin !== undefined) {
    const amount = parseAmount(coin, EVM_COIN_DECIMALS)
    return amount.ok ? { coin: amount.units } : undefined
  }
  const dollars = /^(?:\$([0-9.]+)|([0-9.]+) ?usd)$/i.exec(text)
  const usd = parseUsd(dollars?.[1] ?? dollars?.[2] ?? '')
  return usd === undefined ? undefined : { usd }
}

/** The bound that a cost fits in, and still does when fees have moved a little: two digits that count, or cents. */
export function fittingCost(cost: { readonly usd: MicroUsd } | { readonly coin: bigint }): string {
  if ('coin' in cost) return writeMostCost({ coin: roundUpToTwoDigits(aTwentiethMore(cost.coin)) })
  return writeMostCost({ usd: roundUpToTwoDigits(aTwentiethMore(cost.usd), 10_000n) }).replace('.00usd', 'usd')
}

/** The text that `readMostCost` reads as this bound. */
export function writeMostCost(most: MostCost): string {
  if ('usd' in most) return `${formatUsd(most.usd)}usd`
  return 'bps' in most ? `${most.bps / 100}%` : `${formatAmount(most.coin, EVM_COIN_DECIMALS)}coin`
}
