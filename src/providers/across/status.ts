import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import {
  type ProviderCall,
  type ProviderContext,
  ProviderError,
  type StatusReport,
  type StatusRequest,
} from '../contract.ts'
import { keyHeaders, readSetting } from '../kit/api-key.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { canonicalHash, expectStatus, reportNotFound, reportPaid } from '../kit/status.ts'
import { KEY_HEADER } from './ask.ts'
import {
  type AcrossTracking,
  describeUnswapped,
  readChainStatus,
  REFUND_PAUSE_MS,
  type SeenOnChains,
  type AcrossEnd,
  trackingSchema,
} from './chain-status.ts'
import { toAcrossSide } from './chains.ts'
import { GONE_STATUSES } from './gone.ts'
import { explainGone } from './refusals.ts'
import { type AcrossStatus, statusSchema } from './wire.ts'

/** The server behind the API's own, which answers for deposits alone. */
const INDEXER = 'https://indexer.api.across.to'

/** Age from which the chains are asked too, in milliseconds, and in estimated times: Across takes up to 15 s to see a deposit. */
const [LATE_MS, LATE_TIMES] = [60_000, 2]

/** How long after the estimated time the word of Across counts where nodes do not confirm it, in milliseconds. */
const SETTLED_MS = 15 * 60_000

/** What Across says of a deposit. */
interface Stated {
  readonly report: StatusReport
  /** How it ended; undefined where that is no end of a deposit, or none yet. */
  readonly end: AcrossEnd | undefined
  /** True where the source chain contradicts it: then the chains tell how the swap stands. */
  readonly isContradicted: boolean
}

/** Asks the chains. @param stated how Across says that the deposit ended */
type Look = (stated: AcrossEnd | undefined) => Promise<SeenOnChains>

/**
 * The status of a swap: how far it is as Across states it, and how it ended as the chains show it. Those are also asked where Across
 * fails, does not know the deposit or is late.
 * @throws ProviderError where neither tells anything
 */
export async function acrossStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  if (request.hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const tracking = trackingSchema.parse(request.tracking)
  const asked = askStatus(request, tracking, context).catch((error: unknown) => {
    if (error instanceof ProviderError) return error
    throw error
  })
  const look: Look = (stated) => readChainStatus(request, tracking, context, stated)
  const judge = (answer: Stated | ProviderError, ask: Look, asksAnyway: boolean) =>
    combine({ answer, look: ask, asksAnyway, request, context })
  if (!isLate(request, context)) return judge(await asked, look, false)
  // A server that does not answer must not keep back what the chains show.
  const seen = look(undefined)
  const both = asked.then((answer) => judge(answer, (stated) => (stated === undefined ? seen : look(stated)), true))
  return Promise.race([seen.then((report) => (isEnded(report) ? report : both)), both])
}

function isEnded(seen: SeenOnChains): seen is StatusReport {
  return typeof seen !== 'string' && seen.status !== 'PENDING'
}

function isLate({ executedAtMs, hashKnownAtMs, estimatedTimeSec }: StatusRequest, { clock }: ProviderContext): boolean {
  return clock.now() - (hashKnownAtMs ?? executedAtMs) > Math.max(LATE_MS, estimatedTimeSec * 1000 * LATE_TIMES)
}

interface Answered {
  readonly answer: Stated | ProviderError
  readonly look: Look
  /** True where it is late. */
  readonly asksAnyway: boolean
  readonly request: StatusRequest
  readonly context: ProviderContext
}

/** What the chains show of an end, and otherwise what Across states, unless the chains show more. */
async function combine({ answer, look, asksAnyway, request, context }: Answered): Promise<StatusReport> {
  if (answer instanceof ProviderError) {
    const seen = await look(undefined)
    if (typeof seen === 'string') throw answer
    return seen
  }
  const { report, end, isContradicted } = answer
  if (end === undefined && (isEnded(report) || !(asksAnyway || isContradicted))) return report
  const seen = await look(end)
  if (typeof seen !== 'string') return isContradicted && !isEnded(seen) ? report : seen
  return end === undefined || seen === 'no deposit' ? report : byWord(report, end, request, context)
}

