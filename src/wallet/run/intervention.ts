import { defined } from '../../core/defined.ts'
import { type ErrorCode, isSwapError, SwapError } from '../../core/api/errors.ts'
import type { RefusalReason } from '../../core/api/refusal-reasons.ts'
import { hasLeftNothing } from './consent.ts'
import type { RunJournal, SwapRun } from './journal.ts'
import { walletCall } from '../terms/deposit.ts'
import { payTerms } from '../terms/pay-terms.ts'
import type { PayTerms } from '../payment.ts'
import { isTakeUpDoubt, verifyNewestHome } from './paid-before.ts'
import { RunConflict } from './run-conflict.ts'
import { isKnownElsewhere, knownFunds, mayBeExecuted } from './funds.ts'
import type { HomeStanding } from './home-doubt.ts'
import { failedRun, isApproved } from './sent-approvals.ts'
import type { RunContext } from './swap-run.ts'

/**
 * Signs another version of a run's transaction with the same nonce and notes it, so that continuing the run sends it. The
 * old version stays known: whichever is mined counts.
 * @throws WALLET_REFUSED for a run that has nothing on its way, OUTCOME_UNKNOWN in an older copy of a home, and where another
 * copy may have paid what this one has not
 */
export async function replacePayment(
  context: Pick<RunContext, 'journal' | 'wallet' | 'home' | 'goesOnDespite'>,
  run: SwapRun,
  how: 'speed-up' | 'cancel',
): Promise<SwapRun> {
  const { journal, wallet, home } = context
  const { id, payment, step } = run
  if (payment === undefined || (step !== 'signed' && step !== 'sent')) {
    throw nothingWaits(run, home)
  }
  if (wallet?.replace === undefined) {
    throw new SwapError('WALLET_REFUSED', 'There is no account here that could sign the replacement', {
      reason: 'account',
      funds: 'unknown',
      hint: 'Use the account that it was begun with: swapcli wallet list',
    })
  }
  // The copy that went on may have cancelled what this one would make faster.
  await verifyNewestHome(context, {
    run: failedRun(run),
    accept: [`--${how}`, '--accept', 'older-home'],
    hint: `Nothing was signed now. See what became of it: swapcli resume ${id}. To replace it all the same`,
  })
  await home?.advance()
  const replacement = await wallet.replace(payment, how, termsOf(run), run.earlier).catch((error: unknown) => {
    if (!isSwapError(error) || error.funds !== 'untouched') throw error
    // Nothing more was signed, but what was signed before may be on its way.
    throw new SwapError(error.code, error.message, {
      funds: step === 'sent' && payment.last !== false ? 'moved' : 'unknown',
      hint: error.hint ?? `Look where it stands: swapcli resume ${id}`,
      reason: error.reason,
      cause: error,
    })
  })
  try {
    return await journal.save(run, {
      step: 'signed',
      // The one that it takes the place of may be mined.
      payment: {
        ...replacement,
        replaced: [...(replacement.replaced ?? [])],
        ...defined({ approves: payment.approves }),
      },
    })
  } catch (error) {
    // What was signed goes nowhere. Whoever waits for the payment has noted that it is sent, or what became of it.
    const stored = error instanceof RunConflict ? await journal.get(id) : undefined
    if (stored === undefined || stored.version === run.version) throw error
    return replacePayment(context, stored, how)
  }
}

function nothingWaits(run: SwapRun, home: HomeStanding | undefined): SwapError {
  const { funds, text } = knownFunds(run, home)
  if (run.payment === undefined && run.step !== 'closed' && isKnownElsewhere(run, home)) {
    return new SwapError(
      'OUTCOME_UNKNOWN',
      `The run ${run.id} has no transaction here that could be replaced: ${text}`,
      {
        ...{ reason: 'older-home', funds, run: failedRun(run) },
        hint: `Nothing was signed now. Replace it in the copy that has paid it, or see what became of it: swapcli resume ${run.id}`,
      },
    )
  }
  return new SwapError('WALLET_REFUSED', `The run ${run.id} has no transaction that waits for a block`, {
    ...{ reason: 'run', funds },
    hint: `Look where it stands: swapcli resume --list`,
  })
}

