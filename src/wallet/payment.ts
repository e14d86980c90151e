import type { CatalogChain } from '../core/assets/catalog.ts'
import type { HandOver } from '../core/api/documents.ts'
import type { SwapError } from '../core/api/errors.ts'
import type { MostCost } from '../core/money/most-cost.ts'
import type { MicroUsd } from '../core/money/usd.ts'
import type { Known } from '../core/api/request-fields.ts'
import type { Doubt } from '../core/swap/acceptances.ts'
import type { TimeText } from '../core/text/times.ts'
import type { FamilyKey } from './families.ts'
import type { Approval } from './family.ts'
import { groupThousands } from '../core/money/amount.ts'

/*
 * What a wallet is to a swap run. A payment is a short series of transactions: resetting and raising an allowance where the
 * token needs it, then the one call that spends. Each is signed, noted on disk, sent, and waited for before the next.
 */

/** What the user agreed to; every payload is verified against it. Amounts are base units. */
export interface PayTerms {
  /** Provider key, for messages. */
  readonly provider: string
  readonly src: PaySide & {
    /** As the catalog numbers chains: the payload must name it, and the node must confirm it. */
    readonly chainId: number
    readonly isNative: boolean
    /** Base units that leave the wallet. */
    readonly units: bigint
  }
  readonly dst: PaySide & {
    /** The number by which contracts know the chain; undefined where they know it by none. */
    readonly chainId?: number
    /** Least that must arrive, base units (of 18 decimals where they are unknown); undefined where none was promised. */
    readonly minimumOut: bigint | undefined
    /** True where no node showed whether a token of the swap keeps a part of each transfer: that least is not promised. */
    readonly isUntried?: true
    /** What the user takes by `--min-receive`: the part of it that allows no rounding. */
    readonly minReceive?: bigint
  }
  /** Who pays. */
  readonly depositor: string
  /** Who is paid, on the destination chain. */
  readonly recipient: string
  /** What the payment to the recipient states: destination tag, memo or comment; absent for none. */
  readonly recipientMemo?: string
  /** The name that the recipient was looked up for, such as one of ENS. */
  readonly recipientName?: string
  /** Base units of the source chain's coin that the lock's fees add to the amount, network cost left out. */
  readonly nativeOnTop: bigint
  /** Most that the network may take for it. @default the larger of $10 and 5 % of the value */
  readonly mostCost?: MostCost
  /** Most base units of the coin for one unit of work. @default what the nodes advise, within reason */
  readonly mostFeeRate?: bigint
  /** Epoch milliseconds since when it is to be sent privately; absent where it is not. */
  readonly privateSinceMs?: number
}

/** What a transaction is held against that belongs to a payment, and does not spend. */
export type FeeTerms = Pick<PayTerms, 'src' | 'mostCost' | 'mostFeeRate'>

/** One end of a swap. */
export interface PaySide {
  readonly chainKey: string
  /** Address of the asset as the catalog has it. */
  readonly address: string
  readonly symbol: string
  /** Undefined where the catalog does not know the asset. */
  readonly decimals: number | undefined
}

/**
 * What a transaction is for; `cancel` takes the place of another and pays nothing, and `reverted` was to take an allowance back.
 */
export type PaymentKind = 'reset' | 'approve' | 'permit2' | 'call' | 'transfer' | 'speed-up' | 'cancel' | 'reverted'

/** One signed transaction; plain JSON, kept on disk before it is sent. Its family reads everything else from the bytes. */
export interface Payment {
  readonly hash: string
  /** Signed bytes, as text; of a version that was signed elsewhere, those that were signed here for the same call. */
  readonly raw: string
  /** True for the transaction that spends, whose hash is reported to the service. @default true */
  readonly last?: boolean
  /** What it is for; later versions may add kinds. */
  readonly kind?: Known<PaymentKind>
  /** What it lets a spender take, as its family names it; '' for nothing, absent in runs of earlier versions. */
  readonly approves?: string
  /** Epoch milliseconds of its signature, where it is sent privately: from then on it waits to be sent to public nodes. */
  readonly sentAtMs?: number
  /** Set where it is sent privately, by whatever process. */
  readonly isPrivate?: true
  /** Earlier signed bytes that this one takes the place of, oldest first; they may still be mined instead. */
  readonly replaced?: readonly ReplacedPayment[]
}
export type ReplacedPayment = Pick<Payment, 'hash' | 'raw' | 'kind'>