/** An end that too few nodes confirm: the word of Across counts only once it is old. */
function byWord(
  report: StatusReport,
  { what }: AcrossEnd,
  request: StatusRequest,
  context: ProviderContext,
): StatusReport {
  if (report.status === 'PENDING') return report
  const { executedAtMs, hashKnownAtMs = executedAtMs, estimatedTimeSec } = request
  const { name } = (what === 'filled' ? request.dst : request.src).chain
  if (context.clock.now() < hashKnownAtMs + estimatedTimeSec * 1000 + SETTLED_MS) {
    const note = `Across calls the deposit ${what}; too few nodes answered to confirm it on ${name}`
    return {
      status: 'PENDING',
      stage: 'paying_out',
      ...defined({ inboundHash: report.inboundHash }),
      progress: { note },
    }
  }
  const told = report.reason ?? 'Paid out'
  return {
    ...report,
    reason: `${told}. This is the word of Across: it was not seen on ${name}, as too few nodes answered`,
  }
}

/** @throws ProviderError */
async function askStatus(request: StatusRequest, tracking: AcrossTracking, context: ProviderContext): Promise<Stated> {
  const reply = await askEither(request, context)
  if (reply.status === 404) {
    return { report: await reportNotFound(request, context, 'deposit'), end: undefined, isContradicted: false }
  }
  const deposit = parseReply(statusSchema, expectStatus(reply), 'status')
  const inboundHash = deposit.depositTxnRef ?? deposit.depositTxHash
  checkDeposit(request, deposit, inboundHash)
  const report =
    deposit.status === 'deposit-failed'
      ? await reportFailed(request, context)
      : toReport(deposit, tracking, request, context)
  if (report.status !== 'PENDING') await checkDeposited(request, tracking, context)
  const isContradicted = deposit.status === 'deposit-failed' && report.status === 'PENDING'
  return { report: { ...report, ...defined({ inboundHash }) }, end: endOf(deposit, request), isContradicted }
}

/** The reply of the API, or of the server behind it where the API fails; a base URL that is set stands for both. */
async function askEither({ hash }: StatusRequest, context: ProviderContext) {
  const call = { method: 'GET', path: '/deposit/status', query: { depositTxnRef: hash } } as const
  const ask = async (more: Pick<ProviderCall, 'headers' | 'baseUrl'>) => {
    const reply = await context.http.request({
      ...{ ...call, ...more, acceptStatuses: GONE_STATUSES },
      // The chains are asked next.
      isOneOfSeveral: true,
    })
    if (reply.status !== 404 && GONE_STATUSES.includes(reply.status)) throw explainGone(reply.status, context)
    return reply
  }
  try {
    return await ask(keyHeaders(context, ...KEY_HEADER))
  } catch (error) {
    const mayBeElsewhere = error instanceof ProviderError && error.code !== 'timeout' && error.code !== 'rate_limited'
    if (!mayBeElsewhere || readSetting(context, 'URL') !== undefined) throw error
    return await ask({ baseUrl: INDEXER }).catch(() => {
      throw error
    })
  }
}

/** How Across calls a deposit that was paid out. */
const FILLED = ['filled', 'slowFilled']

function endOf(deposit: AcrossStatus, request: StatusRequest): AcrossEnd | undefined {
  if (FILLED.includes(deposit.status)) return { what: 'filled', ...defined({ hash: fillHashOf(deposit, request) }) }
  return deposit.status === 'refunded' ? { what: 'returned' } : undefined
}

/** The transaction that paid; undefined where what is stated can be none of the destination chain. */
function fillHashOf({ fillTxnRef, fillTx }: AcrossStatus, { dst }: StatusRequest): string | undefined {
  return canonicalHash(fillTxnRef ?? fillTx, dst.chain)
}

