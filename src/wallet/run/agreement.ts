import { SwapError } from '../../core/api/errors.ts'
import { isWithin } from '../../core/stored-time.ts'
import type { RunChange, SwapRun } from './journal.ts'
import { failedRun } from './sent-approvals.ts'
import type { RunContext } from './swap-run.ts'
import { isPaidHere } from './way-to-pay.ts'

/*
 * What was agreed to holds for whoever is there, and for a while after that: what is not signed by then needs the word of a
 * person again, an approval that stands notwithstanding. Every new word is noted before anything is signed by it.
 */

/** True for as long as what was agreed to holds; a clock that was ahead then makes that no longer. */
function isHeld(context: RunContext, { agreedAt, createdAt }: SwapRun): boolean {
  return isWithin(Date.parse(agreedAt ?? createdAt), context.now(), context.agreementMs ?? 0)
}

/** True for as long as what was agreed to by `--yes` holds for another lock. */
export function isStillUnattended(context: RunContext, run: SwapRun): boolean {
  return run.unattended === true && isHeld(context, run)
}

/** True for a run whose next signature, or next lock, rests on what was agreed to too long ago, by somebody who is not here. */
export function isAgreementOver(context: RunContext, run: SwapRun): boolean {
  const { agreed, paymentAgreed, step, revocation } = run
  if (context.isBegun === true || context.agreesBeforehand === true) return false
  switch (step) {
    case 'quoted':
    case 'locking':
    case 'locked':
      return agreed && !isStillUnattended(context, run)
    case 'executed': {
      const isAgreed = agreed || paymentAgreed === true
      return isAgreed && revocation === undefined && !isHeld(context, run) && isPaidHere(context, run)
    }
    default:
      return false
  }
}

/** What a run keeps of an agreement that is over: only when it was. */
export function endedAgreement({ agreed, paymentAgreed, agreedAt, createdAt }: SwapRun): RunChange {
  const isAgreed = agreed || paymentAgreed === true
  return {
    ...{ agreed: false, unattended: undefined, paymentAgreed: undefined },
    ...(isAgreed ? { agreedAt: agreedAt ?? createdAt } : {}),
  }
}

/** What a run keeps of a word that is given now. */
export function newAgreement({ now }: Pick<RunContext, 'now'>): { readonly agreed: true; readonly agreedAt: string } {
  return { agreed: true, agreedAt: new Date(now()).toISOString() }
}

/** True where `--yes` was said now of a run that others began, which is to be paid next. */
export function isAgreedAnew(context: RunContext, run: SwapRun): boolean {
  if (context.agreesBeforehand !== true || context.isBegun === true || context.sends === false) return false
  return run.step === 'executed' && run.revocation === undefined && isPaidHere(context, run)
}

/** Why nothing more of a run is signed where nobody can be asked; undefined for one that was never agreed to, or refused since. */
export function agreementOver(run: SwapRun): SwapError | undefined {
  const { id, agreed, agreedAt } = run
  if (agreed || agreedAt === undefined) return undefined
  const text = `The run ${id} was agreed to at ${agreedAt}; that holds no more, and there is no terminal to ask for your agreement`
  return new SwapError('OUTCOME_UNKNOWN', text, {
    ...{ reason: 'agreement-over', funds: 'untouched', run: failedRun(run) },
    hint: `Nothing more was signed. Agree to it again: swapcli resume ${id} --yes; or give it up: swapcli resume ${id} --forget`,
  })
}
