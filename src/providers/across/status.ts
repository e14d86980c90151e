import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { keyHeaders } from '../kit/api-key.ts'
import { expectStatus, reportNotFound } from '../kit/status.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { KEY_HEADER } from './ask.ts'
import { toAcrossSide } from './chains.ts'
import { type AcrossDeposit, statusSchema } from './wire.ts'

/** Time between polls while a refund is due, in milliseconds: refunds are paid in batches, hours apart. */
const REFUND_PAUSE_MS = 120_000

/** What the deposit must match, and `bridged`, the symbol of the token that the bridge itself delivers. */
const trackingSchema = z.object({ bridged: z.string(), depositor: z.string(), amountIn: z.string() })
type Tracking = z.infer<typeof trackingSchema>

/**
 * Asks for the status of a deposit, by its source hash.
 * @throws ProviderError
 */
export async function acrossStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  if (request.hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const tracking = trackingSchema.parse(request.tracking)
  const reply = await context.http.request({
    method: 'GET',
    path: '/deposit/status',
    query: { depositTxnRef: request.hash },
    ...keyHeaders(context, ...KEY_HEADER),
  })
  if (reply.status === 404) return reportNotFound(request, context, 'deposit')
  const deposit = parseReply(statusSchema, expectStatus(reply), 'status')
  const inboundHash = deposit.depositTxnRef ?? deposit.depositTxHash ?? undefined
  checkDeposit(request, deposit, inboundHash)
  const report = toReport(deposit, tracking, request)
  if (report.status !== 'PENDING') await checkDeposited(request, tracking, context)
  return { ...report, ...defined({ inboundHash }) }
}

function toReport(deposit: AcrossDeposit, tracking: Tracking, request: StatusRequest): StatusReport {
  switch (deposit.status) {
    case 'filled':
    case 'slowFilled': {
      const outboundHash = deposit.fillTxnRef ?? deposit.fillTx ?? ''
      if (outboundHash === '') return { status: 'PENDING', stage: 'paying_out' }
      if (deposit.actionsSucceeded !== false) return { status: 'SUCCESS', stage: 'done', outboundHash }
      return { status: 'FAILED', stage: 'done', outboundHash, reason: describeUnswapped(tracking, request) }
    }
    case 'refunded': {
      const refundHash = (deposit.depositRefundTxnRef ?? deposit.depositRefundTxHash) || undefined
      const reason = 'No relayer paid out in time, so Across returned the deposit'
      return { status: 'REFUND', stage: 'done', ...defined({ refundHash }), reason }
    }
    case 'deposit-failed':
      return { status: 'FAILED', stage: 'done', reason: 'The deposit transaction failed' }
    case 'expired':
      return { status: 'PENDING', stage: 'swapping', pollAfterMs: REFUND_PAUSE_MS }
    case 'received':
    case 'deposit-pending':
      return { status: 'PENDING', stage: 'confirming' }
    default:
      return { status: 'PENDING', stage: 'swapping' }
  }
}

function describeUnswapped({ bridged }: Tracking, { dst }: StatusRequest): string {
  return `The swap on ${dst.chain.name} failed: the recipient got ${bridged} instead of ${dst.asset.symbol}`
}

/** Refuses the status of another deposit. Routes over CCTP and OFT do not state the chain ids. */
function checkDeposit(request: StatusRequest, deposit: AcrossDeposit, inboundHash: string | undefined): void {
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
  { depositor, amountIn }: Tracking,
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
