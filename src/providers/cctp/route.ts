import { defined } from '../../core/defined.ts'
import { lessBps } from '../../core/money/amount.ts'
import { type Fee, tokenOfAsset } from '../../core/money/fees.ts'
import { CCTP_FAST, CCTP_STANDARD } from '../../core/evm/cctp/chains.ts'
import { divideUp } from '../../core/money/divide-up.ts'
import { larger } from '../../core/money/larger.ts'
import { type MicroUsd, valueInUsd } from '../../core/money/usd.ts'
import { needsClaimWarning } from '../../core/swap/needs-claim.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest, RouteDraft, RoutesAnswer } from '../contract.ts'
import { refuse, refusePair, unavailable } from '../kit/refuse.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { gasFee } from '../kit/same-chain/swap.ts'
import { type Corridor, USDC_DECIMALS } from './chains.ts'
import { BPS_DECIMALS, type CctpFees, type CctpState } from './wire.ts'

/** How soon a burn is attested. */
export type Way = CctpState['way']
/** A kind of route. */
type Kind = Pick<CctpState, 'way' | 'mintedBy'>

/** The finality that a burn asks for. */
export const FINALITY: Readonly<Record<Way, number>> = { fast: CCTP_FAST, standard: CCTP_STANDARD }

/** Gas of a burn and of a mint, by what they take on Ethereum. */
const GAS_OF_BURN = 150_000n
const GAS_OF_MINT = 200_000n
const COST_OF_BURN = 'Network cost of the burn'
/** By how many base units the highest fee of a burn may differ to tell it from others: less than a tenth of a cent. */
export const MOST_MARK = 1_000n
/** Seconds until the forwarding service has minted what is attested. */
const FORWARD_SEC = 20
/** Room above the share that a fast burn costs, as Circle advises, in percent. */
const FAST_ROOM_PERCENT = 20n

/** What is known besides the fees. */
interface Known {
  readonly allowance: bigint | undefined
  readonly gasPrice: bigint | undefined
  readonly mintGasPrice: bigint | undefined
}

/** A kind of route with what it costs. */
interface Priced {
  readonly kind: Kind
  readonly cost: BurnCost
}

/** What a burn costs, base units of USDC. */
export interface BurnCost {
  /** Circle's share for a fast burn. */
  readonly share: bigint
  /** What the forwarding service takes for minting; 0 where another mints. */
  readonly forward: bigint
  /** Both, and what they may come to while fees rise. */
  readonly expected: bigint
  readonly most: bigint
}

/**
 * How a burn is made, and what it costs: with the forwarding service where that mints and states its fee, else by whoever claims
 * it; undefined where no fee is stated.
 */
function kindOf(fees: CctpFees, way: Way, { isForwarded }: Corridor, amount: bigint): Priced | undefined {
  const kinds: readonly CctpState['mintedBy'][] = isForwarded ? ['forwarder', 'claim'] : ['claim']
  return kinds
    .flatMap((mintedBy) => {
      const cost = costOf(fees, { way, mintedBy }, amount)
      return cost === undefined ? [] : [{ kind: { way, mintedBy }, cost }]
    })
    .at(0)
}

/** The cost of a burn by the stated fees; undefined where they have none for it. @param amount base units */
export function costOf(fees: CctpFees, { way, mintedBy }: Kind, amount: bigint): BurnCost | undefined {
  const row = fees.find(({ finalityThreshold }) => finalityThreshold === FINALITY[way])
  if (row === undefined) return undefined
  const share = divideUp(amount * row.minimumFee, 10_000n * 10n ** BigInt(BPS_DECIMALS))
  const room = divideUp(share * FAST_ROOM_PERCENT, 100n)
  // Nothing else tells equal burns apart where no other fee leaves room.
  if (mintedBy === 'claim') return { share, forward: 0n, expected: share, most: share + room + MOST_MARK - 1n }
  const forward = row.forwardFee?.medium ?? row.forwardFee?.med
  if (forward === undefined) return undefined
  const highest = larger(row.forwardFee?.high ?? forward, forward)
  return { share, forward, expected: share + forward, most: share + room + highest }
}

/**
 * The routes of a pair: a fast and a standard burn, where both exist, each minted by the forwarding service, or by whoever claims
 * it where that service does not mint or states no fee, and the cost of the mint is known.
 * @param allowance base units that may still be burnt fast; undefined where that is not known
 * @param gasPrice wei on the source chain, `mintGasPrice` on the destination chain; undefined where no node states it
 */
export function toRoutes(
  corridor: Corridor,
  fees: CctpFees,
  known: Known,
  request: ProviderQuoteRequest,
  context: ProviderContext,
): RoutesAnswer | NoRoute {
  const { amountIn } = request
  const hasFast = corridor.fastSec !== undefined && known.allowance !== undefined && amountIn <= known.allowance
  const ways: readonly Way[] = hasFast ? ['fast', 'standard'] : ['standard']
  const priced = ways.flatMap((way) => kindOf(fees, way, corridor, amountIn) ?? [])
  if (priced.length === 0) return refusePair('Circle names no fee for burns between these chains')
  const costs = priced.filter(({ kind }) => kind.mintedBy === 'forwarder' || known.mintGasPrice !== undefined)
  const [first] = costs
  if (first === undefined) {
    throw unavailable(`No node of ${request.dst.chain.name} says what the mint there costs, which is on top`)
  }
  const paying = costs.filter(({ cost }) => cost.most < amountIn)
  if (paying.length === 0) {
    const minimum = costs.reduce((least, { cost }) => (cost.most < least ? cost.most : least), first.cost.most) + 1n
    return refuse('below_minimum', 'Minting on the destination chain costs more than the amount', { minimum })
  }
  return {
    status: 'routes',
    routes: paying.map(({ kind, cost }) => toDraft(corridor, kind, cost, known, request, context)),
  }
}

function toDraft(
  { standardSec, fastSec = standardSec }: Corridor,
  { way, mintedBy }: Kind,
  { share, forward, expected, most }: BurnCost,
  { gasPrice, mintGasPrice = 0n }: Known,
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
    routeId: pairRouteId('cctp', request, mintedBy === 'claim' ? `${way} claim` : way),
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
              description: COST_OF_BURN,
              providerLabel: 'gasEstimate',
            }),
          ]),
      ...(mintedBy === 'claim'
        ? [
            {
              ...gasFee(dst.chain, GAS_OF_MINT * mintGasPrice, undefined, {
                description: `Network cost of the second transaction, on ${dst.chain.name}`,
                providerLabel: 'mintGasEstimate',
              }),
              type: 'destination_gas' as const,
            },
          ]
        : []),
    ],
    ...defined({ unknownCosts: gasPrice === undefined ? [COST_OF_BURN] : undefined }),
    steps: [
      { type: 'bridge', name: `${provider.name} ${way === 'fast' ? 'Fast' : 'Standard'}`, image: provider.image },
    ],
    // Until it can be claimed, where nobody mints by itself.
    estimatedTimeSec: (way === 'fast' ? fastSec : standardSec) + (mintedBy === 'claim' ? 0 : FORWARD_SEC),
    ...(mintedBy === 'claim' ? { display: { warnings: [needsClaimWarning(dst.chain.name)] } } : {}),
    state: { way, mintedBy, fee: expected.toString(), maxFee: maxFee.toString() },
  }
}

function lessFees(usd: MicroUsd, fees: readonly Fee[]): MicroUsd {
  return fees.reduce((rest, fee) => rest - (fee.usd ?? 0n), usd)
}
