import { sameAddress } from '../../core/assets/address-key.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { Progress } from '../../core/swap/progress.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { expectStatus, payoutHash, reportNotFound, reportPaid } from '../kit/status.ts'
import { findBackendAsset } from './chains.ts'
import { type Egress, type StatusReply, statusReplySchema, type Tracking, trackingSchema } from './wire.ts'

/** Time between polls of a channel that is not found, in milliseconds: more than ten such answers a minute block the caller. */
const NOT_FOUND_PAUSE_MS = 15_000
/** How long a rejected deposit may wait for its refund, a refund for being witnessed, and a paid channel for its deposit: milliseconds. */
const PATIENCE_MS = 2 * 60 * 60 * 1000

const FAILURES: ReadonlyMap<string, string> = new Map([
  ['DEPOSIT_IGNORED', 'The deposit was outside the limits, and the protocol keeps it'],
  ['DEPOSIT_REJECTED', 'A screening rejected the deposit'],
  ['SWAP_OUTPUT_TOO_SMALL', 'The output was too small to pay out'],
  ['REFUND_OUTPUT_TOO_SMALL', 'What was left of the deposit was too small to be returned'],
  ['SENDING_FAILED', 'The payout could not be delivered'],
])

/**
 * Asks for the status of a swap by its deposit channel, or by its transaction. A channel that the backend does not know yet
 * has no deposit yet; a transaction is known soon after its chain has confirmed it.
 */
export async function readStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = parseReply(trackingSchema, request.tracking, 'stored swap')
  const id = tracking.channelId ?? request.hash
  if (id === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const path = `/v2/swaps/${encodeURIComponent(id)}`
  const answer = await context.http.request({ method: 'GET', path, outsideBudget: true, acceptStatuses: [404] })
  if (answer.status === 404) {
    const pause = { pollAfterMs: NOT_FOUND_PAUSE_MS, leastPauseMs: NOT_FOUND_PAUSE_MS }
    if (tracking.channelId === undefined) return { ...(await reportNotFound(request, context, 'call')), ...pause }
    return { status: 'PENDING', stage: 'awaiting_deposit', ...pause }
  }
  const reply = parseReply(statusReplySchema, expectStatus(answer), 'status')
  checkSwap(reply, tracking, request)
  const inboundHash = reply.deposit?.txRef
  const report = toReport({ reply, request, tracking, context, nowMs: context.clock.now() })
  return { ...report, ...defined({ inboundHash, progress: progressOf(reply) }) }
}

/** Refuses the status of another swap. */
function checkSwap(reply: StatusReply, tracking: Tracking, { src, dst, hash }: StatusRequest): void {
  const recipient = reply.destAddress ?? tracking.recipient
  const isSame =
    isAsset(src, reply.srcChain, reply.srcAsset) &&
    isAsset(dst, reply.destChain, reply.destAsset) &&
    (reply.depositChannel?.id ?? tracking.channelId) === tracking.channelId &&
    (tracking.channelId !== undefined || (reply.deposit?.txRef ?? hash).toLowerCase() === hash.toLowerCase()) &&
    sameAddress(recipient, tracking.recipient)
  if (!isSame) throw badReply('Its status is that of another swap')
}

function isAsset(side: PricedAsset, chain: string, asset: string): boolean {
  const known = findBackendAsset(side)
  return known !== undefined && known.chain === chain && known.asset === asset
}

interface Subject {
  readonly reply: StatusReply
  readonly request: StatusRequest
  readonly tracking: Tracking
  readonly context: ProviderContext
  readonly nowMs: number
}

/**
 * Judges by what was paid, whatever the state says: FAILED only means that something failed, which may be the refund of a
 * remainder after the recipient was paid.
 */
function toReport(subject: Subject): StatusReport {
  const { reply } = subject
  const { fallbackEgress } = reply
  if (fallbackEgress !== undefined && fallbackEgress !== null) return reportFallback(subject, fallbackEgress)
  if (hasArrived(reply.swapEgress, reply)) return reportArrived(subject, describePart(reply, subject.request))
  if (isPaid(reply.swapEgress)) return reportSent(subject)
  if (isPaid(reply.refundEgress)) return reportReturned(subject)
  switch (reply.state) {
    case 'WAITING':
      return reportWaiting(subject)
    case 'RECEIVING':
      return { status: 'PENDING', stage: 'confirming' }
    case 'SENDING':
    case 'SENT':
      return { status: 'PENDING', stage: 'paying_out' }
    case 'COMPLETED':
      return reportUnpaid(subject, 'Chainflip calls the swap completed, but names neither a payout nor a refund')
    case 'FAILED':
      return reportFailed(subject)
    default:
      return { status: 'PENDING', stage: 'swapping' }
  }
}

