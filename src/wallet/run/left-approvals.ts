import { costSentence, isSwapError, ownHint, restate, SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { formatAmountForPeople } from '../../core/money/amount.ts'
import { RefusedPayload } from '../refusal.ts'
import { payTerms } from '../terms/pay-terms.ts'
import type { LeftApproval, Payment, Wallet } from '../payment.ts'
import type { RunChange, SwapRun } from './journal.ts'
import { failedRun } from './sent-approvals.ts'
import type { RunContext, RunPoint } from './swap-run.ts'

/*
 * What stands of a run's approvals after it failed. The spender may take the amount until the allowance is used or taken
 * back, whatever became of the swap: so it is read from the signed bytes and the chain, and never forgotten in a message.
 */

/** What is said where nothing can be read. */
const UNREAD = 'what was approved may still stand'

/**
 * What is said of a failure once the run has signed something: never that its funds are untouched while an allowance stands, or
 * may yet. Where its user agreed to everything beforehand and nothing was spent, allowances are taken back first, within the
 * bound of the cost. Revoking is kept as the rest of a run is: its bytes are on disk before they are sent.
 * @returns the error to report
 */
export async function settleApprovals(
  context: RunContext,
  run: SwapRun,
  error: SwapError,
): Promise<{ readonly error: SwapError; readonly run: SwapRun }> {
  const { payment, revocation } = run
  if (payment === undefined && revocation === undefined && (run.earlier ?? []).length === 0) return { error, run }
  // What was signed to spend uses the allowance up, or is waited for.
  if (payment !== undefined && payment.last !== false) return { error: asUnknown(error, run), run }
  const left = await findLeft(context.wallet, run)
  if (left === undefined) return { error: withWords(error, run, [UNREAD], true), run }
  if (left.length === 0 && payment !== undefined) return { error: asUnknown(error, run), run }
  const isFree = run.step === 'executed' && payment === undefined && revocation === undefined
  const isUnseen = run.unattended === true || context.agreesBeforehand === true
  const mayRevoke = isFree && isUnseen && context.sends !== false && error.code === 'WALLET_REFUSED'
  let current = run
  if (mayRevoke) {
    try {
      for (const approval of left.filter(({ isUnread }) => isUnread !== true)) {
        current = await revoke(context, current, approval)
      }
    } catch (failure) {
      // What failed first is what must be reported; the allowances are named.
      if (!isSwapError(failure)) throw failure
      current = (await context.journal.get(run.id)) ?? current
    }
  }
  const still = mayRevoke ? ((await findLeft(context.wallet, current)) ?? left) : left
  const stands = ({ spender, keeper }: LeftApproval) =>
    still.some((one) => one.spender === spender && one.keeper === keeper)
  const words = left.map((one) =>
    stands(one) ? standsText(run, one) : `what ${one.spender} might take, ${amountOf(run, one)}, was taken back`,
  )
  return { error: withWords(error, current, words, still.length > 0), run: current }
}

/** A clause for the reason of a run that ended while allowances of it stand; empty where none does. */
export async function describeLeft(wallet: Wallet | undefined, run: SwapRun): Promise<string> {
  const left = await findLeft(wallet, { ...run, payment: undefined })
  const words = left?.map((one) => standsText(run, one)) ?? [UNREAD]
  return words.length === 0 ? '' : `; ${words.join('; ')}: swapcli wallet approvals revoke ${run.id}`
}

/**
 * What may still be taken by the exact approvals of a run that was paid, a clause each: of an amount that was not used up, and
 * where nobody can tell. None where it made no approval.
 */
export async function describeStanding(wallet: Wallet | undefined, run: SwapRun): Promise<readonly string[]> {
  if (run.payment === undefined || (run.step !== 'tracked' && run.step !== 'final')) return []
  const words = (await findLeft(wallet, { ...run, payment: undefined }))?.map((one) => standsText(run, one)) ?? [UNREAD]
  return words.map((text) => `${text}: swapcli wallet approvals revoke ${run.id}`)
}

/** Sends a revocation that was signed, and waits for it. */
export async function finishRevocation(context: RevocationContext, run: SwapRun): Promise<SwapRun> {
  const { wallet, signal } = context
  const { revocation, earlier = [] } = run
  if (revocation === undefined || wallet === undefined) return run
  try {
    await wallet.broadcast(revocation)
    const settled = await wallet.settle?.(revocation, signal)
    // Another transaction has its nonce for good.
    if (settled?.state === 'replaced') return await save(context, run, { revocation: undefined }, 'payment-noted')
    const mined = { ...revocation, hash: settled?.hash ?? revocation.hash }
    const ended = settled?.state === 'reverted' ? ({ ...mined, kind: 'reverted' } as const) : mined
    return await save(context, run, { revocation: undefined, earlier: [...earlier, ended] }, 'payment-noted')
  } catch (error) {
    // The same, proven before they were sent: these bytes are void.
    if (!isSwapError(error) || error.code !== 'WALLET_REFUSED' || error.funds !== 'untouched') throw error
    return save(context, run, { revocation: undefined }, 'payment-noted')
  }
}

/** What sending a revocation needs. */
type RevocationContext = Pick<RunContext, 'wallet' | 'journal' | 'signal' | 'checkpoint'>

async function revoke(context: RunContext, run: SwapRun, approval: LeftApproval): Promise<SwapRun> {
  await context.home?.advance()
  const signed = await context.wallet?.revoke?.(approval, payTerms(run), run.earlier ?? [])
  if (signed === undefined)
    throw new SwapError('WALLET_REFUSED', 'This wallet cannot take allowances back', { reason: 'account' })
  const payment = { ...signed, replaced: [...(signed.replaced ?? [])] }
  return finishRevocation(context, await save(context, run, { revocation: payment }, 'signed'))
}

async function save(context: RevocationContext, run: SwapRun, change: RunChange, point: RunPoint): Promise<SwapRun> {
  const saved = await context.journal.save(run, change)
  context.checkpoint?.(point)
  return saved
}

/** None where nothing was approved; undefined where the chain cannot be read. */
async function findLeft(wallet: Wallet | undefined, run: SwapRun): Promise<readonly LeftApproval[] | undefined> {
  const earlier: readonly Payment[] = run.earlier ?? []
  const pending = run.payment?.last === false ? run.payment : undefined
  if (earlier.length === 0 && pending === undefined) return []
  if (wallet?.leftApprovals === undefined || run.source.units === undefined) return []
  try {
    return await wallet.leftApprovals(earlier, payTerms(run), pending)
  } catch (error) {
    if (isSwapError(error)) return undefined
    throw error
  }
}

function standsText(run: SwapRun, left: LeftApproval): string {
  if (left.isPending === true) {
    return `${left.spender} may take ${amountOf(run, left)} once the approval ${run.payment?.hash ?? ''} is in a block`
  }
  const unread = left.isUnread === true ? ' (whether that stands cannot be read)' : ''
  return `${left.spender} may still take ${amountOf(run, left)}${unread}`
}

function amountOf({ source }: SwapRun, { units }: LeftApproval): string {
  const { symbol = '', decimals } = source
  return decimals === undefined
    ? `${units} base units of ${symbol}`
    : `${formatAmountForPeople(units, decimals)} ${symbol}`
}

/** The same error of a run of which something is signed: what became of that is not known. */
function asUnknown(error: SwapError, run: SwapRun): SwapError {
  return restate(error, { run: failedRun(run), funds: error.funds === 'untouched' ? 'unknown' : error.funds })
}

/** The same error, with what is known of the allowances in place of what it says that was not signed. */
function withWords(error: SwapError, run: SwapRun, words: readonly string[], isLeft: boolean): SwapError {
  const { code, reason, funds, retryAfterSec, accept } = error
  const isUntouched = funds === 'untouched' && !isLeft
  const failed = failedRun(run)
  const own = (ownHint(error) ?? '')
    .replace(/^Nothing (more )?was (signed|sent)\.\s*/, '')
    .replace(/swapcli resume$/, `swapcli resume ${run.id}`)
  // What accepts it ends the hint, as the options that it would be.
  const steps = [own, isLeft ? takingBack(run) : ''].filter((step) => step !== '')
  const hint = [
    isUntouched ? costSentence(failed.transactions) : 'Nothing was paid.',
    ...(accept === undefined ? steps : steps.toReversed()),
    ...(accept === undefined && mayGoOn(error, run, own) ? [goingOn(run)] : []),
  ]
  return new SwapError(code, [error.message, ...words].join('; '), {
    ...defined({ retryAfterSec, accept }),
    ...{ reason, run: failed },
    // What may still be taken is not untouched.
    funds: isLeft && funds === 'untouched' ? 'unknown' : funds,
    hint: hint.map((step, at) => (at === hint.length - 1 ? step : step.replace(/(?<![.…>])$/, '.'))).join(' '),
    cause: error,
  })
}

/** True where the same payment may be tried again, and its failure does not say how. */
function mayGoOn(error: SwapError, run: SwapRun, hint: string): boolean {
  return run.payment === undefined && !(error instanceof RefusedPayload) && !hint.includes(`swapcli resume ${run.id}`)
}

function goingOn({ id, unattended }: SwapRun): string {
  return `Go on with it: swapcli resume ${id}${unattended === true ? ' --yes' : ''}`
}

/** How an allowance of a run is taken back, as far as its transactions are. */
function takingBack({ id, revocation, payment }: SwapRun): string {
  const command = `swapcli wallet approvals revoke ${id}`
  if (revocation !== undefined) return `Its revocation ${revocation.hash} is signed; see that it is mined: ${command}`
  return `${payment === undefined ? 'Take it back' : 'Once it is in a block, take it back'}: ${command}`
}
