import type { PricedAsset } from '../../core/assets/catalog.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { type ProviderContext, ProviderError, type StatusReport, type StatusRequest } from '../contract.ts'
import { findBackendAsset } from './chains.ts'
import { type StatusReply, statusReplySchema, type Tracking, trackingSchema } from './wire.ts'

/** Pause after a channel that is not found, in milliseconds: more than ten such answers a minute block the caller. */
const NOT_FOUND_PAUSE_MS = 15_000
/** How long a refund may follow a rejected deposit, or a deposit a closed channel, before it counts as failed, in milliseconds. */
const PATIENCE_MS = 2 * 60 * 60 * 1000

const FAILURES: ReadonlyMap<string, string> = new Map([
  ['DEPOSIT_IGNORED', 'The deposit was outside the limits and is kept by the protocol'],
  ['DEPOSIT_REJECTED', 'The deposit was rejected by a screening'],
  ['SWAP_OUTPUT_TOO_SMALL', 'The output was too small to be paid out'],
  ['REFUND_OUTPUT_TOO_SMALL', 'What was left of the deposit was too small to be returned'],
  ['SENDING_FAILED', 'The payout could not be delivered'],
])

/** What became of the deposit channel of a swap. A channel that the backend does not know yet has no deposit yet. */
export async function readStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = parseReply(trackingSchema, request.tracking, 'kept swap')
  const { status, body } = await context.http.request({
    method: 'GET',
    path: `/v2/swaps/${encodeURIComponent(tracking.channelId)}`,
    outsideBudget: true,
  })
  if (status === 404) return { status: 'PENDING', stage: 'awaiting_deposit', pollAfterMs: NOT_FOUND_PAUSE_MS }
  if (status >= 400) throw new ProviderError('bad_response', `It refused to give the status (${status})`)
  const reply = parseReply(statusReplySchema, body, 'status')
  checkSwap(reply, tracking, request)
  const inbound = reply.deposit?.txRef
  return {
    ...toReport(reply, request, context.clock.now()),
    ...(inbound === undefined || inbound === null ? {} : { inboundHash: inbound }),
  }
}

/** Refuses the status of another swap. */
function checkSwap(reply: StatusReply, tracking: Tracking, { src, dst }: StatusRequest): void {
  const recipient = reply.destAddress ?? tracking.recipient
  const isSame =
    isAsset(src, reply.srcChain, reply.srcAsset) &&
    isAsset(dst, reply.destChain, reply.destAsset) &&
    (reply.depositChannel?.id ?? tracking.channelId) === tracking.channelId &&
    (dst.chain.addressFamily === 'evm'
      ? recipient.toLowerCase() === tracking.recipient.toLowerCase()
      : recipient === tracking.recipient)
  if (!isSame) throw new ProviderError('bad_response', 'It gave the status of another swap')
}

function isAsset(side: PricedAsset, chain: string, asset: string): boolean {
  const known = findBackendAsset(side)
  return known !== undefined && known.chain === chain && known.asset === asset
}

function toReport(reply: StatusReply, request: StatusRequest, nowMs: number): StatusReport {
  switch (reply.state) {
    case 'WAITING':
      return reportWaiting(reply, request, nowMs)
    case 'RECEIVING':
      return { status: 'PENDING', stage: 'confirming' }
    case 'SENDING':
      return { status: 'PENDING', stage: 'paying_out' }
    case 'SENT':
      return { status: 'PENDING', stage: 'paying_out', ...outboundHashOf(reply) }
    case 'COMPLETED':
      return reportCompleted(reply)
    case 'FAILED':
      return reportFailed(reply, request, nowMs)
    default:
      return { status: 'PENDING', stage: 'swapping' }
  }
}

/** A channel that closed empty has failed, unless the wallet says that it paid: then the deposit may still be found. */
function reportWaiting(reply: StatusReply, { hash, hashKnownAtMs }: StatusRequest, nowMs: number): StatusReport {
  const isPaid = hash !== '' && nowMs - (hashKnownAtMs ?? nowMs) < PATIENCE_MS
  if (reply.depositChannel?.isExpired !== true || isPaid) return { status: 'PENDING', stage: 'awaiting_deposit' }
  return { status: 'FAILED', stage: 'done', reason: 'The deposit channel closed before a deposit was seen' }
}

/** All is paid: to the recipient, or back. Both is a swap that was filled in part. */
function reportCompleted(reply: StatusReply): StatusReport {
  if (isPaid(reply.swapEgress)) {
    const delivered = reply.swapEgress?.amount
    return {
      status: 'SUCCESS',
      stage: 'done',
      ...outboundHashOf(reply),
      ...(delivered === undefined || delivered === null ? {} : { deliveredOut: delivered }),
      ...refundHash(reply),
    }
  }
  // A completed swap that names no payment is not called a success: there is no proof of it.
  if (!isPaid(reply.refundEgress)) return { status: 'PENDING', stage: 'paying_out' }
  return reportRefund(reply, 'The promised price was not reached in time, and the deposit was returned')
}

/** A failure may be followed by a refund, which is waited for. */
function reportFailed(reply: StatusReply, request: StatusRequest, nowMs: number): StatusReport {
  const { deposit, swapEgress, refundEgress } = reply
  const mode = deposit?.failure?.mode ?? swapEgress?.failure?.mode ?? refundEgress?.failure?.mode
  const reason = FAILURES.get(mode ?? '') ?? 'The swap failed'
  if (isPaid(refundEgress)) {
    const { txRef, witnessedAt, scheduledAt } = refundEgress ?? {}
    const isSent = (txRef ?? '') !== '' || typeof witnessedAt === 'number'
    if (isSent || nowMs - (scheduledAt ?? 0) >= PATIENCE_MS) return reportRefund(reply, reason)
    return { status: 'PENDING', stage: 'paying_out' }
  }
  const failedAt = deposit?.failedAt ?? request.hashKnownAtMs ?? request.executedAtMs
  if (mode === 'DEPOSIT_REJECTED' && !isFailed(refundEgress) && nowMs - failedAt < PATIENCE_MS) {
    return { status: 'PENDING', stage: 'paying_out' }
  }
  return { status: 'FAILED', stage: 'done', reason, ...outboundHashOf(reply) }
}

function reportRefund(reply: StatusReply, reason: string): StatusReport {
  return { status: 'REFUND', stage: 'done', reason, ...refundHash(reply) }
}

type Egress = StatusReply['swapEgress']

function isPaid(egress: Egress): boolean {
  if (egress === undefined || egress === null || isFailed(egress)) return false
  return (egress.amount ?? 0n) > 0n || (egress.txRef ?? '') !== ''
}

function isFailed(egress: Egress): boolean {
  return egress?.failure !== undefined && egress.failure !== null
}

function outboundHashOf({ swapEgress }: StatusReply): { outboundHash?: string } {
  const txRef = swapEgress?.txRef ?? ''
  return txRef === '' ? {} : { outboundHash: txRef }
}

function refundHash({ refundEgress }: StatusReply): { refundHash?: string } {
  const txRef = refundEgress?.txRef ?? ''
  return txRef === '' || isFailed(refundEgress) ? {} : { refundHash: txRef }
}
