import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { matchesStated } from '../kit/stated-side.ts'
import { canonicalHash, expectStatus, reportNotFound, reportPaid } from '../kit/status.ts'
import { accessOf } from './ask.ts'
import { toLifiSide } from './chains.ts'
import { type LifiStatus, statusSchema } from './wire.ts'

/** How long a hash may be unknown to LI.FI before it counts as failed, in milliseconds: LI.FI calls new ones invalid at first. */
const INVALID_SETTLES_MS = 10 * 60_000

/** The poll interval that LI.FI recommends for pending transfers, in milliseconds. */
const POLL_MS = 10_000

/** HTTP statuses that LI.FI has given for transactions that it had not indexed yet: their chain says what became of them. */
const NOT_FOUND: readonly number[] = [400, 404, 422]

/** What tracking stores. */
const trackingSchema = z.object({
  transactionId: z.string().nullable(),
  tool: z.string(),
  depositor: z.string(),
  /** Epoch milliseconds when it was first seen done, without a payout. */
  doneSeenAtMs: z.number().optional(),
})

type Tracking = z.output<typeof trackingSchema>

/**
 * Asks for the status of a transfer, by its hash or, until that is known, by the id in its call.
 * @throws ProviderError
 */
export async function lifiStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = trackingSchema.parse(request.tracking)
  const txHash = request.hash === '' ? tracking.transactionId : request.hash
  if (txHash === null) return { status: 'PENDING', stage: 'awaiting_deposit' }
  const src = toLifiSide(request.src)
  const dst = toLifiSide(request.dst)
  const sameChain = request.src.chain.key === request.dst.chain.key
  const reply = await context.http.request({
    method: 'GET',
    path: '/status',
    acceptStatuses: NOT_FOUND,
    ...accessOf(context, false),
    query: {
      txHash,
      fromChain: src?.chainId,
      toChain: dst?.chainId,
      bridge: sameChain ? undefined : tracking.tool,
    },
  })
  if (NOT_FOUND.includes(reply.status)) return reportNotFound(request, context, 'call')
  const found = parseReply(statusSchema, expectStatus(reply), 'status')
  if (found.status === 'NOT_FOUND') return reportNotFound(request, context, 'call')
  if (found.status === 'INVALID') {
    const knownForMs = request.hashKnownAtMs === undefined ? 0 : context.clock.now() - request.hashKnownAtMs
    if (knownForMs < INVALID_SETTLES_MS) return reportNotFound(request, context, 'call')
    return { status: 'FAILED', stage: 'done', reason: 'LI.FI does not know the transaction as one of its own' }
  }
  checkIsOurs(found, tracking)
  return toReport(found, request, tracking, context)
}

/** A reported hash may be any transfer's: the status of another one must never end this swap. */
function checkIsOurs(found: LifiStatus, tracking: Tracking): void {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  // Shortened calls hold only the first 8 bytes of the id.
  const isOurs =
    found.transactionId !== undefined && tracking.transactionId !== null
      ? same(found.transactionId.slice(0, 18), tracking.transactionId.slice(0, 18))
      : found.fromAddress === undefined || sameAddress(found.fromAddress, tracking.depositor)
  if (!isOurs) throw badReply('The hash belongs to another transfer')
}

function toReport(
  found: LifiStatus,
  request: StatusRequest,
  tracking: Tracking,
  context: ProviderContext,
): StatusReport {
  const { src, dst } = request
  const known = defined({ inboundHash: canonicalHash(found.sending?.txHash, src.chain) })
  const pending = (stage: Extract<StatusReport, { status: 'PENDING' }>['stage']): StatusReport => ({
    status: 'PENDING',
    stage,
    ...known,
    pollAfterMs: POLL_MS,
  })
  const why = (fallback: string) => (found.substatusMessage ?? fallback).slice(0, 200)
  if (found.status === 'FAILED') {
    return { status: 'FAILED', stage: 'done', ...known, reason: why('The transfer failed') }
  }
  if (found.status !== 'DONE') {
    return pending(found.substatus === 'WAIT_SOURCE_CONFIRMATIONS' ? 'confirming' : 'swapping')
  }
  const { amount, token, txHash } = found.receiving ?? {}
  const outboundHash = canonicalHash(txHash, dst.chain)
  if (found.substatus === 'REFUNDED') {
    const refundHash = canonicalHash(txHash, src.chain) ?? outboundHash
    const reason = why('The transfer was refunded')
    return { status: 'REFUND', stage: 'done', ...known, ...defined({ refundHash }), reason }
  }
  const side = toLifiSide(dst)
  const inAsset = token !== undefined && side !== undefined && matchesStated(side, token)
  const deliveredOut = inAsset ? amount : undefined
  // A refund, too, is done: without a word about which it is, only the asset of the swap tells.
  if (found.substatus === undefined && !inAsset) return pending('paying_out')
  const reason =
    token !== undefined && amount !== undefined && !inAsset
      ? `Paid out as ${formatAmount(amount, token.decimals)} ${token.symbol.slice(0, 40)}`
      : undefined
  const keep = (doneSeenAtMs: number) => ({ ...tracking, doneSeenAtMs })
  const told = { ...known, ...defined({ outboundHash, deliveredOut, reason }) }
  const report = reportPaid(told, tracking.doneSeenAtMs, keep, context)
  return report.status === 'PENDING' ? { ...report, pollAfterMs: POLL_MS } : report
}
