import type { StatedExecution, StatedLock } from '../../core/api/answers.ts'
import type { AddressFamily } from '../../core/assets/address.ts'
import type { StatusTransaction } from '../../core/api/documents.ts'
import type { Known } from '../../core/api/request-fields.ts'
import type { LockRequest } from '../../core/api/service.ts'
import type { AcceptCode } from '../../core/swap/acceptances.ts'
import type { PaymentKind } from '../payment.ts'
import type { RunStep } from './steps.ts'

/*
 * A run as a type of its own: that of the schema it is kept by would bring the validator into the declarations of the library.
 * `run-document.ts` holds the schema against it, field by field.
 */

/** Signed bytes as they are kept; other fields belong to the family, or to earlier versions, and survive. */
export interface KeptPayment {
  hash: string
  raw: string
  last?: boolean
  kind?: Known<PaymentKind>
  approves?: string
  sentAtMs?: number
  isPrivate?: true
  replaced?: { hash: string; raw: string; kind?: Known<PaymentKind> }[]
  /** Of a payment of paper, which is kept as one: all its transactions, in order. */
  transactions?: { hash: string; kind: string; [name: string]: unknown }[]
  [name: string]: unknown
}

/** What was asked for, as it is kept: lists are copies. */
type KeptRequest = Omit<LockRequest, 'exclude'> & { readonly exclude?: string[] }

/** One swap of this machine's wallet, as it is kept on disk, with the version of its document. */
export interface SwapRun {
  /** Grows with every write, so that of two processes that continue a run one is stopped. */
  readonly version: number
  id: string
  step: RunStep
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601. */
  updatedAt: string
  /** Base URL of the server that the run goes through; absent for the embedded service. */
  api?: string | undefined
  /** `ethereum:USDC`, for people. */
  from: string
  to: string
  request: KeptRequest
  source: {
    chainId: number
    isNative: boolean
    /** Base units of the source amount; unknown where the catalog does not know the asset's decimals. */
    units?: bigint
    symbol?: string
    decimals?: number
    /** Address family of the source chain. */
    family?: Known<AddressFamily>
  }
  /** The name that the recipient was looked up for, for people. */
  recipientName?: string | undefined
  /** What the catalog says of the destination asset. */
  target?:
    | {
        symbol: string
        decimals?: number
        /** By which contracts know the chain. */
        chainId?: number
      }
    | undefined
  /** The user agreed to the terms. */
  agreed: boolean
  /** When the user agreed last, where that was not when it was begun; without `agreed`, that is over. ISO 8601. */
  agreedAt?: string | undefined
  /** The user agreed to terms and payment beforehand, within the bounds of the run. */
  unattended?: boolean | undefined
  /** The user saw what will be signed and agreed to it; false where the last try to pay was refused. */
  paymentAgreed?: boolean | undefined
  /** Most that fees may take on top in the source chain's coin, base units. */
  mostOnTop?: bigint | undefined
  /** Least destination amount that the quote promised, where the user agreed to it before the lock, base units. */
  leastOut?: bigint | undefined
  /** Least destination amount that the user takes by `--min-receive`, base units. */
  minReceive?: bigint | undefined
  /** Destination amount that the user saw and agreed to, base units: the quote's, else that of the reviewed lock. */
  shown?: bigint | undefined
  /** Most of the value that may be lost unseen, basis points. @default MOST_LOSS_BPS_OF */
  mostLossBps?: number | undefined
  /** Most that the network may take for it. @default what the wallet holds by itself */
  mostCost?: { usd: bigint } | { bps: number } | { coin: bigint } | undefined
  /** Most base units of the coin for one unit of work that the user pays, by `--max-fee`. */
  mostFeeRate?: bigint | undefined
  /** Where the account that pays stood on its chain when nothing of this run was paid: at the agreement, or after a later look. */
  place?:
    | {
        /** CAIP-10. */
        account: string
        /** Number of its next transaction. */
        sequence: number
        /** The newest one. */
        block: bigint
      }
    | undefined
  /** False where the user pays a deposit from elsewhere, by `--no-pay`. */
  paysDeposits?: boolean | undefined
  /** Epoch milliseconds since when its transactions are to be sent privately; absent where they are not. */
  privateSinceMs?: number | undefined
  /** Doubts that the user accepted beforehand; later versions may know others. */
  accept?: Known<AcceptCode>[] | undefined
  /** Doubts that were open when the payment was agreed to; later versions may know others. */
  openDoubts?: Known<AcceptCode>[] | undefined
  /** What the payment was agreed to in spite of, each with its code and what settled it. */
  paymentWarnings?: string[] | undefined
  /** What independent others offered in the same quote, base units of the destination asset: evidence of its price. */
  peers?: bigint[] | undefined
  /** Generation of the home's mark when the run was begun; absent in runs of earlier versions. */
  generation?: string | undefined
  /** The same when it was closed. */
  endGeneration?: string | undefined
  lockKey: string
  executeKey: string
  lock?: StatedLock | undefined
  execution?: StatedExecution | undefined
  /** Signed bytes with their hash, kept before they are sent. */
  payment?: KeptPayment | undefined
  /** Transactions of the payment that are in a block: approvals before the one that spends. */
  earlier?: KeptPayment[] | undefined
  /** What takes an allowance of this run back, signed and kept before it is sent. */
  revocation?: KeptPayment | undefined
  transactionId?: string | undefined
  transaction?: StatusTransaction | undefined
  /** Why it was closed before its end. */
  reason?: string | undefined
  /** How it was closed, `lost` where it was sent and nobody follows it; absent in runs of earlier versions. */
  closedAs?: 'declined' | 'unpaid' | 'refused' | 'reverted' | 'cancelled' | 'replaced' | 'given_up' | 'lost' | undefined
}
