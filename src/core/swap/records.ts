import type { Json } from '../ports.ts'
import type {
  Confidentiality,
  Exec,
  ProviderResult,
  Stage,
  TransactionAsset,
  TransactionStatus,
} from '../api/documents.ts'
import type { Standing } from '../evm/receipt.ts'
import type { PaymentVerdict } from './payment-proof.ts'
import type { Progress } from './progress.ts'
import type { EndValues } from '../delivery/realised-cost.ts'
import type { Terms } from './terms.ts'
import type { Known } from '../api/request-fields.ts'

/*
 * What the store keeps. None of it is shown as it is: the service makes the API's documents of it.
 */

/** Both ends of a swap: chain keys, and addresses as the catalog writes them. */
export interface RoutePair {
  readonly srcChain: string
  readonly srcAddress: string
  readonly dstChain: string
  readonly dstAddress: string
}

export type LockState = 'locked' | 'executing' | 'used'

/** The lock record of the API's section 2.5: everything that execute reads. */
export interface LockRecord extends RoutePair {
  readonly id: string
  readonly state: LockState
  /** The source amount as the user wrote it. */
  readonly amountText: string
  /** 0 to 10000, with the fraction that was written. */
  readonly slippageBps: number
  readonly confidentiality: Confidentiality
  readonly provider: string
  readonly routeId: string
  readonly depositor: string
  readonly recipient: string
  readonly referralCode?: string
  readonly terms: Terms
  /** Opaque state of the adapter. */
  readonly providerState: Json
  /** ISO 8601. */
  readonly createdAt: string
  /** Epoch milliseconds. */
  readonly expiresAtMs: number
  /** Epoch milliseconds at which it was claimed. */
  readonly claimedAtMs?: number
  /**
   * Epoch milliseconds at which it was ended unused, its time or that of its claim being over: nobody executes it any more,
   * whatever the clock says later. Its state is `locked`, so that it is removed with others that ran out.
   */
  readonly endedAtMs?: number
  /** Idempotency key of the call that claimed it. */
  readonly idempotencyKey?: string
  /** Set when state is used. */
  readonly transactionId?: string
}

/** What became of a lock. */
export interface TransactionRecord extends RoutePair {
  readonly id: string
  readonly lockId: string
  readonly provider: string
  readonly status: TransactionStatus
  readonly stage: Stage
  /** "" until known. */
  readonly hash: string
  /** "" until known. */
  readonly inboundHash: string
  readonly outboundHash: string | null
  readonly refundHash?: string
  readonly reason?: string
  /** Those of the lock. */
  readonly terms: Terms
  /** Base units of the destination asset that arrived, when known. */
  readonly deliveredOut?: bigint
  /** What both sides were worth when it ended; absent where nobody independent said, or nobody looked at that time. */
  readonly endValues?: EndValues
  /** How far it came, as its provider said last. */
  readonly progress?: Progress
  readonly depositor: string
  readonly recipient: string
  /** Comparable forms of both wallets, without duplicates. */
  readonly addressKeys: readonly string[]
  readonly srcAsset: TransactionAsset
  readonly dstAsset: TransactionAsset
  readonly referralCode?: string
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601. */
  readonly updatedAt: string
  /** Epoch milliseconds from which waits count where `createdAt` lies ahead: it is of a clock that was. */
  readonly countedFromMs?: number
  /** Epoch milliseconds at which the hash was reported; absent for one that the provider told. */
  readonly hashKnownAtMs?: number
  /** What the source chain shows of the reported hash, in a block: it is the payment, or may be. */
  readonly hashProof?: Exclude<PaymentVerdict, 'reverted' | 'other'>
  /** Other hashes that were reported and may yet be the payment, newest first. */
  readonly otherHashes?: readonly string[]
  /** Epoch milliseconds of the next poll, or after SUCCESS of the next look at its chains; null when only a reported hash can move it, or nothing. */
  readonly nextPollAtMs: number | null
  /** What its chains held when they were last looked at after SUCCESS, by hash. */
  readonly standings?: Readonly<Record<string, Standing>>
  /** How often the provider was polled. */
  readonly polls: number
  /** The provider cannot know the outcome before a hash is reported. */
  readonly needsHash: boolean
  /** Opaque state of the adapter. */
  readonly tracking: Json
  readonly providerResult: ProviderResult
  readonly exec?: Exec
}

/** A route as it was quoted, with what lock needs to honour it. */
export interface QuotedRoute extends RoutePair {
  readonly provider: string
  /** `quotedRouteKey` of the route's id: a provider that ignores confidentiality shows one id for both values. */
  readonly routeId: string
  readonly confidentiality: Confidentiality
  /** The source amount as the user wrote it. */
  readonly amountText: string
  readonly terms: Terms
  /** Epoch milliseconds after which it may be forgotten. */
  readonly keepUntilMs: number
}

/** What a quoted route paid. */
export interface RecentRoute extends Pick<Terms, 'src' | 'dst'> {
  /** Epoch milliseconds; for all routes the same time after they were quoted. */
  readonly keepUntilMs: number
}

/** What an entry of the journal tells. */
export type SwapEventType =
  | 'lock.created'
  | 'lock.claimed'
  | 'lock.released'
  | 'lock.ended'
  | 'transaction.created'
  | 'transaction.hash'
  | 'transaction.updated'
  | 'transaction.final'
  | 'transaction.evidence'
  | 'rate.alert'

/** One entry of the journal. */
export interface SwapEvent {
  /** Unique. Grows by one with every event of a store in one file; has gaps, and no order, in a database of many writers. */
  readonly seq: number
  /** ISO 8601. */
  readonly at: string
  /** A later version that wrote to the same store may have added one. */
  readonly type: Known<SwapEventType>
  readonly lockId?: string
  readonly transactionId?: string
  readonly data?: Json
}

/** Under which id a quoted route is kept. */
export function quotedRouteKey(routeId: string, confidentiality: Confidentiality): string {
  return confidentiality === 'public' ? routeId : `${routeId}#${confidentiality}`
}

/** Both ends of a swap as statistics name them: `chain:SYMBOL`, or the address of a token without a symbol. */
export function pairOf({
  srcChain,
  srcAsset,
  srcAddress,
  dstChain,
  dstAsset,
  dstAddress,
}: Pick<TransactionRecord, keyof RoutePair | 'srcAsset' | 'dstAsset'>): { readonly src: string; readonly dst: string } {
  return {
    src: `${srcChain}:${srcAsset.symbol ?? srcAddress}`,
    dst: `${dstChain}:${dstAsset.symbol ?? dstAddress}`,
  }
}
