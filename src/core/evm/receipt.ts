/** What a chain says about a transaction. */
export interface ReceiptReport {
  /** `pending`: in no block yet, or in too few to count. `unknown`: no node answered. */
  readonly state: 'pending' | 'success' | 'reverted' | 'unknown'
  /** The ERC-20 transfers that a successful transaction made. */
  readonly transfers?: readonly TokenTransfer[]
  /** Wrapped coins that a successful transaction turned into coins; absent where there are none. */
  readonly unwraps?: readonly CoinUnwrap[]
  /** Coins that a successful transaction turned into wrapped ones; absent where there are none. */
  readonly wraps?: readonly CoinWrap[]
  /** Why it was reverted, for a person, where that could be found out. */
  readonly reason?: string
}

/** Wrapped coins that became coins; addresses are in small letters. */
export interface CoinUnwrap {
  readonly token: string
  /** Whose they were. */
  readonly owner: string
  /** Base units. */
  readonly amount: bigint
}

/** Coins that became wrapped coins of their owner. */
export type CoinWrap = CoinUnwrap

/** An ERC-20 transfer; addresses are in small letters. */
export interface TokenTransfer {
  readonly token: string
  readonly from: string
  readonly to: string
  /** Base units of the token. */
  readonly amount: bigint
}

/** What a chain holds of a transaction: `final` past taking it back, `reverted` where it failed, `absent` in no block. */
export type Standing = 'final' | 'held' | 'reverted' | 'absent' | 'unknown'
