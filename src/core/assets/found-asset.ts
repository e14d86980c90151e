import type { CatalogChain } from './catalog.ts'

/** An asset that was found, with what a swap needs to know of it; all text is clean. */
export interface FoundAsset {
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
  /** Set where neither symbol, name nor whole address was found: its address begins so, or its symbol is spelt nearly so. */
  readonly match?: 'address' | 'nearly'
  /** What to look at twice: other contracts of the same symbol, letters that look like others. */
  readonly warnings: readonly string[]
}

/** What people look at before they choose it: that it is only spelt nearly as was typed, and its warnings. */
export function doubtsOf({ match, warnings }: Pick<FoundAsset, 'match' | 'warnings'>): readonly string[] {
  return [...(match === 'nearly' ? ['spelt nearly so'] : []), ...warnings]
}

/** How an asset is written for people: `ethereum:USDC`. */
export function labelOf({ chain, symbol }: Pick<FoundAsset, 'chain' | 'symbol'>): string {
  return `${chain}:${symbol}`
}

/** How an asset is written in a command, where it must be the only one that is meant. */
export function referenceOf({ chain, symbol, address, warnings }: FoundAsset): string {
  return warnings.length === 0 && /^[A-Za-z0-9.]+$/.test(symbol) ? `${chain}:${symbol}` : `${chain}:${address}`
}
