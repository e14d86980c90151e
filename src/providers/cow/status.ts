import { ProviderError, type ProviderContext, type StatusReport, type StatusRequest } from '../contract.ts'
import { defined } from '../../core/defined.ts'
import { badReply, unavailable } from '../kit/refuse.ts'
import { reportNotFound } from '../kit/status.ts'
import { askOrder, askTrade } from './ask.ts'
import { cowNetwork } from './chains.ts'
import { CANCELLED, findTrade, orUnread, readSold, readTrade, type Trade } from './trade.ts'
import { type CowOrder, type CowTracking, trackingSchema } from './wire.ts'

/** How long after its last second an order counts as unfilled, in seconds: clocks differ, and nodes lag. */
const GRACE_SEC = 120
/** Least time between polls, in milliseconds: batches are half a minute apart. */
const POLL_MS = 5_000

const UNFILLED =
  'The order ended unfilled: nothing was swapped, only network fees were spent, and the allowance for CoW Protocol may still stand'
const WITHDRAWN =
  'The order was cancelled on the chain: nothing was swapped, only network fees were spent, and the allowance for CoW Protocol may still stand'

/** It is filled; where and for how much is not settled yet. */
const PAYING: StatusReport = { status: 'PENDING', stage: 'paying_out' }

/** An order that is followed, and where. */
interface Followed {
  readonly request: StatusRequest
  readonly tracking: CowTracking
  readonly network: string
}

/**
 * The status of an order: the order book says how far it is, the settlement on the chain what it paid. An order can be filled
 * until its last second, whatever the order book says of it, so that before then nothing fails but its signature.
 * @throws ProviderError
 */
export async function cowStatus(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const tracking = trackingSchema.parse(request.tracking)
  const network = cowNetwork(request.src.chain)
  if (network === undefined) throw unavailable('It no longer serves this chain')
  const followed = { request, tracking, network }
  const answer = await askOrder(network, tracking.uid, context).catch((error: unknown) => {
    if (error instanceof ProviderError) return error
    throw error
  })
  const report =
    answer === undefined || answer instanceof ProviderError
      ? await statusByChain(followed, answer, context)
      : await statusOfOrder(followed, answer, context)
  if (report.status !== 'PENDING') return report
  const inbound = request.hash === '' ? {} : { inboundHash: request.hash }
  return { ...inbound, pollAfterMs: POLL_MS, ...report }
}

async function statusOfOrder(followed: Followed, order: CowOrder, context: ProviderContext): Promise<StatusReport> {
  switch (order.status) {
    case 'fulfilled':
      return statusOfFilled(followed, order, context)
    case 'open':
      return { status: 'PENDING', stage: 'swapping' }
    case 'presignaturePending': {
      const report = await reportNotFound(followed.request, context, 'call')
      return report.status === 'FAILED' ? report : ((await endOf(followed, undefined, context)) ?? report)
    }
    case 'cancelled':
    case 'expired':
      if (order.executedBuyAmount > 0n) throw badReply('It calls an order unfilled that it has paid')
      return (await endOf(followed, order.status, context)) ?? waiting(followed, order.status)
    default:
      throw badReply(`It states a status that its API does not document: ${order.status.slice(0, 40)}`)
  }
}

/** An order that the order book calls paid: its trade is read on the chain, where a node answers. */
async function statusOfFilled(
  { request, tracking, network }: Followed,
  { executedBuyAmount }: CowOrder,
  context: ProviderContext,
): Promise<StatusReport> {
  if (executedBuyAmount < BigInt(tracking.buyAmount)) throw badReply('It paid less than the order allows')
  const hash = await orUnread(askTrade(network, tracking.uid, context))
  const chainKey = request.src.chain.key
  const stated = {
    ...done(request),
    ...defined({ outboundHash: hash }),
    deliveredOut: executedBuyAmount,
  }
  const trade = hash === undefined ? undefined : await orUnread(readTrade(chainKey, hash, tracking, context))
  if (trade === undefined) return stated
  if (trade === 'elsewhere') throw badReply('The transaction that it names does not fill the order')
  return trade === 'absent' ? PAYING : whenSettled(request, trade, context)
}

/** Without the order book, the chain alone. @param failure of the order book, thrown where the chain does not decide */
async function statusByChain(
  followed: Followed,
  failure: ProviderError | undefined,
  context: ProviderContext,
): Promise<StatusReport> {
  const ended = await endOf(followed, undefined, context)
  if (ended !== undefined) return ended
  const report = await reportNotFound(followed.request, context, 'call')
  if (failure !== undefined && report.status !== 'FAILED') throw failure
  return report
}

/**
 * How the chain shows that an order ended: paid, withdrawn by its owner, or unfilled past its last second; undefined while it
 * may still be filled. Where no node answers, the order book's word and this machine's clock count for an end.
 */
async function endOf(
  { request, tracking }: Followed,
  stated: 'cancelled' | 'expired' | undefined,
  context: ProviderContext,
): Promise<StatusReport | undefined> {
  const chainKey = request.src.chain.key
  const last = tracking.validTo + GRACE_SEC
  const toFailure = (reason: string): StatusReport => ({ ...done(request), status: 'FAILED', reason })
  const sold = await orUnread(readSold(chainKey, tracking.uid, context))
  if (sold === undefined) {
    const isOver = stated !== undefined && context.clock.now() > last * 1000
    return isOver ? toFailure(UNFILLED) : undefined
  }
  if (sold.units === CANCELLED) return toFailure(WITHDRAWN)
  if (sold.units === 0n) return sold.seconds > last ? toFailure(UNFILLED) : undefined
  const trade = await orUnread(findTrade(chainKey, tracking, context))
  return trade === undefined ? PAYING : whenSettled(request, trade, context)
}

/** Paid, once the trade is deep enough in the chain to count. */
async function whenSettled(
  request: StatusRequest,
  { hash, bought }: Trade,
  context: ProviderContext,
): Promise<StatusReport> {
  const { state } = await context.receipt(request.src.chain.key, hash)
  return state === 'success' ? { ...done(request), outboundHash: hash, deliveredOut: bought } : PAYING
}

function waiting({ tracking }: Followed, stated: 'cancelled' | 'expired'): StatusReport {
  const until = new Date(tracking.validTo * 1000).toISOString()
  const note = `CoW Protocol calls the order ${stated}; the chain would let it be filled until ${until}`
  return { status: 'PENDING', stage: 'swapping', progress: { note } }
}

function done({ hash }: StatusRequest) {
  return { status: 'SUCCESS', stage: 'done', ...(hash === '' ? {} : { inboundHash: hash }) } as const
}
