import type { StatedExecution } from '../../core/api/answers.ts'
import { describeBacking, endsOf } from '../../core/assets/backing-text.ts'
import { defined } from '../../core/defined.ts'
import { notableShortfall, type SeenAmount } from '../../core/money/shortfall.ts'
import { isSwapError, restate, SwapError } from '../../core/api/errors.ts'
import { lossText, type SwapLoss } from '../../core/money/loss.ts'
import { type ConsentFacts, isTyped, wordToGoOn, wordToType } from '../../core/money/typed-consent.ts'
import { codedWarning } from '../../core/swap/coded-warnings.ts'
import { toExecutionDocument } from '../../core/api/terms-document.ts'
import type { SwapService } from '../../core/api/service.ts'
import {
  agreementOver,
  continueRun,
  ofOtherServer,
  depositOf,
  describeAccepted,
  describeStanding,
  type HomeStanding,
  leaveOutRun,
  leaveTurn,
  loadFamily,
  type PaidDoubt,
  type PaymentReview,
  payTerms,
  seenOf,
  type RunContext,
  type SwapRun,
} from '../../wallet/index.ts'
import { readSetting } from '../../io/index.ts'
import { during } from '../output/spinner.ts'
import { confirm, confirmTyped, goesOnDespite, promptSize } from '../prompts.ts'
import { NOBODY_TO_ASK, usage } from '../usage.ts'
import { isDepositDue, noteDeposit, psbtCommand } from '../views/deposit-view.ts'
import { findArrival } from './arrival.ts'
import { noteRunPayment } from './note-run-payment.ts'
import type { PayOptions } from './pay-options.ts'
import { ofLostRun } from './lost-transaction.ts'
import {
  checkUnattendedPayment,
  closedFailure,
  openDoubts,
  paymentWarnings,
  settleFailedRun,
} from '../../payments/index.ts'
import { notePaymentReview } from '../views/payment-review.ts'
import { printPayment } from '../views/payment-view.ts'
import { noteProgress, noteReview, runDocument } from '../views/run-view.ts'
import { agreementMs, type Runs } from './runs.ts'
import type { Output } from '../output/output.ts'
import type { Session } from '../session.ts'
import {
  broughtNothing,
  finalFailure,
  printTransaction,
  shortText,
  type ShownArrival,
} from '../views/transaction-view.ts'
import { printUnsigned } from '../views/unsigned-view.ts'
import { checkPaperCost } from './paper-cost.ts'
import { findPaperShortfall } from './paper-shortfall.ts'
import { verifyPayeeOf } from './payee-check.ts'

/**
 * `stays` open; `is over` where the refusal names a new run to begin; `leaves room` where another route may take the place of
 * one that cannot be locked within the bounds, else it is over too.
 */
type RefusedRun = 'stays' | 'is over' | 'leaves room'

export interface CompleteOptions {
  /** Agree to the terms without asking. */
  readonly yes: boolean
  /** What becomes of a run that is refused with nothing signed. @default 'stays', for `resume` */
  readonly refused?: RefusedRun
  readonly until: 'tracked' | 'final'
  /** True for a run that this command made. @default false */
  readonly isBegun?: boolean
  /** Notes what is named for the run now, before it goes on. @default nothing */
  readonly takeUp?: RunContext['takeUp']
  /** Why it may be paid already, and goes on all the same. @default a person is asked */
  readonly despite?: readonly PaidDoubt['reason'][]
  /** Gets the document that `--json` prints. @default it is printed */
  readonly tell?: (document: ReturnType<typeof runDocument>) => void
  /** Stop following after this many seconds. @default never */
  readonly timeoutSec: number | undefined
  readonly pay: Pick<PayOptions, 'unsigned' | 'dryRun' | 'paysDeposits' | 'trustsServer' | 'mostCost'>
}

/**
 * Plays a run on, and prints its record at the end.
 * @returns why its route was left out, with nothing of it to be paid; undefined at the end of the run
 * @throws SWAP_FAILED for a swap that ended FAILED or REFUND, OUTCOME_UNKNOWN, and what the run throws
 */
