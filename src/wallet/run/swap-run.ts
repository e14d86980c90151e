import { readExecution, readLock, type StatedExecution, type StatedLock } from '../../core/api/answers.ts'
import type { Execution, StatusResult, StatusTransaction } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import { type ErrorCode, isSwapError, restate, SwapError } from '../../core/api/errors.ts'
import type { SwapService } from '../../core/api/service.ts'
import type { HomeMark } from '../../core/ports.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { isWithin } from '../../core/stored-time.ts'
import { belowFloorWarning, isBelowFloor } from '../../core/swap/floor.ts'
import { verifyExecution } from '../terms/answers.ts'
import { floorOfLocked, pairDecimals, verifyLockedTerms } from '../terms/pay-terms.ts'
import { refusalFor } from '../refusal.ts'
import {
  isTakeUpDoubt,
  type PaidDoubt,
  readPlace,
  unpaidRefusal,
  verifyBeginning,
  verifyNewestHome,
  verifyUnpaid,
  verifyUntold,
} from './paid-before.ts'
import { endedAgreement, isAgreedAnew, isAgreementOver, isStillUnattended, newAgreement } from './agreement.ts'
import { goingOnText, isUnanswered } from './consent.ts'
import { confirm, pay, send, enterQueue, settleFailure } from './payment-steps.ts'
import { isKnownElsewhere, mayBeExecuted, unsentText } from './funds.ts'
import type { RunChange, RunJournal, SwapRun } from './journal.ts'
import { RunConflict, RunUnderway } from './run-conflict.ts'
import { isAbout, OTHER_SWAP } from '../terms/run-subject.ts'
import { type RunTurn, takeTurn } from './run-turn.ts'
import { isBeforePayment, isPastSigning } from './steps.ts'
import type { PaymentReview, Wallet } from '../payment.ts'

/** What a run needs from outside. */
export interface RunContext {
  readonly service: SwapService
  readonly journal: RunJournal
  /** Undefined where this machine has no wallet: then the user pays. */
  readonly wallet: Wallet | undefined
  /** Asks the user about the locked terms; false or a throw ends the run with nothing sent. */
  review(run: SwapRun): Promise<boolean>
  /** True where the user agrees to every lock within the bounds of the run, so that none is asked about. @default as the run says */
  readonly agreesBeforehand?: boolean
  /** Verifies a lock that nobody is asked about by what only the outside knows, such as its value. @default nothing more */
  readonly verifyLock?: (run: SwapRun) => Promise<void>
  /**
   * Verifies the terms of a run that were agreed to some time ago by what may be otherwise now, such as their value: before
   * a review of the payment, and before each signature. False where the user declines. @default nothing more
   */
  readonly verifyAgreed?: (run: SwapRun) => Promise<boolean>
  /**
   * Asks the user about what will be signed, decoded; 'later' where another wallet will sign it. Not asked again once
   * agreed, nor for a wallet of paper. @default signed without asking
   */
  readonly reviewPayment?: (run: SwapRun, review: PaymentReview) => Promise<boolean | 'later'>
  /** What of the doubts stays open where others are settled otherwise. @default all of them */
  readonly openDoubts?: (run: SwapRun, review: PaymentReview) => PaymentReview['doubts']
  /** What a payment is agreed to in spite of, to be kept with its run. @default nothing */
  readonly paymentWarnings?: (run: SwapRun, review: PaymentReview) => readonly string[]
  /**
   * True where this process made the run: no other home can have gone on with it. The chain is asked before anything is signed
   * in any other. @default false
   */
  readonly isBegun?: boolean
  /** Shows why a run may be paid already, or asks a person; true to go on all the same. @default it stops */
  readonly goesOnDespite?: (doubt: PaidDoubt) => Promise<boolean>
  /**
   * How long what was agreed to holds once nobody is there any more: for another lock, and for what is not signed, in
   * milliseconds. @default not at all
   */
  readonly agreementMs?: number
  /** False when the user pays deposits from another wallet. @default true */
  readonly paysDeposits?: boolean
  /**
   * True where a deposit that is not agreed to ends the run. Else it is left to the user, who has seen where it goes and may pay
   * from another wallet. @default false
   */
  readonly endsDeclined?: boolean
  /** False where what is to be paid is only shown: the run is closed before it. @default true */
  readonly sends?: boolean
  /** True where a run that others began is only looked at: what is to be signed is shown, and it stays as open as it was. @default false */
  readonly rehearses?: boolean
  /** Called after every step that was written to disk, and with each status that differs from the last. */
  onProgress(run: SwapRun): void
  /** What tells this home from an older copy of it. @default nothing does */
  readonly home?: HomeMark
  /** Keeps other processes from the run until it is paid; whoever made it gives it back. @default they are noticed afterwards */
  readonly turn?: RunTurn
  /** Notes what is said of the run now, once, before this process brings it on. @default nothing */
  readonly takeUp?: (run: SwapRun) => Promise<SwapRun>
  /** Called at every point between two steps; tests stop the process there. @default nothing */
  readonly checkpoint?: (point: RunPoint) => void
  /** Epoch milliseconds. */
  now(): number
  /** The user wants to leave. What was signed is still sent and reported. */
  readonly signal: AbortSignal
}

