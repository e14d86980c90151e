import { addressFingerprint } from '../../core/assets/fingerprint.ts'
import { refusalOf, type SwapError } from '../../core/api/errors.ts'
import type { Lock } from '../../core/api/documents.ts'
import { toLockDocument } from '../../core/api/terms-document.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { lossText } from '../../core/money/loss.ts'
import { floorOfLocked, type PaymentReview, type SwapRun } from '../../wallet/index.ts'
import { paymentWarnings } from '../payment-warnings.ts'
import { checkUnattendedPayment, openDoubts } from '../unattended-payment.ts'
import type { LossValues } from '../value-loss.ts'

/** An address, and eight hex digits by which people tell it from another one at a glance. */
export interface ReviewedAddress {
  readonly address: string
  /** `dffe 1949`. */
  readonly fingerprint: string
}

interface ReviewFacts {
  /** Id of the run: `wallet.resume(runId)` goes on with it after a crash. */
  readonly runId: string
  readonly from: ReviewedAddress
  readonly recipient: ReviewedAddress
  /** What the payment to the recipient states: destination tag, memo or comment; undefined for none. */
  readonly recipientMemo: string | undefined
  /**
   * Why nobody should agree to it unseen: what it loses, leaves open or costs is beyond the bounds of the request, or of the
   * defaults. Undefined where it is within them. It says what would accept it.
   */
  readonly refusal: SwapError | undefined
}

/** The locked terms, before they are executed. */
export interface TermsReview extends ReviewFacts {
  readonly kind: 'terms'
  /** What leaves and arrives, fees, least, time, and the warnings of the provider. */
  readonly lock: Lock
  /** Least that must arrive, decimal text of the destination asset; undefined where nothing is promised. */
  readonly leastReceived: string | undefined
  /** What the swap loses, by evidence that no counterparty makes. */
  readonly loss: {
    /** Basis points of what leaves; 0 for a gain, undefined where nobody independent says. */
    readonly bps: number | undefined
    /** For people. */
    readonly text: string
  }
}

/** What will be signed: every transaction was read, held against the terms, and simulated where the nodes can. */
export interface ReviewedPayment extends ReviewFacts {
  readonly kind: 'payment'
  /** As `PaymentReview` says; some amounts are bigints. `simulated` and `changes` say what a simulation showed. */
  readonly payment: PaymentReview
  /** Doubts that neither the provider's own contract nor a simulation settles; to be accepted by their codes. */
  readonly openDoubts: PaymentReview['doubts']
  readonly warnings: readonly string[]
}

/** What is agreed to or not. */
export type SwapReview = TermsReview | ReviewedPayment

/** Puts reviews of runs together. */
export function createReviews(values: Pick<LossValues, 'assess' | 'check'>) {
  const factsOf = ({ id, request, lock }: SwapRun) => ({
    runId: id,
    from: toReviewed(request.depositor),
    recipient: toReviewed(request.recipient),
    recipientMemo: lock?.terms.recipientMemo,
  })
  return {
    terms: async (run: SwapRun): Promise<TermsReview | undefined> => {
      const { lock, target } = run
      if (lock === undefined) return undefined
      const loss = await values.assess(run, lock.terms)
      const least = floorOfLocked(run)
      return {
        kind: 'terms',
        ...factsOf(run),
        lock: toLockDocument(lock),
        leastReceived:
          least === undefined ? undefined : formatAmount(least, target?.decimals ?? lock.terms.dst.decimals),
        loss: { bps: loss.bps, text: lossText(loss) },
        refusal: refusalOf(() => values.check(run, lock.terms, loss)),
      }
    },
    payment: (run: SwapRun, payment: PaymentReview): ReviewedPayment => ({
      kind: 'payment',
      ...factsOf(run),
      payment,
      openDoubts: openDoubts(run, payment),
      warnings: paymentWarnings(run, payment),
      refusal: refusalOf(() => checkUnattendedPayment(run, payment, { trustsServer: false })),
    }),
  }
}

function toReviewed(address: string): ReviewedAddress {
  return { address, fingerprint: addressFingerprint(address) }
}
