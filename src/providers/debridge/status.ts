import { z } from 'zod'
import { type ProviderContext, ProviderError, type StatusReport, type StatusRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { reportNotFound } from '../kit/not-found.ts'
import { accessToken } from './ask.ts'
import { isEvm, toDebridgeSide } from './chains.ts'
import { orderDetailsSchema, orderIdsSchema, orderStatusSchema, trackedOrderSchema } from './wire.ts'

/** Where orders are followed with their hashes. */
const TRACKING_URL = 'https://dln-api.debridge.finance'

/** How long a filled order waits for the hash of its payout before it counts without one, in milliseconds. */
const LONGEST_WAIT_FOR_HASH_MS = 60_000

const SOON_MS = 3_000

/** Pause while a cancelled order is being paid back, in milliseconds. */
const REFUND_PAUSE_MS = 30_000

const trackingSchema = z.object({
  orderId: z.string(),
  recipient: z.string(),
  /** True once the order is known to exist under this id. */
  found: z.boolean(),
  /** Epoch milliseconds at which it was first seen filled. */
  filledAtMs: z.number().optional(),
})

type Tracking = z.infer<typeof trackingSchema>

/**
 * Asks what became of an order. There is no failure and no refund by itself: an order that nobody fills stays open until its
 * authority cancels it.
 * @throws ProviderError
 */
export async function debridgeStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const kept = trackingSchema.parse(request.tracking)
  const orderId = await findOrder(request, kept, context)
  if (orderId === undefined) return reportNotFound(request, context, 'deposit')
  const path = `/dln/order/${orderId}`
  const body = await ask(`${path}/status`, context)
  if (body === undefined) return reportNotFound(request, context, 'deposit')
  const order = parseReply(orderStatusSchema, body, 'status')
  if (order.orderId.toLowerCase() !== orderId.toLowerCase()) {
    throw new ProviderError('bad_response', 'Its status is that of another order')
  }
  const tracking: Tracking = { ...kept, orderId, found: true }
  switch (order.status) {
    case 'None':
      return reportNotFound(request, context, 'deposit')
    case 'Fulfilled':
    case 'SentUnlock':
    case 'ClaimedUnlock':
      return reportFilled(request, tracking, context)
    case 'OrderCancelled':
    case 'SentOrderCancel':
      return { status: 'PENDING', stage: 'paying_out', tracking, pollAfterMs: REFUND_PAUSE_MS }
    case 'ClaimedOrderCancel':
      return { status: 'REFUND', stage: 'done', reason: 'The order was cancelled and its deposit returned' }
    default:
      return { status: 'PENDING', stage: 'swapping', tracking }
  }
}

/**
 * The order that the reported transaction created; before one is reported, the order that the call we gave creates. A
 * transaction that created another one is only taken for ours when that pays the same asset to the same recipient.
 */
async function findOrder(
  request: StatusRequest,
  kept: Tracking,
  context: ProviderContext,
): Promise<string | undefined> {
  if (kept.found || request.hash === '') return kept.orderId
  const body = await ask(`/dln/tx/${encodeURIComponent(request.hash)}/order-ids`, context)
  if (body === undefined) return undefined
  const { orderIds } = parseReply(orderIdsSchema, body, 'list of orders')
  const [first] = orderIds
  if (first === undefined) return undefined
  if (orderIds.some((id) => id.toLowerCase() === kept.orderId.toLowerCase())) return kept.orderId
  await paidAmount(request, { ...kept, orderId: first }, context)
  return first
}

/** A filled order has paid exactly its amount; the hash of the payout shows up at the tracking service a little later. */
async function reportFilled(
  request: StatusRequest,
  tracking: Tracking,
  context: ProviderContext,
): Promise<StatusReport> {
  const nowMs = context.clock.now()
  const deliveredOut = await paidAmount(request, tracking, context)
  const { inbound, outbound } = await hashes(tracking, context)
  const filledAtMs = tracking.filledAtMs ?? nowMs
  if (outbound === undefined && nowMs - filledAtMs < LONGEST_WAIT_FOR_HASH_MS) {
    return { status: 'PENDING', stage: 'paying_out', tracking: { ...tracking, filledAtMs }, pollAfterMs: SOON_MS }
  }
  return {
    status: 'SUCCESS',
    stage: 'done',
    ...(request.hash === '' && inbound !== undefined ? { inboundHash: inbound } : {}),
    ...(outbound === undefined ? {} : { outboundHash: outbound }),
    deliveredOut,
  }
}

/** The amount that the order pays, after a check that it pays our asset to our recipient. */
async function paidAmount(request: StatusRequest, tracking: Tracking, context: ProviderContext): Promise<bigint> {
  const body = await ask(`/dln/order/${tracking.orderId}`, context)
  const { orderId, orderStruct } = parseReply(orderDetailsSchema, body, 'order')
  const { takeOffer, receiverDst } = orderStruct
  const dst = toDebridgeSide(request.dst)
  const same = (a: string, b: string) => (isEvm(request.dst.chain) ? a.toLowerCase() === b.toLowerCase() : a === b)
  const ours =
    orderId.toLowerCase() === tracking.orderId.toLowerCase() &&
    takeOffer.chainId === dst?.chainId &&
    same(takeOffer.tokenAddress, dst.address) &&
    same(receiverDst, tracking.recipient)
  if (!ours) throw new ProviderError('bad_response', 'The order pays something else, or somebody else')
  return takeOffer.amount
}

/** Hashes of deposit and payout. The tracking service only adds them: without it the order is filled all the same. */
async function hashes(
  { orderId }: Tracking,
  context: ProviderContext,
): Promise<{ readonly inbound?: string | undefined; readonly outbound?: string | undefined }> {
  try {
    const reply = await context.http.request({ method: 'GET', path: `/api/Orders/${orderId}`, baseUrl: TRACKING_URL })
    if (reply.status !== 200) return {}
    const tracked = parseReply(trackedOrderSchema, reply.body, 'tracked order')
    if (tracked.orderId.stringValue.toLowerCase() !== orderId.toLowerCase()) return {}
    return {
      inbound: tracked.createdSrcEventMetadata?.transactionHash.stringValue,
      outbound: tracked.fulfilledDstEventMetadata?.transactionHash.stringValue,
    }
  } catch (error) {
    if (error instanceof ProviderError) return {}
    throw error
  }
}

/** The body of an answer; undefined where it does not know what is asked about. */
async function ask(path: string, context: ProviderContext): Promise<unknown> {
  const reply = await context.http.request({ method: 'GET', path, query: { accesstoken: accessToken(context) } })
  if (reply.status === 404) return undefined
  if (reply.status !== 200) throw new ProviderError('bad_response', `It refused to give the status (${reply.status})`)
  return reply.body
}
