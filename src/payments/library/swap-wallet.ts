import { readAmount, readTerms } from '../../core/api/answers.ts'
import type { QuoteResult, Route, StatusTransaction } from '../../core/api/documents.ts'
import { QUOTE_REQUEST } from '../../core/api/requests.ts'
import { type FundsState, SwapError } from '../../core/api/errors.ts'
import type { LockRequest, QuoteRequest, SwapService } from '../../core/api/service.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import { readMostCost } from '../../core/money/most-cost.ts'
import { peerAmounts } from '../../core/money/peers.ts'
import type { HomeMark } from '../../core/ports.ts'
import { ACCEPT_CODES, type AcceptCode } from '../../core/swap/acceptances.ts'
import {
  continueRun,
  ofOtherServer,
  depositOf,
  describeStanding,
  isPaidBy,
  knownFunds,
  leaveTurn,
  newRun,
  type NewRun,
  type PaidDoubt,
  type RunBounds,
  type RunSide,
  type RunStep,
  type SwapRun,
  verifyBeginning,
  type Wallet,
} from '../../wallet/index.ts'
import { closedFailure } from '../closed-failure.ts'
import { settleFailedRun } from '../failed-run.ts'
import { paymentWarnings } from '../payment-warnings.ts'
import type { PayPlace } from '../place.ts'
import type { RunFile } from '../run-file.ts'
import { openRunTurn } from '../turns.ts'
import { openDoubts } from '../unattended-payment.ts'
import type { LossValues } from '../value-loss.ts'
import { createReviews, type SwapReview } from './reviews.ts'
import { type ExecutedSwap, readExecuted } from './executed.ts'
import { findSides, type ReadToken } from './sides.ts'

/** What is swapped for what, from the wallet's own address, and within which bounds. */
export interface SwapRequest extends Omit<QuoteRequest, 'depositor'> {
  /** @default the wallet's own address on the destination chain, where it has one */
  readonly recipient?: string
  /** Takes routes of this provider only. */
  readonly provider?: string
  /** Least of the destination asset that must arrive, decimal text. @default what the quote shows less the slippage */
  readonly minReceive?: string
  /**
   * Most of the value that may be lost before a review has a `refusal`, in basis points, 0 to 10000.
   * @default 100 for two forms of one asset, 300 for two assets, and $1 in any case
   */
  readonly mostLossBps?: number
  /** Most that the network may take, such as `15usd`, `2%` or `0.01coin`. @default the larger of $10 and 5 % of the value */
  readonly mostCost?: string
  /** Doubts about the payment that may stay open before a review has a `refusal`, by code. @default none */
  readonly accept?: readonly AcceptCode[]
}

/** What the caller decides and hears while a swap is carried out. */
export interface SwapHooks {
  /**
   * Agrees to the locked terms, and then to what will be signed; nothing is signed where it does not give true. What throws here
   * ends the swap too.
   */
  readonly onReview: (review: SwapReview) => boolean | Promise<boolean>
  /** Called after every step that was written to disk, and with each status that differs from the last. What it throws is told by `onNotice`. */
  readonly onProgress?: (progress: SwapProgress) => void
  /** Goes on although the swap may be paid already, or this folder is an older copy. @default it stops */
  readonly onDoubt?: (doubt: PaidDoubt) => boolean | Promise<boolean>
  /** The caller wants to leave: before anything is signed the swap stops; what was signed is still sent and reported. */
  readonly signal?: AbortSignal
  /** `tracked` returns as soon as the payment is made and followed by the service. @default 'final' */
  readonly until?: 'tracked' | 'final'
}

/** The same for a new swap. */
export interface NewSwapHooks extends SwapHooks {
  /** Chooses among the routes of a quote, best first; none ends it with nothing done. @default the first */
  readonly choose?: (result: QuoteResult) => Route | undefined | Promise<Route | undefined>
}

/** How far a swap has come. */
export interface SwapProgress {
  /** Goes on with it after a crash: `wallet.resume(runId)`. */
  readonly runId: string
  readonly step: RunStep
  /** Id of the transaction at the service, once it is executed. */
  readonly transactionId: string | undefined
  /** Hash of the payment, once it is signed; on disk before it is sent. A deposit of the sandbox has none. */
  readonly hash: string | undefined
  /**
   * What the caller has to send itself, to the address and with the memo: of a deposit that no call of the wallet can make. The
   * sandbox's arrive by themselves.
   */
  readonly deposit: { readonly address: string; readonly amount: string; readonly memo: string | undefined } | undefined
  /** Approvals before it, oldest first. */
  readonly approvals: readonly string[]
  /** What the service last said of it. */
  readonly transaction: StatusTransaction | undefined
  readonly funds: FundsState
}

