import type { PaymentKind, PaymentReview } from '../payment.ts'

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

/** A review with the calls that would be signed. */
export interface EvmPaymentReview extends PaymentReview {
  readonly family: 'evm'
  readonly chainName: string
  readonly chainId: number
  /** In order, without those that the chain shows as done. */
  readonly calls: readonly PlannedCall[]
}

/** A review that this family made. @throws Error for one of another family, which is never passed */
export function requireEvmReview(review: PaymentReview): EvmPaymentReview {
  if (isEvmReview(review)) return review
  throw new Error(`a review of the family ${review.family} has no calls`)
}

function isEvmReview(review: PaymentReview): review is EvmPaymentReview {
  return review.family === 'evm' && 'calls' in review
}
