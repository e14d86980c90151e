import { lessBps } from '../../core/money/amount.ts'
import { checkWalletCall } from '../kit/evm-exec.ts'
import {
  type Prepared,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderLock,
  type ProviderQuoteRequest,
  type QuoteAnswer,
  type RouteDraft,
} from '../contract.ts'
import { receiptStatus } from '../kit/same-chain/status.ts'
import {
  checkCalldata,
  pairProblem,
  preparedSwap,
  routerCall,
  swapRouteId,
  swapSteps,
  swapTimeSec,
} from '../kit/same-chain/swap.ts'
import { statedUsd } from '../kit/stated-fee.ts'
import { kyberswapAssets } from './assets.ts'
import { readCalldata } from './call.ts'
import { kyberChain } from './chains.ts'
import { readFees } from './fees.ts'
import { askRoute, buildRoute } from './ask.ts'
import type { KyberSummary } from './wire.ts'

/** Most slippage that a build accepts, in basis points. */
const MAX_SLIPPAGE_BPS = 2_000

/** KyberSwap: the wallet calls its router, which swaps through the exchanges of one chain. */
export const kyberswapAdapter: ProviderAdapter = { quote, prepare, status: receiptStatus, assets: kyberswapAssets }

async function quote(request: ProviderQuoteRequest, context: ProviderContext): Promise<QuoteAnswer> {
  const chain = kyberChain(request.src.chain)
  const problem = pairProblem(request, (candidate) => kyberChain(candidate) !== undefined)
  if (problem !== undefined || chain === undefined) return { status: 'no_route', noRoute: problem ?? UNSERVED }
  const route = await askRoute(chain, request, context)
  return 'noRoute' in route ? route : { status: 'routes', routes: [toDraft(route.summary, request, context.provider)] }
}

const UNSERVED = { code: 'pair_unsupported', message: 'It does not serve this chain' } as const

function toDraft(summary: KyberSummary, request: ProviderQuoteRequest, label: ProviderLabel): RouteDraft {
  const { amountIn, amountOut } = summary
  return {
    routeId: swapRouteId('kyberswap', request),
    amountOut,
    minimumOut: lessBps(builtAtLeast(amountOut), request.slippageBps),
    srcUsd: statedUsd(summary.amountInUsd, amountIn),
    dstUsd: statedUsd(summary.amountOutUsd, amountOut),
    fees: readFees(summary, request),
    steps: swapSteps(
      summary.route.flat().map((hop) => hop.exchange),
      label,
    ),
    estimatedTimeSec: swapTimeSec(request.src.chain),
    // A price is worth some seconds only: the call is built at execute, from a new one.
    state: {},
  }
}

/** What a route of `amountOut` base units is built into, whose amount may be one unit less. */
function builtAtLeast(amountOut: bigint): bigint {
  return amountOut > 0n ? amountOut - 1n : 0n
}

async function prepare(lock: ProviderLock, context: ProviderContext): Promise<Prepared> {
  const chain = kyberChain(lock.src.chain)
  if (chain === undefined) throw new ProviderError('unavailable', UNSERVED.message)
  const route = await askRoute(chain, lock, context)
  if ('noRoute' in route) throw new ProviderError('unavailable', route.noRoute.message)
  const slippageBps = slippageToKeep(lock, route.summary.amountOut)
  const build = await buildRoute(chain, route, { ...lock, slippageBps }, context)
  const call = routerCall(lock.src, build.router, build.data, build.value)
  checkWalletCall(call, lock)
  const { minimumOut } = checkCalldata(readCalldata(build.data), lock, lock.recipient)
  if (minimumOut < lock.minimumOut) throw tooLittle()
  return preparedSwap(lock, call, context.provider.name)
}

/**
 * The most slippage with which the router still guarantees the locked minimum, in basis points; never more than the user
 * allows, or than a build accepts.
 */
function slippageToKeep(lock: ProviderLock, amountOut: bigint): number {
  const atLeast = builtAtLeast(amountOut)
  if (atLeast < lock.minimumOut || atLeast === 0n) throw tooLittle()
  const mayLose = Number(((atLeast - lock.minimumOut) * 10_000n) / atLeast)
  return Math.min(mayLose, lock.slippageBps, MAX_SLIPPAGE_BPS)
}

function tooLittle(): ProviderError {
  return new ProviderError('unavailable', 'It no longer guarantees the locked amount')
}