/** Points of a run at which a crash must do no harm: `…-answered` ones come after an act and before it is noted. */
export const RUN_POINTS = [
  'quoted',
  'locking',
  'lock-answered',
  'locked',
  'executing',
  'execute-answered',
  'executed',
  'payment-agreed',
  'payment-made',
  'signed',
  'payment-sent',
  'payment-settled',
  'payment-noted',
  'sent',
  'track-answered',
  'tracked',
  'final-seen',
  'final',
] as const
export type RunPoint = (typeof RUN_POINTS)[number]

/** How long it is taken for granted that terms are worth what they were when they were agreed to, in milliseconds. */
const AGREED_MS = 5 * 60_000

/** How often a payment is signed anew after another transaction took its place. */
const MAX_SIGNINGS = 5

/** By what a service says that it does not execute; after any other failure it may have. */
const NOT_EXECUTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['QUOTE_EXPIRED', 'PROVIDER_UNAVAILABLE', 'VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'NO_ROUTE'] as const),
])

/** How often a run is read again that another process has changed meanwhile. */
const MAX_CONFLICTS = 20

/**
 * Brings a run as far as it goes: until it is final, or closed because the user declined, or paid for by the user.
 * May be called again from any point after a crash: nothing is executed twice, and once a payment is signed only its
 * very bytes are sent.
 * @param until 'tracked' to return as soon as the service follows the transaction
 * @throws what the service or the wallet throws; INTERRUPTED before anything was sent, OUTCOME_UNKNOWN after
 */
