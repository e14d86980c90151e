import { ProviderError, type ProviderContext, type StatusReport, type StatusRequest } from '../contract.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { defined } from '../../core/defined.ts'
import { orUnread } from '../kit/node-reads.ts'
import { unavailable } from '../kit/refuse.ts'
import { reportNotFound } from '../kit/status.ts'
import { askOrder, askTrade } from './ask.ts'
import { cowNetwork } from './chains.ts'
import { CANCELLED, findTrade, readSold, readTrade, type Trade } from './trade.ts'
import { type CowOrder, type CowTracking, trackingSchema } from './wire.ts'

/** How long after its last second an order counts as unfilled, in seconds: clocks differ, and nodes lag. */
const GRACE_SEC = 120
/** How long after its last second the word of the order book ends an order that nodes do not confirm, in seconds. */
const SETTLED_SEC = 15 * 60
/** Least time between polls, in milliseconds: batches are half a minute apart. */
const POLL_MS = 5_000

const UNFILLED =
  'The order ended unfilled: nothing was swapped, only network fees were spent, and the allowance for CoW Protocol may still stand'
const WITHDRAWN =
  'The order was cancelled on the chain: nothing was swapped, only network fees were spent, and the allowance for CoW Protocol may still stand'

/** An order that is followed, and where. */
interface Followed {
  readonly request: StatusRequest
  readonly tracking: CowTracking
  readonly network: string
}

/**
 * What the chain shows of an order: its end; that nothing of it is sold so far, as nodes agree or as a single one says; that nodes
 * contradict each other; or that too few of them say anything.
 */
type Seen = StatusReport | 'unsold' | 'unsold by one node' | 'differing' | 'unseen'

/**
 * The status of an order: the order book says how far it is, the settlement on the chain what it paid. An order can be filled
 * until its last second, whatever the order book says of it, so that before then nothing fails but its signature; and what the
 * order book calls filled is not, until the chain shows it.
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
  const { status } = order
  switch (status) {
    case 'fulfilled':
      return statusOfFilled(followed, order, context)
    case 'open': {
      const isOver = isPast(followed, GRACE_SEC, context)
      return isOver ? statusOfUnended(followed, status, context) : { status: 'PENDING', stage: 'swapping' }
    }
    case 'presignaturePending': {
      const report = await reportNotFound(followed.request, context, 'call')
      if (report.status === 'FAILED') return report
      const seen = await lookAtChain(followed, context)
      return typeof seen === 'string' ? report : seen
    }
    case 'cancelled':
    case 'expired':
      return order.executedBuyAmount > 0n
        ? statusOfUnended(followed, status, context)
        : statusOfUnfilled(followed, status, context)
    default:
      return statusOfUnended(followed, status, context)
  }
}

/** An order that the order book calls paid: its trade is read on the chain, which decides. */
async function statusOfFilled(
  followed: Followed,
  { executedBuyAmount }: CowOrder,
  context: ProviderContext,
): Promise<StatusReport> {
  const { request, tracking, network } = followed
  const { chain } = request.src
  const hash = await orUnread(askTrade(network, tracking.uid, context))
  const trade = hash === undefined ? undefined : await readTrade(chain.key, hash, tracking, context)
  if (typeof trade === 'object') return whenSettled(request, trade, context)
  const seen = await lookAtChain(followed, context)
  if (typeof seen !== 'string') return seen
  if (seen === 'differing') return going('paying_out', differing(chain.name))
  if (seen !== 'unseen') {
    return going(
      'paying_out',
      `CoW Protocol calls the order filled, but the chain contradicts it: nothing of it is sold on ${chain.name}`,
    )
  }
  const isStated = executedBuyAmount >= BigInt(tracking.buyAmount)
  if (!isStated || !isPast(followed, SETTLED_SEC, context)) {
    return going('paying_out', `CoW Protocol calls the order filled; no two nodes of ${chain.name} confirm it yet`)
  }
  return {
    ...done(request),
    ...defined({ outboundHash: hash }),
    deliveredOut: BigInt(tracking.buyAmount),
    reason: `Filled by the word of CoW Protocol: it was not seen on ${chain.name}, whose nodes did not answer. The amount is the least that the order allows`,
  }
}

