import {
  type Prepared,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
  type QuoteAnswer,
} from '../contract.ts'
import { checkWalletCall } from '../kit/wallet-call.ts'
import { receiptStatus } from '../kit/same-chain/status.ts'
import { checkCalldata, refuseCrossChain, preparedSwap, routerCall } from '../kit/same-chain/swap.ts'
import { askRoute, buildRoute } from './ask.ts'
import { kyberswapAssets } from './assets.ts'
import { readCalldata } from './call.ts'
import { kyberChain } from './chains.ts'
import { builtAtLeast, toDraft } from './route.ts'

/** Most slippage that a build accepts, in basis points. */
const MAX_SLIPPAGE_BPS = 2_000

/** KyberSwap: the wallet calls its router, which swaps through the exchanges of one chain. */
export const kyberswapAdapter: ProviderAdapter = { quote, prepare, status: receiptStatus, assets: kyberswapAssets }

async function quote(request: ProviderQuoteRequest, context: ProviderContext): Promise<QuoteAnswer> {
  const chain = kyberChain(request.src.chain)
  const problem = refuseCrossChain(request, (candidate) => kyberChain(candidate) !== undefined)
  if (problem !== undefined || chain === undefined) return { status: 'no_route', noRoute: problem ?? UNSERVED }
  const route = await askRoute(chain, request, context)
  return 'noRoute' in route ? route : { status: 'routes', routes: [toDraft(route.summary, request, context.provider)] }
}

const UNSERVED = { code: 'pair_unsupported', message: 'It does not serve this chain' } as const

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