/** How a swap ended, or where it stands with `until: 'tracked'`. */
export interface SwapOutcome extends SwapProgress {
  readonly transactionId: string
  /** Allowances that still stand, as sentences. */
  readonly leftApprovals: readonly string[]
}

/** Carries swaps out from one address, and keeps what it does in a folder, so that a crash loses nothing and pays nothing twice. */
export interface SwapWallet extends AsyncDisposable {
  /** The address that pays on EVM chains. */
  readonly address: string
  /**
   * Quotes, has a route chosen and locked, executes it, verifies what is to be signed against what was agreed to, simulates,
   * signs, sends, reports the hash, and follows it to its end, which may be FAILED or REFUND.
   * @throws SwapError with what is known about the `funds`: NO_ROUTE, WALLET_REFUSED (also where onReview does not agree),
   * INTERRUPTED before anything was sent, OUTCOME_UNKNOWN after, and what the service throws
   */
  swap(request: SwapRequest, hooks: NewSwapHooks): Promise<SwapOutcome>
  /**
   * Pays what the caller has locked and executed itself, in the same way: verified, reviewed once, simulated, signed, sent,
   * reported and followed. Call it once for an execution; after a crash, `resume` goes on.
   * @throws as swap
   */
  pay(executed: ExecutedSwap, hooks: SwapHooks): Promise<SwapOutcome>
  /** Goes on with a swap of this folder, from wherever its process ended. @throws as swap, NOT_FOUND */
  resume(runId: string, hooks: SwapHooks): Promise<SwapOutcome>
  /** Swaps of this wallet's address and service that have not ended, oldest first. @throws STORE_UNUSABLE */
  listUnfinished(): Promise<readonly SwapProgress[]>
  /** Closes the folder's file and connections; not the service. */
  close(): Promise<void>
}

/** What a wallet is made of. */
export interface SwapWalletParts {
  readonly place: PayPlace
  readonly service: SwapService
  readonly token: ReadToken | undefined
  readonly file: RunFile
  readonly wallet: Wallet
  readonly home: HomeMark
  readonly values: LossValues
  /** Tells what is waited for, and how a swap goes on. */
  readonly tell: (text: string) => void
  readonly close: () => Promise<void>
}

