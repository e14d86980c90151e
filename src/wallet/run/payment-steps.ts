import type { StatusTransaction } from '../../core/api/documents.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { larger } from '../../core/money/larger.ts'
import { depositOf, statedUntil, verifyPayable } from '../terms/deposit.ts'
import { checkExec } from '../terms/exec-check.ts'
import { payTerms } from '../terms/pay-terms.ts'
import { RefusedPayload, refusedPayload } from '../refusal.ts'
import { newAgreement } from './agreement.ts'
import { unsentText } from './funds.ts'
import type { SwapRun } from './journal.ts'
import { describeLeft, finishRevocation, settleApprovals } from './left-approvals.ts'
import { isTakeUpDoubt, readPlace, verifyEnding, verifyUnpaid } from './paid-before.ts'
import type { Note, RunContext } from './swap-run.ts'
import { findPayingRun } from './payment-queue.ts'
import { describeSwap } from './summary.ts'
import { isPaidHere, paysDeposits, wayToPay } from './way-to-pay.ts'
import type { MinedVersion, Payment, PaymentOutcome, PaymentReview, Spend } from '../payment.ts'

/*
 * The paying part of a run: review, then for each transaction sign, note, send, wait. A transaction that is signed is only
 * ever sent as the same bytes; another one is signed in its place only when the chain proves that it can never be mined.
 */

/**
 * Takes the account that pays a run, where a payment is due: for the first signature it waits. What is signed already is
 * sent in any case, since the payment that has the account may have to wait for it.
 */
export async function enterQueue(context: RunContext, run: SwapRun): Promise<(() => void) | undefined> {
  const { wallet, signal } = context
  const { chainId } = run.source
  if (run.step === 'signed' || run.step === 'sent') return wallet?.enterQueue?.(chainId)
  if (run.step !== 'executed' || run.paymentAgreed !== true || !isPaidHere(context, run)) return undefined
  return wallet?.enterQueue?.(chainId, { until: signal, name: () => namePaying(context, run) })
}

/** The swap that a payment waits for; undefined where that cannot be read, which stops no payment. */
async function namePaying(context: RunContext, run: SwapRun): Promise<string | undefined> {
  try {
    const paying = await findPayingRun(context.journal, run, context.now())
    return paying === undefined ? undefined : `${describeSwap(paying)} (${paying.id})`
  } catch (error) {
    if (isSwapError(error)) return undefined
    throw error
  }
}

/** Shows what will be signed, once, and signs the next transaction. */
export function pay(context: RunContext, run: SwapRun, note: Note): Promise<SwapRun> {
  const isRevoking = run.revocation !== undefined && context.sends !== false
  return isRevoking ? finishRevocation(context, run) : reviewAndSign(context, run, note)
}

/** What is reported of a run that stopped, after its allowances were seen to. A payload that is refused for good ends the run. */
export async function settleFailure(context: RunContext, run: SwapRun, error: SwapError): Promise<SwapError> {
  // Whether it is paid is open: nothing that is said of its allowances would hold.
  if (isTakeUpDoubt(error)) return error
  const settled = await settleApprovals(context, run, error)
  if (run.step === 'executed' && error instanceof RefusedPayload && context.rehearses !== true) {
    await context.journal.save(settled.run, { step: 'closed', closedAs: 'refused', reason: settled.error.message })
  }
  return settled.error
}

