import { lessBps } from '../core/money/amount.ts'
import type { PricedAsset } from '../core/assets/catalog.ts'
import { type Fee, type FeeType, tokenOfAsset } from '../core/money/fees.ts'
import { type MicroUsd, unitsForUsd, valueInUsd } from '../core/money/usd.ts'

/** How a fee deducted from the swap is computed; the parts add up. */
export interface FeeRule {
  readonly type: FeeType
  /** Basis points of the source value. */
  readonly bps?: bigint
  /** Micro-dollars, whatever the source value. */
  readonly flatUsd?: MicroUsd
  /** Depth of each side of a constant-product pool in micro-dollars, which determines the price impact. */
  readonly poolUsd?: MicroUsd
  /** The side whose token the fee is stated in. */
  readonly countedIn: 'src' | 'dst'
  readonly description: string
  readonly providerLabel: string
}

/** A rule whose parts add up to the fee. */
export function feeRule(
  type: FeeRule['type'],
  countedIn: FeeRule['countedIn'],
  description: string,
  providerLabel: string,
  parts: Pick<FeeRule, 'bps' | 'flatUsd' | 'poolUsd'>,
): FeeRule {
  return { type, countedIn, description, providerLabel, ...parts }
}

/** A side of a swap with its price in micro-dollars per whole token, at least 1. */
export interface Side {
  readonly asset: PricedAsset
  readonly price: MicroUsd
}

interface Priced {
  /** Base units of the destination asset. */
  readonly amountOut: bigint
  readonly srcUsd: MicroUsd
  readonly dstUsd: MicroUsd
  readonly fees: readonly Fee[]
}

/** A rounding remainder below this goes to the provider's first fee, in micro-dollars. */
const ROUNDING_KEPT: MicroUsd = 10_000n

/**
 * Prices a swap so that it reconciles: fees are deducted in dollars, and the rest buys the destination asset, rounded down
 * to its base unit. A remainder of a cent or more (assets with few decimals) shows as route_loss.
 */
export function priceSwap(src: Side, dst: Side, amountIn: bigint, rules: readonly FeeRule[]): Priced {
  const srcUsd = valueInUsd(amountIn, src.asset.asset.decimals, src.price)
  const rest = afterFees(srcUsd, rules)
  const amountOut = rest > 0n ? unitsForUsd(rest, dst.asset.asset.decimals, dst.price) : 0n
  const dstUsd = valueInUsd(amountOut, dst.asset.asset.decimals, dst.price)
  const left = rest - dstUsd
  const kept = left >= 0n && left < ROUNDING_KEPT ? left : 0n
  const fees = rules
    .map((rule, index) => ({ rule, usd: feeUsd(rule, srcUsd) + (index === 0 ? kept : 0n) }))
    .filter(({ usd }) => usd !== 0n)
    .map(({ rule, usd }): Fee => {
      const side = rule.countedIn === 'src' ? src : dst
      return {
        type: rule.type,
        amount: unitsForUsd(usd, side.asset.asset.decimals, side.price),
        token: tokenOfAsset(side.asset),
        usd,
        description: rule.description,
        providerLabel: rule.providerLabel,
      }
    })
  return { amountOut, srcUsd, dstUsd, fees }
}

/** The swap after the price moved 1 % against the user; the loss is a fee item of its own. */
export function movePriceAgainstUser(priced: Priced, dst: Side): Priced {
  const lowered = lessBps(priced.amountOut, 100)
  const amountOut = lowered > 0n ? lowered : priced.amountOut
  const dstUsd = valueInUsd(amountOut, dst.asset.asset.decimals, dst.price)
  const moved: Fee = {
    type: 'swap_impact',
    amount: priced.amountOut - amountOut,
    token: tokenOfAsset(dst.asset),
    usd: priced.dstUsd - dstUsd,
    description: 'The price moved 1 % since the quote, as the amount requests',
    providerLabel: 'Price movement',
  }
  return { ...priced, amountOut, dstUsd, fees: [...priced.fees, moved] }
}

interface LimitsInput {
  /** Reference prices, so that a stated minimum stays valid while prices move. */
  readonly src: Side
  readonly dst: Side
  readonly rules: readonly FeeRule[]
  readonly minimumUsd: MicroUsd
  readonly maximumUsd: MicroUsd
}

/** Base units of the source asset between which a swap has a route; undefined when no amount has one. */
interface Limits {
  readonly minimum: bigint
  readonly maximum: bigint
}

/**
 * The amounts that a provider accepts. The minimum is raised when it would not buy one base unit of the destination asset.
 */
export function limitsOf(input: LimitsInput): Limits | undefined {
  const leastUsd = minimumUsefulUsd(input)
  if (leastUsd === undefined) return undefined
  const unit = 10n ** BigInt(input.src.asset.asset.decimals)
  const minimum = (leastUsd * unit + input.src.price - 1n) / input.src.price
  const maximum = (input.maximumUsd * unit) / input.src.price
  return minimum > 0n && minimum <= maximum ? { minimum, maximum } : undefined
}

/** Prices move by up to 0.3 % around the reference, so the minimum must work 0.4 % below and above it. */
function minimumUsefulUsd({ dst, rules, minimumUsd, maximumUsd }: LimitsInput): MicroUsd | undefined {
  const unitUsd = dst.price / 10n ** BigInt(dst.asset.asset.decimals) + 1n
  const needed = (unitUsd * 1_004n) / 1_000n + 10n
  const buysOneUnit = (srcUsd: MicroUsd) => afterFees((srcUsd * 996n) / 1_000n, rules) >= needed
  if (buysOneUnit(minimumUsd)) return minimumUsd
  if (!buysOneUnit(maximumUsd)) return undefined
  let tooLittle = minimumUsd
  let enough = maximumUsd
  while (enough - tooLittle > 1n) {
    const middle = (tooLittle + enough) / 2n
    if (buysOneUnit(middle)) enough = middle
    else tooLittle = middle
  }
  return enough
}

function afterFees(srcUsd: MicroUsd, rules: readonly FeeRule[]): MicroUsd {
  return rules.reduce((rest, rule) => rest - feeUsd(rule, srcUsd), srcUsd)
}

function feeUsd(rule: FeeRule, srcUsd: MicroUsd): MicroUsd {
  const proportional = (srcUsd * (rule.bps ?? 0n)) / 10_000n
  const impact = rule.poolUsd === undefined ? 0n : (srcUsd * srcUsd) / (srcUsd + rule.poolUsd)
  return proportional + (rule.flatUsd ?? 0n) + impact
}
