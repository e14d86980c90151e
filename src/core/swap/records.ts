import type { Json } from '../ports.ts'
import type {
  Exec,
  Execution,
  Fees,
  ProviderResult,
  Route,
  RouteSide,
  RouteStep,
  Stage,
  TransactionAsset,
  TransactionFee,
  TransactionStatus,
} from '../api/documents.ts'
import type { Known } from '../api/request-fields.ts'

/*
 * What the store keeps: plain JSON (amounts in base units as decimal strings), never shown as it is.
 */

export type LockState = 'locked' | 'executing' | 'used'

/** The lock record of the API's section 2.5: everything that execute reads. */
export interface LockRecord {
  readonly id: string
  readonly state: LockState
  readonly srcChain: string
  readonly srcAddress: string
  readonly dstChain: string
  readonly dstAddress: string
  /** As the user wrote it. */
  readonly amount: string
  /** Base units. */
  readonly amountIn: string
  /** Base units of the destination asset. */
  readonly amountOut: string
  /** Base units of the destination asset. */
  readonly minimumOut: string
  /** Basis points. */
  readonly slippage: number
  readonly confidentiality: 'public' | 'basic'
  readonly provider: string
  readonly routeId: string
  readonly depositor: string
  readonly recipient: string
  readonly referralCode?: string
  readonly src: RouteSide
  readonly dst: RouteSide
  readonly fees: Fees
  readonly steps: readonly RouteStep[]
  /** Seconds. */
  readonly estimatedTime: number
  readonly minimumReceived: string
  /** Basis points, 0 to 10000; absent where it is not known. */
  readonly priceImpactBps?: number
  /** What to look at twice; absent where that is nothing. */
  readonly warnings?: readonly string[]
  /** Opaque state of the adapter. */
  readonly providerState: Json
  /** ISO 8601. */
  readonly createdAt: string
  /** Epoch milliseconds. */
  readonly expiresAtMs: number
  /** Epoch milliseconds at which it was claimed. */
  readonly claimedAtMs?: number
  /** Idempotency key of the call that claimed it. */
  readonly idempotencyKey?: string
  /** Set when state is used. */
  readonly transactionId?: string
}

/** What became of a lock. */
export interface TransactionRecord {
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
  readonly srcChain: string
  readonly srcAddress: string
  readonly dstChain: string
  readonly dstAddress: string
  /** Base units. */
  readonly amountIn: string
  /** Base units promised at lock. */
  readonly amountOut: string
  /** Base units that arrived, when known. */
  readonly deliveredOut?: string
  readonly srcAmount: string
  readonly dstAmount: string
  /** Source value in micro-dollars. */
  readonly srcMicroUsd: string
  readonly walletAddress: string
  readonly recipientWalletAddress: string
  /** Comparable forms of both wallets, without duplicates. */
  readonly addressKeys: readonly string[]
  readonly fee: TransactionFee
  readonly srcAsset: TransactionAsset
  readonly dstAsset: TransactionAsset
  readonly referralCode?: string
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601. */
  readonly updatedAt: string
  /** Seconds. */
  readonly estimatedTime: number
  /** Epoch milliseconds at which the hash became known. */
  readonly hashKnownAtMs?: number
  /** Epoch milliseconds of the next poll; null when it is final, or when only a reported hash can move it. */
  readonly nextPollAtMs: number | null
  /** How often the provider was asked. */
  readonly polls: number
  /** The provider cannot know the outcome before a hash is reported. */
  readonly needsHash: boolean
  /** Opaque state of the adapter. */
  readonly tracking: Json
  readonly providerResult: ProviderResult
  readonly exec?: Exec
  readonly quote: Execution['quote']
}

/** A route as it was shown, with what lock needs to honour it. */
export interface QuotedRoute {
  readonly provider: string
  /** `quotedRouteKey` of the route's id: a provider that ignores confidentiality shows one id for both values. */
  readonly routeId: string
  readonly route: Route
  readonly confidentiality: 'public' | 'basic'
  readonly srcChain: string
  readonly srcAddress: string
  readonly dstChain: string
  readonly dstAddress: string
  readonly amount: string
  /** Base units of the destination asset. */
  readonly amountOut: string
  /** Epoch milliseconds after which it may be forgotten. */
  readonly keepUntilMs: number
}

/** Both ends of a swap: chain keys, and addresses as the catalog writes them. */
export type RoutePair = Pick<QuotedRoute, 'srcChain' | 'srcAddress' | 'dstChain' | 'dstAddress'>

/** What a quoted route paid. */
export interface RecentRoute {
  /** Decimal text of the source asset. */
  readonly amount: string
  /** Decimal text of the destination asset. */
  readonly received: string
  /** Epoch milliseconds; for all routes the same time after they were quoted. */
  readonly keepUntilMs: number
}

/** What an entry of the journal tells. */
export type SwapEventType =
  | 'lock.created'
  | 'lock.claimed'
  | 'lock.released'
  | 'transaction.created'
  | 'transaction.hash'
  | 'transaction.updated'
  | 'transaction.final'
  | 'transaction.evidence'

/** One entry of the journal. */
export interface SwapEvent {
  /** Grows by one with every event of the store. */
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
export function quotedRouteKey(routeId: string, confidentiality: 'public' | 'basic'): string {
  return confidentiality === 'public' ? routeId : `${routeId}#${confidentiality}`
}