/** What a run pays for; undefined where the amount is not known in base units. */
function termsOf(run: SwapRun): PayTerms | undefined {
  return run.source.units === undefined ? undefined : payTerms(run)
}

/**
 * Closes a run of which nothing was signed, or only approvals are in a block; as lost where another copy
 * may have paid it, or executing may have.
 * @throws WALLET_REFUSED for a run whose payment is signed: it may be sent
 */
export async function abandonRun(journal: RunJournal, run: SwapRun, home?: HomeStanding): Promise<SwapRun> {
  const { funds, text } = knownFunds(run, home)
  if (run.step === 'final' || run.step === 'closed') {
    throw new SwapError('WALLET_REFUSED', `The run ${run.id} is over: ${text}`, {
      reason: 'run',
      funds,
      hint: 'There is nothing to give up. See it: swapcli history',
    })
  }
  if (run.payment !== undefined || run.step === 'tracked') {
    const hash = run.payment === undefined ? '' : ` (${run.payment.hash})`
    const mayCancel = (run.step === 'signed' || run.step === 'sent') && run.payment?.kind !== 'cancel'
    const cancelling = mayCancel ? `; or cancel its transaction: swapcli resume ${run.id} --cancel` : ''
    throw new SwapError('WALLET_REFUSED', `The run ${run.id} cannot be given up: ${text}${hash}`, {
      ...{ reason: 'run', funds },
      hint: `Go on with it: swapcli resume ${run.id}${cancelling}`,
    })
  }
  const takingBack = isApproved(run) ? `; take it back: swapcli wallet approvals revoke ${run.id}` : ''
  return journal.save(run, {
    step: 'closed',
    closedAs: isKnownElsewhere(run, home) || mayBeExecuted(run) ? 'lost' : 'given_up',
    reason: `Given up; ${text}${takingBack}`,
  })
}

/** Failures of one route, which another need not have. */
const OF_THE_ROUTE: ReadonlySet<ErrorCode> = new Set([
  ...(['PROVIDER_UNAVAILABLE', 'BAD_GATEWAY', 'QUOTE_EXPIRED', 'NO_ROUTE'] as const),
  ...(['VALIDATION_ERROR', 'WALLET_REFUSED'] as const),
])

/** Refusals of a payment that another route need not have. */
const OF_THE_PAYMENT: ReadonlySet<RefusalReason | undefined> = new Set<RefusalReason>([
  ...(['payload', 'terms', 'simulation', 'doubt', 'cost'] as const),
  ...(['below-floor', 'loss', 'too-good', 'no-price'] as const),
])

/**
 * Closes a run whose route was not locked, whose lock or payment is refused, or which the provider does not execute, so that
 * another route may take its place. Where something was signed, or an address for a deposit told, there is none.
 * @returns why it was left out; undefined for a run that stays
 */
export async function leaveOutRun(journal: RunJournal, id: string, error: unknown): Promise<SwapError | undefined> {
  if (!isSwapError(error) || !OF_THE_ROUTE.has(error.code) || error.funds !== 'untouched') return undefined
  // No other route is one of a newer home.
  if (isTakeUpDoubt(error)) return undefined
  const run = await journal.get(id)
  if (run === undefined || run.payment !== undefined || !hasLeftNothing(run)) return undefined
  const { step, closedAs, execution } = run
  if (step === 'closed') return closedAs === 'refused' || (closedAs ?? execution) === undefined ? error : undefined
  // A deposit may be told by a memo or a message alone.
  const isCall = execution !== undefined && walletCall(execution) !== undefined
  const isPaymentRefused = step === 'executed' && isCall && OF_THE_PAYMENT.has(error.reason)
  if (step !== 'locked' && step !== 'executing' && !isPaymentRefused) return undefined
  await journal.save(run, {
    step: 'closed',
    closedAs: isPaymentRefused ? 'refused' : 'unpaid',
    reason: `Left out, nothing was sent: ${error.message}`,
  })
  return error
}
