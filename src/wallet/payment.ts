import type { Execution } from '../core/api/documents.ts'

/*
 * What a wallet is to a swap run. A payment is a short series of transactions: resetting and raising an allowance where the
 * token needs it, then the one call that spends. Each is signed, noted on disk, sent, and waited for before the next.
 */

/** What the user agreed to; every payload is held against it. Amounts are base units. */
export interface PayTerms {
  /** Provider key, for messages. */
  readonly provider: string
  readonly src: PaySide & {
    /** Numeric chain id that the payload must name and the node must confirm. */
    readonly chainId: number
    readonly isNative: boolean
    /** Base units that leave the wallet. */
    readonly units: bigint
  }
  readonly dst: PaySide & {
    /** EVM chain id; undefined for chains that have none. */
    readonly chainId?: number
    /** Least that must arrive, as decimal text of whole tokens; undefined where nobody promised one. */
    readonly minimumReceived: string | undefined
  }
  /** Who pays. */
  readonly depositor: string
  /** Who is paid, on the destination chain. */
  readonly recipient: string
  /** Base units of the source chain's coin that the lock's fees take on top of the amount, network cost left out. */
  readonly nativeOnTop: bigint
}

/** One end of a swap. */
export interface PaySide {
  readonly chainKey: string
  /** Address of the asset as the catalog has it. */
  readonly address: string
  readonly symbol: string
  /** Undefined where the catalog does not know the asset. */
  readonly decimals: number | undefined
}

/** What one transaction of a payment is for. */
export type PaymentKind = 'reset' | 'approve' | 'permit2' | 'call' | 'transfer' | 'speed-up' | 'cancel'

/** One transaction that a payload asks for. */
export interface PlannedCall {
  readonly kind: PaymentKind
  /** 0x address with EIP-55 capitals. */
  readonly to: string
  /** 0x-hex. */
  readonly data: string
  /** Base units of the native coin. */
  readonly value: bigint
  /** For people. */
  readonly description: string
}

/** One signed transaction; plain JSON, kept on disk before it is sent. */
export type Payment = {
  readonly hash: string
  /** Signed bytes, 0x-hex. */
  readonly raw: string
  /** True for the transaction that spends: its hash is what the service is told. @default true */
  readonly last?: boolean
  readonly kind?: string
  readonly chainId?: number
  readonly nonce?: number
  /** Earlier signed bytes with the same nonce, oldest first, that may still be mined instead. */
  readonly replaced?: readonly ReplacedPayment[]
}
export type ReplacedPayment = { readonly hash: string; readonly raw: string; readonly kind?: string }

/** How a broadcast transaction ended. */
export type PaymentOutcome =
  /** In a block deep enough; `hash` differs from the payment's where an earlier or later version of it was mined. */
  | { readonly state: 'mined'; readonly hash: string }
  | { readonly state: 'reverted'; readonly hash: string; readonly reason: string }
  /** A cancellation by this wallet took its nonce: nothing was spent but the network cost. */
  | { readonly state: 'cancelled'; readonly hash: string }
  /** A transaction that this run did not sign took its nonce. */
  | { readonly state: 'replaced'; readonly hash: string }

/** A payload as a person should see it before it is signed; all text is clean, all amounts are whole tokens. */
export interface PaymentReview {
  readonly chainName: string
  readonly chainId: number
  readonly from: string
  /** The contract or address that is called. */
  readonly target: string
  /** Name of the function where its selector is known, else the selector; `transfer of the coin` without calldata. */
  readonly functionName: string
  /** What leaves the wallet, network cost left out: `100 USDC`. */
  readonly leaves: readonly string[]
  readonly approval: ApprovalReview | undefined
  /** Recipient that can be read in the calldata of a known router; undefined where it cannot be read. */
  readonly recipient: string | undefined
  /** Least that arrives, as the calldata of a known router says, else as the lock says. */
  readonly minimumReceived: string | undefined
  /** ISO 8601 time after which the call reverts, where it says so: it must be in a block before. */
  readonly validUntil: string | undefined
  /** Network cost of all transactions at most: `0.0012 ETH`; undefined where it cannot be estimated yet. */
  readonly gasCost: string | undefined
  /** What a simulation of all transactions showed: `-100 USDC`, `+0.05 ETH`; undefined where the node cannot simulate. */
  readonly changes: readonly string[] | undefined
  /** The transactions in order, those left out that the chain shows as done. */
  readonly calls: readonly PlannedCall[]
  /** What only the sender of the payload answers for, as sentences: who looks at nothing must not agree to it. */
  readonly doubts: readonly string[]
  readonly warnings: readonly string[]
}

export interface ApprovalReview {
  readonly spender: string
  /** `100 USDC`, or `unlimited USDC`. */
  readonly amount: string
  /** True when the token must be set to zero first. */
  readonly resets: boolean
  /** False when the allowance on the chain suffices, so that nothing is approved. */
  readonly needed: boolean
}

/** Signs and sends for the user. */
export interface Wallet {
  /** Address on chains of an address family; undefined for families that it has none for. */
  address(family: string): string | undefined
  /** True when it can pay to a deposit address by itself; the sandbox's deposits arrive without a wallet. */
  readonly paysDeposits: boolean
  /**
   * Holds what is to be paid against the terms and asks the chain; signs nothing. Undefined for a wallet of paper.
   * @param execution its `exec` where the wallet executes it, else its deposit address
   * @throws WALLET_REFUSED with the reason
   */
  review?(execution: Execution, terms: PayTerms): Promise<PaymentReview>
  /**
   * Signs the next transaction of a payment, checked anew, and sends nothing.
   * @param earlier the transactions of this payment that are mined
   * @throws WALLET_REFUSED
   */
  sign(execution: Execution, terms: PayTerms, earlier: readonly Payment[]): Promise<Payment>
  /**
   * Sends signed bytes; the same bytes again are no error.
   * @throws WALLET_REFUSED with funds 'untouched' when the bytes can never be mined any more, SERVICE_UNAVAILABLE when no node took them
   */
  broadcast(payment: Payment): Promise<void>
  /**
   * Takes the account for a payment on a chain; absent where payments cannot get into each other's way.
   * @param chainId as the catalog numbers chains
   * @param waits how long another payment is waited for; not at all without it
   * @returns what releases the account; undefined where another payment has it still
   * @throws STORE_UNUSABLE
   */
  enterQueue?(chainId: number, waits?: AbortSignal): Promise<(() => void) | undefined>
  /** Waits until a sent transaction is settled, and sends its bytes again when a node forgot them. Absent where sending settles. */
  settle?(payment: Payment, signal: AbortSignal): Promise<PaymentOutcome>
  /**
   * Signs a transaction with the same nonce and higher fees: the same call again, or a transfer of nothing to oneself.
   * @returns the payment to keep, with what it replaces
   * @throws WALLET_REFUSED when the transaction is mined already, or the fee bound is reached
   */
  replace?(payment: Payment, how: 'speed-up' | 'cancel'): Promise<Payment>
}