/** The wallet over its parts. */
export function createSwapWallet(parts: SwapWalletParts): SwapWallet {
  const { file, wallet, service, close } = parts
  const { journal } = file
  const paying = new Set<string>()
  const oneAtATime = async <T>(lockId: string, work: () => Promise<T>): Promise<T> => {
    if (paying.has(lockId)) throw beingPaid(lockId)
    paying.add(lockId)
    try {
      return await work()
    } finally {
      paying.delete(lockId)
    }
  }
  return {
    address: wallet.address('evm') ?? '',
    swap: async (request, hooks) => {
      const { quoted, run } = await begin(parts, request, hooks)
      await verifyBeginning({ ...parts, journal, ...consentOf(hooks) })
      return complete(parts, service, await journal.create(run(quoted)), hooks, true)
    },
    pay: async (executed, hooks) => {
      const start = await executedRun(parts, executed)
      await verifyBeginning({ ...parts, journal, ...consentOf(hooks) })
      // What was executed elsewhere may be paid from elsewhere too: the service and the chain are asked before anything is signed.
      return oneAtATime(executed.execution.lockId, async () =>
        complete(parts, service, await journal.create(start), hooks, false),
      )
    },
    resume: async (runId, hooks) => {
      const run = await journal.get(runId)
      if (run === undefined) throw new SwapError('NOT_FOUND', `There is no swap ${runId} in this folder`)
      if (run.api !== parts.place.api) throw otherService(run)
      // It would end here as one that this wallet cannot pay.
      if (!isPaidBy(run, wallet)) throw otherPayer(run)
      return complete(parts, service, run, hooks, false)
    },
    listUnfinished: async () => {
      const runs = (await journal.listUnfinished()).filter(
        (run) => run.api === parts.place.api && isPaidBy(run, wallet),
      )
      return runs.map((run) => progressOf(run, parts.home))
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** What the caller has executed, from this wallet's own address. @throws WALLET_REFUSED */
async function executedRun({ place, token, wallet }: SwapWalletParts, executed: ExecutedSwap): Promise<NewRun> {
  const start = await readExecuted(place, token, executed)
  const own = wallet.address(start.source.family ?? '')
  if (own !== undefined && sameAddress(own, start.request.depositor)) return start
  throw new SwapError(
    'WALLET_REFUSED',
    `The swap is to be paid by ${start.request.depositor}, and this wallet is ${own ?? 'none there'}`,
    {
      reason: 'account',
    },
  )
}

/** A quote whose route is chosen, and the run that takes it. */
async function begin(
  { place, service, token, wallet }: SwapWalletParts,
  swapRequest: SwapRequest,
  { choose = first, signal }: NewSwapHooks,
) {
  refuseUnknown(swapRequest)
  const { provider, minReceive, mostLossBps, mostCost, accept, ...asked } = swapRequest
  const [from, to] = await findSides(place, token, asked)
  const [depositor, own] = [wallet.address(from.addressFamily), wallet.address(to.addressFamily)]
  if (depositor === undefined) throw unpayable(from)
  const recipient = asked.recipient ?? own
  if (recipient === undefined)
    throw invalid('recipient', `This wallet has no address on the chain of ${to.reference}: name one`)
  const request = { ...asked, depositor, recipient }
  const bounds = defined({
    minReceive: minReceive === undefined ? undefined : readLeast(minReceive, to),
    mostLossBps: mostLossBps === undefined ? undefined : readBps(mostLossBps),
    mostCost: mostCost === undefined ? undefined : readCost(mostCost),
    accept: accept === undefined ? undefined : readAccepted(accept),
  })
  const result = await service.quote(request, defined({ signal }))
  const data = provider === undefined ? result.data : result.data.filter((route) => route.provider === provider)
  if (signal?.aborted === true) throw new SwapError('INTERRUPTED', 'Stopped; nothing was sent')
  if (data.length === 0) throw noRoute(result)
  const quoted = await choose({ ...result, data })
  if (quoted === undefined)
    throw new SwapError('WALLET_REFUSED', 'No route was chosen; nothing was sent', { reason: 'declined' })
  const run = (route: Route) => runOf(place, { request, from, to, route, bounds, peers: result.data })
  return { quoted, run }
}

function first({ data }: QuoteResult): Route | undefined {
  return data[0]
}

interface RunStart {
  readonly request: QuoteRequest & { readonly depositor: string; readonly recipient: string }
  readonly from: RunSide
  readonly to: RunSide
  readonly route: Route
  readonly bounds: RunBounds
  readonly peers: readonly Route[]
}

function runOf({ api }: PayPlace, { request, from, to, route, bounds, peers }: RunStart) {
  const { provider, routeId } = route
  const lock: LockRequest = { ...request, provider, routeId }
  // What one server told is no evidence of what others offer.
  const known = api === undefined && to.decimals !== undefined ? peerAmounts(peers, provider, to.decimals) : undefined
  return newRun({
    ...{ api, from, to, lock, unattended: false },
    terms: readTerms('route', route, { src: from.decimals, dst: to.decimals }),
    bounds: { ...bounds, ...defined({ peers: known === undefined ? undefined : [...known] }) },
  })
}

async function complete(
  parts: SwapWalletParts,
  service: SwapService,
  start: SwapRun,
  hooks: SwapHooks,
  isBegun: boolean,
): Promise<SwapOutcome> {
  const { place, file, wallet, home, values, tell } = parts
  const { journal } = file
  const { signal = new AbortController().signal, until = 'final' } = hooks
  const reviews = createReviews(values)
  const turn = openRunTurn(place, start.id, tell)
  const agreesTo = async (review: SwapReview | undefined) =>
    review !== undefined && (await hooks.onReview(review)) === true
  try {
    const run = await continueRun(
      {
        ...{ service, journal, wallet, home, turn, signal, isBegun, openDoubts, paymentWarnings },
        ...consentOf(hooks),
        now: () => place.clock.now(),
        review: async (locked) => agreesTo(await reviews.terms(locked)),
        verifyAgreed: async (agreed) => {
          const review = await reviews.terms(agreed)
          return review?.refusal === undefined || agreesTo(review)
        },
        reviewPayment: (executed, payment) => agreesTo(reviews.payment(executed, payment)),
        endsDeclined: true,
        onProgress: (progress) => tellProgress(hooks, progressOf(progress, isBegun ? undefined : home), tell),
      },
      start,
      until,
    )
    const left = await describeStanding(wallet, run)
    return outcomeOf(run, isBegun ? undefined : home, left)
  } catch (error) {
    const told = await settleFailedRun({ note: tell }, journal, start, error, { sends: true, isUnseen: false, isBegun })
    throw await ofOtherServer(told, start, { service, network: place.network })
  } finally {
    await leaveTurn(turn, journal, start.id)
    wallet.forget?.()
  }
}

/** What is told of throws in vain: a swap that is paid goes on to its end. */
function tellProgress({ onProgress }: SwapHooks, progress: SwapProgress, tell: (text: string) => void): void {
  const tellFailure = (error: unknown) =>
    tell(`onProgress failed, and the swap goes on: ${error instanceof Error ? error.message : String(error)}`)
  try {
    const answer: unknown = onProgress?.(progress)
    if (answer instanceof Promise) answer.catch(tellFailure)
  } catch (error) {
    tellFailure(error)
  }
}

/** @throws SwapError for a run that was closed unpaid */
function outcomeOf(run: SwapRun, home: HomeMark | undefined, leftApprovals: readonly string[]): SwapOutcome {
  const { transactionId } = run
  const failure = run.step === 'closed' ? closedFailure(run, home) : undefined
  if (failure !== undefined) throw failure
  if (run.step === 'closed' || transactionId === undefined) {
    throw new SwapError('WALLET_REFUSED', run.reason ?? 'The swap was closed before it was paid', { reason: 'run' })
  }
  return { ...progressOf(run, home), transactionId, leftApprovals }
}

function progressOf(run: SwapRun, home: HomeMark | undefined): SwapProgress {
  const { id, step, transactionId, payment, earlier = [], transaction } = run
  return {
    ...{ runId: id, step, transactionId, transaction },
    hash: payment?.last === false ? undefined : payment?.hash,
    approvals: earlier.map(({ hash }) => hash),
    deposit: step === 'tracked' && payment === undefined ? toDeposit(run) : undefined,
    funds: knownFunds(run, home).funds,
  }
}

function beingPaid(lockId: string): SwapError {
  return new SwapError('WALLET_REFUSED', `The lock ${lockId} is being paid by another call of this wallet`, {
    reason: 'run',
    funds: 'unknown',
  })
}

function otherPayer({ id, request }: SwapRun): SwapError {
  return new SwapError(
    'WALLET_REFUSED',
    `The swap ${id} is paid by ${request.depositor}, and this wallet is another one`,
    {
      reason: 'account',
      funds: 'unknown',
      hint: 'Open a wallet with that account, and go on with it there',
    },
  )
}

function otherService({ id, api = 'the service of this machine' }: SwapRun): SwapError {
  return new SwapError('WALLET_REFUSED', `The swap ${id} goes through ${api}, and this wallet has another service`, {
    reason: 'run',
    funds: 'unknown',
    hint: 'Open a wallet with that service, and go on with it there',
  })
}

function toDeposit(run: SwapRun): SwapProgress['deposit'] {
  const found = depositOf(run)
  return found && { address: found.address, amount: found.amount, memo: found.memo }
}

function consentOf({ onDoubt }: SwapHooks) {
  return { goesOnDespite: async (doubt: PaidDoubt) => (await onDoubt?.(doubt)) === true }
}

function noRoute({ verdicts }: QuoteResult): SwapError {
  const why = verdicts.flatMap((one) => (one.outcome === 'routes' ? [] : [`${one.provider}: ${one.message}`]))
  return new SwapError('NO_ROUTE', `No provider has a route${why.length === 0 ? '' : `: ${why.join('; ')}`}`)
}

function unpayable({ reference }: RunSide): SwapError {
  return new SwapError('WALLET_REFUSED', `This wallet has no address that could pay ${reference}`, {
    reason: 'account',
  })
}

function readLeast(text: string, { decimals }: RunSide): bigint {
  const least = readAmount(text, decimals)
  if (least !== undefined && least > 0n) return least
  throw invalid('minReceive', 'minReceive must be an amount of the destination asset, for example 0.5')
}

function readBps(bps: number): number {
  if (Number.isInteger(bps) && bps >= 0 && bps <= 10_000) return bps
  throw invalid('mostLossBps', 'mostLossBps must be a whole number of basis points, 0 to 10000')
}

function readCost(text: string): NonNullable<RunBounds['mostCost']> {
  const most = readMostCost(text)
  if (most !== undefined) return most
  throw invalid(
    'mostCost',
    "mostCost must be dollars, a share of the value or an amount of the chain's coin, such as 15usd, 2% or 0.01coin",
  )
}

/** A bound that is misspelt would not hold. @throws VALIDATION_ERROR */
function refuseUnknown(request: SwapRequest): void {
  const unknown = Object.keys(request).find((name) => !SWAP_FIELDS.includes(name))
  if (unknown === 'depositor') throw invalid(unknown, 'depositor is the address of the wallet: leave it out')
  if (unknown !== undefined) throw invalid(unknown, `There is no ${unknown} in a swap`)
}

const SWAP_FIELDS: readonly string[] = [
  ...Object.keys(QUOTE_REQUEST).filter((name) => name !== 'depositor'),
  ...['provider', 'minReceive', 'mostLossBps', 'mostCost', 'accept'],
]

function readAccepted(accept: readonly AcceptCode[]): AcceptCode[] {
  const unknown = accept.find((code) => !ACCEPT_CODES.includes(code))
  if (unknown === undefined) return [...accept]
  throw invalid('accept', `accept has no code ${JSON.stringify(unknown)}: it takes ${ACCEPT_CODES.join(', ')}`)
}

function invalid(field: string, message: string): SwapError {
  return new SwapError('VALIDATION_ERROR', message, { field })
}
