import { isSwapError } from '../core/errors.ts'
import type { RunJournal, SwapRun } from '../wallet/run-journal.ts'
import { isBeforePayment } from '../wallet/swap-run.ts'
import type { Output } from './output.ts'

/**
 * Settles what becomes of a run that failed before it was paid. One of which nothing was to be sent is closed. Another stays open,
 * but where its user was told that nothing was sent, he may have begun the same again: what was agreed to beforehand no longer
 * counts, so that no later `resume` pays both unasked. Who stopped it himself was told that `resume` goes on.
 * @param sends false for a dry run, and where another signer pays
 */
export async function keepUnpaid(
  output: Pick<Output, 'note'>,
  journal: RunJournal,
  start: SwapRun,
  error: unknown,
  sends: boolean,
): Promise<void> {
  const run = await journal.get(start.id)
  if (run === undefined || !isBeforePayment(run)) return
  if (!sends && start.step === 'quoted') {
    const reason = `Nothing was to be sent: ${error instanceof Error ? error.message : 'it failed'}`
    await journal.save(run, { step: 'closed', closedAs: 'unpaid', reason })
    return
  }
  if (!isSwapError(error) || error.funds !== 'untouched' || error.code === 'INTERRUPTED') return
  await journal.save(run, { agreed: false, unattended: undefined, paymentAgreed: undefined })
  output.note(`not over    swapcli resume ${run.id} tries again and asks you; with --forget it gives it up`)
}
