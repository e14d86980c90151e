import { isSwapError } from '../../core/api/errors.ts'
import type { RunJournal, SwapRun } from './journal.ts'
import { isBeforePayment } from './swap-run.ts'

/**
 * Revokes the consent to a run that failed before it was paid. The message said that nothing was sent, so the user
 * may have begun the same swap again: no later `resume` may pay both without asking. After an interruption the consent
 * stands, since its message names `resume`.
 * @returns the run as it is stored now; undefined when the consent stands
 * @throws STORE_UNUSABLE
 */
export async function revokeConsent(journal: RunJournal, id: string, error: unknown): Promise<SwapRun | undefined> {
  if (!isSwapError(error) || error.funds === 'moved' || error.code === 'INTERRUPTED') return undefined
  const run = await journal.get(id)
  if (run === undefined || !isBeforePayment(run)) return undefined
  return journal.save(run, { agreed: false, unattended: undefined, paymentAgreed: undefined })
}
