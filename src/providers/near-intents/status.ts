import { defined } from '../../core/defined.ts'
import type { ProviderContext, ProviderReply, StatusReport, StatusRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, optional } from '../kit/refuse.ts'
import { expectStatus } from '../kit/status.ts'
import { keyOf } from './ask.ts'
import { type StatusReply, statusReplySchema, type Tracking, trackingSchema } from './wire.ts'

/** Asks for the status of a deposit address. An address that the API does not know yet is a deposit not seen yet. */
export async function readStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = parseReply(trackingSchema, request.tracking, 'stored swap')
  const { depositAddress, depositMemo } = tracking
  const answer = await context.http.request({
    method: 'GET',
    path: '/v0/status',
    query: { depositAddress, depositMemo },
    ...keyOf(context),
  })
  if (answer.status === 404) return { status: 'PENDING', stage: 'awaiting_deposit' }
  const reply = readReply(answer, tracking)
  const isNews = request.hash !== '' && request.hash !== tracking.submitted
  if (reply.status !== 'PENDING_DEPOSIT' || !isNews) return toReport(reply)
  const submitted = await optional(submitHash(request.hash, tracking, context))
  return { ...toReport(submitted ?? reply), tracking: { ...tracking, submitted: request.hash } }
}

/** Tells the API the deposit's hash, so that it need not search for it; the reply is a status. */
async function submitHash(txHash: string, tracking: Tracking, context: ProviderContext): Promise<StatusReply> {
  const { depositAddress, depositMemo } = tracking
  const answer = await context.http.request({
    method: 'POST',
    path: '/v0/deposit/submit',
    ...keyOf(context),
    body: { txHash, depositAddress, ...defined({ memo: depositMemo }) },
  })
  return readReply(answer, tracking)
}

/** @throws ProviderError bad_response for the status of another swap */
function readReply(answer: ProviderReply, tracking: Tracking): StatusReply {
  const reply = parseReply(statusReplySchema, expectStatus(answer), 'status')
  const { quote, quoteRequest } = reply.quoteResponse ?? {}
  const isOther =
    (quote?.depositAddress ?? tracking.depositAddress) !== tracking.depositAddress ||
    (quoteRequest !== undefined &&
      (quoteRequest.originAsset !== tracking.originAsset ||
        quoteRequest.destinationAsset !== tracking.destinationAsset))
  if (isOther) throw badReply('Its status is that of another swap')
  return reply
}

function toReport(reply: StatusReply): StatusReport {
  const details = reply.swapDetails
  const origin = (details?.originChainTxHashes ?? []).map(({ hash }) => hash).filter((hash) => hash !== '')
  const inbound = defined({ inboundHash: origin[0] })
  switch (reply.status) {
    case 'PENDING_DEPOSIT':
    case 'INCOMPLETE_DEPOSIT':
      return { status: 'PENDING', stage: 'awaiting_deposit', ...inbound }
    case 'KNOWN_DEPOSIT_TX':
      return { status: 'PENDING', stage: 'confirming', ...inbound }
    case 'SUCCESS':
      return { ...payout(reply), ...inbound }
    case 'REFUNDED': {
      // The same list holds the refund after the deposit.
      const refundHash = origin.length > 1 ? origin.at(-1) : undefined
      return {
        status: 'REFUND',
        stage: 'done',
        ...inbound,
        ...defined({ refundHash }),
        reason: details?.refundReason?.slice(0, 300) ?? 'The deposit was refunded',
      }
    }
    case 'FAILED':
      return {
        status: 'FAILED',
        stage: 'done',
        ...inbound,
        reason:
          details?.refundReason?.slice(0, 300) ??
          'The swap is stuck at the provider: give its support the deposit address',
      }
    default:
      return { status: 'PENDING', stage: 'swapping', ...inbound }
  }
}

/** A success with its proof; without proof it is still paying out. */
function payout(reply: StatusReply): StatusReport {
  const deliveredOut = reply.swapDetails?.amountOut || undefined
  const outboundHash = (reply.swapDetails?.destinationChainTxHashes ?? []).findLast(({ hash }) => hash !== '')?.hash
  if (deliveredOut === undefined && outboundHash === undefined) return { status: 'PENDING', stage: 'paying_out' }
  return { status: 'SUCCESS', stage: 'done', ...defined({ outboundHash, deliveredOut }) }
}