export async function continueRun(
  context: RunContext,
  start: SwapRun,
  until: 'tracked' | 'final' = 'final',
): Promise<SwapRun> {
  let verifiedMs = -Infinity
  let unpaidMs = context.isBegun === true ? context.now() : -Infinity
  let isOlderAgreed = false
  /** Somebody who is still there has agreed: that holds for as long as he is. */
  let isAgreedHere = false
  /** No other copy of the home can have paid it, or the chain was searched for that. */
  let isUnpaid = context.isBegun === true
  const guarded: RunContext = {
    ...context,
    journal: honestJournal(context.journal),
    // Of this run it is asked once.
    goesOnDespite: async (doubt) => {
      if (doubt.reason === 'older-home' && isOlderAgreed) return true
      const goesOn = (await context.goesOnDespite?.(doubt)) === true
      if (doubt.reason === 'older-home') isOlderAgreed = goesOn
      return goesOn
    },
    review: async (locked) => {
      const isAgreed = await context.review(locked)
      isAgreedHere ||= isAgreed
      return isAgreed
    },
    ...defined({
      reviewPayment:
        context.reviewPayment &&
        (async (executed: SwapRun, review: PaymentReview) => {
          const agreed = await context.reviewPayment?.(executed, review)
          isAgreedHere ||= agreed === true && executed.unattended !== true
          return agreed ?? true
        }),
    }),
    verifyAgreed: async (agreed) => {
      if (isWithin(verifiedMs, context.now(), AGREED_MS)) return true
      const stands = (await context.verifyAgreed?.(agreed)) ?? true
      verifiedMs = context.now()
      return stands
    },
  }
  let release: (() => void) | undefined
  let run = start
  /** Goes on from where another process has brought the run. @param stopped thrown where a yes counts no more */
  const goOnFrom = (stored: SwapRun, stopped: unknown): void => {
    if (stored.version === run.version) return
    const before = run
    run = stored
    verifiedMs = -Infinity
    unpaidMs = -Infinity
    if (isStopped(context, before, stored)) throw stopped
  }
  const readAgain = async () => goOnFrom((await context.journal.get(run.id)) ?? run, stoppedElsewhere(run))
  let isTakenUp = context.takeUp === undefined
  let conflicts = 0
  context.checkpoint?.('quoted')
  try {
    for (let signings = 0; ;) {
      const isPast = isPastSigning(run)
      if (isPast && context.rehearses !== true) context.turn?.end()
      if (run.step === 'final' || run.step === 'closed') return run
      if (run.step === 'tracked' && until === 'tracked') {
        // Whoever gets the run is told where it goes.
        if (run === start && isToldAgain(run)) await verifyUntold(guarded, run)
        return run
      }
      if (!isPast && (await takeTurn(context, run))) {
        await readAgain()
        continue
      }
      try {
        if (!isTakenUp) {
          run = (await context.takeUp?.(run)) ?? run
          isTakenUp = true
        }
        if (release === undefined) {
          release = await enterQueue(guarded, run)
          if (release !== undefined) {
            // While this one waited, another process may have brought the run on, or stopped it and said that nothing was sent.
            await readAgain()
            continue
          }
        } else if (run.step === 'tracked') {
          release()
          release = undefined
        }
        if (isBeforePayment(run)) {
          stopIfLeaving(context, run)
          await verifyHome(guarded, run)
          if (run.revocation === undefined && !isWithin(unpaidMs, context.now(), AGREED_MS)) {
            const looked = await verifyUnpaid(guarded, run)
            isUnpaid ||= looked !== run
            run = looked
            unpaidMs = context.now()
          }
        } else if (isToldAgain(run)) await verifyUntold(guarded, run)
        if (!isAgreedHere && isAgreementOver(context, run)) {
          run = await context.journal.save(run, endedAgreement(run))
        }
        if (!isAgreedHere && isAgreedAnew(context, run)) {
          run = await context.journal.save(run, newAgreement(context))
          isAgreedHere = true
        }
        const next = await nextStep(guarded, run, signings < MAX_SIGNINGS)
        // Whoever was asked just now is here, however short a word holds.
        if (run.unattended !== true)
          isAgreedHere ||= (next.agreed && !run.agreed) || (next.paymentAgreed === true && run.paymentAgreed !== true)
        // It was shown, and stays as it is.
        if (next === run && context.rehearses === true) return run
        if (next.step === 'signed' && run.step === 'executed') signings += 1
        // Another transaction has the nonce of what was signed: whether that paid it was looked up before it was dropped.
        if (next.step === 'executed' && run.step === 'signed' && next.earlier === run.earlier) {
          unpaidMs = context.now()
          isUnpaid ||= next.place !== run.place
        }
        // Whoever took the run up looked at its terms just now.
        if (next.step === 'executing' && run.step === 'locked') verifiedMs = context.now()
        if ((next.earlier?.length ?? 0) > (run.earlier?.length ?? 0)) signings = 0
        run = next
      } catch (error) {
        const stored = await changedElsewhere(context.journal, run, error)
        conflicts += 1
        if (stored === undefined || conflicts > MAX_CONFLICTS) throw error
        goOnFrom(stored, error)
        continue
      }
      if (run.step !== 'closed') context.onProgress(run)
    }
  } catch (error) {
    if (!isSwapError(error)) throw error
    const settled = await settleFailure(guarded, run, error)
    const isPaidElsewhere = !isUnpaid && isKnownElsewhere(run, context.home)
    const isUnconfirmed = mayBeExecuted(run) && !NOT_EXECUTED.has(settled.code)
    const isOpen =
      settled.funds === 'untouched' && !(settled instanceof RunConflict) && (isPaidElsewhere || isUnconfirmed)
    throw isOpen ? restate(settled, { funds: 'unknown' }) : settled
  } finally {
    release?.()
  }
}

/** The run as another process has left it, where that is why a step failed. */
async function changedElsewhere(journal: RunJournal, run: SwapRun, error: unknown): Promise<SwapRun | undefined> {
  const stored = error instanceof RunConflict ? await journal.get(run.id) : undefined
  return stored?.version === run.version ? undefined : stored
}

