import * as z from 'zod'
import { NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import { tokenOfAsset } from '../../core/money/fees.ts'
import type { ReceiptReport } from '../../core/evm/receipt.ts'
import { unitsForUsd, valueInUsd } from '../../core/money/usd.ts'
import { checkWalletCall, sameAddress } from '../kit/evm-exec.ts'
import {
  type Prepared,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
  type QuoteAnswer,
  type RouteDraft,
  type StatusReport,
  type StatusRequest,
} from '../contract.ts'
import { receiptStatusWith } from '../kit/same-chain/status.ts'
import { gasFee, pairProblem, preparedSwap, routerCall, swapRouteId, swapTimeSec } from '../kit/same-chain/swap.ts'
import { encodeSwap } from './call.ts'
import { type Deployment, deploymentOf } from './deployments.ts'
import { askOffers, type MarketView } from './ask.ts'
import type { PathOffer } from './offers.ts'
import { poolFees } from './paths.ts'
import { tryOut } from './trial.ts'
import { prepareWrap, quoteWrap, wrapStatus } from './wrap.ts'

/** How long a price is shown as good, in milliseconds: a few blocks, and time to read the terms; the least amount holds anyway. */
const GOOD_FOR_MS = 60_000
/** How long after the chain's latest block the router takes the call, in seconds: time to review, sign and be mined. */
const DEADLINE_SEC = 600n
/** Most base units that a V3 pool can count. */
const MOST_IN = 2n ** 128n - 1n

const stateSchema = z.object({
  version: z.enum(['v2', 'v3']),
  tokens: z.array(z.string()).min(2).max(3),
  fees: z.array(z.number().int().nonnegative()).min(1).max(2),
})

/** Uniswap without its API: the contracts of one chain quote, and the wallet calls its router. */
export const uniswapAdapter: ProviderAdapter = { quote, prepare, status }

async function quote(request: ProviderQuoteRequest, context: ProviderContext): Promise<QuoteAnswer> {
  const { src, dst, amountIn } = request
  const problem = pairProblem(request, (chain) => deploymentOf(chain) !== undefined)
  if (problem !== undefined) return { status: 'no_route', noRoute: problem }
  const deployment = served(src)
  const from = tokenOf(src, deployment)
  const to = tokenOf(dst, deployment)
  if (amountIn > MOST_IN)
    return { status: 'no_route', noRoute: { code: 'no_liquidity', message: 'No pool can hold this amount' } }
  if (sameAddress(from, to)) return quoteWrap(request, context, deployment)
  if (request.recipient !== undefined && isTrap(request.recipient, deployment)) {
    return {
      status: 'no_route',
      noRoute: { code: 'pair_unsupported', message: 'What its router pays to this recipient anybody can take' },
    }
  }
  const view = await askOffers(context, src.chain.key, deployment, { from, to, amountIn })
  const coinUsd = await context.price(src.chain.key, NATIVE_EVM_ADDRESS)
  const best = bestOf(view, request, deployment, coinUsd)
  if (best === undefined) {
    return { status: 'no_route', noRoute: { code: 'no_liquidity', message: 'None of its pools takes this amount' } }
  }
  const trial = await tryOut(context, src.chain.key, deployment, best, amountIn)
  if (trial.taxed !== undefined) {
    const { symbol } = (sameAddress(trial.taxed, from) ? src : dst).asset
    return {
      status: 'no_route',
      noRoute: {
        code: 'pair_unsupported',
        message: `${symbol} keeps a part of every transfer, which its pools do not count: less would arrive than they say`,
      },
    }
  }
  const draft = toDraft(best, view, request, context, coinUsd)
  const { priceImpactBps } = trial
  return { status: 'routes', routes: [priceImpactBps === undefined ? draft : { ...draft, priceImpactBps }] }
}

/** The addresses that stand for the sender and for the router, and the router itself: whoever comes next empties it. */
function isTrap(recipient: string, { swapRouter02 }: Deployment): boolean {
  return BigInt(recipient) <= 2n || sameAddress(recipient, swapRouter02)
}

/** The offer that leaves most after its network cost, as far as that can be told in the asset got. */
function bestOf(
  view: MarketView,
  request: ProviderQuoteRequest,
  deployment: Deployment,
  coinUsd: bigint | undefined,
): PathOffer | undefined {
  const most = view.offers.reduce((highest, { amountOut }) => (amountOut > highest ? amountOut : highest), 0n)
  const inDst = (wei: bigint): bigint => {
    const { src, dst, amountIn } = request
    if (sameAddress(tokenOf(dst, deployment), deployment.wrappedCoin)) return wei
    if (sameAddress(tokenOf(src, deployment), deployment.wrappedCoin)) return (wei * most) / amountIn
    if (coinUsd === undefined || dst.priceUsd === undefined || dst.priceUsd === 0n) return 0n
    return unitsForUsd(valueInUsd(wei, 18, coinUsd), dst.asset.decimals, dst.priceUsd)
  }
  const kept = (offer: PathOffer) => offer.amountOut - inDst(networkCost(offer, view))
  return view.offers.reduce<PathOffer | undefined>(
    (best, offer) => (best === undefined || kept(offer) > kept(best) ? offer : best),
    undefined,
  )
}

/** Wei. */
function networkCost({ gas }: PathOffer, { gasPrice, bytesCost }: MarketView): bigint {
  return gas * gasPrice + bytesCost
}

function toDraft(
  offer: PathOffer,
  view: MarketView,
  request: ProviderQuoteRequest,
  { clock, provider }: ProviderContext,
  coinUsd: bigint | undefined,
): RouteDraft {
  const { src, dst, amountIn } = request
  const { path, amountOut } = offer
  const usd = ({ asset, priceUsd }: PricedAsset, units: bigint) =>
    priceUsd === undefined ? undefined : valueInUsd(units, asset.decimals, priceUsd)
  const wei = networkCost(offer, view)
  const taken = poolFees(path, amountIn)
  return {
    routeId: swapRouteId('uniswap', request),
    amountOut,
    srcUsd: usd(src, amountIn),
    dstUsd: usd(dst, amountOut),
    fees: [
      {
        type: 'liquidity_fee',
        amount: taken,
        token: tokenOfAsset(src),
        usd: usd(src, taken),
        description: `Fee of the ${path.fees.length === 1 ? 'pool' : 'pools'}: ${path.fees.map(percent).join(' and ')}`,
        providerLabel: 'fee',
      },
      gasFee(src.chain, wei, coinUsd === undefined ? undefined : valueInUsd(wei, 18, coinUsd), {
        description: 'Network cost of the swap',
        providerLabel: 'gasEstimate',
      }),
    ],
    steps: path.fees.map((fee) => ({
      type: 'swap',
      name: `${provider.name} ${path.version.toUpperCase()} (${percent(fee)})`,
      image: provider.image,
    })),
    estimatedTimeSec: swapTimeSec(src.chain),
    expiresAt: clock.now() + GOOD_FOR_MS,
    state: { version: path.version, tokens: path.tokens, fees: path.fees },
  }
}

/** Millionths as percent. */
function percent(fee: number): string {
  return `${fee / 10_000} %`
}

async function prepare(lock: ProviderLock, context: ProviderContext): Promise<Prepared> {
  const { src, dst, amountIn, amountOut, minimumOut, recipient } = lock
  const deployment = served(src)
  if (sameAddress(tokenOf(src, deployment), tokenOf(dst, deployment))) return prepareWrap(lock, deployment)
  const path = stateSchema.parse(lock.state)
  const deadlineSec = (await latestTimeSec(context, src.chain.key)) + DEADLINE_SEC
  const sides = {
    paysCoins: dst.asset.isNative,
    // A pool that runs dry takes a part of the coins; the minimum rules that out unless it is this low.
    returnsCoins: src.asset.isNative && minimumOut * 2n < amountOut,
  }
  const data = encodeSwap({ path, amountIn, minimumOut, recipient }, sides, deadlineSec)
  const value = src.asset.isNative ? amountIn.toString() : '0'
  const call = routerCall(src, deployment.swapRouter02, data, value)
  checkWalletCall(call, lock)
  return preparedSwap(lock, call, context.provider.name)
}

const blockSchema = z.looseObject({ timestamp: z.string().regex(/^0x[0-9a-fA-F]{1,16}$/) })

/** Epoch seconds of the latest block: the router compares its deadline with the chain's clock, not with ours. */
async function latestTimeSec(context: ProviderContext, chainKey: string): Promise<bigint> {
  const block = blockSchema.safeParse(await context.rpc(chainKey, 'eth_getBlockByNumber', ['latest', false]))
  if (!block.success) throw new ProviderError('bad_response', 'The RPC of the chain does not tell its latest block')
  return BigInt(block.data.timestamp)
}

function status(request: StatusRequest, context: ProviderContext): Promise<StatusReport> {
  const deployment = served(request.dst)
  const { wrappedCoin, swapRouter02 } = deployment
  if (sameAddress(tokenOf(request.src, deployment), tokenOf(request.dst, deployment))) {
    return wrapStatus(request, context, deployment)
  }
  return receiptStatusWith(request, context, ({ unwraps = [] }: ReceiptReport) => {
    // The router pays out all wrapped coins that it holds, and at once.
    const own = unwraps.filter(
      ({ token, owner }) => sameAddress(token, wrappedCoin) && sameAddress(owner, swapRouter02),
    )
    return own.length === 0 ? undefined : own.reduce((sum, { amount }) => sum + amount, 0n)
  })
}

function served({ chain }: PricedAsset): Deployment {
  const deployment = deploymentOf(chain)
  if (deployment === undefined) throw new ProviderError('unavailable', 'It no longer serves this chain')
  return deployment
}

/** The token that stands for an asset in pools. */
function tokenOf({ asset }: PricedAsset, { wrappedCoin }: Deployment): string {
  return asset.isNative ? wrappedCoin : asset.address
}