export async function completeRun(
  session: Session,
  service: SwapService,
  runs: Runs,
  start: SwapRun,
  options: CompleteOptions,
): Promise<SwapError | undefined> {
  const { output } = session
  const { journal, wallet, values, home } = runs
  let loss: SwapLoss | undefined
  let seen: SeenAmount | undefined
  const assess = async (locked: SwapRun) => {
    if (locked.lock === undefined) return undefined
    loss = await during(session, 'Valuing it', values.assess(locked, locked.lock.terms))
    return loss
  }
  let reviewed: PaymentReview | undefined
  let dryRun: object | undefined
  let printed: string | undefined
  let depositNoted = false
  let printing = Promise.resolve()
  const leave = new AbortController()
  const ended = new AbortController()
  const signal = AbortSignal.any([session.signal, leave.signal])
  const sends = !options.pay.dryRun && options.pay.unsigned === undefined
  const isRehearsal = options.pay.dryRun && options.isBegun !== true
  const turn = runs.turnOf(start.id)
  if (options.timeoutSec !== undefined) {
    void session.clock.sleep(options.timeoutSec * 1000, ended.signal).then(
      () => leave.abort(),
      () => undefined,
    )
  }
  try {
    const run = await continueRun(
      {
        service,
        journal,
        wallet,
        home,
        turn,
        signal,
        now: () => session.clock.now(),
        ...defined({ checkpoint: session.checkpoint, takeUp: options.takeUp }),
        agreesBeforehand: options.yes,
        isBegun: options.isBegun === true,
        goesOnDespite: goesOnDespite(session, options.despite),
        agreementMs: agreementMs(session),
        verifyLock: async (locked) => {
          await verifyPayeeOf(session, locked)
          const valued = await assess(locked)
          if (locked.lock === undefined || valued === undefined) return
          printed = await findPaperShortfall(session, locked, wallet)
          if (printed !== undefined) output.note(`warning     ${printed}`)
          if (locked.agreed) output.note(`value lost  ${lossText(valued)}`)
          else noteReview(output, locked, valued, seenOf(locked), await backingOf(session, locked))
          values.check(locked, locked.lock.terms, valued)
          if (session.network === 'sandbox') checkPaperCost(locked.lock.terms, options.pay.mostCost ?? locked.mostCost)
        },
        verifyAgreed: async (agreed) => {
          const valued = await assess(agreed)
          if (agreed.lock === undefined || valued === undefined) return true
          output.note(`value lost  ${lossText(valued)}`)
          try {
            values.check(agreed, agreed.lock.terms, valued)
            return true
          } catch (error) {
            if (!isSwapError(error)) throw error
            if (options.yes || !session.interactive) throw ofTakenUp(error, agreed)
            output.note(`warning     ${error.message}`)
            return confirm(session, 'Go on with it?')
          }
        },
        review: async (locked) => {
          // Kept for the payment: what is agreed to replaces it in the run.
          seen ??= seenOf(locked)
          const valued = session.interactive ? await assess(locked) : undefined
          noteReview(output, locked, valued, seen, await backingOf(session, locked))
          if (!session.interactive) throw consentError(locked)
          const isAgreed = await agreeToTerms(session, locked, { loss, seen }, wallet?.review !== undefined)
          // A question may stand there for minutes.
          if (isAgreed) await verifyPayeeOf(session, locked)
          return isAgreed
        },
        paysDeposits: options.pay.paysDeposits,
        sends,
        rehearses: isRehearsal,
        reviewPayment: async (executed, review) => {
          reviewed = review
          await printing
          if (!options.pay.dryRun) return reviewPayment(session, executed, review, options, { loss, seen })
          dryRun = await dryRunOf(session, runs, executed, review, options)
          return 'later'
        },
        openDoubts,
        paymentWarnings,
        onProgress: (progress) => {
          noteRunPayment(output, progress)
          const isDue = !depositNoted && isDepositDue(output, progress)
          depositNoted ||= isDue
          printing = printing
            .then(() => noteProgress(output, progress))
            .then(() => (isDue ? printDeposit(session, progress) : undefined))
            .catch(() => undefined)
        },
      },
      start,
      options.until,
    )
    await printing
    noteRunPayment(output, run)
    const left = await describeStanding(wallet, run)
    const standing = options.isBegun === true ? undefined : home
    await report(session, run, options, { review: reviewed, dryRun, loss, left, printed, home: standing })
    return undefined
  } catch (error) {
    const refused =
      options.refused === 'leaves room' ? await leaveOutRun(journal, start.id, error).catch(() => undefined) : undefined
    if (refused !== undefined) return refused
    const told = await settleFailedRun(output, journal, start, error, {
      ...{ sends, isRehearsal },
      isUnseen: (options.refused ?? 'stays') !== 'stays',
      isBegun: options.isBegun === true,
    })
    const stated = await ofOtherServer(told, start, { service, network: session.network })
    throw await ofLostRun(session, start, ofLooking(stated, start.id, options.pay))
  } finally {
    // Not before: what became of the consent to a run that failed is noted by then.
    await leaveTurn(turn, journal, start.id)
    ended.abort()
    wallet?.forget?.()
    await printing
  }
}

/** What stands behind both assets of a run, by the catalog that no server and no refresh has a say in. */
async function backingOf(session: Session, run: SwapRun): Promise<readonly string[]> {
  return describeBacking(await session.bundledCatalog(), endsOf(run.request, run.source.symbol, run.target?.symbol))
}

