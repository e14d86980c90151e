import type { RouteStep } from '../../core/api/documents.ts'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import type { ProviderContext, ProviderLabel, ProviderQuoteRequest } from '../contract.ts'
import type { Offer } from '../kit/offer.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { checkPair } from '../kit/stated-side.ts'
import type { DebridgeAnswer } from './ask.ts'
import { type DebridgeLocked, readLocked } from './call.ts'
import { readFees, readValues } from './fees.ts'
import type { DebridgeOrder } from './wire.ts'

/** Seconds to a payout where the order states none: most are filled within a few. */
const USUAL_DELAY_SEC = 10

/**
 * The route of an order, verified against the request.
 * @throws ProviderError bad_response
 */
export async function toOffer(
  { order, src, dst }: DebridgeAnswer,
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<Offer<DebridgeLocked>> {
  const { srcChainTokenIn, dstChainTokenOut } = order.estimation
  checkPair([src, srcChainTokenIn], [dst, dstChainTokenOut], srcChainTokenIn.amount, request)
  const locked = request.forLock ? readLocked(order, request, context.clock.now()) : undefined
  const draft = {
    routeId: pairRouteId('debridge', request),
    amountOut: payoutOf(order),
    ...readValues(order),
    fees: readFees(order, [src, dst], await nativePrice(order, request, context)),
    steps: stepsOf(order, context.provider),
    estimatedTimeSec: order.order?.approximateFulfillmentDelay ?? USUAL_DELAY_SEC,
  }
  return { status: 'offer', draft, locked }
}

/** What an order pays: the recommended amount, which is the order's own unless the request named one. */
function payoutOf({ estimation: { dstChainTokenOut } }: DebridgeOrder): bigint {
  const { amount, recommendedAmount } = dstChainTokenOut
  return recommendedAmount === undefined || recommendedAmount === null || amount < recommendedAmount
    ? amount
    : recommendedAmount
}

function stepsOf(order: DebridgeOrder, { name, image }: ProviderLabel): RouteStep[] {
  const has = (type: string) => order.estimation.costsDetails.some((cost) => cost.type === type)
  const swap: RouteStep = { type: 'swap', name: `${name} swap`, image }
  return [...(has('PreSwap') ? [swap] : []), { type: 'bridge', name, image }, ...(has('AfterSwap') ? [swap] : [])]
}

/** Micro-dollars for one native coin of the source chain: by the order's value of it, else by the known price. */
async function nativePrice(
  order: DebridgeOrder,
  { src }: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<MicroUsd | undefined> {
  const { srcUsd } = readValues(order)
  const { amount } = order.estimation.srcChainTokenIn
  if (!src.asset.isNative || srcUsd === undefined || amount === 0n) {
    return context.price(src.chain.key, NATIVE_EVM_ADDRESS)
  }
  return (srcUsd * 10n ** BigInt(src.asset.decimals)) / amount
}