/** How a broadcast transaction ended. */
export type PaymentOutcome =
  /** In a block deep enough; `hash` differs from the payment's where another version of it was mined. */
  | (MinedVersion & { readonly state: 'mined' })
  | (MinedVersion & { readonly state: 'reverted'; readonly reason: string })
  /** A cancellation by this wallet was mined in its place: only the network cost was spent. */
  | (MinedVersion & { readonly state: 'cancelled' })
  /** A transaction with another call than this run signed was mined in its place. */
  | { readonly state: 'replaced'; readonly hash: string }

/** The version of a payment that is in a block. */
export interface MinedVersion {
  readonly hash: string
  /** Of one that the account signed elsewhere, with other fees: hash of the version of the run that makes the same call. */
  readonly sameAs?: string
}

/** What took the sequence of a signed transaction. */
export type SequenceTaker =
  /** Nothing for certain, or a version of it. */
  | { readonly state: 'own' }
  /** Another transaction, for good. */
  | { readonly state: 'another'; readonly hash: string }
  /** Something that no node shows; `text` says so, a sentence without its full stop. */
  | { readonly state: 'unreadable'; readonly text: string }

/**
 * What will be signed, as a person should see it first; all text is clean, all amounts are whole tokens. A family adds what
 * only it reads, such as the transactions themselves.
 */
export interface PaymentReview {
  /** Family whose transactions these are. */
  readonly family: FamilyKey
  /** The chain, so that it cannot be confused with another: `Ethereum (chain id 1)`. */
  readonly chain: string
  readonly from: string
  /** The contract or address that gets the transaction that spends. */
  readonly target: string
  /** What that transaction does: the name of a function, its code where the name is not known, `transfer of the coin`. */
  readonly action: string
  /** What leaves the wallet, network cost left out: `100 USDC`. */
  readonly leaves: readonly string[]
  readonly approval: ApprovalReview | undefined
  /** Recipient that the transaction names; undefined where it cannot be read. */
  readonly recipient: string | undefined
  /** Least that arrives, as the transaction says, else as the lock says. */
  readonly minimumReceived: string | undefined
  /** ISO 8601 time after which the transaction fails, where it says so: it must be in a block before. */
  readonly validUntil: string | undefined
  /** Network cost of all transactions at most: `0.0012 ETH`; undefined where it cannot be estimated yet. */
  readonly networkCost: string | undefined
  /** What the network cost is held against. */
  readonly cost?: CostReview
  /** What a simulation of all transactions showed: `-100 USDC`, `+0.05 ETH`; undefined where the node cannot simulate. */
  readonly changes: readonly string[] | undefined
  /** What a simulation saw: no more leave than agreed, and on one chain what was promised arrive. */
  readonly simulated?: SimulatedWithin
  /**
   * What enforces `minimumReceived`: the transaction, or only the provider's word; `nothing` where a token may keep a part of
   * what the transaction pays.
   */
  readonly leastBy?: 'calldata' | 'promise' | 'nothing'
  /** Key of the provider whose word that is. */
  readonly provider?: string
  /** Where the signed transactions go, where not to the chain's nodes: `only to rpc.example, never to public nodes`. */
  readonly sending?: string
  /** The transactions in order, without those that the chain shows as done. */
  readonly transactions: readonly { readonly kind: string; readonly description: string }[]
  /** What only the sender of the payload answers for: the user must see it before agreeing. */
  readonly doubts: readonly Doubt[]
  readonly warnings: readonly string[]
}

/** How far a simulation saw the terms kept: what leaves where the rest is paid elsewhere, or what arrives too. */
export type SimulatedWithin = 'departure' | 'arrival'

