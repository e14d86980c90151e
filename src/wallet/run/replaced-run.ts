import type { SwapRun } from './journal.ts'
import { closePerhapsPaid, closeReplaced, spendOf } from './payment-steps.ts'
import type { RunContext } from './swap-run.ts'

/**
 * Gives up a run whose nonce another transaction has for good, or something that no node shows: as lost where that may have
 * paid it, else as what it is.
 * @returns undefined for a run with nothing signed, or whose own transaction is in a block or may come into one
 * @throws SERVICE_UNAVAILABLE where too few nodes tell whether it was paid
 */
export async function endReplacedRun(context: RunContext, run: SwapRun): Promise<SwapRun | undefined> {
  const { wallet } = context
  const { payment, step } = run
  if (payment === undefined || (step !== 'signed' && step !== 'sent')) return undefined
  const taker = await wallet?.readTaker?.(payment, spendOf(run, payment))
  if (taker === undefined || taker.state === 'own') return undefined
  if (taker.state === 'unreadable') {
    return closePerhapsPaid(context, run, `${taker.text}: ${payment.hash} may be in the chain`)
  }
  // Whoever gives it up was told why it may be paid: it is kept with the run.
  return closeReplaced({ ...context, goesOnDespite: () => Promise.resolve(true) }, run, taker.hash)
}
