import { isSwapError } from '../../core/api/errors.ts'
import type { RunJournal, SwapRun } from './journal.ts'
import { isBeforePayment } from './swap-run.ts'

/**
 * Takes back what was agreed to for a run that failed before it was paid. Its user was told that nothing was sent, and may have
 * begun the same again: no later `resume` may pay both unasked. Who stopped it himself was told that `resume` goes on.
 * @returns the run as it is kept now; undefined when its agreement stands
 * @throws STORE_UNUSABLE
 */
export async function revokeConsent(journal: RunJournal, id: string, error: unknown): Promise<SwapRun | undefined> {
  if (!isSwapError(error) || error.funds !== 'untouched' || error.code === 'INTERRUPTED') return undefined
  const run = await journal.get(id)
  if (run === undefined || !isBeforePayment(run)) return undefined
  return journal.save(run, { agreed: false, unattended: undefined, paymentAgreed: undefined })
}
