import type { ErrorCode } from '../api/errors.ts'
import type { MicroUsd } from './usd.ts'

/* What accounts hold, chain by chain. What could not be read or valued is said, and never counted as nothing. */

/** What an account holds of an asset. */
export interface AssetHolding {
  /** Catalog key of the chain. */
  readonly chain: string
  readonly symbol: string
  /** As the catalog has it. */
  readonly address: string
  readonly isNative: boolean
  readonly decimals: number
  /** Base units, more than 0. */
  readonly units: bigint
  /** What it is worth by evidence that no counterparty makes; undefined where nobody independent says. */
  readonly usd: MicroUsd | undefined
}

/** What was read of one chain for one account. */
export type ChainHoldings = ReadChain | UnreadChain

/** A chain that answered. */
export interface ReadChain {
  readonly state: 'read'
  /** Catalog key. */
  readonly chain: string
  readonly name: string
  /** In catalog order, the coin first; without what the account has nothing of. */
  readonly holdings: readonly AssetHolding[]
  /** Tokens that gave no balance. */
  readonly unreadable: readonly { readonly symbol: string; readonly address: string }[]
  /** Addresses of the assets that were asked for because the account has swapped them, beside those asked for everybody. */
  readonly more: readonly string[]
}

/** A chain of which nothing is known. */
export interface UnreadChain {
  readonly state: 'unread'
  /** Catalog key. */
  readonly chain: string
  readonly name: string
  readonly code: ErrorCode
  /** Why, a sentence. */
  readonly reason: string
  /** Next step, where there is one. */
  readonly hint?: string
}

/** A balance that could not be read. */
export interface UnreadBalance {
  /** Why, a clause or sentence. */
  readonly reason: string
}

/** One balance as decimal text, or why it could not be read; undefined where there is nobody's to read. */
export type HeldBalance = string | UnreadBalance | undefined

/** A sum that says what it leaves out. */
export interface HoldingsTotal {
  /** Of all whose value is known. */
  readonly usd: MicroUsd
  /** How many holdings have no known value. */
  readonly unvalued: number
  /** How many chains gave no answer. */
  readonly unreadChains: number
  /** How many tokens gave no balance on chains that answered. */
  readonly unreadTokens: number
  /** How many accounts could not be read at all. */
  readonly unreadAccounts: number
}

/** The sum over chains, of one account or of several. @param unreadAccounts those that have no chain here because they failed */
export function totalOf(chains: readonly ChainHoldings[], unreadAccounts = 0): HoldingsTotal {
  const read = chains.filter((chain) => chain.state === 'read')
  const holdings = read.flatMap((chain) => chain.holdings)
  return {
    usd: holdings.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n),
    unvalued: holdings.filter(({ usd }) => usd === undefined).length,
    unreadChains: chains.length - read.length,
    unreadTokens: read.reduce((sum, { unreadable }) => sum + unreadable.length, 0),
    unreadAccounts,
  }
}

/** True where nothing is left out of a sum. */
export function isWhole({ unvalued, unreadChains, unreadTokens, unreadAccounts }: HoldingsTotal): boolean {
  return unvalued + unreadChains + unreadTokens + unreadAccounts === 0
}

/** What a sum is known to be worth; undefined where nothing of value was read and something is left out: that is not nothing. */
export function knownUsd(total: HoldingsTotal): MicroUsd | undefined {
  return total.usd === 0n && !isWhole(total) ? undefined : total.usd
}