/** True for a run that another process has stopped: a yes that was given before counts no more. */
function isStopped({ agreesBeforehand }: RunContext, before: SwapRun, now: SwapRun): boolean {
  if (!isBeforePayment(now) || now.paymentAgreed === true) return false
  return before.paymentAgreed === true || (agreesBeforehand === true && !now.agreed)
}

/** A run that was only just begun ends where an older copy of a home refuses it: nobody has to give it up. */
async function verifyHome(context: RunContext, run: SwapRun): Promise<void> {
  if (context.isBegun !== true || run.step !== 'quoted')
    return verifyNewestHome(context, unpaidRefusal(run, 'older-home'))
  try {
    await verifyBeginning(context)
  } catch (error) {
    if (isSwapError(error) && isTakeUpDoubt(error)) {
      const reason = `Refused, nothing was signed: ${error.message}`
      await context.journal.save(run, { step: 'closed', closedAs: 'refused', reason })
    }
    throw error
  }
}

/** True for a deposit that nobody is known to have paid: going on with it tells its address once more. */
function isToldAgain({ step, payment, transaction }: SwapRun): boolean {
  if (step !== 'tracked' || payment !== undefined) return false
  return transaction === undefined || transaction.stage === 'awaiting_deposit'
}

/** A journal that never says that nothing was sent where a payment was, because a note of it could not be written. */
function honestJournal(journal: RunJournal): RunJournal {
  return {
    ...journal,
    save: async (before, change) => {
      try {
        return await journal.save(before, change)
      } catch (error) {
        const { payment } = before
        const isPaid = !isBeforePayment(before) && payment?.last !== false
        if (!isPaid || !isSwapError(error)) throw error
        if (error.funds !== 'untouched' && error.code !== 'STORE_UNUSABLE') throw error
        const what = payment === undefined ? 'The swap is on its way' : `The payment ${payment.hash} may be on its way`
        throw outcomeUnknown(before, `${what}, and what became of it cannot be noted: ${error.message}`, error)
      }
    },
  }
}

async function nextStep(context: RunContext, run: SwapRun, maySignAgain: boolean): Promise<SwapRun> {
  const { journal } = context
  const note = async (change: RunChange, point: RunPoint): Promise<SwapRun> => {
    const saved = await journal.save(run, change)
    context.checkpoint?.(point)
    return saved
  }
  switch (run.step) {
    case 'quoted':
      return note({ step: 'locking' }, 'locking')
    case 'locking': {
      const [lock, place] = await Promise.all([lockRoute(context, run), readPlace(context, run)])
      // Its first try was cut off in the service: locking moves nothing, so it is tried under another key.
      if (lock === 'conflict') return journal.save(run, { lockKey: `${run.lockKey}.` })
      context.checkpoint?.('lock-answered')
      return note({ step: 'locked', lock, ...defined({ place }) }, 'locked')
    }
    case 'locked':
      if (run.lock !== undefined && hasRunOut(run.lock, context)) return lockAnew(context, run)
      return agreeToLock(context, run, note)
    case 'executing': {
      const execution = await execute(context, run)
      if (execution === 'run out') return lockAnew(context, run, { executeKey: `${run.executeKey}.` })
      context.checkpoint?.('execute-answered')
      return note({ step: 'executed', execution, ...defined({ transactionId: execution.transaction?.id }) }, 'executed')
    }
    case 'executed':
      return pay(context, run, note)
    case 'signed':
      refuseToSend(context, run)
      return send(context, run, maySignAgain, note)
    case 'sent': {
      refuseToSend(context, run)
      const settled = await confirm(context, run, note)
      if (settled !== undefined) return settled
      await track(context, run)
      context.checkpoint?.('track-answered')
      return note({ step: 'tracked' }, 'tracked')
    }
    case 'tracked':
      return follow(context, run, note)
    case 'final':
    case 'closed':
      return run
  }
}

