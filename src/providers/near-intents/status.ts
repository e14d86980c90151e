import { type ProviderContext, ProviderError, type StatusReport, type StatusRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { headersOf } from './ask.ts'
import { type StatusReply, statusReplySchema, type Tracking, trackingSchema } from './wire.ts'

/** What became of the swap behind a deposit address. An address that the API does not know yet is a deposit not seen yet. */
export async function readStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = parseReply(trackingSchema, request.tracking, 'kept swap')
  const { depositAddress, depositMemo } = tracking
  const { status, body } = await context.http.request({
    method: 'GET',
    path: '/v0/status',
    query: { depositAddress, depositMemo },
    headers: headersOf(context),
  })
  if (status === 404) return { status: 'PENDING', stage: 'awaiting_deposit' }
  if (status >= 400) throw new ProviderError('bad_response', `It refused to give the status (${status})`)
  const reply = checked(parseReply(statusReplySchema, body, 'status'), tracking)
  const isNews = request.hash !== '' && request.hash !== tracking.submitted
  if (reply.status !== 'PENDING_DEPOSIT' || !isNews) return toReport(reply)
  const submitted = await submitHash(request.hash, tracking, context)
  return { ...toReport(submitted ?? reply), tracking: { ...tracking, submitted: request.hash } }
}

/** Names the deposit's hash to the API, so that it need not look for it; the answer is a status. A failure does no harm. */
async function submitHash(
  hash: string,
  tracking: Tracking,
  context: ProviderContext,
): Promise<StatusReply | undefined> {
  const { depositAddress, depositMemo } = tracking
  try {
    const { status, body } = await context.http.request({
      method: 'POST',
      path: '/v0/deposit/submit',
      headers: headersOf(context),
      body: { txHash: hash, depositAddress, ...(depositMemo === undefined ? {} : { memo: depositMemo }) },
    })
    return status >= 400 ? undefined : checked(parseReply(statusReplySchema, body, 'status'), tracking)
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/** Refuses the status of another swap. */
function checked(reply: StatusReply, tracking: Tracking): StatusReply {
  const about = reply.quoteResponse
  if (about === undefined || about === null) return reply
  const isSame =
    (about.quote.depositAddress ?? tracking.depositAddress) === tracking.depositAddress &&
    about.quoteRequest.originAsset === tracking.originAsset &&
    about.quoteRequest.destinationAsset === tracking.destinationAsset
  if (!isSame) throw new ProviderError('bad_response', 'It gave the status of another swap')
  return reply
}

function toReport(reply: StatusReply): StatusReport {
  const details = reply.swapDetails
  const origin = (details?.originChainTxHashes ?? []).map(({ hash }) => hash).filter((hash) => hash !== '')
  const inbound = origin[0] === undefined ? {} : { inboundHash: origin[0] }
  switch (reply.status) {
    case 'PENDING_DEPOSIT':
    case 'INCOMPLETE_DEPOSIT':
      return { status: 'PENDING', stage: 'awaiting_deposit', ...inbound }
    case 'KNOWN_DEPOSIT_TX':
      return { status: 'PENDING', stage: 'confirming', ...inbound }
    case 'SUCCESS':
      return { ...paidOut(reply), ...inbound }
    case 'REFUNDED': {
      // The refund stands behind the deposit in the same list.
      const refund = origin.length > 1 ? origin.at(-1) : undefined
      return {
        status: 'REFUND',
        stage: 'done',
        ...inbound,
        ...(refund === undefined ? {} : { refundHash: refund }),
        reason: details?.refundReason?.slice(0, 300) ?? 'The deposit was returned',
      }
    }
    case 'FAILED':
      return {
        status: 'FAILED',
        stage: 'done',
        ...inbound,
        reason:
          details?.refundReason?.slice(0, 300) ??
          'The swap is stuck at the provider: ask its support, naming the deposit address',
      }
    default:
      return { status: 'PENDING', stage: 'swapping', ...inbound }
  }
}

/** A success with its proof; without any it is not yet one. */
function paidOut(reply: StatusReply): StatusReport {
  const delivered = reply.swapDetails?.amountOut || undefined
  const outbound = (reply.swapDetails?.destinationChainTxHashes ?? []).findLast(({ hash }) => hash !== '')?.hash
  if (delivered === undefined && outbound === undefined) return { status: 'PENDING', stage: 'paying_out' }
  return {
    status: 'SUCCESS',
    stage: 'done',
    ...(outbound === undefined ? {} : { outboundHash: outbound }),
    ...(delivered === undefined ? {} : { deliveredOut: delivered }),
  }
}
