import { type FailedRun, isSwapError, SwapError, withFundsOpen } from '../../core/api/errors.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { HomeMark } from '../../core/ports.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import { payTerms } from '../terms/pay-terms.ts'
import type { AccountPlace, OwnTransaction, PaidQuestion, Payment } from '../payment.ts'
import { doubtOf, type HomeStanding } from './home-doubt.ts'
import type { SwapRun } from './journal.ts'
import { continuedElsewhere } from './run-conflict.ts'
import { failedRun } from './sent-approvals.ts'
import type { RunContext } from './swap-run.ts'
import { isPaidHere } from './way-to-pay.ts'

/*
 * A home that was put back from a copy holds runs as they were then: paid since, each would be paid again. So before anything
 * of a run is signed that this process did not begin, the service and the chain are asked whether it was.
 */

/** Why a run may be paid already, or that of this home others may be. */
export interface PaidDoubt {
  readonly reason: 'older-home' | 'paid-before'
  /** A sentence without its full stop. */
  readonly text: string
}

/** Who is asked whether it goes on all the same. */
type Consent = Pick<RunContext, 'goesOnDespite'>

/** What a refusal names beside its reason. */
export interface Refused {
  /** What to do else, and where there is `accept` the beginning of what goes on all the same. */
  readonly hint: string
  /** Options of the command line that accept it. */
  readonly accept?: readonly string[]
  readonly run?: FailedRun
}

/**
 * Verifies that this machine has seen no later state of this home; where it has, a person may make this copy the one to go on
 * with. Comes before each signature.
 * @throws OUTCOME_UNKNOWN
 */
export async function verifyNewestHome(context: Consent & Pick<RunContext, 'home'>, refused: Refused): Promise<void> {
  const { home } = context
  if (home?.standing !== 'older') return
  await askDespite(context, { reason: 'older-home', text: describeOlder(home, true) }, refused)
  await home.adopt()
}

/**
 * The same for a swap that is only just begun: no copy can have paid it, so nothing of it is open.
 * @throws WALLET_REFUSED
 */
export async function verifyBeginning(context: Consent & Pick<RunContext, 'home' | 'journal'>): Promise<void> {
  const { home, journal, goesOnDespite } = context
  if (home?.standing !== 'older') return
  let damaged = 0
  const open = await journal.listUnfinished(() => (damaged += 1))
  const text = describeOlder(home, open.length + damaged > 0)
  if ((await goesOnDespite?.({ reason: 'older-home', text })) === true) return home.adopt()
  throw new SwapError('WALLET_REFUSED', text, {
    reason: 'older-home',
    hint:
      home.behind === 'store'
        ? 'Nothing was begun. Use the store of before, or copy it into this one where that is empty (swapcli store copy); or make this one the copy to go on with: swapcli doctor --accept older-home'
        : 'Nothing was begun. Swap in the copy that went further, or make this one the copy to go on with: swapcli doctor --accept older-home',
  })
}

const OLDER = {
  home: 'This machine has seen this home further on than this copy of it is',
  store:
    'The store of this home is older than its wallet file: it was put back or deleted, or is another one. If that was on purpose, accept it once',
  wallet:
    'The wallet file of this home is older than its store: it was put back or deleted. If that was on purpose, accept it once',
  files:
    'The store and the wallet file of this home are of two homes: one of them was put here. If that was on purpose, accept it once',
} as const satisfies Record<NonNullable<HomeMark['behind']>, string>

/** What an older home lacks, without a full stop. @param hasOpen true where it has swaps that have not ended */
export function describeOlder({ behind = 'home' }: Pick<HomeMark, 'behind'>, hasOpen: boolean): string {
  const text = OLDER[behind]
  return behind === 'home' && hasOpen ? `${text}, so what it has open may be paid already` : text
}

/**
 * What the home itself leaves open of what it lists or lacks, without a full stop; undefined where it knows all.
 * @param hasOpen true where it has swaps that have not ended
 */
export function describeHome(home: HomeStanding, hasOpen: boolean): string | undefined {
  if (home.standing === 'older') return describeOlder(home, hasOpen)
  if (home.standing !== 'unmarked' || (home.changes ?? []).length === 0) return undefined
  const paid = hasOpen ? ', so what it has open may be paid already' : ''
  return `This machine has not seen what this home did before: a copy of it may have gone further${paid}`
}

/** What a run is refused with before its payment is signed. */
export function unpaidRefusal(run: SwapRun, reason: PaidDoubt['reason']): Refused {
  return {
    run: failedRun(run),
    accept: ['--accept', reason],
    hint: `Nothing was signed now. If it was paid, give it up: swapcli resume ${run.id} --forget. If it was not, go on`,
  }
}

