import { z } from 'zod'
import { sameAddress } from '../evm-exec.ts'
import { parseReply } from '../parse-reply.ts'
import { type ProviderContext, ProviderError, type StatusReport, type StatusRequest } from '../provider.ts'
import { toAcrossSide } from './chains.ts'
import { statusSchema } from './wire.ts'

/** Pause while a refund is on its way, in milliseconds: refunds are paid in batches, hours apart. */
const REFUND_PAUSE_MS = 120_000

const trackingSchema = z.object({ bridged: z.string() })

/**
 * Asks what became of a deposit, by its source hash. A deposit that is not found is one that is not indexed yet: Across
 * cannot tell it from one that was never made.
 * @throws ProviderError
 */
export async function acrossStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  if (request.hash === '') return { status: 'PENDING', stage: 'awaiting_deposit' }
  const key = context.setting('API_KEY')
  const reply = await context.http.request({
    method: 'GET',
    path: '/deposit/status',
    query: { depositTxnRef: request.hash },
    ...(key === undefined || key === '' ? {} : { headers: { authorization: `Bearer ${key}` } }),
  })
  if (reply.status === 404) return { status: 'PENDING', stage: 'confirming' }
  if (reply.status !== 200) throw new ProviderError('bad_response', `It refused to give the status (${reply.status})`)
  const deposit = parseReply(statusSchema, reply.body, 'status')
  const inboundHash = deposit.depositTxnRef ?? deposit.depositTxHash ?? undefined
  checkDeposit(request, deposit, inboundHash)
  const known = inboundHash === undefined ? {} : { inboundHash }
  switch (deposit.status) {
    case 'filled':
    case 'slowFilled': {
      const outboundHash = deposit.fillTxnRef ?? deposit.fillTx ?? ''
      if (outboundHash === '') return { status: 'PENDING', stage: 'paying_out', ...known }
      if (deposit.actionsSucceeded !== false) return { status: 'SUCCESS', stage: 'done', ...known, outboundHash }
      return { status: 'FAILED', stage: 'done', ...known, outboundHash, reason: unswapped(request) }
    }
    case 'refunded': {
      const refundHash = deposit.depositRefundTxnRef ?? deposit.depositRefundTxHash ?? ''
      const reason = 'No relayer paid out in time, so Across returned the deposit'
      return { status: 'REFUND', stage: 'done', ...known, ...(refundHash === '' ? {} : { refundHash }), reason }
    }
    case 'deposit-failed':
      return { status: 'FAILED', stage: 'done', ...known, reason: 'The deposit transaction failed' }
    case 'expired':
      return { status: 'PENDING', stage: 'swapping', ...known, pollAfterMs: REFUND_PAUSE_MS }
    case 'received':
    case 'deposit-pending':
      return { status: 'PENDING', stage: 'confirming', ...known }
    default:
      return { status: 'PENDING', stage: 'swapping', ...known }
  }
}

function unswapped({ tracking, dst }: StatusRequest): string {
  const kept = trackingSchema.safeParse(tracking)
  const token = kept.success ? kept.data.bridged : 'the bridged token'
  return `The swap on ${dst.chain.name} failed: the recipient got ${token} instead of ${dst.asset.symbol}`
}

/** Refuses the status of another deposit. Routes over CCTP and OFT leave the chain ids out. */
function checkDeposit(
  request: StatusRequest,
  deposit: z.infer<typeof statusSchema>,
  inboundHash: string | undefined,
): void {
  const elsewhere = (stated: number | null | undefined, expected: number | undefined) =>
    stated !== null && stated !== undefined && stated !== expected
  const src = toAcrossSide(request.src)?.chainId
  const dst = toAcrossSide(request.dst)?.chainId
  const other = inboundHash !== undefined && !sameAddress(inboundHash, request.hash)
  if (other || elsewhere(deposit.originChainId, src) || elsewhere(deposit.destinationChainId, dst)) {
    throw new ProviderError('bad_response', 'Its status is that of another deposit')
  }
}