/** A deposit that Across calls failed: its own chain decides, and while no node answers Across is believed only once it is late. */
async function reportFailed(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const { name, key } = request.src.chain
  const { state } = await context.receipt(key, request.hash)
  if (state === 'reverted') return { status: 'FAILED', stage: 'done', reason: 'The deposit transaction failed' }
  if (state === 'unknown' && isLate(request, context)) {
    const reason = `The deposit transaction failed by the word of Across: no node of ${name} answered to confirm it`
    return { status: 'FAILED', stage: 'done', reason }
  }
  const shown =
    state === 'success' ? `${name} contradicts it: the transaction succeeded` : `${name} does not show that so far`
  const note = `Across calls the deposit failed, but ${shown}`
  return { status: 'PENDING', stage: state === 'success' ? 'swapping' : 'confirming', progress: { note } }
}

function toReport(
  deposit: AcrossStatus,
  tracking: AcrossTracking,
  request: StatusRequest,
  context: ProviderContext,
): StatusReport {
  if (FILLED.includes(deposit.status)) return reportFilled(deposit, tracking, request, context)
  switch (deposit.status) {
    case 'refunded': {
      const refundHash = (deposit.depositRefundTxnRef ?? deposit.depositRefundTxHash) || undefined
      const reason = 'No relayer paid out in time, so Across returned the deposit'
      return { status: 'REFUND', stage: 'done', ...defined({ refundHash }), reason }
    }
    case 'expired':
      return {
        status: 'PENDING',
        stage: 'swapping',
        progress: { note: 'No relayer paid out in time: Across returns the deposit, mostly within some hours' },
        pollAfterMs: REFUND_PAUSE_MS,
      }
    case 'received':
    case 'deposit-pending':
      return { status: 'PENDING', stage: 'confirming' }
    default:
      return { status: 'PENDING', stage: 'swapping' }
  }
}

/** A fill that Across does not name the transaction of is an end too, in the end. */
function reportFilled(
  deposit: AcrossStatus,
  tracking: AcrossTracking,
  request: StatusRequest,
  context: ProviderContext,
): StatusReport {
  const outboundHash = fillHashOf(deposit, request)
  const keep = (filledSeenAtMs: number) => ({ ...defined(tracking), filledSeenAtMs })
  const paid = reportPaid(defined({ outboundHash }), tracking.filledSeenAtMs, keep, context)
  if (paid.status !== 'SUCCESS' || deposit.actionsSucceeded !== false) return paid
  const reason = describeUnswapped(tracking.bridged, request)
  return { status: 'FAILED', stage: 'done', ...defined({ outboundHash }), reason }
}

/** Refuses the status of another deposit. Routes over CCTP and OFT do not state the chain ids. */
function checkDeposit(request: StatusRequest, deposit: AcrossStatus, inboundHash: string | undefined): void {
  const elsewhere = (stated: number | null | undefined, expected: number | undefined) =>
    stated !== null && stated !== undefined && stated !== expected
  const src = toAcrossSide(request.src)?.chainId
  const dst = toAcrossSide(request.dst)?.chainId
  const other = inboundHash !== undefined && inboundHash.toLowerCase() !== request.hash.toLowerCase()
  if (other || elsewhere(deposit.originChainId, src) || elsewhere(deposit.destinationChainId, dst)) {
    throw badReply('Its status is that of another deposit')
  }
}

/**
 * A reported hash may be anybody's deposit, and Across does not state whose: for tokens the source chain does. The status of
 * another deposit must never end this swap.
 */
async function checkDeposited(
  { src, hash }: StatusRequest,
  { depositor, amountIn }: AcrossTracking,
  context: ProviderContext,
): Promise<void> {
  if (src.asset.isNative) return
  const { state, transfers } = await context.receipt(src.chain.key, hash)
  if (state !== 'success' || transfers === undefined) return
  // Less than the amount leaves the wallet when an OFT does not take the dust.
  const ours = transfers.some(({ token, from, amount }) => {
    return sameAddress(token, src.asset.address) && sameAddress(from, depositor) && amount <= BigInt(amountIn)
  })
  if (!ours) throw badReply('The hash is that of another deposit')
}
