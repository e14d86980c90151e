import { type CatalogChain, NATIVE_EVM_ADDRESS, type PricedAsset } from '../assets/catalog.ts'
import { formatUsd, type MicroUsd, parseUsd, unitsForUsd } from './usd.ts'
import type { FeeItem, Fees, FeeType } from '../api/documents.ts'

export type { FeeType }

/** The token that a fee is counted in. */
export interface FeeToken {
  readonly chainId: number
  readonly chainName: string
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}

/** The token of a fee that is counted in this asset. */
export function tokenOfAsset({ chain, asset }: PricedAsset): FeeToken {
  return {
    chainId: chain.chainId,
    chainName: chain.name,
    address: asset.address,
    symbol: asset.symbol,
    decimals: asset.decimals,
  }
}

/** The token of a fee that is counted in the native coin of an EVM chain. */
export function coinOfEvmChain(chain: CatalogChain): FeeToken {
  return {
    chainId: chain.chainId,
    chainName: chain.name,
    address: NATIVE_EVM_ADDRESS,
    symbol: chain.nativeSymbol,
    decimals: 18,
  }
}

/** A fee as an adapter states it. */
export interface FeeDraft {
  readonly type: FeeType
  /** Base units of `token`; negative for rewards. */
  readonly amount: bigint
  readonly token: FeeToken
  /** Undefined when the provider states no value: then it is shown without one, never as zero. */
  readonly usd: MicroUsd | undefined
  readonly description: string
  readonly providerLabel: string
  /** False when it is paid on top of the source amount (gas, native messaging fees). @default true */
  readonly included?: boolean
}

export interface FeeInput {
  /** Undefined when unknown: then nothing can be reconciled, and only the stated items are shown. */
  readonly srcUsd: MicroUsd | undefined
  readonly dstUsd: MicroUsd | undefined
  readonly items: readonly FeeDraft[]
  /** Token and price (micro-dollars a whole token) in which an unexplained difference is expressed: the destination asset. */
  readonly dstToken: FeeToken
  readonly dstPriceUsd: MicroUsd
}

/**
 * Makes the fees object of a route so that it reconciles exactly: the items add up to `total`, and `srcUsd` less the
 * included items is `dstUsd`. What the stated items leave unexplained becomes a `route_loss`, or a `transfer_reward`
 * where more comes out than goes in.
 */
export function reconcileFees(input: FeeInput): Fees {
  const explained = input.items.reduce((sum, item) => (item.included === false ? sum : sum + (item.usd ?? 0n)), 0n)
  const unexplained =
    input.srcUsd === undefined || input.dstUsd === undefined ? 0n : input.srcUsd - input.dstUsd - explained
  const items = input.items.map(toFeeItem)
  if (unexplained !== 0n) {
    const reward = unexplained < 0n
    items.push(
      toFeeItem({
        type: reward ? 'transfer_reward' : 'route_loss',
        amount: input.dstPriceUsd > 0n ? unitsForUsd(unexplained, input.dstToken.decimals, input.dstPriceUsd) : 0n,
        token: input.dstToken,
        usd: unexplained,
        description: reward
          ? 'More is paid out than the stated fees leave'
          : 'Value lost on the way that no stated fee explains',
        providerLabel: reward ? 'transfer_reward' : 'route_loss',
      }),
    )
  }
  const total = input.items.reduce((sum, item) => sum + (item.usd ?? 0n), 0n) + unexplained
  return { total: { usd: formatUsd(total), formatted: feesText(formatUsdForPeople(total), items) }, items }
}

/**
 * What fees come to, for people: a plus sign after it where some have no stated value in USD, `unknown` where none has.
 * @param totalUsd for people
 */
export function feesText(totalUsd: string, items: readonly Pick<FeeItem, 'amount' | 'amountUsd'>[]): string {
  const isUnknown = items.map(({ amount, amountUsd }) => amountUsd === undefined && !/^-?0*$/.test(amount))
  if (!isUnknown.includes(true)) return totalUsd
  return isUnknown.includes(false) ? `${totalUsd}+` : 'unknown'
}

/** What is paid on top of the amount (gas, native messaging fees), as far as it has a value. */
export function onTopUsd(items: readonly FeeItem[]): MicroUsd {
  return items.reduce(
    (sum, { included, amountUsd }) => (included === false ? sum + (parseUsd(amountUsd ?? '') ?? 0n) : sum),
    0n,
  )
}

/** The same for people: like `feesText`. */
export function onTopText(items: readonly FeeItem[]): string {
  return feesText(
    formatUsdForPeople(onTopUsd(items)),
    items.filter(({ included }) => included === false),
  )
}

function toFeeItem(fee: FeeDraft): FeeItem {
  return {
    type: fee.type,
    amount: fee.amount.toString(),
    token: {
      chainId: fee.token.chainId,
      address: fee.token.address,
      symbol: fee.token.symbol,
      decimals: fee.token.decimals,
    },
    ...(fee.usd === undefined ? {} : { amountUsd: formatUsd(fee.usd) }),
    description: fee.description,
    providerLabel: fee.providerLabel,
    chain: { chainId: fee.token.chainId, name: fee.token.chainName },
    ...(fee.included === false ? { included: false } : {}),
  }
}

/** Dollars for a person: two decimals, more only below one cent, the sign before the dollar. */
export function formatUsdForPeople(value: MicroUsd): string {
  const sign = value < 0n ? '-' : ''
  const absolute = value < 0n ? -value : value
  if (absolute !== 0n && absolute < 10_000n) return `${sign}$${formatUsd(absolute)}`
  const cents = (absolute + 5_000n) / 10_000n
  return `${sign}$${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

/** A decimal dollar text for a person; one that is no number as it is. */
export function usdForPeople(text: string): string {
  const value = parseUsd(text)
  return value === undefined ? text : formatUsdForPeople(value)
}
