import type { FoundAsset } from '../../../core/assets/found-asset.ts'
import type { QuoteRequest } from '../../../core/api/service.ts'

export { labelOf, referenceOf } from '../../../core/assets/found-asset.ts'

/** An asset that was chosen. */
export type SwapAsset = FoundAsset

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