/** Says where a deposit goes. */
async function printDeposit(session: Session, run: SwapRun): Promise<void> {
  await noteDeposit(session.output, run, promptSize(session), session.clock.now())
}

/** A failure where nothing was to be sent: the commands that it names go on so, since copied they must not pay. */
function ofLooking(error: unknown, id: string, { dryRun, unsigned }: CompleteOptions['pay']): unknown {
  const words = dryRun ? '--dry-run' : unsigned === undefined ? undefined : `--unsigned ${unsigned}`
  if (words === undefined || !isSwapError(error) || error.hint === undefined) return error
  const paying = new RegExp(`(?<!--unsigned: )swapcli resume ${id}(?! --(?:forget|cancel|speed-up))`, 'g')
  return restate(error, { hint: error.hint.replace(paying, `swapcli resume ${id} ${words}`) })
}

/** A refusal of a run that was taken up, with the line that goes on with it: an amount can be named for one run only. */
function ofTakenUp(error: SwapError, { id }: SwapRun): SwapError {
  const hint = `Look at it yourself: swapcli resume ${id}`
  const line = error.accept === undefined ? '' : `; or accept it: swapcli resume ${id} --yes ${error.accept.join(' ')}`
  return restate(error, { hint: `${hint}${line}` })
}

/** Where nobody can be asked about a run, the option must say it. */
function consentError(run: SwapRun): SwapError {
  return agreementOver(run) ?? usage(NOBODY_TO_ASK, `Agree to it beforehand: swapcli resume ${run.id} --yes`)
}

/** Shows what will be signed; 'later' where nothing is to be signed here and now. */
async function reviewPayment(
  session: Session,
  run: SwapRun,
  review: PaymentReview,
  { yes, pay, refused }: CompleteOptions,
  known: KnownConsent,
): ReturnType<NonNullable<RunContext['reviewPayment']>> {
  const { output } = session
  notePaymentReview(output, review, run.accept)
  if (pay.unsigned !== undefined) {
    // Whoever signs it elsewhere sees only the transactions.
    checkUnattendedPayment(run, review, { ...pay, isPrinted: true })
    return 'later'
  }
  if (yes || run.unattended === true) {
    checkUnattendedPayment(run, review, { ...pay, isLeftOut: refused === 'leaves room' })
    return true
  }
  if (!session.interactive) throw consentError(run)
  return agreeToPay(session, run, known, 'Sign and send it?')
}

/** @param isAskedAgain true where what is signed is asked about by itself */
async function agreeToTerms(
  session: Session,
  locked: SwapRun,
  known: KnownConsent,
  isAskedAgain: boolean,
): Promise<boolean> {
  if (!isAskedAgain) return agreeToPay(session, locked, known, 'Send it?')
  const facts = consentFacts(session, locked, known)
  const word = facts === undefined ? undefined : wordToGoOn(facts, locked.request.amount)
  return agreeByWord(session, 'Go on with these terms?', word)
}

/** The last question before money moves: above `confirm-above`, and where much is lost, the amount must be typed. */
async function agreeToPay(session: Session, run: SwapRun, known: KnownConsent, question: string): Promise<boolean> {
  const aboveUsd = readSetting('confirm-above', session.settings.get('confirm-above')?.value)
  const facts = consentFacts(session, run, known)
  return agreeByWord(session, question, facts === undefined ? 'send' : wordToType(facts, run.request.amount, aboveUsd))
}

/** What is known of a run beside its lock: what it loses, and what was seen before it. */
interface KnownConsent {
  readonly loss: SwapLoss | undefined
  /** @default what the run says */
  readonly seen: SeenAmount | undefined
}

function consentFacts(
  { network }: Pick<Session, 'network'>,
  run: SwapRun,
  { loss, seen = seenOf(run) }: KnownConsent,
): ConsentFacts | undefined {
  if (run.lock === undefined) return undefined
  const { terms } = run.lock
  return { terms, shortfall: notableShortfall(terms, seen), loss, isLive: network === 'live' }
}

/** @param word undefined where a yes is enough */
async function agreeByWord(session: Session, question: string, word: string | undefined): Promise<boolean> {
  if (word === undefined) return confirm(session, question)
  return confirmTyped(session, question, word, (text) => isTyped(text, word))
}

