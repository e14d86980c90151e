import { groupThousands } from '../../../core/money/amount.ts'
import { readAmount } from '../../../core/api/answers.ts'
import type { FoundAsset } from '../../../core/assets/found-asset.ts'
import type { QuoteRequest } from '../../../core/api/service.ts'
import type { SettingsByKey } from '../../../io/index.ts'

export { labelOf, referenceOf } from '../../../core/assets/found-asset.ts'

/** An asset that was chosen. */
export type SwapAsset = FoundAsset

/** A quote as the user asked for it. */
export interface AskedSwap {
  readonly request: QuoteRequest
  readonly from: SwapAsset
  readonly to: SwapAsset
  /** The name that the recipient was looked up for, or was written as; undefined where it is an address. */
  readonly payee?: Payee
  /** What others than the chosen provider offer, base units of `to`; a server's word is no such offer. */
  readonly peers?: readonly bigint[]
  /** What the payer held of `from` when this was chosen, as decimal text, until it is read anew; undefined where that was not read. */
  readonly balance?: string
  /** The settings that it was asked under; absent in tests that need none. */
  readonly settings?: SettingsByKey
  /** How swaps like it ended here; absent where nothing is known. */
  readonly past?: string
}

/** A name that an address was looked up for; all text is clean. */
export interface Payee {
  readonly name: string
  /** What to know of it; '' for nothing. */
  readonly note: string
  /** True where a person has to confirm it. */
  readonly isDoubtful: boolean
}

/** That an amount is more than a balance, both decimal text; undefined where it is not, or where one cannot be read. */
export function lackText(
  amount: string,
  balance: string,
  { decimals, symbol }: Pick<SwapAsset, 'decimals' | 'symbol'>,
): string | undefined {
  const [asked, held] = [readAmount(amount, decimals), readAmount(balance, decimals)]
  return asked === undefined || held === undefined || asked <= held
    ? undefined
    : `more than the balance of ${groupThousands(balance)} ${symbol}`
}