/** A lock that nobody is asked about holds what was agreed to before it; one that the user agrees to is what holds from then on. */
async function agreeToLock(context: RunContext, run: SwapRun, note: Note): Promise<SwapRun> {
  // Nothing is agreed to by looking at what would be signed.
  if (context.rehearses === true) {
    verifyLockedTerms(run)
    return note({ step: 'executing' }, 'executing')
  }
  const isAsked = !run.agreed && context.agreesBeforehand !== true
  verifyLockedTerms(isAsked ? { ...run, leastOut: undefined, shown: undefined } : run)
  if (!isAsked) await context.verifyLock?.(run)
  else if (!(await context.review(run))) {
    const reason = `The terms were declined; ${unsentBy(context, run)}`
    return context.journal.save(run, { step: 'closed', closedAs: 'declined', reason })
  }
  stopIfLeaving(context, run)
  const seen = isAsked ? seenTerms(run) : {}
  const isNew = isAsked || (context.agreesBeforehand === true && context.isBegun !== true)
  return note({ step: 'executing', agreed: true, ...(isNew ? newAgreement(context) : {}), ...seen }, 'executing')
}

/** What the user saw of a lock, and agreed to: its least where that is below its amount less the slippage. */
function seenTerms({ lock, request }: SwapRun): Pick<RunChange, 'leastOut' | 'shown'> {
  if (lock === undefined) return {}
  const { dst, minimumOut } = lock.terms
  const isBelow = belowFloorWarning(lock.terms, request.slippage) !== undefined
  return { leastOut: minimumOut, shown: isBelow ? minimumOut : dst.amount }
}

/** What was signed is sent again until it is in a block: a run that may send nothing stops here. */
function refuseToSend({ sends }: RunContext, { id }: SwapRun): void {
  if (sends !== false) return
  throw new SwapError('WALLET_REFUSED', `A transaction of the run ${id} is already signed, and may have been sent`, {
    reason: 'run',
    funds: 'unknown',
    hint: `Nothing was sent now. Continue it without --dry-run and --unsigned: swapcli resume ${id}`,
  })
}

/** Saves a step of a run, then passes a point. */
export type Note = (change: RunChange, point: RunPoint) => Promise<SwapRun>

/** A server need not say that its lock promises less than the slippage allows. */
function warnOfLock(lock: StatedLock, { request }: SwapRun): StatedLock {
  const warning = isBelowFloor(lock.terms) ? undefined : belowFloorWarning(lock.terms, request.slippage)
  if (warning === undefined) return lock
  return { ...lock, terms: { ...lock.terms, warnings: [warning, ...(lock.terms.warnings ?? [])] } }
}

/** The end of a key under which something was asked for the third time: each new try has one sign more. */
const TRIED_TWICE = '..'

/** @throws WALLET_REFUSED for a time that cannot be read: such a lock would never run out */
function hasRunOut({ expiresAt }: { readonly expiresAt: string }, context: RunContext): boolean {
  const untilMs = Date.parse(expiresAt)
  if (!Number.isNaN(untilMs)) return untilMs <= context.now()
  throw refusalFor('terms', `The lock runs out at "${cleanText(expiresAt, 40)}", which is no time`)
}

/** A lock that somebody saw run out is over, also where the clock was set back since: the next step locks anew. @param nowMs epoch milliseconds */
export async function endLock(journal: RunJournal, run: SwapRun, nowMs: number): Promise<SwapRun> {
  const { lock, step } = run
  if (step !== 'locked' || lock === undefined || !(Date.parse(lock.expiresAt) > nowMs)) return run
  return journal.save(run, { lock: { ...lock, expiresAt: new Date(nowMs).toISOString() } })
}

/**
 * Begins again where a lock ran out before it was executed: nothing was handed out that could be paid. For a while `--yes`
 * agrees to the next lock too, which then must promise no less than this one; later, and where a person saw this one, it is
 * asked about, unless it is agreed to now.
 */
function lockAnew(context: RunContext, run: SwapRun, keys: Pick<RunChange, 'executeKey'> = {}): Promise<SwapRun> {
  const { agreesBeforehand, journal } = context
  const again = { ...keys, step: 'quoted', lockKey: `${run.lockKey}.`, lock: undefined } as const
  if (run.agreed && isStillUnattended(context, run)) {
    return journal.save(run, { ...again, leastOut: floorOfLocked(run) })
  }
  if (agreesBeforehand === true) return journal.save(run, again)
  // Whoever looks at the next one sees what became of this.
  return journal.save(run, { ...again, lock: run.lock, ...endedAgreement(run) })
}

