import type { PaymentReview } from '../wallet/wallet.ts'
import type { Output } from './output.ts'

/** What a person must see before something is signed, in lines of name and value. */
export function paymentReviewLines(review: PaymentReview): (readonly [string, string])[] {
  const { approval, calls, changes } = review
  return [
    ['sign on', `${review.chainName} (chain id ${review.chainId})`],
    ['from', review.from],
    ['call', `${review.functionName} of ${review.target}`],
    ['leaves', review.leaves.join(' and ')],
    ['approve', approval === undefined ? '' : approvalText(approval)],
    ['paid to', review.recipient ?? 'not readable in the call; see the terms'],
    ['at least', review.minimumReceived ?? 'not readable in the call; see the terms'],
    ['network cost', review.gasCost === undefined ? 'not known yet' : `at most ${review.gasCost}`],
    ['simulated', changes === undefined ? 'the node cannot show changes' : changes.join(', ')],
    ['transactions', calls.map(({ kind }) => kind).join(', then ')],
  ]
}

function approvalText({ spender, amount, needed, resets }: NonNullable<PaymentReview['approval']>): string {
  if (!needed) return `nothing: ${spender} may already take enough`
  return `${amount} for ${spender}${resets ? ', after setting it to zero' : ''}`
}

/** Prints a payment on stderr: it is a question, not the result. */
export function notePaymentReview(output: Output, review: PaymentReview): void {
  output.note('')
  for (const [name, value] of paymentReviewLines(review)) {
    if (value !== '') output.note(`  ${name.padEnd(13)} ${value}`)
  }
  for (const warning of review.warnings) output.note(`  look twice    ${warning}`)
  output.note('')
}