/** What a payment does within which bounds, in lines of name and value; '' for those that do not apply. @param timeOf how times are written */
export function boundLines(review: PaymentReview, timeOf: TimeText): readonly (readonly [string, string])[] {
  const { validUntil, networkCost, changes, sending = '' } = review
  return [
    leastLine(review),
    ['valid until', validUntil === undefined ? '' : timeOf(validUntil)],
    ['network cost', networkCost === undefined ? 'not known yet' : `at most ${groupThousands(networkCost)}`],
    [
      'simulated',
      changes === undefined ? 'no: the nodes cannot show what it changes' : changes.map(groupThousands).join(', '),
    ],
    ['sent', sending],
  ]
}

/** What arrives at least: `at least` only where the transaction enforces it. */
function leastLine({ minimumReceived, leastBy, provider }: PaymentReview): readonly [string, string] {
  if (leastBy === 'nothing') return ['at least', 'not known: a token may keep a part of what is paid']
  if (minimumReceived === undefined) return ['at least', 'not readable in the call; see the terms']
  if (leastBy !== 'promise') return ['at least', groupThousands(minimumReceived)]
  return ['promised', `${groupThousands(minimumReceived)} by ${provider ?? 'the provider'}, not enforced`]
}

/** The network cost at most, and what it is held against. */
export interface CostReview {
  /** Base units of the coin; undefined where it cannot be estimated yet. */
  readonly units: bigint | undefined
  /** What that is worth at most; undefined where nobody can tell. */
  readonly usd: MicroUsd | undefined
  /** Why it is more than what is agreed to unseen; undefined where it is not. */
  readonly refusal: SwapError | undefined
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

/** Where an account stands on its chain. */
export interface AccountPlace {
  /** CAIP-10. */
  readonly account: string
  /** Number of its next transaction. */
  readonly sequence: number
  /** The newest one. */
  readonly block: bigint
}

/** A transaction that this home has signed. */
export interface OwnTransaction {
  readonly hash: string
  readonly raw: string
  /** Epoch milliseconds since when it is known to be in a block; undefined where that is not known. */
  readonly settledMs: number | undefined
}

/** A payment that another copy of this home may have made. */
export interface PaidQuestion {
  readonly terms: PayTerms
  /** Most that fees may take on top in the coin, base units; undefined where that is not known. */
  readonly mostOnTop: bigint | undefined
  /** What is to be paid; undefined where that is not known yet. */
  readonly execution: HandOver | undefined
  /** Where the account stood when nothing was paid; undefined where that was not noted. */
  readonly since: AccountPlace | undefined
  /** Epoch milliseconds at which its run began. */
  readonly begunMs: number
  /** Of the same payment, in a block. */
  readonly earlier: readonly Payment[]
  /** What this home has signed for the account, of all runs. */
  readonly listOwn: () => Promise<readonly OwnTransaction[]>
  /** What was just signed and goes nowhere yet: where its number is the one that comes next, no node is asked. */
  readonly signed?: Payment
  /** True where the run ends and signs nothing more: what cancelled its payment is no doubt then. */
  readonly isEnding?: true
}

/** What speaks for it that a payment was made before. */
export interface PaidAnswer {
  /** Undefined where nothing was read, and where what was just signed stands. */
  readonly now: AccountPlace | undefined
  /** Payments that fit, what nobody explains, and what could not be searched, a clause each; none where nothing does. */
  readonly doubts: readonly string[]
}

/** What a payment spends. */
export interface Spend {
  readonly src: PayTerms['src']
  /** What its provider says that it is worth, in micro-dollars; undefined where it does not. */
  readonly statedUsd: MicroUsd | undefined
}

/** An allowance that a payment gave, for exactly what it spends, and that its spender may still use. */
export interface LeftApproval extends Approval {
  /** What may be taken now, base units; what was granted where that cannot be read. */
  readonly units: bigint
  /** Set where no two operators say what stands. */
  readonly isUnread?: true
  /** Set for one that does not stand yet: what gives it is on its way. */
  readonly isPending?: true
}

/** How a payment waits for another one. */
export interface QueueWait {
  /** Ends the wait. */
  readonly until: AbortSignal
  /** What the other payment is for, as far as that is known: asked once. @default nobody knows */
  readonly name?: () => Promise<string | undefined>
}

/** Signs and sends for the user. */
export interface Wallet {
  /** Address on chains of an address family; undefined for families that it has none for. */
  address(family: CatalogChain['addressFamily']): string | undefined
  /** True when it can pay to a deposit address by itself; the sandbox's deposits arrive without a wallet. */
  readonly paysDeposits: boolean
  /**
   * Verifies a payment against the terms and the chain; signs nothing. Absent for the sandbox's paper wallet.
   * @param execution its `exec` where the wallet executes it, else its deposit address
   * @throws WALLET_REFUSED with the reason
   */
  review?(execution: HandOver, terms: PayTerms): Promise<PaymentReview>
  /**
   * Looks whether a payment was made before: by what the account has sent since, as its chain has it. Absent where no chain
   * can tell.
   * @throws SERVICE_UNAVAILABLE where too few nodes answer
   */
  findPaid?(asked: PaidQuestion): Promise<PaidAnswer>
  /**
   * Where the account stands on a chain, never further than it does; undefined where too few nodes tell. Absent where its chains
   * have no such thing.
   * @param chainId as the catalog numbers chains
   * @throws WALLET_REFUSED for a node of another chain
   */
  readPlace?(chainId: number): Promise<AccountPlace | undefined>
  /**
   * Verifies a payment again and signs its next transaction; sends nothing.
   * @param earlier the transactions of this payment that are mined
   * @throws WALLET_REFUSED
   */
  sign(execution: HandOver, terms: PayTerms, earlier: readonly Payment[]): Promise<Payment>
  /**
   * Sends signed bytes; sending the same bytes again is not an error.
   * @param spend what it spends, where it does: that another transaction took its place must be as deep as that needs
   * @throws WALLET_REFUSED with funds 'untouched' when the bytes can no longer be mined, SERVICE_UNAVAILABLE when no node took them
   */
  broadcast(payment: Payment, spend?: Spend): Promise<void>
  /**
   * Takes the account for a payment on a chain; absent where payments do not conflict.
   * @param chainId as the catalog numbers chains
   * @param wait how it waits for another payment; without it, it does not wait
   * @returns what releases the account; undefined while another payment has it
   * @throws STORE_UNUSABLE
   */
  enterQueue?(chainId: number, wait?: QueueWait): Promise<(() => void) | undefined>
  /**
   * Waits for the outcome of a sent transaction, and sends its bytes again when nodes forgot them. Absent where sending settles.
   * @param earlier transactions of the same payment that were mined before it: those that fall out of the chain are sent again
   * @param spend what it spends, where it does: how it ends without paying must be as deep as that needs
   */
  settle?(payment: Payment, signal: AbortSignal, earlier?: readonly Payment[], spend?: Spend): Promise<PaymentOutcome>
  /**
   * Looks what has the nonce of a signed transaction; sends nothing, and waits for nothing. Absent where sending settles.
   * @param spend as of `settle`
   */
  readTaker?(payment: Payment, spend?: Spend): Promise<SequenceTaker>
  /**
   * Signs what nodes take in place of a transaction that waits: the same payment with higher fees, or one that pays nothing.
   * @returns the payment to keep, with what it replaces
   * @param terms what the payment is for, whose value bounds what may be paid for it
   * @param earlier the transactions of the same payment before it, whose cost counts. @default none
   * @throws WALLET_REFUSED when the transaction is already mined, or a bound of its fees or cost is reached
   */
  replace?(
    payment: Payment,
    how: 'speed-up' | 'cancel',
    terms?: FeeTerms,
    earlier?: readonly Payment[],
  ): Promise<Payment>
  /**
   * Allowances that transactions of a payment gave and that stand, but those for more than it spends.
   * @param pending the transaction that is on its way, where that only prepares the one that spends
   * @throws SERVICE_UNAVAILABLE when no node answers
   */
  leftApprovals?(earlier: readonly Payment[], terms: PayTerms, pending?: Payment): Promise<readonly LeftApproval[]>
  /**
   * Signs what takes an allowance back; sends nothing.
   * @param terms of the payment, whose bound of the cost holds
   * @param earlier the transactions of the same payment before it, whose cost counts
   * @throws WALLET_REFUSED
   */
  revoke?(approval: LeftApproval, terms: FeeTerms, earlier: readonly Payment[]): Promise<Payment>
  /** Drops the password that it keeps for the rest of a payment. Absent where it keeps none. */
  forget?(): void
}