async function reviewAndSign(context: RunContext, run: SwapRun, note: Note): Promise<SwapRun> {
  const { wallet, journal } = context
  const { execution } = run
  verifyPayable(run)
  depositOf(run)
  const way = wayToPay(run, wallet)
  const isLeft = way === 'nothing' || (way === 'deposit' && !paysDeposits(context, run))
  // Without a review, nothing would stop before the signature.
  if (context.sends === false && (isLeft || (way !== 'other' && wallet?.review === undefined))) {
    if (context.rehearses === true) return run
    return closeUnpaid(context, run, 'unpaid', 'What is to be paid was shown')
  }
  if (execution === undefined) return note({ step: 'tracked' }, 'tracked')
  if (isLeft) return leaveToUser(context, note)
  if (way === 'other' || wallet === undefined) {
    if (context.rehearses === true) return run
    const reason = 'This machine has no wallet for it: pay it with your own'
    return journal.save(run, { step: 'closed', closedAs: 'unpaid', reason })
  }
  // Paid, it could not be followed: the service would never hear of it.
  if (run.transactionId === undefined) throw refusedPayload('it came without the id of a transaction to follow')
  verifyInTime(run, context.now())
  if (wallet.review === undefined && !run.agreed && context.agreesBeforehand !== true) {
    if (!(await context.review(run))) return closeUnpaid(context, run, 'declined', 'The terms were declined')
    return journal.save(run, newAgreement(context))
  }
  // Without the review, what may only be shown would be signed and kept.
  const isAsked = wallet.review !== undefined && (run.paymentAgreed !== true || context.sends === false)
  // A payload that is refused never becomes right; a value may.
  const review = isAsked ? await wallet.review?.(execution, payTerms(run)) : undefined
  if (wallet.review === undefined && execution.exec !== undefined) checkExec(execution.exec, run)
  if ((await context.verifyAgreed?.(run)) === false) {
    return closeUnpaid(context, run, 'declined', 'What it would lose now was declined')
  }
  if (isAsked) {
    const { agreed, ...kept } = await askForPayment(context, run, review)
    if (agreed === 'later') {
      if (context.rehearses === true) return run
      return closeUnpaid(context, run, 'unpaid', 'What is to be signed was shown')
    }
    if (!agreed) {
      if (way === 'deposit' && context.endsDeclined !== true) return leaveToUser(context, note)
      return closeUnpaid(context, run, 'declined', 'What was to be signed was declined')
    }
    await context.home?.advance()
    // Where nodes did not tell while it was locked.
    const place = await readPlace(context, run)
    const isNew = context.agreesBeforehand !== true && run.unattended !== true
    const agreement = isNew ? newAgreement(context) : {}
    return note({ paymentAgreed: true, ...agreement, ...kept, ...defined({ place }) }, 'payment-agreed')
  }
  await refuseSecondPayment(context, run)
  await context.home?.advance()
  const payment = await wallet.sign(execution, payTerms(run), run.earlier ?? [])
  context.checkpoint?.('payment-made')
  // Another nonce than the one that was next: what took that may be this payment. It is signed again then.
  const looked = await verifyUnpaid(context, run, { signed: payment })
  if (looked !== run) return looked
  return note({ step: 'signed', payment: { ...payment, replaced: [...(payment.replaced ?? [])] } }, 'signed')
}

/** Others pay once they are told where: a copy of the home from before that is an older one, as with a payment. */
async function leaveToUser({ home }: RunContext, note: Note): Promise<SwapRun> {
  await home?.advance()
  return note({ step: 'tracked' }, 'tracked')
}

/** @throws WALLET_REFUSED for what had to be paid by a time that is over */
function verifyInTime({ execution }: SwapRun, nowMs: number): void {
  const until = execution === undefined ? undefined : statedUntil(execution)
  if (until !== undefined && Date.parse(until) <= nowMs) throw refusedPayload(`it had to be paid before ${until}`)
}

/**
 * One execution is paid once: a copy of a run, or one of a file that was put back, may have paid it.
 * @throws WALLET_REFUSED
 */
async function refuseSecondPayment(
  { journal }: RunContext,
  { id, api, transactionId, executeKey }: SwapRun,
): Promise<void> {
  if (transactionId === undefined) return
  const paid = (await journal.listOf(transactionId)).find(
    (run) =>
      run.id !== id &&
      run.api === api &&
      run.payment !== undefined &&
      (run.step !== 'closed' || run.closedAs === 'lost'),
  )
  if (paid === undefined) return
  throw new SwapError('WALLET_REFUSED', `The run ${paid.id} has paid the transaction ${transactionId} already`, {
    reason: 'run',
    // A copy has its key, and what it stands for is paid. Another swap was only given the id of this one.
    funds: paid.executeKey === executeKey ? 'moved' : 'untouched',
    hint: `Give this one up: swapcli resume ${id} --forget`,
  })
}