/** A channel that closed empty has failed, unless the wallet reports a payment: then the deposit may still be found. */
function reportWaiting({ reply, request: { hash, hashKnownAtMs }, nowMs }: Subject): StatusReport {
  const isPaid = hash !== '' && nowMs - (hashKnownAtMs ?? nowMs) < PATIENCE_MS
  if (reply.depositChannel?.isExpired !== true || isPaid) return { status: 'PENDING', stage: 'awaiting_deposit' }
  return { status: 'FAILED', stage: 'done', reason: 'The deposit channel closed before a deposit arrived' }
}

/** An output that could not be delivered, even if it was sent before, goes to an address for such cases. */
function reportFallback(subject: Subject, egress: Egress & { readonly destinationAddress: string }): StatusReport {
  const { reply, request, tracking } = subject
  const { destinationAddress } = egress
  if (isFailed(egress)) return { status: 'FAILED', stage: 'done', reason: UNDELIVERED }
  const hash = outboundHashOf(egress, request)
  if (!hasArrived(egress, reply)) return { status: 'PENDING', stage: 'paying_out', ...hash }
  if (sameAddress(destinationAddress, tracking.recipient)) {
    return settle(subject, egress, undefined)
  }
  return { status: 'FAILED', stage: 'done', reason: `${UNDELIVERED}, so it went to ${destinationAddress}`, ...hash }
}

const UNDELIVERED = 'The payout could not be delivered to the recipient'

/** The recipient was paid, for all of the deposit or for a part of it. */
function reportArrived(subject: Subject, reason: string | undefined): StatusReport {
  const report = settle(subject, subject.reply.swapEgress, reason)
  return report.status === 'SUCCESS' ? { ...report, ...refundHashOf(subject.reply) } : report
}

/** A payout that states no amount, and a hash that can be none of its chain, waits for better ones, and then ends by Chainflip's word. */
function settle({ request, tracking, context }: Subject, egress: MaybeEgress, reason: string | undefined) {
  const told = { ...outboundHashOf(egress, request), ...defined({ deliveredOut: egress?.amount, reason }) }
  const keep = (paidSeenAtMs: number) => ({ ...defined(tracking), paidSeenAtMs })
  return reportPaid(told, tracking.paidSeenAtMs, keep, context)
}

/** A payout on its way; one that for a day is neither seen to arrive nor said to have failed is an end too. */
function reportSent(subject: Subject): StatusReport {
  const { reply, request, tracking, nowMs } = subject
  const onItsWay = { status: 'PENDING', stage: 'paying_out', ...outboundHashOf(reply.swapEgress, request) } as const
  if (!reply.swapEgress?.txRef) return onItsWay
  const sentAtMs = tracking.sentAtMs ?? nowMs
  if (nowMs - sentAtMs < DAY_MS) return { ...onItsWay, tracking: { ...tracking, sentAtMs } }
  const reason = onItsWay.outboundHash === undefined ? UNSEEN : `${UNSEEN}: look up its transaction`
  return reportArrived({ ...subject, tracking: { ...tracking, paidSeenAtMs: sentAtMs } }, reason)
}

const UNSEEN = 'Chainflip sent the payout more than a day ago and does not say that it arrived'

/** What became of the part that was not swapped; undefined when all of it was. */
function describePart({ refundEgress }: StatusReply, { src }: StatusRequest): string | undefined {
  if (refundEgress === undefined || refundEgress === null) return undefined
  const { amount } = refundEgress
  const rest = amount === undefined ? 'the rest' : `${formatAmount(amount, src.asset.decimals)} ${src.asset.symbol}`
  if (!isFailed(refundEgress)) return `Swapped in part: ${rest} goes back`
  const tooSmall = refundEgress.failure?.mode === 'REFUND_OUTPUT_TOO_SMALL'
  return `Swapped in part: ${rest} ${tooSmall ? 'was too small to be returned' : 'could not be returned'}`
}

/** Nothing is paid to the recipient, and the deposit goes back. */
function reportReturned({ reply, nowMs }: Subject): StatusReport {
  const { refundEgress } = reply
  const scheduledAt = refundEgress?.scheduledAt ?? nowMs
  const isSent = (refundEgress?.txRef ?? '') !== '' && nowMs - scheduledAt >= PATIENCE_MS
  if (!hasArrived(refundEgress, reply) && !isSent) return { status: 'PENDING', stage: 'paying_out' }
  const reason = reasonOf(reply) ?? 'The promised price was not reached in time, so the deposit was refunded'
  return { status: 'REFUND', stage: 'done', reason, ...refundHashOf(reply) }
}

