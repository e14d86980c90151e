import type { QuoteRequest } from '../core/service.ts'

/** An asset that was chosen, with what a swap needs to know of it; all text is clean. */
export interface SwapAsset {
  /** Chain key. */
  readonly chain: string
  readonly chainName: string
  readonly chainId: number
  /** Which rules its addresses follow: `evm`, `bitcoin`, …; '' where a server does not say. */
  readonly addressFamily: string
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly isNative: boolean
  /** Undefined where a server does not say. */
  readonly decimals: number | undefined
}

/** A quote as the user asked for it. */
export interface AskedSwap {
  readonly request: QuoteRequest
  readonly from: SwapAsset
  readonly to: SwapAsset
}

/** How an asset is written for commands: `ethereum:USDC`. */
export function labelOf({ chain, symbol }: Pick<SwapAsset, 'chain' | 'symbol'>): string {
  return `${chain}:${symbol}`
}
