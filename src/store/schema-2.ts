import type { FeeType, RouteStep } from '../core/api/documents.ts'
import type { Known } from '../core/api/request-fields.ts'

/*
 * What records hold since schema 2; later ones changed indexes and checksums only. Never changed: a store stays as it was
 * written. Another member of the terms or of a record that every record has needs a new schema, whose step adds it.
 */

/** Whole numbers are decimal text: base units, and micro-dollars in `usd`. */
export interface TermsOf2 {
  readonly src: SideOf2
  readonly dst: SideOf2
  readonly minimumOut: string
  readonly fees: readonly FeeOf2[]
  readonly steps: readonly RouteStep[]
  readonly estimatedTimeSec: number
  readonly priceImpactBps?: number
  readonly warnings?: readonly string[]
}

export interface SideOf2 {
  readonly symbol: string
  readonly decimals: number
  readonly amount: string
  readonly usd?: string
}

export interface FeeOf2 {
  readonly type: Known<FeeType>
  readonly amount: string
  readonly token: {
    readonly chainId: number
    readonly chainName: string
    readonly address: string
    readonly symbol: string
    readonly decimals: number
  }
  readonly usd?: string | undefined
  readonly description: string
  readonly providerLabel: string
  readonly included?: boolean
}

type PairMembers = 'srcChain' | 'srcAddress' | 'dstChain' | 'dstAddress'
type PartyMembers = 'depositor' | 'recipient'

/** Members, besides `terms`, that every record has. */
export type LockMembersOf2 =
  | PairMembers
  | PartyMembers
  | ('id' | 'state' | 'amountText' | 'slippageBps' | 'confidentiality' | 'provider' | 'routeId')
  | ('providerState' | 'createdAt' | 'expiresAtMs')
export type TransactionMembersOf2 =
  | PairMembers
  | PartyMembers
  | ('id' | 'lockId' | 'provider' | 'status' | 'stage' | 'hash' | 'inboundHash' | 'outboundHash' | 'addressKeys')
  | ('srcAsset' | 'dstAsset' | 'createdAt' | 'updatedAt' | 'nextPollAtMs' | 'polls' | 'needsHash' | 'tracking')
  | 'providerResult'
export type RouteMembersOf2 = PairMembers | ('provider' | 'routeId' | 'confidentiality' | 'amountText' | 'keepUntilMs')
