import type { RouteStep } from '../../core/api/documents.ts'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import {
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderQuoteRequest,
  type RouteDraft,
} from '../contract.ts'
import { toLockState, type Offer } from '../kit/offer.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { matchesStated, type StatedSide } from '../kit/stated-side.ts'
import type { DebridgeAnswer } from './ask.ts'
import { type DebridgeLocked, readLocked } from './call.ts'
import { readFees, readValues } from './fees.ts'
import type { DebridgeOrder } from './wire.ts'

/** Seconds to a payout where the order states none: most are filled within a few. */
const USUAL_DELAY_SEC = 10

/** A quote, and what executes it where it was asked for a lock. */
export type DebridgeOffer = Offer<DebridgeLocked>

/**
 * The route of an order, held against the request.
 * @throws ProviderError bad_response
 */
export async function toOffer(
  { order, src, dst }: DebridgeAnswer,
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<DebridgeOffer> {
  checkTerms(order, request, src, dst)
  const locked = request.forLock ? readLocked(order, request, context.clock.now()) : undefined
  const coinUsd = await nativePrice(order, request, context)
  return { draft: toDraft(order, request, [src, dst], locked, coinUsd, context.provider), locked }
}

function checkTerms(order: DebridgeOrder, request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide): void {
  const { srcChainTokenIn, dstChainTokenOut } = order.estimation
  const differs = (what: string) => new ProviderError('bad_response', `Its order is for another ${what}`)
  if (!matchesStated(src, srcChainTokenIn)) throw differs('source asset')
  if (!matchesStated(dst, dstChainTokenOut)) throw differs('destination asset')
  if (srcChainTokenIn.amount !== request.amountIn) throw differs('amount')
}

function toDraft(
  order: DebridgeOrder,
  request: ProviderQuoteRequest,
  sides: readonly [StatedSide, StatedSide],
  locked: DebridgeLocked | undefined,
  nativePriceUsd: MicroUsd | undefined,
  label: ProviderLabel,
): RouteDraft {
  return {
    routeId: idOf(request),
    amountOut: payoutOf(order),
    ...readValues(order),
    fees: readFees(order, sides, nativePriceUsd),
    steps: stepsOf(order, label),
    estimatedTimeSec: order.order?.approximateFulfillmentDelay ?? USUAL_DELAY_SEC,
    state: toLockState(locked),
  }
}

/** What an order pays: the recommended amount, which is that of the order unless one was asked for. */
function payoutOf({ estimation: { dstChainTokenOut } }: DebridgeOrder): bigint {
  const { amount, recommendedAmount } = dstChainTokenOut
  return recommendedAmount === undefined || recommendedAmount === null || amount < recommendedAmount
    ? amount
    : recommendedAmount
}

/** deBridge has one way for a pair: one order. */
function idOf({ src, dst, amountIn }: ProviderQuoteRequest): string {
  const text = [src.chain.key, src.asset.address, dst.chain.key, dst.asset.address, amountIn.toString()].join('|')
  return routeIdOf('debridge', text)
}

function stepsOf(order: DebridgeOrder, { name, image }: ProviderLabel): RouteStep[] {
  const has = (type: string) => order.estimation.costsDetails?.some((cost) => cost.type === type) === true
  const swap: RouteStep = { type: 'swap', name: `${name} swap`, image }
  return [...(has('PreSwap') ? [swap] : []), { type: 'bridge', name, image }, ...(has('AfterSwap') ? [swap] : [])]
}

/** Micro-dollars for one native coin of the source chain: as the order values it, else as it is known elsewhere. */
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