/**
 * Locking moves nothing, so a run that cannot be locked is closed, unless it was taken up and nobody answers. A lock that is answered once more after a crash may have run
 * out; one that is new never has, unless the clocks differ.
 */
async function lockRoute(context: RunContext, run: SwapRun): Promise<StatedLock | 'conflict'> {
  try {
    const { service, signal } = context
    const lock = await service.lock(run.request, { idempotencyKey: run.lockKey, signal })
    if (hasRunOut(lock, context) && run.lockKey.endsWith(TRIED_TWICE)) {
      throw new SwapError(
        'QUOTE_EXPIRED',
        `The lock had already run out when it came, at ${cleanText(lock.expiresAt, 40)}`,
        {
          hint: 'Check the clock of this machine, or use another server; then quote again: swapcli quote AMOUNT FROM TO',
        },
      )
    }
    return warnOfLock(readLock(lock, pairDecimals(run)), run)
  } catch (error) {
    if (isUnderway(error)) return 'conflict'
    const isOpen = context.isBegun !== true && isUnanswered(error)
    if (isSwapError(error) && error.code !== 'INTERRUPTED' && !isOpen) {
      await context.journal.save(run, {
        step: 'closed',
        reason: `Not locked, ${unsentBy(context, run)}: ${error.message}`,
      })
    }
    throw error
  }
}

/** True where the first try under a key is still running; servers of earlier versions say so by the code of a conflict. */
function isUnderway(error: unknown): boolean {
  return isSwapError(error) && (error.code === 'IDEMPOTENCY_IN_PROGRESS' || error.code === 'IDEMPOTENCY_CONFLICT')
}

/** A lock that ran out while its process was there closes the run; one that did so while nobody was there gives way to another. */
async function execute(context: RunContext, run: SwapRun): Promise<StatedExecution | 'run out'> {
  const lockId = run.lock?.lockId ?? ''
  try {
    const { service, signal } = context
    const answer = await service.execute({ lockId }, { idempotencyKey: run.executeKey, signal })
    return await checkAnswer(context, run, answer)
  } catch (error) {
    if (isUnderway(error)) {
      throw new RunUnderway('The service is still at the first try to execute this swap', {
        hint: `Go on after that: swapcli resume ${run.id}`,
        cause: error,
      })
    }
    if (!isSwapError(error) || error.code !== 'QUOTE_EXPIRED') throw error
    if (context.isBegun !== true && !run.executeKey.endsWith(TRIED_TWICE)) return 'run out'
    await context.journal.save(run, {
      step: 'closed',
      reason: `The lock ran out before it was executed; ${unsentBy(context, run)}`,
    })
    throw error
  }
}

/** Closes a run whose execution is refused: under the same key, the service never gives another. */
async function checkAnswer(context: RunContext, run: SwapRun, answer: Execution): Promise<StatedExecution> {
  try {
    const execution = readExecution(answer, pairDecimals(run))
    if (run.lock !== undefined) verifyExecution(execution, run.lock, floorOfLocked(run))
    return execution
  } catch (error) {
    if (!isSwapError(error)) throw error
    const reason = `${error.message}; ${unsentBy(context, run)}`
    await context.journal.save(run, { step: 'closed', closedAs: 'refused', reason })
    throw error
  }
}

/** What is noted of a run that ends unpaid: a copy of its home may have paid it, unless this process made it. */
function unsentBy({ isBegun, home }: RunContext, run: SwapRun): string {
  return unsentText(run, isBegun === true ? undefined : home)
}

async function track(context: RunContext, run: SwapRun): Promise<void> {
  const transactionId = run.transactionId
  const txHash = run.payment?.hash
  if (transactionId === undefined || txHash === undefined) throw new Error(`run ${run.id} has nothing to track`)
  try {
    await context.service.track({ transactionId, txHash })
  } catch (error) {
    if (isRefusedReport(error)) throw refusedReport(run, txHash, error)
    const message = `The payment ${txHash} was sent, but reporting it failed: ${textOf(error)}`
    throw isUnknownSwap(error) ? lostOutcome(run, message, error) : outcomeUnknown(run, message, error)
  }
}

