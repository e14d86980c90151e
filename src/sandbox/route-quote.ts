import { sameAddress } from '../core/assets/address-key.ts'
import { formatAmountForPeople } from '../core/money/amount.ts'
import type { PricedAsset } from '../core/assets/catalog.ts'
import type { RouteStep } from '../core/api/documents.ts'
import type { Confidentiality } from '../core/api/enums.ts'
import type { Fee } from '../core/money/fees.ts'
import type { MicroUsd } from '../core/money/usd.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest, QuoteAnswer } from '../providers/index.ts'
import { hexDigest } from './digest.ts'
import { type FeeRule, limitsOf, movePriceAgainstUser, priceSwap, type Side } from './economics.ts'
import { pricedSymbol, referencePrice, type SandboxMarket } from './market.ts'
import { type SteeringEffect, steeringOf, steerLock, steerQuote } from './steering.ts'

/** Parameters of the sandbox, shared by its providers. */
export interface SandboxWorld {
  /** Any whole number; determines prices, addresses and hashes. */
  readonly seed: number
  /** How many times faster than estimated swaps settle, above 0. */
  readonly speed: number
}

/** The same with its market. */
export interface PricedWorld extends SandboxWorld {
  readonly price: SandboxMarket
}

/** A provider's route before it is priced: its fees, steps and limits. */
export interface RoutePlan {
  /** Short lower-case name in route ids: `bridge`. */
  readonly name: string
  readonly rules: readonly FeeRule[]
  /** Paid on top of the source amount. @param nowMs epoch milliseconds at which prices are taken */
  onTop(nowMs: number): readonly Fee[]
  readonly steps: readonly RouteStep[]
  /** Seconds. */
  readonly estimatedTimeSec: number
  readonly minimumUsd: MicroUsd
  readonly maximumUsd: MicroUsd
  readonly display?: { readonly confidentiality: Confidentiality }
}

/** Plans a provider's route for a request, or says why it has none. */
export type PlanRoute = (world: PricedWorld, request: ProviderQuoteRequest) => RoutePlan | NoRoute

/**
 * Quotes as every sandbox provider does: steering first, then the supported pairs, the limits and the price. Depends on the
 * seed, the clock and the request only.
 * @throws ProviderError as the amount steers
 */
export async function quoteRoute(
  world: PricedWorld,
  request: ProviderQuoteRequest,
  context: ProviderContext,
  planRoute: PlanRoute,
): Promise<QuoteAnswer> {
  const effect = steeringOf(request.amountText)
  await steerQuote(effect, request.forLock, context)
  if (effect === 'no_route') {
    return { status: 'no_route', code: 'no_liquidity', message: 'No liquidity for this pair' }
  }
  if (isSameAsset(request.src, request.dst)) return pairUnsupported('Source and destination are the same asset')
  const plan = planRoute(world, request)
  if ('code' in plan) return plan
  if (request.forLock) steerLock(effect, plan.name)
  const limit = checkLimits(request, plan)
  return limit ?? { status: 'routes', routes: [draftOf(world, request, plan, effect, context.clock.now())] }
}

/** The verdict of a provider that does not serve a pair at any amount. */
export function pairUnsupported(message: string): NoRoute {
  return { status: 'no_route', code: 'pair_unsupported', message }
}

function isSameAsset(a: PricedAsset, b: PricedAsset): boolean {
  return a.chain.key === b.chain.key && sameAddress(a.asset.address, b.asset.address)
}

function checkLimits({ src, dst, amountIn }: ProviderQuoteRequest, plan: RoutePlan): NoRoute | undefined {
  const limits = limitsOf({
    src: { asset: src, price: referencePrice(src.chain.key, pricedSymbol(src.asset), src.asset.address) },
    dst: { asset: dst, price: referencePrice(dst.chain.key, pricedSymbol(dst.asset), dst.asset.address) },
    rules: plan.rules,
    minimumUsd: plan.minimumUsd,
    maximumUsd: plan.maximumUsd,
  })
  if (limits === undefined) return pairUnsupported('The decimals of the assets are too few: no amount works')
  const format = (units: bigint) => `${formatAmountForPeople(units, src.asset.decimals)} ${src.asset.symbol}`
  if (amountIn < limits.minimum) {
    const message = `The minimum is ${format(limits.minimum)}`
    return { status: 'no_route', code: 'below_minimum', message, minimum: limits.minimum }
  }
  if (amountIn > limits.maximum) {
    const message = `The maximum is ${format(limits.maximum)}`
    return { status: 'no_route', code: 'above_maximum', message, maximum: limits.maximum }
  }
  return undefined
}

function draftOf(
  world: PricedWorld,
  request: ProviderQuoteRequest,
  plan: RoutePlan,
  effect: SteeringEffect | undefined,
  nowMs: number,
) {
  // With a steered price the market is frozen, so that quote and lock differ by the steered 1 % only.
  const marketMs = effect === 'price_moves' ? 0 : nowMs
  const side = (asset: PricedAsset): Side => ({
    asset,
    price: world.price(marketMs, asset.chain.key, pricedSymbol(asset.asset), asset.asset.address),
  })
  const [src, dst] = [side(request.src), side(request.dst)]
  const quoted = priceSwap(src, dst, request.amountIn, plan.rules)
  const priced = effect === 'price_moves' && request.forLock ? movePriceAgainstUser(quoted, dst) : quoted
  const routeId = routeIdOf(world.seed, request, plan)
  return {
    routeId,
    amountOut: priced.amountOut,
    srcUsd: priced.srcUsd,
    dstUsd: priced.dstUsd,
    fees: [...priced.fees, ...plan.onTop(marketMs)],
    steps: plan.steps,
    estimatedTimeSec: plan.estimatedTimeSec,
    state: { quoteId: routeId },
    display: { sandbox: true, ...plan.display },
  }
}

/** Equal for equal requests, in every process; wallets, slippage and time do not count. */
function routeIdOf(seed: number, { src, dst, amountText }: ProviderQuoteRequest, plan: RoutePlan): string {
  const pair = [src, dst].flatMap((side) => [side.chain.key, side.asset.address])
  const confidentiality = plan.display?.confidentiality ?? ''
  return `sbx_${plan.name}_${hexDigest(32, 'route', seed, plan.name, ...pair, amountText, confidentiality)}`
}
