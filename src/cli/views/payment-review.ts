import { warningsBeside } from '../../core/swap/acceptances.ts'
import { timeText, type TimeZone } from '../../core/text/times.ts'
import { boundLines, type PaymentReview, type SwapRun } from '../../wallet/index.ts'
import type { Output } from '../output/output.ts'

/** What a person must see before something is signed, in lines of name and value. */
function paymentReviewLines(review: PaymentReview, zone: TimeZone): (readonly [string, string])[] {
  const { approval, transactions } = review
  return [
    ['sign on', review.chain],
    ['from', review.from],
    ['call', `${review.action} of ${review.target}`],
    ['leaves', review.leaves.join(' and ')],
    ['approve', approval === undefined ? '' : approvalText(approval)],
    ['paid to', review.recipient ?? 'not readable in the call; see the terms'],
    ...boundLines(review, (iso) => timeText(iso, zone)),
    ['transactions', transactions.map(({ kind }) => kind).join(', then ')],
  ]
}

function approvalText({ spender, amount, needed, resets }: NonNullable<PaymentReview['approval']>): string {
  if (!needed) return `nothing: ${spender} may already take enough`
  return `${amount} for ${spender}${resets ? ', after setting it to zero' : ''}`
}

/** Prints a payment on stderr: it is a question, not the result. */
export function notePaymentReview(output: Output, review: PaymentReview, accepted: SwapRun['accept'] = []): void {
  const doubts = review.doubts.map(({ code, text }) => {
    return [accepted.includes(code) ? 'accepted' : 'doubt', `${code}: ${text}`] as const
  })
  const warnings = warningsBeside(review.doubts, review.warnings).map((warning) => ['warning', warning] as const)
  noteQuestion(output, [...paymentReviewLines(review, output.zone), ...doubts, ...warnings])
}

const INDENT = 16

/**
 * Prints lines of name and value on stderr, those with a value. On a terminal that is too narrow a value goes on below
 * itself between words: an address that is cut in two cannot be compared.
 */
export function noteQuestion(output: Output, lines: readonly (readonly [string, string])[]): void {
  const columns = output.watched ? output.width - INDENT : Infinity
  output.note('')
  for (const [name, value] of lines) {
    if (value === '') continue
    const [first = '', ...more] = wrapWords(value, columns)
    output.note(`  ${name.padEnd(INDENT - 2)}${first}`)
    for (const rest of more) output.note(`${' '.repeat(INDENT)}${rest}`)
  }
  output.note('')
}

/** Breaks at spaces only; a longer word stays whole. */
function wrapWords(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