async function follow(context: RunContext, run: SwapRun, note: Note): Promise<SwapRun> {
  const { transactionId } = run
  if (transactionId === undefined) {
    return context.journal.save(run, { step: 'closed', reason: 'The service keeps no record of it' })
  }
  let last: StatusResult | undefined
  let isToldAgain = false
  try {
    for await (const result of context.service.watch({ transactionId }, { signal: context.signal })) {
      checkSubject(run, result.transaction)
      // A store that was put back has not heard of the payment.
      const isUnheard = last === undefined && run.payment !== undefined && result.transaction.inboundHash === ''
      if (isUnheard) await track(context, run)
      last = result
      if (run.payment !== undefined && result.transaction.inboundHash === '' && !result.final && !isToldAgain) {
        // The service's store was put back from an older copy, which has not heard of the payment.
        await track(context, run)
        isToldAgain = true
      }
      if (!result.final) context.onProgress({ ...run, transaction: result.transaction })
      // Nothing more comes by itself.
      if (result.transaction.progress?.claim !== undefined) break
    }
  } catch (error) {
    const message = `The swap is on its way, but its status cannot be read: ${textOf(error)}`
    throw isUnknownSwap(error) ? lostOutcome(run, message, error) : outcomeUnknown(run, message, error)
  }
  if (last?.transaction.progress?.claim !== undefined && !last.final) {
    const unknown = outcomeUnknown(
      run,
      'The swap waits for a transaction on its destination chain, which you can send',
      undefined,
    )
    throw restate(unknown, { hint: `Nothing is lost. Send it: swapcli claim ${transactionId}` })
  }
  if (last?.final !== true) {
    const message = 'The swap is still on its way; following it was stopped'
    throw outcomeUnknown(run, message, undefined)
  }
  context.checkpoint?.('final-seen')
  return note({ step: 'final', transaction: last.transaction }, 'final')
}

/** News of another swap must not pass for the end of this one. @throws BAD_GATEWAY */
function checkSubject({ request, transactionId }: SwapRun, transaction: StatusTransaction): void {
  if (isAbout(transaction, { transactionId, recipient: request.recipient })) return
  throw new SwapError('BAD_GATEWAY', OTHER_SWAP)
}

function stopIfLeaving(context: RunContext, run: SwapRun): void {
  if (!context.signal.aborted) return
  const isApproved = (run.earlier ?? []).length > 0
  throw new SwapError('INTERRUPTED', `Stopped before ${isApproved ? 'the payment was signed' : 'anything was sent'}`, {
    hint: goingOnText(run.id),
  })
}

/** A yes that was given before counts no more: the user may have begun another run in its place. */
function stoppedElsewhere({ id }: SwapRun): RunConflict {
  return new RunConflict(`Another process has stopped the run ${id} while this one waited for it`, {
    hint: `See why, and agree to it again: swapcli resume ${id}`,
  })
}

function outcomeUnknown(run: SwapRun, message: string, cause: unknown): SwapError {
  return new SwapError('OUTCOME_UNKNOWN', message, {
    funds: run.payment === undefined || run.step === 'signed' ? 'unknown' : 'moved',
    hint: `Go on following it: swapcli resume ${run.id}`,
    cause,
  })
}

/** True where the service does not know a swap: its store was put back or lost, so that nothing of it can be followed. */
function isUnknownSwap(error: unknown): boolean {
  return isSwapError(error) && error.code === 'NOT_FOUND'
}

function lostOutcome(run: SwapRun, message: string, cause: unknown): SwapError {
  return restate(outcomeUnknown(run, message, cause), {
    hint: `Put the store back that belongs to this wallet file, or end the run: swapcli resume ${run.id} --forget`,
  })
}

/** True where the service has an answer that will be the same each time: what it is told, it does not take. */
function isRefusedReport(error: unknown): error is SwapError {
  return isSwapError(error) && error.code === 'VALIDATION_ERROR'
}

/** A payment that its service does not take for one of this swap: the run goes on once it does. */
function refusedReport(run: SwapRun, txHash: string, cause: SwapError): SwapError {
  const message = `The payment ${txHash} was sent, but the service does not take it for that of ${run.transactionId ?? 'the swap'}: ${textOf(cause)}`
  return restate(outcomeUnknown(run, message, cause), {
    hint: `Report it again: swapcli resume ${run.id}. Where that is refused each time, see in an explorer what became of it, and ask who runs the service`,
  })
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure'
}
