import { isSwapError, restate } from '../../core/api/errors.ts'
import type { SwapRun } from './journal.ts'
import { describeLeft } from './left-approvals.ts'
import { isTakeUpDoubt } from './paid-before.ts'
import { confirm } from './payment-steps.ts'
import { RunConflict } from './run-conflict.ts'
import type { RunContext } from './swap-run.ts'

/*
 * A run that was sent, or told where a deposit goes, and that its service does not know: nobody follows it any more. Its
 * payment can still be dropped, replaced or take its nonce later, so that is waited for before the run is given up.
 */

/** What is known of a run that its service does not know, a clause. */
export function describeLost({ id, api, payment, transactionId = '' }: SwapRun): string {
  const what = payment === undefined ? 'told where its deposit goes' : `sent as ${payment.hash}`
  const who = api === undefined ? 'the store of this machine' : `the server ${api}`
  return `the run ${id} was ${what}, is ${transactionId}, which ${who} does not know`
}

/**
 * Closes such a run once its payment is in a block, or never will be: as what the chain says became of it, and as lost where
 * it was paid.
 * @throws OUTCOME_UNKNOWN where the user leaves before that, or the chain cannot be read: the run stays open
 */
export async function endLostRun(context: RunContext, run: SwapRun): Promise<SwapRun> {
  const { journal, wallet } = context
  try {
    const [last, doubt] = await settleLost(context, run)
    if (last.step !== run.step) return last
    const left = await describeLeft(wallet, last)
    const known = doubt === undefined ? describeLost(last) : `${describeLost(last)} (${doubt})`
    const reason = `Given up: ${known}, and is not followed any more${left}`
    return await journal.save(last, { step: 'closed', closedAs: 'lost', reason })
  } catch (error) {
    const stored = error instanceof RunConflict ? await journal.get(run.id) : undefined
    if (stored !== undefined && stored.version !== run.version) {
      return isLosable(stored) ? endLostRun(context, stored) : stored
    }
    const isOpen = isSwapError(error) && error.funds === 'untouched'
    throw isOpen ? restate(error, { funds: run.payment === undefined ? 'unknown' : 'moved' }) : error
  }
}

/** True for a run that was sent, or told where a deposit goes, and has not ended. */
export function isLosable({ step }: SwapRun): boolean {
  return step === 'sent' || step === 'tracked'
}

/** Waits for the payment of a run that is not known to be in a block. @returns the run then, and why it may be paid otherwise */
async function settleLost(context: RunContext, run: SwapRun): Promise<readonly [SwapRun, doubt?: string]> {
  if (run.step !== 'sent') return [run]
  const { journal } = context
  try {
    return [(await confirm(context, run, (change) => journal.save(run, change))) ?? run]
  } catch (error) {
    if (!isSwapError(error) || error instanceof RunConflict) throw error
    // Another transaction has its nonce, which may be the same payment by another copy of this home.
    if (isTakeUpDoubt(error)) return [run, error.message]
    if (error.code !== 'OUTCOME_UNKNOWN') throw error
    throw restate(error, {
      hint: `The run is given up once that is known. Wait for it again, or replace it: swapcli resume ${run.id} --speed-up, or --cancel`,
    })
  }
}
