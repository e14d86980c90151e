import { isBeforePayment, type RunJournal, type SwapRun, revokeConsent } from '../../wallet/index.ts'
import type { Output } from '../output/output.ts'

/**
 * Settles a run that failed before it was paid: one that was not to send anything is closed, as is one that was
 * refused and leaves nothing; another stays open until its terms are agreed to again.
 * @param how.sends false for a dry run, and where another signer pays
 * @param how.isUnseen true for a new run whose terms were agreed to beforehand
 */
export async function settleFailedRun(
  output: Pick<Output, 'note'>,
  journal: RunJournal,
  start: SwapRun,
  error: unknown,
  { sends, isUnseen }: { readonly sends: boolean; readonly isUnseen: boolean },
): Promise<void> {
  if (!sends && start.step === 'quoted') {
    const run = await journal.get(start.id)
    if (run === undefined || !isBeforePayment(run)) return
    const reason = `Nothing was to be sent: ${error instanceof Error ? error.message : 'it failed'}`
    await journal.save(run, { step: 'closed', closedAs: 'unpaid', reason })
    return
  }
  const run = await revokeConsent(journal, start.id, error, { isUnseen })
  if (run === undefined || run.step === 'closed') return
  output.note(`not over    swapcli resume ${start.id} tries again and asks you; with --forget it gives it up`)
}