/** What a run is refused with that can no longer be paid, and may be paid already. */
function endingRefusal(run: SwapRun): Refused {
  return {
    run: failedRun(run),
    hint: `Its nonce is used, so that no more of it can be sent. See in an explorer what it paid, and end it, kept as perhaps paid: swapcli resume ${run.id} --forget`,
  }
}

/** What a run is refused with before it is told once more where its deposit goes. */
function toldRefusal(run: SwapRun): Refused {
  return {
    run: failedRun(run),
    accept: ['--accept', 'older-home'],
    hint: `Nothing was shown now. See whether the provider has it: swapcli status ${run.transactionId ?? ''}. To be told where to pay once more`,
  }
}

/** How the chain is asked. */
type Look = Pick<PaidQuestion, 'signed' | 'isEnding'>

/**
 * Verifies that a run was not paid by another copy of this home, as far as the service and the chain show; what speaks
 * against it, a person may set aside.
 * @param how `signed`, what was just signed, is thrown away where this throws
 * @returns the run, with where the account stands now
 * @throws OUTCOME_UNKNOWN, SERVICE_UNAVAILABLE
 */
export async function verifyUnpaid(context: RunContext, run: SwapRun, how: Look = {}): Promise<SwapRun> {
  return (await lookForPayment(context, run, how))[0]
}

/**
 * The same for a run that ends, since another transaction has its nonce.
 * @returns also what a person set aside: that it was not paid is not known then
 */
export function verifyEnding(
  context: RunContext,
  run: SwapRun,
): Promise<readonly [SwapRun, doubt: string | undefined]> {
  return lookForPayment(context, run, { isEnding: true })
}

async function lookForPayment(
  context: RunContext,
  run: SwapRun,
  how: Look,
): Promise<readonly [SwapRun, doubt: string | undefined]> {
  const { journal } = context
  const { signed, isEnding = false } = how
  // That this copy of the home sent nothing says little where the service and the chain cannot be asked.
  const told = signed === undefined ? await withFundsOpen(findTold(context, run, isEnding), 'INTERRUPTED') : undefined
  const isHere = isPaidHere(context, run)
  const answer = isHere ? await withFundsOpen(askChain(context, run, how), 'INTERRUPTED') : undefined
  // A deposit that its provider has is only followed.
  let setAside: string | undefined
  const refusalBy = (reason: PaidDoubt['reason']) => (isEnding ? endingRefusal(run) : unpaidRefusal(run, reason))
  const doubts = [...(told === undefined || !isHere ? [] : [told]), ...(answer?.doubts ?? [])]
  if (doubts.length > 0) {
    // What speaks for another payment may be that of this run, by a process that has brought it on meanwhile.
    if ((await journal.get(run.id))?.version !== run.version) throw continuedElsewhere(run)
    const text = `The run ${run.id} may be paid already: ${doubts.join('; ')}`
    await askDespite(context, { reason: 'paid-before', text }, refusalBy('paid-before'))
    setAside = text
  }
  const isUnsearched = answer === undefined && signed === undefined
  if (isUnsearched) {
    const known = await verifyKnownHere(context, run, refusalBy('older-home'))
    setAside ??= known
  }
  const place = answer?.now
  return [place === undefined ? run : await journal.save(run, { place: { ...place } }), setAside]
}

/**
 * Verifies that a deposit, which only its provider sees, was not told and paid by another copy of this home: nothing but
 * what is known of the home speaks for that.
 * @throws OUTCOME_UNKNOWN
 */
export async function verifyUntold(context: Consent & Pick<RunContext, 'home'>, run: SwapRun): Promise<void> {
  await verifyNewestHome(context, toldRefusal(run))
  await verifyKnownHere(context, run, toldRefusal(run))
}

/**
 * @returns what a person set aside; undefined for a run of which no other copy of the home can know more
 * @throws OUTCOME_UNKNOWN where nobody agrees to go on
 */
async function verifyKnownHere(
  context: Consent & Pick<RunContext, 'home'>,
  run: SwapRun,
  refused: Refused,
): Promise<string | undefined> {
  if (doubtOf(run, context.home) !== 'elsewhere') return undefined
  const text = `The run ${run.id} was begun before this copy became the one to go on with, and may be paid already`
  await askDespite(context, { reason: 'older-home', text }, refused)
  return text
}

/**
 * Where the account of a run stands before anything of it was paid, for a run that has not noted it: read while it is locked,
 * so that a copy of the home looks from there on, whatever its clock says. Undefined where nodes do not tell now.
 */
export async function readPlace(context: RunContext, run: SwapRun): Promise<AccountPlace | undefined> {
  const { wallet } = context
  // Where it was taken up, the chain was searched, and that noted it.
  if (run.place !== undefined || context.isBegun !== true || !isPaidHere(context, run)) return undefined
  try {
    return await wallet?.readPlace?.(run.source.chainId)
  } catch (error) {
    // What is wrong with its nodes is said where it is paid.
    if (isSwapError(error)) return undefined
    throw error
  }
}

