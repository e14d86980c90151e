import { isSwapError, restate, type SwapError } from '../../core/api/errors.ts'
import type { RunJournal, SwapRun } from './journal.ts'
import { RunConflict, RunUnderway } from './run-conflict.ts'
import { isBeforePayment } from './steps.ts'

/**
 * Revokes the consent to a run that failed before it was paid. The message said that nothing was sent, so the user
 * may have begun the same swap again: no later `resume` may pay both without asking. After an interruption, and where the
 * run may be paid already, the consent stands, since its message names `resume`; so it does where a run that was taken up found
 * no node or server that answers. A refusal whose hint does not go on with the run sends its user to a new one: so
 * it closes one that nobody looks at, unless an approval was signed for it or a deposit may have been told.
 * @param how.isUnseen true for a new run that was agreed to beforehand: nobody looks at it any more
 * @param how.isBegun true for a new run: whoever began it reads of its failure, and may begin it again
 * @returns the run as it is stored now; undefined when the consent stands
 * @throws STORE_UNUSABLE
 */
export async function revokeConsent(
  journal: RunJournal,
  id: string,
  error: unknown,
  { isUnseen = false, isBegun = false }: { readonly isUnseen?: boolean; readonly isBegun?: boolean } = {},
): Promise<SwapRun | undefined> {
  if (!isSwapError(error) || error.funds === 'moved') return undefined
  // Nothing of the run itself was refused.
  if (error.code === 'INTERRUPTED' || error.code === 'OUTCOME_UNKNOWN') return undefined
  if (error instanceof RunConflict || error instanceof RunUnderway) return undefined
  const run = await journal.get(id)
  if (run === undefined || !isBeforePayment(run)) return undefined
  if (!isBegun && isUnanswered(error) && isAgreed(run)) return undefined
  const isRefused = error.code === 'WALLET_REFUSED'
  const isOver = isUnseen && isRefused && hasLeftNothing(run) && error.hint?.includes(id) !== true
  return journal.save(run, {
    ...{ agreed: false, unattended: undefined, paymentAgreed: isRefused ? false : undefined },
    agreedAt: undefined,
    ...(isOver ? { step: 'closed', closedAs: 'refused', reason: `Refused, nothing was signed: ${error.message}` } : {}),
  })
}

/**
 * The failure of a run whose consent could not be revoked, such as on a full disk: a later `resume` pays it without asking.
 * So it does not say that nothing was sent, which would have its user begin the same swap again.
 */
export function ofStandingConsent(error: unknown, id: string): unknown {
  if (!isSwapError(error) || error.funds === 'moved') return error
  return withStandingRun(error, id, 'it could not be noted that it failed')
}

/** The failure of a rehearsal, after which its run is as open as it was: it does not say that nothing was sent either. */
export function ofRehearsal(error: unknown, run: SwapRun | undefined): unknown {
  if (run === undefined || !isBeforePayment(run) || !isAgreed(run)) return error
  if (!isSwapError(error) || error.funds !== 'untouched') return error
  return withStandingRun(error, run.id, 'it was only looked at, and what you agreed to may still hold')
}

/** What is told of a run that a later `resume` may pay without asking. @param why it must not be begun again, a clause */
function withStandingRun(error: SwapError, id: string, why: string): SwapError {
  const cure = error.hint === undefined ? '' : `${error.hint}, then `
  return restate(error, {
    funds: 'unknown',
    hint: `Do not begin it again: ${why}. ${cure}${cure === '' ? 'Go' : 'go'} on with it: swapcli resume ${id}, or give it up: swapcli resume ${id} --forget`,
  })
}

/** True for a node or a server that does not answer now: nothing of a swap was refused, and the same may go well later. */
export function isUnanswered(error: unknown): error is SwapError {
  if (!isSwapError(error) || error instanceof RunConflict || error instanceof RunUnderway) return false
  return error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED'
}

/** True for a run of which something may be done without asking. */
function isAgreed({ agreed, paymentAgreed }: SwapRun): boolean {
  return agreed || paymentAgreed === true
}

/**
 * A failure that leaves its run agreed to names it. One of the store does not know that its run may be paid, also by another
 * process that has it: what goes on with it is the run, not the same command.
 */
export function ofOpenPayment(error: unknown, run: SwapRun | undefined): unknown {
  if (run !== undefined && isBeforePayment(run) && isAgreed(run) && isUnanswered(error) && error.funds !== 'moved')
    return withStandingRun(error, run.id, 'nothing of it was signed now, and what you agreed to may still hold')
  if (!isSwapError(error) || run === undefined || run.step === 'final' || run.step === 'closed') return error
  // Who runs the command again begins another swap beside it.
  if (error.code === 'INTERRUPTED' && error.hint === undefined) return restate(error, { hint: goingOnText(run.id) })
  if (!['STORE_UNUSABLE', 'SERVICE_UNAVAILABLE'].includes(error.code) || isBeforePayment(run)) return error
  const goOn = `swapcli resume ${run.id}`
  const funds = error.funds === 'untouched' ? 'unknown' : error.funds
  const { hint } = error
  if (hint?.includes(goOn) === true) return restate(error, { funds })
  return restate(error, { funds, hint: `${hint === undefined ? 'Go on' : `${hint}, by going on`}: ${goOn}` })
}

/** How to go on with a run that was left. */
export function goingOnText(id: string): string {
  return `Go on where it stopped: swapcli resume ${id}`
}

/**
 * True for a run that was refused, also after its approval: its user may have swapped otherwise, so it is paid only by its
 * name.
 */
export function isPaidByNameOnly(run: SwapRun): boolean {
  return run.paymentAgreed === false && !run.agreed && isBeforePayment(run)
}

/** True for a run that approved nothing, and has told no address for a deposit. */
export function hasLeftNothing(run: SwapRun): boolean {
  return !hasApproved(run) && run.execution?.providerResult.depositAddress === undefined
}

/** True for a run that ended with nothing signed and no address told: nobody will ask what became of it. */
export function isWithoutTrace(run: SwapRun): boolean {
  return run.step === 'closed' && run.closedAs !== 'lost' && run.payment === undefined && hasLeftNothing(run)
}

function hasApproved({ earlier = [], revocation }: SwapRun): boolean {
  return earlier.length > 0 || revocation !== undefined
}
