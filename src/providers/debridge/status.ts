import { z } from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import type { Progress } from '../../core/swap/progress.ts'
import type { ProviderContext, StatusReport, StatusRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, optional } from '../kit/refuse.ts'
import { isEvm } from '../kit/stated-side.ts'
import { expectStatus, reportNotFound } from '../kit/status.ts'
import { accessToken } from './ask.ts'
import { toDebridgeSide } from './chains.ts'
import { orderDetailsSchema, orderIdsSchema, orderStatusSchema, trackedOrderSchema } from './wire.ts'

/** The service that tracks orders with their hashes. */
const TRACKING_URL = 'https://dln-api.debridge.finance'

/** How long a filled order waits for the hash of its payout before it is final without one, in milliseconds. */
const LONGEST_WAIT_FOR_HASH_MS = 60_000

const SOON_MS = 3_000

/** How long nobody may fill an order, in milliseconds and in estimated times, before it is said that nobody may ever do so. */
const [LATE_MS, LATE_TIMES] = [5 * 60_000, 5]

/** Time between polls while a cancelled order is refunded, in milliseconds. */
const REFUND_PAUSE_MS = 30_000

const trackingSchema = z.object({
  orderId: z.string(),
  recipient: z.string(),
  /** True once deBridge knows an order of this id. */
  found: z.boolean(),
  /** Epoch milliseconds when it was first seen filled. */
  filledAtMs: z.number().optional(),
})

type Tracking = z.infer<typeof trackingSchema>

/**
 * Asks for the status of an order. An order never fails and is never refunded by itself: one that nobody fills stays open
 * until its authority cancels it.
 * @throws ProviderError
 */
export async function debridgeStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const stored = trackingSchema.parse(request.tracking)
  const orderId = await findOrder(request, stored, context)
  if (orderId === undefined) return reportNotFound(request, context, 'deposit')
  const path = `/dln/order/${orderId}`
  const body = await ask(`${path}/status`, context)
  if (body === undefined) return reportNotFound(request, context, 'deposit')
  const order = parseReply(orderStatusSchema, body, 'status')
  if (order.orderId.toLowerCase() !== orderId.toLowerCase()) {
    throw badReply('Its status is that of another order')
  }
  const tracking: Tracking = { ...stored, orderId, found: true }
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
      return {
        status: 'PENDING',
        stage: 'swapping',
        tracking,
        ...defined({ progress: describeWaiting(request, tracking, context) }),
      }
  }
}

/** What is to be known of an order that nobody has filled for long; undefined before. */
function describeWaiting(
  { executedAtMs, hashKnownAtMs, estimatedTimeSec, src, dst }: StatusRequest,
  { recipient }: Tracking,
  { clock }: ProviderContext,
): Progress | undefined {
  const waitedMs = clock.now() - (hashKnownAtMs ?? executedAtMs)
  if (waitedMs < Math.max(LATE_MS, estimatedTimeSec * 1000 * LATE_TIMES)) return undefined
  const authority = isEvm(dst.chain) ? 'the wallet that paid' : recipient
  return {
    note: `Nobody has filled the order yet, and nothing comes back by itself: its ${src.asset.symbol} stays locked until it is filled, or until ${authority} cancels it on ${dst.chain.name}`,
  }
}

/**
 * The order that the reported transaction created; before one is reported, the order that our call creates. A transaction
 * that created another order counts as ours only when that pays the same asset to the same recipient.
 */
async function findOrder(
  request: StatusRequest,
  stored: Tracking,
  context: ProviderContext,
): Promise<string | undefined> {
  if (stored.found || request.hash === '') return stored.orderId
  const body = await ask(`/dln/tx/${encodeURIComponent(request.hash)}/order-ids`, context)
  if (body === undefined) return undefined
  const { orderIds } = parseReply(orderIdsSchema, body, 'list of orders')
  const [first] = orderIds
  if (first === undefined) return undefined
  if (orderIds.some((id) => id.toLowerCase() === stored.orderId.toLowerCase())) return stored.orderId
  await paidAmount(request, { ...stored, orderId: first }, context)
  return first
}

/** A filled order has paid exactly its amount; the tracking service has the hash of the payout a little later. */
async function reportFilled(
  request: StatusRequest,
  tracking: Tracking,
  context: ProviderContext,
): Promise<StatusReport> {
  const nowMs = context.clock.now()
  const deliveredOut = await paidAmount(request, tracking, context)
  const { inbound, outbound } = await hashes(tracking, context)
  const filledAtMs = Math.min(tracking.filledAtMs ?? nowMs, nowMs)
  if (outbound === undefined && nowMs - filledAtMs < LONGEST_WAIT_FOR_HASH_MS) {
    return { status: 'PENDING', stage: 'paying_out', tracking: { ...tracking, filledAtMs }, pollAfterMs: SOON_MS }
  }
  return {
    status: 'SUCCESS',
    stage: 'done',
    ...defined({
      inboundHash: request.hash === '' ? inbound : undefined,
      outboundHash: outbound,
      reason: outbound === undefined ? `${context.provider.name} does not tell the transaction that paid` : undefined,
    }),
    deliveredOut,
  }
}

/** The amount that the order pays. @throws ProviderError bad_response when it pays another asset or recipient */
async function paidAmount(request: StatusRequest, tracking: Tracking, context: ProviderContext): Promise<bigint> {
  const body = await ask(`/dln/order/${tracking.orderId}`, context)
  const { orderId, orderStruct } = parseReply(orderDetailsSchema, body, 'order')
  const { takeOffer, receiverDst } = orderStruct
  const dst = toDebridgeSide(request.dst)
  const ours =
    orderId.toLowerCase() === tracking.orderId.toLowerCase() &&
    takeOffer.chainId === dst?.chainId &&
    sameAddress(takeOffer.tokenAddress, dst.address) &&
    sameAddress(receiverDst, tracking.recipient)
  if (!ours) throw badReply('The order pays another asset or another recipient')
  return takeOffer.amount
}

/** Hashes of deposit and payout, where the tracking service has them: the order is filled without them too. */
async function hashes(
  { orderId }: Tracking,
  context: ProviderContext,
): Promise<{ readonly inbound?: string | undefined; readonly outbound?: string | undefined }> {
  const tracked = await optional(askTracked(orderId, context))
  if (tracked?.orderId.stringValue.toLowerCase() !== orderId.toLowerCase()) return {}
  return {
    inbound: tracked.createdSrcEventMetadata?.transactionHash.stringValue,
    outbound: tracked.fulfilledDstEventMetadata?.transactionHash.stringValue,
  }
}

async function askTracked(orderId: string, context: ProviderContext) {
  const reply = await context.http.request({ method: 'GET', path: `/api/Orders/${orderId}`, baseUrl: TRACKING_URL })
  return parseReply(trackedOrderSchema, expectStatus(reply), 'tracked order')
}

/** The body of a reply; undefined when the API does not know the order. */
async function ask(path: string, context: ProviderContext): Promise<unknown> {
  const query = { accesstoken: accessToken(context) }
  const reply = await context.http.request({ method: 'GET', path, query, acceptStatuses: [404] })
  return reply.status === 404 ? undefined : expectStatus(reply)
}