/** Nothing is paid and nothing goes back, unless a rejected deposit still does. */
function reportFailed(subject: Subject): StatusReport {
  const { reply, request, nowMs } = subject
  const { deposit, refundEgress } = reply
  const failedAt = deposit?.failedAt ?? request.hashKnownAtMs ?? request.executedAtMs
  const isRejected = deposit?.failure?.mode === 'DEPOSIT_REJECTED'
  if (isRejected && !isFailed(refundEgress) && nowMs - failedAt < PATIENCE_MS) {
    return { status: 'PENDING', stage: 'paying_out' }
  }
  if (isExplained(reply)) return { status: 'FAILED', stage: 'done', reason: reasonOf(reply) ?? 'The swap failed' }
  return reportUnpaid(subject, 'The swap failed, and Chainflip does not say what became of it')
}

/** What has ended without a payment to anybody may still show one, for a while. */
function reportUnpaid({ tracking, nowMs }: Subject, reason: string): StatusReport {
  const failedAtMs = tracking.failedAtMs ?? nowMs
  if (nowMs - failedAtMs < PATIENCE_MS) {
    return { status: 'PENDING', stage: 'paying_out', tracking: { ...tracking, failedAtMs } }
  }
  return { status: 'FAILED', stage: 'done', reason }
}

/** True when a failure is named, and no payment is left open beside it: what the pools gave, or one that states no amount. */
function isExplained(reply: StatusReply): boolean {
  const { swap, swapEgress, refundEgress } = reply
  const isOpen = (egress: MaybeEgress) =>
    egress !== undefined && egress !== null && !isFailed(egress) && egress.amount === undefined
  const isOutputOpen = (swapEgress ?? undefined) === undefined && (swap?.swappedOutputAmount ?? 0n) > 0n
  return reasonOf(reply) !== undefined && !isOutputOpen && !isOpen(swapEgress) && !isOpen(refundEgress)
}

/** What failed, in words; undefined when nothing did. */
function reasonOf({ deposit, swapEgress, refundEgress }: StatusReply): string | undefined {
  const failure = deposit?.failure ?? swapEgress?.failure ?? refundEgress?.failure
  return failure === undefined || failure === null ? undefined : (FAILURES.get(failure.mode) ?? 'The swap failed')
}

/** How far the swap is; undefined while nothing is known. */
function progressOf(reply: StatusReply): Progress | undefined {
  const { deposit, swap, dcaParams, swapEgress, refundEgress, fallbackEgress } = reply
  const isDelivered = hasArrived(swapEgress, reply) && (fallbackEgress ?? undefined) === undefined
  const done = swap?.dca?.executedChunks
  const total = dcaParams?.numberOfChunks
  const isDivided = typeof done === 'number' && typeof total === 'number' && done <= total
  const retries = swap?.regular?.retryCount ?? swap?.dca?.currentChunk?.retryCount ?? 0
  const progress = defined({
    receivedIn: deposit?.amount,
    refundedIn: isPaid(refundEgress) ? refundEgress?.amount : undefined,
    paidOut: isDelivered ? swapEgress?.amount : undefined,
    parts: isDivided ? { done, total } : undefined,
    note: reply.state === 'SWAPPING' && retries > 0 ? 'Waiting for the promised price' : undefined,
  })
  return Object.keys(progress).length === 0 ? undefined : progress
}

type MaybeEgress = Egress | null | undefined

/** True when the payment is seen on its chain. */
function hasArrived(egress: MaybeEgress, { state }: StatusReply): boolean {
  return isPaid(egress) && (egress?.witnessedAt !== undefined || state === 'COMPLETED')
}

function isPaid(egress: MaybeEgress): boolean {
  if (egress === undefined || egress === null || isFailed(egress)) return false
  return egress.amount === undefined ? (egress.txRef ?? '') !== '' : egress.amount > 0n
}

function isFailed(egress: MaybeEgress): boolean {
  return egress?.failure !== undefined && egress.failure !== null
}

function outboundHashOf(egress: MaybeEgress, { dst }: StatusRequest): { outboundHash?: string } {
  return defined({ outboundHash: payoutHash(egress?.txRef ?? undefined, dst.chain) })
}

function refundHashOf({ refundEgress }: StatusReply): { refundHash?: string } {
  return defined({ refundHash: isFailed(refundEgress) ? undefined : refundEgress?.txRef || undefined })
}
