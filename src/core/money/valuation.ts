import type { Fee } from './fees.ts'
import type { MicroUsd } from './usd.ts'

/** An amount of an asset of the catalog. */
export interface AssetUnits {
  /** As the catalog numbers chains. */
  readonly chainId: number
  /** As the catalog or a fee writes it. */
  readonly address: string
  readonly decimals: number
  /** Base units, from 0. */
  readonly units: bigint
}

/** Evidence of a worth that no counterparty of the swap makes; `market` is the sandbox's own. */
export type Evidence = 'parity' | 'oracle' | 'pool' | 'peers' | 'market'

/** What an amount is worth, by evidence that no counterparty makes. */
export interface Valuation {
  readonly usdLow: MicroUsd
  readonly usdHigh: MicroUsd
  /** What it rests on, for people: `ETH / USD feed on Arbitrum`. */
  readonly sources: readonly string[]
  readonly by: Evidence
  /** True where only one node could be asked: shown, and no evidence. */
  readonly isSingleNode?: true
}

/** The value that a loss is measured by: what prices may be off is no loss. */
export function middleOf({ usdLow, usdHigh }: Pick<Valuation, 'usdLow' | 'usdHigh'>): MicroUsd {
  return (usdLow + usdHigh) / 2n
}

/** A swap to be valued. */
export interface SwapQuestion {
  readonly src: AssetUnits
  /** The amount that the user is shown. */
  readonly dst: AssetUnits
  readonly fees: readonly Fee[]
  /** What independent others offer for the same, base units of the destination asset; see `peers.ts`. @default none */
  readonly peers?: readonly bigint[]
}

/** What both sides of a swap are worth; a side without evidence is absent. */
export interface SwapValue {
  /** `same` for two forms of one asset. */
  readonly kind: 'same' | 'priced'
  readonly src?: Valuation
  readonly dst?: Valuation
  /** What a fair swap pays and what this one pays, in base units of the destination asset, where that is known without dollars. */
  readonly fair?: { readonly units: bigint; readonly shown: bigint; readonly by: Evidence }
  /** Upper value of the costs on top of the amount that have one, the network's own left out. */
  readonly onTop: MicroUsd
  /** The other costs on top, as they are described. */
  readonly unvalued: readonly string[]
}

/** Values amounts. Nothing is thrown, and nothing takes longer than 5 s. */
export interface PriceBook {
  /** Undefined where nobody independent says. */
  value(amount: AssetUnits): Promise<Valuation | undefined>
  valueSwap(question: SwapQuestion): Promise<SwapValue>
}

/** Longest time for a valuation, in milliseconds. */
export const VALUE_DEADLINE_MS = 5_000

/**
 * The fees on top of the amount that count as a loss. The network's own cost does not: it has a bound of its own, and on
 * Ethereum it is a large part of any small swap.
 */
export function lossFees(fees: readonly Fee[]): readonly Fee[] {
  return fees.filter(({ type, included, amount }) => included === false && type !== 'source_gas' && amount > 0n)
}

/** A fee as an amount of its token. */
export function feeUnits({ token, amount }: Pick<Fee, 'token' | 'amount'>): AssetUnits {
  return { chainId: token.chainId, address: token.address, decimals: token.decimals, units: amount }
}