/** Closes a run of which no payment was signed, and says what an approval of an earlier try left. */
async function closeUnpaid(
  { wallet, journal, home, isBegun }: RunContext,
  run: SwapRun,
  closedAs: 'unpaid' | 'declined',
  what: string,
): Promise<SwapRun> {
  const isApproved = (run.earlier ?? []).length > 0
  const reason = `${what}; ${isApproved ? `nothing was paid${await describeLeft(wallet, run)}` : unsentText(run, isBegun === true ? undefined : home)}`
  return journal.save(run, { step: 'closed', closedAs, reason })
}

/** Whether the user agrees, and what the run keeps of that: the doubts, a network cost above what holds unseen, and private sending. */
async function askForPayment(
  context: RunContext,
  run: SwapRun,
  review: PaymentReview | undefined,
): Promise<
  { readonly agreed: boolean | 'later' } & Partial<
    Pick<SwapRun, 'mostCost' | 'openDoubts' | 'paymentWarnings' | 'privateSinceMs'>
  >
> {
  const privateSinceMs = review?.sending === undefined ? undefined : (run.privateSinceMs ?? context.now())
  if (review === undefined || context.reviewPayment === undefined) {
    return { agreed: true, ...defined({ privateSinceMs }) }
  }
  const agreed = await context.reviewPayment(run, review)
  const { cost } = review
  const isAbove = cost?.refusal !== undefined && cost.units !== undefined
  if (agreed !== true) return { agreed }
  const { openDoubts: openOf = (_run, { doubts }) => doubts } = context
  const openDoubts = [...new Set(openOf(run, review).map(({ code }) => code))]
  const mostCost = isAbove ? { coin: cost.units } : undefined
  const paymentWarnings = [...(context.paymentWarnings?.(run, review) ?? [])]
  return { agreed, openDoubts, paymentWarnings, ...defined({ mostCost, privateSinceMs }) }
}

/** Sends signed bytes; waits for those that only prepare the one that spends. */
export async function send(context: RunContext, run: SwapRun, maySignAgain: boolean, note: Note): Promise<SwapRun> {
  const { wallet, journal } = context
  const { payment } = run
  if (payment === undefined || wallet === undefined) {
    throw new SwapError('WALLET_REFUSED', `The run ${run.id} has a signed payment that this wallet cannot send`, {
      reason: 'account',
      funds: 'unknown',
      hint: 'Use the wallet that it was begun with: swapcli wallet list',
    })
  }
  try {
    await wallet.broadcast(payment, spendOf(run, payment))
  } catch (error) {
    // The wallet proves that other bytes took the nonce and that none of ours was sent: they are void.
    const isVoid = isSwapError(error) && error.code === 'WALLET_REFUSED' && error.funds === 'untouched'
    if (isVoid && payment.kind === 'cancel') {
      // What took its nonce may be a payment of this swap.
      const [looked, doubt] = await verifyEnding(context, run)
      if (doubt !== undefined) return closePerhapsPaid(context, looked, doubt)
      const reason = `Cancelled, nothing was paid: ${error.message}${await describeLeft(wallet, run)}`
      return journal.save(looked, { step: 'closed', closedAs: 'cancelled', reason })
    }
    if (!isVoid || !maySignAgain) throw error
    return dropVoid(context, run)
  }
  context.checkpoint?.('payment-sent')
  if (payment.last !== false) return note({ step: 'sent' }, 'sent')
  const settled = await settle(context, run, payment)
  context.checkpoint?.('payment-settled')
  // A user who cancels the approval wants no payment either, even if the approval was mined first.
  const isCancelled = payment.kind === 'cancel'
  switch (settled.state) {
    case 'mined': {
      const earlier = [...(run.earlier ?? []), { ...pickMined(run, settled) }]
      if (!isCancelled) return note({ step: 'executed', payment: undefined, earlier }, 'payment-noted')
      const left = await describeLeft(wallet, { ...run, payment: undefined, earlier })
      const reason = `Cancelled, nothing was paid; its approval was in a block before the cancellation${left}`
      return journal.save(run, { step: 'closed', closedAs: 'cancelled', payment: undefined, earlier, reason })
    }
    case 'replaced':
      return isCancelled ? closeReplaced(context, run, settled.hash) : dropVoid(context, run)
    case 'reverted':
    case 'cancelled':
      return close(context, run, settled)
  }
}

