import type { ProviderAdapter, ProviderError, ProviderLock } from '../contract.ts'
import { expectQuoted, unavailable } from '../kit/refuse.ts'
import { checkWalletCall } from '../kit/wallet-call.ts'
import { receiptStatus } from '../kit/same-chain/status.ts'
import { checkCalldata, preparedSwap, refuseCrossChain, routerCall, UNSERVED } from '../kit/same-chain/swap.ts'
import { askRoute, buildRoute } from './ask.ts'
import { kyberswapAssets } from './assets.ts'
import { readCalldata } from './call.ts'
import { kyberChain } from './chains.ts'
import { builtAtLeast, toDraft } from './route.ts'
import type { KyberSummary } from './wire.ts'

/** Highest slippage that a build accepts, in basis points. */
const MAX_BUILD_SLIPPAGE_BPS = 2_000

/** KyberSwap: the wallet calls its router, which swaps through the exchanges of one chain. */
export const kyberswapAdapter: ProviderAdapter = {
  async quote(request, context) {
    const chain = kyberChain(request.src.chain)
    const refused = refuseCrossChain(request, chain !== undefined)
    if (chain === undefined || refused !== undefined) return refused ?? UNSERVED
    const route = await askRoute(chain, request, context)
    if (route.status === 'no_route') return route
    return { status: 'routes', routes: [toDraft(route.summary, request, context.provider)] }
  },

  async prepare(lock, context) {
    const chain = kyberChain(lock.src.chain)
    if (chain === undefined) throw unavailable(UNSERVED.message)
    const route = expectQuoted(await askRoute(chain, lock, context))
    const slippageBps = slippageToKeep(lock, route.summary)
    const build = await buildRoute(chain, route, { ...lock, slippageBps }, context)
    const call = routerCall(lock.src, build.router, build.data, build.value)
    checkWalletCall(call, lock)
    const { minimumOut } = checkCalldata(readCalldata(build.data), lock, lock.recipient)
    if (minimumOut < lock.minimumOut) throw tooLittle()
    return preparedSwap(lock, call, context.provider.name)
  },

  status: receiptStatus,
  assets: kyberswapAssets,
}

/** The highest slippage, in basis points, that still guarantees the locked minimum and that user and build accept. */
function slippageToKeep(lock: ProviderLock, summary: KyberSummary): number {
  const atLeast = builtAtLeast(summary)
  if (atLeast < lock.minimumOut || atLeast === 0n) throw tooLittle()
  const mayLose = Number(((atLeast - lock.minimumOut) * 10_000n) / atLeast)
  return Math.min(mayLose, lock.slippageBps, MAX_BUILD_SLIPPAGE_BPS)
}

function tooLittle(): ProviderError {
  return unavailable('It no longer guarantees the locked amount')
}
