import { sameAddress } from '../../core/assets/address-key.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { expectStatus } from '../kit/status.ts'
import { findBackendAsset } from './chains.ts'
import { type StatusReply, statusReplySchema, type Tracking, trackingSchema } from './wire.ts'

/** Time between polls of a channel that is not found, in milliseconds: more than ten such answers a minute block the caller. */
const NOT_FOUND_PAUSE_MS = 15_000
/** How long to wait for the refund of a rejected deposit, or for a deposit to a closed channel, before it is a failure: milliseconds. */
const PATIENCE_MS = 2 * 60 * 60 * 1000

const FAILURES: ReadonlyMap<string, string> = new Map([
  ['DEPOSIT_IGNORED', 'The deposit was outside the limits, and the protocol keeps it'],
  ['DEPOSIT_REJECTED', 'A screening rejected the deposit'],
  ['SWAP_OUTPUT_TOO_SMALL', 'The output was too small to pay out'],
  ['REFUND_OUTPUT_TOO_SMALL', 'The rest of the deposit was too small to refund'],
  ['SENDING_FAILED', 'The payout could not be delivered'],
])

/** Asks for the status of a swap's deposit channel. A channel that the backend does not know yet has no deposit yet. */
export async function readStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = parseReply(trackingSchema, request.tracking, 'stored swap')
  const answer = await context.http.request({
    method: 'GET',
    path: `/v2/swaps/${encodeURIComponent(tracking.channelId)}`,
    outsideBudget: true,
  })
  if (answer.status === 404) return { status: 'PENDING', stage: 'awaiting_deposit', pollAfterMs: NOT_FOUND_PAUSE_MS }
  const reply = parseReply(statusReplySchema, expectStatus(answer), 'status')
  checkSwap(reply, tracking, request)
  const inboundHash = reply.deposit?.txRef ?? undefined
  return { ...toReport(reply, request, context.clock.now()), ...defined({ inboundHash }) }
}

/** Refuses the status of another swap. */
function checkSwap(reply: StatusReply, tracking: Tracking, { src, dst }: StatusRequest): void {
  const recipient = reply.destAddress ?? tracking.recipient
  const isSame =
    isAsset(src, reply.srcChain, reply.srcAsset) &&
    isAsset(dst, reply.destChain, reply.destAsset) &&
    (reply.depositChannel?.id ?? tracking.channelId) === tracking.channelId &&
    sameAddress(recipient, tracking.recipient)
  if (!isSame) throw badReply('Its status is that of another swap')
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

/** A channel that closed empty has failed, unless the wallet reports a payment: then the deposit may still be found. */
function reportWaiting(reply: StatusReply, { hash, hashKnownAtMs }: StatusRequest, nowMs: number): StatusReport {
  const isPaid = hash !== '' && nowMs - (hashKnownAtMs ?? nowMs) < PATIENCE_MS
  if (reply.depositChannel?.isExpired !== true || isPaid) return { status: 'PENDING', stage: 'awaiting_deposit' }
  return { status: 'FAILED', stage: 'done', reason: 'The deposit channel closed before a deposit arrived' }
}

/** Everything is paid: to the recipient, back, or both when the swap was filled in part. */
function reportCompleted(reply: StatusReply): StatusReport {
  if (isPaid(reply.swapEgress)) {
    const deliveredOut = reply.swapEgress?.amount ?? undefined
    return {
      status: 'SUCCESS',
      stage: 'done',
      ...outboundHashOf(reply),
      ...defined({ deliveredOut }),
      ...refundHash(reply),
    }
  }
  // Without a payment there is no proof of success.
  if (!isPaid(reply.refundEgress)) return { status: 'PENDING', stage: 'paying_out' }
  return reportRefund(reply, 'The promised price was not reached in time, so the deposit was refunded')
}

/** Waits for a refund, which may follow a failure. */
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
  return defined({ outboundHash: swapEgress?.txRef || undefined })
}

function refundHash({ refundEgress }: StatusReply): { refundHash?: string } {
  return defined({ refundHash: isFailed(refundEgress) ? undefined : refundEgress?.txRef || undefined })
}