/** Waits until the transaction that spends is in the chain, and notes under which hash. */
export async function confirm(context: RunContext, run: SwapRun, note: Note): Promise<SwapRun | undefined> {
  const { payment } = run
  if (payment === undefined || context.wallet?.settle === undefined) return undefined
  const settled = await settle(context, run, payment)
  context.checkpoint?.('payment-settled')
  switch (settled.state) {
    case 'mined':
      return settled.hash === payment.hash
        ? undefined
        : note({ payment: { ...pickMined(run, settled) } }, 'payment-noted')
    case 'replaced':
      return closeReplaced(context, run, settled.hash)
    case 'reverted':
    case 'cancelled':
      return close(context, run, settled)
  }
}

/**
 * What is void is signed again, unless what took its nonce may be a payment of this swap: until that is known the run keeps what
 * it signed, so that nobody says that nothing was.
 */
async function dropVoid(context: RunContext, run: SwapRun): Promise<SwapRun> {
  return context.journal.save(await verifyUnpaid(context, run), { payment: undefined, step: 'executed' })
}

/** The payment under the hash that was mined. */
function pickMined({ payment }: SwapRun, { hash, sameAs = hash }: MinedVersion): NonNullable<SwapRun['payment']> {
  if (payment === undefined) throw new Error('a run without payment has nothing mined')
  if (hash === payment.hash) return payment
  const found = [payment, ...(payment.replaced ?? [])].find((one) => one.hash === sameAs)
  if (found === undefined) throw new Error(`the wallet reported ${hash}, which it never signed`)
  const { hash: ownHash, raw, kind, ...rest } = payment
  const others = (payment.replaced ?? []).filter((other) => other.hash !== hash)
  // Each version keeps its kind: a payment that was mined before its cancellation is no cancellation.
  const own = { hash: ownHash, raw, ...defined({ kind }) }
  return { ...rest, hash, raw: found.raw, ...defined({ kind: found.kind }), replaced: [...others, own] }
}

async function settle(context: RunContext, run: SwapRun, payment: Payment): Promise<PaymentOutcome> {
  const { wallet } = context
  if (wallet?.settle === undefined) return { state: 'mined', hash: payment.hash }
  try {
    const settled = await wallet.settle(payment, context.signal, run.earlier ?? [], spendOf(run, payment))
    return (await isOfAnotherRun(context, run, settled)) ? { state: 'replaced', hash: settled.hash } : settled
  } catch (error) {
    if (isSwapError(error) && error.code === 'WALLET_REFUSED') throw error
    const message = error instanceof Error ? error.message : 'unknown failure'
    throw new SwapError(
      'OUTCOME_UNKNOWN',
      context.signal.aborted
        ? `The transaction ${payment.hash} was sent and is not seen deep enough in a block yet`
        : `The transaction ${payment.hash} was sent, but what became of it cannot be read: ${message}`,
      {
        funds: payment.last === false ? 'unknown' : 'moved',
        hint: hintOf(error, run),
        cause: error,
      },
    )
  }
}

/** True for the same call in a block that this home signed for another run: two swaps may approve the same, and each needs its own. */
async function isOfAnotherRun({ journal }: RunContext, run: SwapRun, settled: PaymentOutcome): Promise<boolean> {
  if (settled.state === 'replaced' || settled.sameAs === undefined) return false
  const since = await journal.listSince(run.createdAt, () => undefined)
  return since.some(({ id, payment, earlier = [] }) => {
    const signed = [...(payment === undefined ? [] : [payment, ...(payment.replaced ?? [])]), ...earlier]
    return id !== run.id && signed.some(({ hash }) => hash.toLowerCase() === settled.hash.toLowerCase())
  })
}

