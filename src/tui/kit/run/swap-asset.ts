import type { CatalogChain } from '../../../core/assets/catalog.ts'
import type { QuoteRequest } from '../../../core/api/service.ts'

/** An asset that was chosen, with what a swap needs to know of it; all text is clean. */
export interface SwapAsset {
  /** Chain key. */
  readonly chain: string
  readonly chainName: string
  readonly chainId: number
  /** Which rules its addresses follow: `evm`, `bitcoin`, …; '' where a server does not say. */
  readonly addressFamily: CatalogChain['addressFamily']
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly isNative: boolean
  /** Undefined where a server does not say. */
  readonly decimals: number | undefined
  /** How many providers list it; undefined where that is not known. */
  readonly providerCount: number | undefined
  /** What to look at twice: other contracts of the same symbol, letters that look like others. */
  readonly warnings: readonly string[]
}

/** A quote as the user asked for it. */
export interface AskedSwap {
  readonly request: QuoteRequest
  readonly from: SwapAsset
  readonly to: SwapAsset
  /** The name that the recipient was looked up for; undefined where it is an address. */
  readonly payee?: Payee
  /** What others than the chosen provider offer, base units of `to`; a server's word is no such offer. */
  readonly peers?: readonly bigint[]
}

/** A name that an address was looked up for; all text is clean. */
export interface Payee {
  readonly name: string
  /** What to know of it; '' for nothing. */
  readonly note: string
  /** True where a person has to confirm it. */
  readonly isDoubtful: boolean
}

/** How an asset is written for people: `ethereum:USDC`. */
export function labelOf({ chain, symbol }: Pick<SwapAsset, 'chain' | 'symbol'>): string {
  return `${chain}:${symbol}`
}

/** How an asset is written in a command, where it must be the only one that is meant. */
export function referenceOf({ chain, symbol, address, warnings }: SwapAsset): string {
  return warnings.length === 0 && /^[A-Za-z0-9.]+$/.test(symbol) ? `${chain}:${symbol}` : `${chain}:${address}`
}
