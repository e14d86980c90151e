import { backingDoubts } from './backing-text.ts'
import type { CatalogChain } from './catalog.ts'
import type { Backing } from './evidence.ts'
import { mayAnswer } from './symbols/answer.ts'

/** An asset that was found, with what a swap needs to know of it; all text is clean. */
export interface FoundAsset extends Backing {
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

/** What people look at before they choose it: that it is only spelt nearly as was typed, and what stays doubtful of it. */
export function doubtsOf(asset: FoundAsset): readonly string[] {
  return [...(asset.match === 'nearly' ? ['spelt nearly so'] : []), ...standingDoubts(asset)]
}

/** What to look at twice of it however it was found: that little stands behind it, and its warnings. */
export function standingDoubts(asset: Pick<FoundAsset, keyof Backing | 'warnings'>): readonly string[] {
  return [...backingDoubts(asset), ...asset.warnings]
}

/** How an asset is written for people: `ethereum:USDC`. */
export function labelOf({ chain, symbol }: Pick<FoundAsset, 'chain' | 'symbol'>): string {
  return `${chain}:${symbol}`
}

/** How an asset is written in a command, where it must be the only one that is meant: by its address where its symbol may mean another. */
export function referenceOf(asset: FoundAsset): string {
  const { chain, symbol, address, isNative, warnings } = asset
  const isNamed = (isNative || mayAnswer(asset, symbol)) && warnings.length === 0 && /^[A-Za-z0-9.]+$/.test(symbol)
  return isNamed ? `${chain}:${symbol}` : `${chain}:${address}`
}