/** What helps a payment that is waited for in vain; where only nodes with old state could tell, fees do not. */
function hintOf(error: unknown, { id }: SwapRun): string {
  const needsNode = isSwapError(error) && error.code === 'CONFIG_INVALID' ? error.hint : undefined
  return needsNode === undefined
    ? `Send it with higher fees by --speed-up, or go on waiting for it: swapcli resume ${id}`
    : `${needsNode}, and go on: swapcli resume ${id}. Or end it, kept as perhaps paid: swapcli resume ${id} --forget`
}

/** What a payment spends; undefined for those that only prepare it. */
export function spendOf(run: SwapRun, { last }: Payment): Spend | undefined {
  if (last === false || run.source.units === undefined) return undefined
  const { src, dst } = run.lock?.terms ?? {}
  const stated = [src?.usd, dst?.usd].filter((usd) => usd !== undefined)
  return { src: payTerms(run).src, statedUsd: stated.length === 0 ? undefined : stated.reduce(larger) }
}

/** Ends a run whose nonce another transaction has: as lost where that may have paid it. */
export async function closeReplaced(context: RunContext, run: SwapRun, hash: string): Promise<SwapRun> {
  const [looked, doubt] = await verifyEnding(context, run)
  return doubt === undefined
    ? close(context, looked, { state: 'replaced', hash })
    : closePerhapsPaid(context, looked, doubt)
}

/** Ends a run of which nothing more can be sent, and nobody knows whether it was paid. @param doubt why it may be, a sentence */
export async function closePerhapsPaid({ journal, wallet }: RunContext, run: SwapRun, doubt: string): Promise<SwapRun> {
  const reason = `Perhaps paid, and not followed any more: ${doubt}${await describeLeft(wallet, run)}`
  return journal.save(run, { step: 'closed', closedAs: 'lost', reason })
}

async function close(
  context: RunContext,
  run: SwapRun,
  settled: Exclude<PaymentOutcome, { state: 'mined' }>,
): Promise<SwapRun> {
  const spends = run.payment?.last !== false
  const what = spends ? 'The payment' : 'The approval'
  const reasons = {
    reverted: `${what} was reverted (${settled.state === 'reverted' ? settled.reason : ''}): only its network cost is gone`,
    cancelled: `${what} was cancelled: only the network cost of the cancellation is gone`,
    replaced: `${what} was replaced by another transaction of this wallet (${settled.hash}): nothing of this swap was sent`,
  }
  const reason = `${reasons[settled.state]}${await describeLeft(context.wallet, run)}`
  // One that was signed elsewhere is known by its hash from now on.
  const isElsewhere = settled.state !== 'replaced' && settled.sameAs !== undefined
  const payment = isElsewhere ? { payment: { ...pickMined(run, settled) } } : {}
  const transaction =
    settled.state === 'reverted' && spends ? await reportFailure(context, run, settled.hash) : undefined
  if (transaction !== undefined) {
    return context.journal.save(run, { step: 'final', reason, ...payment, transaction: { ...transaction, reason } })
  }
  return context.journal.save(run, { step: 'closed', closedAs: settled.state, reason, ...payment })
}

/**
 * Tells the service about a reverted payment, so that its record ends too; gives the record where it has ended. The run
 * ends whether or not the service listens.
 */
async function reportFailure(
  { service, signal }: RunContext,
  { transactionId }: SwapRun,
  txHash: string,
): Promise<StatusTransaction | undefined> {
  if (transactionId === undefined) return undefined
  try {
    await service.track({ transactionId, txHash }, { signal })
    const { transaction, final } = await service.status({ transactionId }, { signal })
    return final ? transaction : undefined
  } catch {
    return undefined
  }
}
