import type { FailedRun } from '../../core/api/errors.ts'
import type { Payment } from '../payment.ts'
import type { SwapRun } from './journal.ts'

/*
 * What a run sent before its payment, as its journal has it.
 */

/** True where the journal knows of an approval, and of nothing of the run that took it back. */
export function isApproved({ earlier = [] }: Pick<SwapRun, 'earlier'>): boolean {
  // Tokens that need it are set to zero before the approval.
  const count = (open: number, one: Payment) => (isReset(one) ? Math.max(0, open - 1) : open + 1)
  return earlier.filter(({ kind }) => kind !== 'reverted').reduce(count, 0) > 0
}

/** True for what sets an allowance to zero. */
export function isReset({ kind }: Pick<Payment, 'kind'>): boolean {
  return kind === 'reset'
}

/** A run as its failure names it, without the payment itself. */
export function failedRun({ id, earlier = [], payment, revocation }: SwapRun): FailedRun {
  const pending = payment?.last === false ? payment : undefined
  const transactions = [...earlier, pending, revocation].filter((one) => one !== undefined)
  return { id, transactions: transactions.map(({ kind = 'call', hash }) => ({ kind, hash })) }
}
