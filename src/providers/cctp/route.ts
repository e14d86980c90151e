import { lessBps } from '../../core/money/amount.ts'
import { type Fee, tokenOfAsset } from '../../core/money/fees.ts'
import { CCTP_FAST, CCTP_STANDARD } from '../../core/evm/cctp/chains.ts'
import { larger } from '../../core/money/larger.ts'
import { type MicroUsd, valueInUsd } from '../../core/money/usd.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest, RouteDraft, RoutesAnswer } from '../contract.ts'
import { refuse, refusePair } from '../kit/refuse.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { gasFee } from '../kit/same-chain/swap.ts'
import { type Corridor, USDC_DECIMALS } from './chains.ts'
import { BPS_DECIMALS, type CctpFees, type CctpState } from './wire.ts'

/** How soon a burn is attested. */
export type Way = CctpState['way']

/** The finality that a burn asks for. */
export const FINALITY: Readonly<Record<Way, number>> = { fast: CCTP_FAST, standard: CCTP_STANDARD }

/** Gas of a burn, by what it takes on Ethereum. */
const GAS_OF_BURN = 150_000n
/** Seconds until the forwarding service has minted what is attested. */
const FORWARD_SEC = 20
/** Room above the share that a fast burn costs, as Circle advises, in percent. */
const FAST_ROOM_PERCENT = 20n

/** What a burn costs, base units of USDC. */
export interface BurnCost {
  /** Circle's share for a fast burn. */
  readonly share: bigint
  /** What the forwarding service takes for minting. */
  readonly forward: bigint
  /** Both, and what they may come to while fees rise. */
  readonly expected: bigint
  readonly most: bigint
}

/** The cost of a burn by the stated fees; undefined where they have none for it. @param amount base units */
export function costOf(fees: CctpFees, way: Way, amount: bigint): BurnCost | undefined {
  const row = fees.find(({ finalityThreshold }) => finalityThreshold === FINALITY[way])
  const forward = row?.forwardFee?.medium ?? row?.forwardFee?.med
  if (row === undefined || forward === undefined) return undefined
  const share = divideUp(amount * row.minimumFee, 10_000n * 10n ** BigInt(BPS_DECIMALS))
  const room = divideUp(share * FAST_ROOM_PERCENT, 100n)
  const highest = larger(row.forwardFee?.high ?? forward, forward)
  return { share, forward, expected: share + forward, most: share + room + highest }
}

/**
 * The routes of a pair: a fast and a standard burn, where both exist.
 * @param allowance base units that may still be burnt fast; undefined where that is not known
 * @param gasPrice wei; undefined where no node states it
 */
export function toRoutes(
  corridor: Corridor,
  fees: CctpFees,
  known: { readonly allowance: bigint | undefined; readonly gasPrice: bigint | undefined },
  request: ProviderQuoteRequest,
  context: ProviderContext,
): RoutesAnswer | NoRoute {
  const { amountIn } = request
  const hasFast = corridor.fastSec !== undefined && known.allowance !== undefined && amountIn <= known.allowance
  const ways: readonly Way[] = hasFast ? ['fast', 'standard'] : ['standard']
  const costs = ways.flatMap((way) => {
    const cost = costOf(fees, way, amountIn)
    return cost === undefined ? [] : [{ way, cost }]
  })
  const [first] = costs
  if (first === undefined) return refusePair('Circle names no fee for minting on the destination chain')
  const paying = costs.filter(({ cost }) => cost.most < amountIn)
  if (paying.length === 0) {
    const minimum = costs.reduce((least, { cost }) => (cost.most < least ? cost.most : least), first.cost.most) + 1n
    return refuse('below_minimum', 'Minting on the destination chain costs more than the amount', { minimum })
  }
  return {
    status: 'routes',
    routes: paying.map(({ way, cost }) => toDraft(corridor, way, cost, known.gasPrice, request, context)),
  }
}

function toDraft(
  { standardSec, fastSec = standardSec }: Corridor,
  way: Way,
  { share, forward, expected, most }: BurnCost,
  gasPrice: bigint | undefined,
  request: ProviderQuoteRequest,
  { provider }: ProviderContext,
): RouteDraft {
  const { src, dst, amountIn } = request
  const amountOut = amountIn - expected
  // The fee may rise as far as the slippage allows, and never above what Circle's own levels can ask.
  const bySlippage = amountIn - lessBps(amountOut, request.exactSlippageBps)
  const maxFee = larger(expected, bySlippage < most ? bySlippage : most)
  // One USDC is one USDC on both chains: a price of its own on each would invent a loss.
  const price = src.priceUsd ?? dst.priceUsd
  const usd = (units: bigint) => (price === undefined ? undefined : valueInUsd(units, USDC_DECIMALS, price))
  const taken: readonly Fee[] = [
    {
      type: 'cctp_fee',
      amount: share,
      token: tokenOfAsset(src),
      usd: usd(share),
      description: 'Circle attests the burn before its block is final',
      providerLabel: 'minimumFee',
    },
    {
      type: 'destination_gas',
      amount: forward,
      token: tokenOfAsset(src),
      usd: usd(forward),
      description: `Circle mints on ${dst.chain.name}`,
      providerLabel: 'forwardFee',
    },
  ]
  const fees = taken.filter(({ amount }) => amount > 0n)
  const srcUsd = usd(amountIn)
  return {
    routeId: pairRouteId('cctp', request, way),
    amountOut,
    minimumOut: amountIn - maxFee,
    srcUsd,
    dstUsd: srcUsd === undefined ? undefined : lessFees(srcUsd, fees),
    priceImpactBps: 0,
    fees: [
      ...fees,
      ...(gasPrice === undefined
        ? []
        : [
            gasFee(src.chain, GAS_OF_BURN * gasPrice, undefined, {
              description: 'Network cost of the burn',
              providerLabel: 'gasEstimate',
            }),
          ]),
    ],
    steps: [
      { type: 'bridge', name: `${provider.name} ${way === 'fast' ? 'Fast' : 'Standard'}`, image: provider.image },
    ],
    estimatedTimeSec: (way === 'fast' ? fastSec : standardSec) + FORWARD_SEC,
    state: { way, fee: expected.toString(), maxFee: maxFee.toString() },
  }
}

function lessFees(usd: MicroUsd, fees: readonly Fee[]): MicroUsd {
  return fees.reduce((rest, fee) => rest - (fee.usd ?? 0n), usd)
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
