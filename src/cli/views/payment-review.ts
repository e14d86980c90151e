import { warningsBeside } from '../../core/swap/acceptances.ts'
import { timeText, type TimeZone } from '../../core/text/times.ts'
import { boundLines, type PaymentReview, type SwapRun } from '../../wallet/index.ts'
import type { Output } from '../output/output.ts'
import { noteQuestion, printedAddress } from './question-lines.ts'
import { groupThousands } from '../../core/money/amount.ts'

/**
 * What a person must see before something is signed, in lines of which a small terminal shows the last ones: what leaves, to whom,
 * and what arrives at least.
 */
function paymentReviewLines(
  review: PaymentReview,
  zone: TimeZone,
  warnings: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const { approval, transactions } = review
  const [least, ...bounds] = boundLines(review, (iso) => timeText(iso, zone))
  return [
    ['sign on', review.chain],
    ['from', printedAddress(review.from)],
    ['call', `${review.action} of ${review.target}`],
    ['approve', approval === undefined ? '' : approvalText(approval)],
    ['transactions', transactions.map(({ kind }) => kind).join(', then ')],
    ...bounds,
    ...warnings,
    ['leaves', review.leaves.map(groupThousands).join(' and ')],
    [
      'paid to',
      review.recipient === undefined ? 'not readable in the call; see the terms' : printedAddress(review.recipient),
    ],
    ...(least === undefined ? [] : [least]),
  ]
}

function approvalText({ spender, needed, resets, ...approval }: NonNullable<PaymentReview['approval']>): string {
  const amount = groupThousands(approval.amount)
  if (!needed) return `nothing: ${spender} may already take enough; ${amount} if another payment uses that up first`
  return `${amount} for ${spender}${resets ? ', after setting it to zero' : ''}`
}

/** Prints a payment on stderr: it is a question, not the result. */
export function notePaymentReview(output: Output, review: PaymentReview, accepted: SwapRun['accept'] = []): void {
  const doubts = review.doubts.map(({ code, text }) => {
    return [accepted.includes(code) ? 'accepted' : 'doubt', `${code}: ${text}`] as const
  })
  const warnings = warningsBeside(review.doubts, review.warnings).map((warning) => ['warning', warning] as const)
  noteQuestion(output, paymentReviewLines(review, output.zone, [...doubts, ...warnings]))
}