/** An order that the order book calls ended with nothing paid. */
async function statusOfUnfilled(
  followed: Followed,
  stated: 'cancelled' | 'expired',
  context: ProviderContext,
): Promise<StatusReport> {
  const { request, tracking } = followed
  const { name } = request.src.chain
  const seen = await lookAtChain(followed, context)
  if (typeof seen !== 'string') return seen
  if (seen === 'differing') return going('swapping', differing(name))
  if (seen !== 'unsold' && isPast(followed, SETTLED_SEC, context)) {
    return fail(
      request,
      `${UNFILLED}. This is the word of CoW Protocol: too few nodes of ${name} answered to confirm it`,
    )
  }
  const until = new Date(tracking.validTo * 1000).toISOString()
  return going('swapping', `CoW Protocol calls the order ${stated}; the chain would let it be filled until ${until}`)
}

/** An order of which the order book says nothing that could be its end: an unknown word, a contradiction, `open` for too long. */
async function statusOfUnended(followed: Followed, stated: string, context: ProviderContext): Promise<StatusReport> {
  const seen = await lookAtChain(followed, context)
  if (typeof seen !== 'string') return seen
  const { name } = followed.request.src.chain
  if (seen === 'differing') return going('swapping', differing(name))
  const word = cleanText(stated, 40)
  const chain = seen === 'unseen' ? `too few nodes of ${name} say more` : `nothing of it is sold on ${name} so far`
  return going('swapping', `CoW Protocol states "${word}" of the order, which does not tell how it ended; ${chain}`)
}

/** Without the order book, the chain alone. @param failure of the order book, thrown where the chain does not decide */
async function statusByChain(
  followed: Followed,
  failure: ProviderError | undefined,
  context: ProviderContext,
): Promise<StatusReport> {
  const seen = await lookAtChain(followed, context)
  if (typeof seen !== 'string') return seen
  const report = await reportNotFound(followed.request, context, 'call')
  if (failure !== undefined && report.status !== 'FAILED') throw failure
  return report
}

/** How nodes of the chain show that an order ended: paid, withdrawn by its owner, or unfilled past its last second. */
async function lookAtChain(followed: Followed, context: ProviderContext): Promise<Seen> {
  const { request, tracking } = followed
  const chainKey = request.src.chain.key
  const { units, seconds } = await readSold(chainKey, tracking.uid, context)
  if (units.by === 'none') return 'unseen'
  if (units.by === 'differing') return 'differing'
  if (units.value === 0n) {
    if (units.by === 'one' || seconds === undefined) return 'unsold by one node'
    return seconds > tracking.validTo + GRACE_SEC ? fail(request, UNFILLED) : 'unsold'
  }
  if (units.by === 'one') return 'unseen'
  const trade = await orUnread(findTrade(chainKey, tracking, context))
  if (typeof trade === 'object') return whenSettled(request, trade, context)
  // An owner may also cancel what is filled, so that its trade is searched first.
  if (units.value === CANCELLED) return trade === 'none' ? fail(request, WITHDRAWN) : 'unseen'
  return whenSold(followed, context)
}

/** Sold by the settlement's own count, in a transaction that is not found, or not yet. */
function whenSold(followed: Followed, context: ProviderContext): StatusReport {
  const { request, tracking } = followed
  const { name } = request.src.chain
  if (!isPast(followed, SETTLED_SEC, context)) {
    return going('paying_out', `The order is filled on ${name}; the transaction that paid is still searched`)
  }
  return {
    ...done(request),
    deliveredOut: BigInt(tracking.buyAmount),
    reason: `The settlement on ${name} notes the order as filled; by which transaction was not found, and the amount is the least that the order allows`,
  }
}

/** Paid, once the trade is deep enough in the chain to count. */
async function whenSettled(
  request: StatusRequest,
  { hash, bought }: Trade,
  context: ProviderContext,
): Promise<StatusReport> {
  const { state } = await context.receipt(request.src.chain.key, hash)
  return state === 'success'
    ? { ...done(request), outboundHash: hash, deliveredOut: bought }
    : { status: 'PENDING', stage: 'paying_out' }
}

/** True once so many seconds have passed since the last second of an order, by this machine's clock. */
function isPast({ tracking }: Followed, seconds: number, { clock }: ProviderContext): boolean {
  return clock.now() > (tracking.validTo + seconds) * 1000
}

function going(stage: 'swapping' | 'paying_out', note: string): StatusReport {
  return { status: 'PENDING', stage, progress: { note } }
}

function differing(chainName: string): string {
  return `The nodes of ${chainName} contradict each other about the order`
}

function fail(request: StatusRequest, reason: string): StatusReport {
  return { ...done(request), status: 'FAILED', reason }
}

function done({ hash }: StatusRequest) {
  return { status: 'SUCCESS', stage: 'done', ...(hash === '' ? {} : { inboundHash: hash }) } as const
}