/** What the service knows of a payment; undefined for none. @throws STORE_UNUSABLE or BAD_GATEWAY where it does not know the swap */
async function findTold({ service, signal }: RunContext, run: SwapRun, isEnding: boolean): Promise<string | undefined> {
  const { transactionId, api } = run
  if (transactionId === undefined) return undefined
  try {
    const { transaction } = await service.status({ transactionId }, { signal })
    const { inboundHash, stage = 'awaiting_deposit', status } = transaction
    const isNone = status === 'PENDING' ? stage === 'awaiting_deposit' : status === 'FAILED'
    if (inboundHash === '' && isNone) return undefined
    const who = api === undefined ? 'the service of this machine' : `the service at ${api}`
    return `${who} knows its payment${inboundHash === '' ? '' : ` ${inboundHash}`}, and calls it ${status}`
  } catch (error) {
    if (!isSwapError(error) || error.code !== 'NOT_FOUND') throw error
    // Where nothing more is paid, a service that does not know it is no reason to leave the run open.
    if (isEnding) return undefined
    throw lostTransaction(run, transactionId)
  }
}

/** Nothing is paid for what its service does not know: nobody would follow it. */
function lostTransaction({ id, api }: SwapRun, transactionId: string): SwapError {
  const giveUp = `give the run up: swapcli resume ${id} --forget`
  if (api !== undefined) {
    const text = `Nothing was paid now: the server ${api} does not know ${transactionId}, as which it executed run ${id}`
    return new SwapError('BAD_GATEWAY', text, { funds: 'unknown', hint: `Ask whoever runs it, or ${giveUp}` })
  }
  const text = `Nothing was paid now: the store lacks ${transactionId}, as which run ${id} was executed`
  const hint = `Put the store back that belongs to this wallet file, or ${giveUp}`
  return new SwapError('STORE_UNUSABLE', text, { funds: 'unknown', hint })
}

async function askChain(context: RunContext, run: SwapRun, how: Look) {
  const { wallet, journal } = context
  if (wallet?.findPaid === undefined || run.source.units === undefined) return undefined
  const begunMs = Date.parse(run.createdAt)
  // Without a place all that this home signed counts, as where a clock was ahead.
  const isTold = run.place !== undefined && begunMs <= context.now()
  const ownSince = isTold ? new Date(begunMs - DAY_MS).toISOString() : ''
  return wallet.findPaid({
    terms: payTerms(run),
    mostOnTop: run.mostOnTop,
    execution: run.execution,
    since: run.place,
    begunMs,
    earlier: run.earlier ?? [],
    // What a run signed that cannot be read counts as not this home's: the chain says what it was.
    listOwn: async () =>
      (await journal.listSince(ownSince, () => undefined)).flatMap((one) => ownTransactions(one, run)),
    ...how,
  })
}

/** What a run of the same account signed on the same chain, and since when that is in a block. */
function ownTransactions(one: SwapRun, { request, source }: SwapRun): readonly OwnTransaction[] {
  if (one.source.chainId !== source.chainId || !sameAddress(one.request.depositor, request.depositor)) return []
  const { earlier = [], payment, revocation, step, closedAs } = one
  const updatedMs = Date.parse(one.updatedAt)
  // What was replaced or cancelled may be in no block: the chain is asked about those.
  const isMined = step === 'tracked' || step === 'final' || (step === 'closed' && closedAs === 'reverted')
  const own = (of: Payment, settledMs: number | undefined) =>
    [of, ...(of.replaced ?? [])].map(({ hash, raw }) => ({ hash, raw, settledMs }))
  return [
    ...earlier.flatMap((of) => own(of, updatedMs)),
    ...(payment === undefined ? [] : own(payment, isMined ? updatedMs : undefined)),
    ...(revocation === undefined ? [] : own(revocation, undefined)),
  ]
}

/** @throws OUTCOME_UNKNOWN where nobody agrees to go on */
async function askDespite({ goesOnDespite }: Consent, doubt: PaidDoubt, refused: Refused): Promise<void> {
  if ((await goesOnDespite?.(doubt)) === true) return
  const { reason, text } = doubt
  const { hint, accept, run } = refused
  throw new SwapError('OUTCOME_UNKNOWN', text, {
    ...{ reason, funds: 'unknown', hint, run, accept },
  })
}

/** True for a failure that leaves open whether the run is paid. */
export function isTakeUpDoubt({ reason }: Pick<SwapError, 'reason'>): boolean {
  return reason === 'older-home' || reason === 'paid-before'
}