/** Signs the first transaction and keeps nothing of it. @returns what `--json` prints of it */
async function dryRunOf(
  { output }: Session,
  { wallet }: Runs,
  run: SwapRun,
  review: PaymentReview,
  { pay }: CompleteOptions,
): Promise<object | undefined> {
  notePaymentReview(output, review, run.accept)
  try {
    checkUnattendedPayment(run, review, pay)
  } catch (error) {
    output.note(`dry run: --yes would not pay it: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (run.execution === undefined || wallet === undefined) return undefined
  const { hash } = await wallet.sign(run.execution, payTerms(run), run.earlier ?? [])
  output.note(`dry run: the first transaction was signed and would have the hash ${hash}; nothing was sent`)
  return { hash, ...(await (await loadFamily(review.family)).reviewDocument(review)) }
}

/** What was looked at on the way. */
interface Seen {
  readonly review: PaymentReview | undefined
  readonly dryRun: object | undefined
  readonly loss: SwapLoss | undefined
  /** What its approvals still let others take. */
  readonly left: readonly string[]
  /** What the sandbox printed for it; undefined for nothing. */
  readonly printed: string | undefined
  /** How the home of the run stands; undefined for a run that this command made. */
  readonly home: HomeStanding | undefined
}

async function report(
  session: Session,
  run: SwapRun,
  { pay, tell = (document) => session.output.printJson(document) }: CompleteOptions,
  { review, dryRun, loss, left, printed, home }: Seen,
): Promise<void> {
  const { output, clock } = session
  const accepted = describeAccepted(run)
  const arrival = await arrivalOf(session, run)
  const isShown = pay.dryRun && run.step === 'executed'
  const isUnpaid = isShown || (run.step === 'closed' && (run.closedAs ?? 'unpaid') === 'unpaid')
  const unpaid = isUnpaid && run.execution !== undefined
  if (isShown)
    output.note(
      `not over    the run stands as it was. Pay it: swapcli resume ${run.id}, or give it up: swapcli resume ${run.id} --forget`,
    )
  if (unpaid && pay.unsigned !== undefined && review !== undefined) {
    const family = await loadFamily(review.family)
    const place = { nowMs: clock.now(), transactionId: run.transactionId }
    output.note('run         over: what pays it is yours to sign now, and resume pays it no more')
    printUnsigned(output, run, review, await family.writeUnsigned(review, pay.unsigned, place))
    return
  }
  if (unpaid && (pay.dryRun || pay.unsigned !== undefined) && review === undefined) output.note(run.reason ?? '')
  for (const text of left) output.note(`warning     ${text}`)
  const warnings = [
    ...(run.paymentWarnings ?? []),
    ...(printed === undefined ? [] : [codedWarning('paper-printed', printed)]),
    ...left.map((text) => codedWarning('allowance-left', output.namePlace(text))),
    ...(broughtNothing(arrival)
      ? [codedWarning('nothing-arrived', 'the transaction that is named as the payout brought the recipient nothing')]
      : []),
    ...shortWarnings(run, arrival),
  ]
  if (output.json || (unpaid && pay.unsigned === 'json')) tell(runDocument(run, { dryRun, loss, arrival, warnings }))
  else if (run.step === 'final' && run.transaction !== undefined)
    await printTransaction(output, run.transaction, accepted, arrival)
  else if (unpaid && run.execution !== undefined && (!pay.dryRun || review === undefined))
    await printOpenPayment(output, run, run.execution)
  else if (run.step === 'tracked') {
    await output.fields([
      ['run', run.id],
      ['transaction', run.transactionId ?? ''],
      ['status', 'PENDING'],
      ['source hash', run.payment?.hash ?? ''],
      ['accepted', accepted],
    ])
    output.note(`follow it: swapcli resume ${run.id}`)
  }
  const failure = run.step === 'closed' ? closedFailure(run, home) : runFailure(run, arrival)
  if (failure !== undefined) throw failure
}

/** What is the user's to pay, and what makes a transaction of it where swapcli can. */
async function printOpenPayment(output: Output, run: SwapRun, execution: StatedExecution): Promise<void> {
  await printPayment(output, toExecutionDocument(execution))
  if (depositOf(run)?.hasPsbt === true) output.note(`the same for your wallet to sign: ${psbtCommand(run)}`)
}

/** What the chains show of a swap that ended over a server. */
async function arrivalOf(session: Session, run: SwapRun): Promise<ShownArrival | undefined> {
  const { step, transaction, request, payment, source, target, api } = run
  if (step !== 'final' || transaction === undefined) return undefined
  const { srcChain, srcAddress, dstChain, dstAddress, recipient, depositor } = request
  return findArrival(session, api, transaction, {
    payout: { chainKey: dstChain, token: dstAddress, recipient, decimals: target?.decimals },
    refund: { chainKey: srcChain, token: srcAddress, recipient: depositor, decimals: source?.decimals },
    paidBy: payment?.hash,
  })
}

function runFailure({ step, transaction, lock }: SwapRun, arrival: ShownArrival | undefined): SwapError | undefined {
  return step !== 'final' || transaction === undefined ? undefined : finalFailure(transaction, arrival, lock?.terms)
}

function shortWarnings({ transaction, lock }: SwapRun, arrival: ShownArrival | undefined): readonly string[] {
  const less = transaction === undefined ? undefined : shortText(transaction, arrival, lock?.terms)
  return less === undefined ? [] : [codedWarning('below-least', `it brought ${less}`)]
}
