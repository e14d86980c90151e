import { isSwapError } from '../../core/api/errors.ts'
import type { RunJournal, SwapRun } from './journal.ts'
import { isBeforePayment } from './swap-run.ts'

/**
 * Revokes the consent to a run that failed before it was paid. Its user was told that nothing was sent and may have begun the
 * same swap again: no later `resume` may pay both without asking. Users who interrupt a run are told that `resume` continues it.
 * @returns the run as it is stored now; undefined when the consent stands
 * @throws STORE_UNUSABLE
 */
export async function revokeConsent(journal: RunJournal, id: string, error: unknown): Promise<SwapRun | undefined> {
  if (!isSwapError(error) || error.funds !== 'untouched' || error.code === 'INTERRUPTED') return undefined
  const run = await journal.get(id)
  if (run === undefined || !isBeforePayment(run)) return undefined
  return journal.save(run, { agreed: false, unattended: undefined, paymentAgreed: undefined })
}
