import { sameAddress } from '../../../core/assets/address-key.ts'
import { warningsBeside } from '../../../core/swap/acceptances.ts'
import type { TimeText } from '../../../core/text/times.ts'
import { boundLines, type PaymentReview } from '../../../wallet/index.ts'
import { addressRows, BLANK, fieldRows, type Row } from '../../kit/text/rows.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { groupThousands } from '../../../core/money/amount.ts'

/** What will be signed, decoded. @param timeOf how times are written */
export function paymentRows(review: PaymentReview, run: RunFacts, timeOf: TimeText, width: number): readonly Row[] {
  const { approval, transactions, doubts } = review
  return [
    ...fieldRows('sign on', review.chain, width),
    ...fieldRows('leaves', review.leaves.map(groupThousands).join(' and '), width, 'title'),
    ...doubts.flatMap(({ code, text }) =>
      fieldRows(run.allowed.includes(code) ? 'accepted' : 'doubt', `${code}: ${text}`, width, 'warn'),
    ),
    ...warningsBeside(doubts, review.warnings).flatMap((text) => fieldRows('warning', text, width, 'warn')),
    ...addressRows('from', review.from, '', width),
    ...addressRows('contract', review.target, '', width),
    ...fieldRows('function', review.action, width),
    ...approvalRows(approval, width),
    ...(review.recipient === undefined
      ? fieldRows('paid to', 'not readable in the call; the terms say:', width, 'warn')
      : addressRows(
          'paid to',
          review.recipient,
          sameAddress(review.recipient, run.recipient) ? 'as agreed' : '',
          width,
        )),
    ...(review.recipient === undefined ? addressRows('', run.recipient, `on ${run.dstChain}`, width) : []),
    ...boundLines(review, timeOf).flatMap(([name, value]) => fieldRows(name, value, width)),
    BLANK,
    ...transactions.flatMap(({ kind, description }, index) =>
      fieldRows(`${index + 1} of ${transactions.length}`, `${kind}: ${description}`, width),
    ),
  ]
}

function approvalRows(approval: PaymentReview['approval'], width: number): readonly Row[] {
  if (approval === undefined) return []
  const { spender, needed, resets } = approval
  const amount = groupThousands(approval.amount)
  if (!needed) {
    const text = `nothing: ${spender} may already take enough; ${amount} if another payment uses that up first`
    return fieldRows('approve', text, width)
  }
  return [
    ...fieldRows(
      'approve',
      `${amount}${resets ? ', after setting it to zero' : ''}`,
      width,
      amount.startsWith('unlimited') ? 'warn' : 'text',
    ),
    ...addressRows('spender', spender, '', width),
  ]
}
