import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { valueInUsd } from '../../core/money/usd.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { refusePair } from '../kit/refuse.ts'
import type { Prepared, ProviderContext, ProviderLock, ProviderQuoteRequest, QuoteAnswer } from '../contract.ts'
import { gasFee, preparedOnChain, swapRouteId, swapTimeSec } from '../kit/same-chain/swap.ts'
import { wrapCalldata } from '../kit/same-chain/wrap.ts'
import type { Deployment } from './chains.ts'
import { askCosts } from './ask.ts'

/* A coin and its wrapped form, one to one, by the wrapped coin's own contract: no pool, no router, no approval. */

/** Units of gas, a little above what the first deposit of a wallet uses. */
const GAS = 50_000n

/** The one route, never for another recipient: the contract pays the wallet that calls it. @throws ProviderError RpcError */
export async function quoteWrap(
  request: ProviderQuoteRequest,
  context: ProviderContext,
  deployment: Deployment,
): Promise<QuoteAnswer> {
  const { src, amountIn, depositor, recipient } = request
  const isWrap = src.asset.isNative
  if (depositor !== undefined && recipient !== undefined && !sameAddress(depositor, recipient)) {
    return refusePair(`${isWrap ? 'Wrapping' : 'Unwrapping'} a coin pays only the wallet that sends it`)
  }
  const [{ gasPrice, bytesCost }, coinUsd] = await Promise.all([
    askCosts(context, src.chain.key, deployment, wrapCalldata(isWrap, amountIn)),
    context.price(src.chain.key, NATIVE_EVM_ADDRESS),
  ])
  const usd = (wei: bigint) => (coinUsd === undefined ? undefined : valueInUsd(wei, 18, coinUsd))
  const wei = GAS * gasPrice + bytesCost
  return {
    status: 'routes',
    routes: [
      {
        routeId: swapRouteId('uniswap', request),
        amountOut: amountIn,
        minimumOut: amountIn,
        // One price for both sides: each can be exchanged for the other at any time.
        srcUsd: usd(amountIn),
        dstUsd: usd(amountIn),
        priceImpactBps: 0,
        fees: [gasFee(src.chain, wei, usd(wei), { description: 'Network cost', providerLabel: 'gasEstimate' })],
        steps: [
          {
            type: isWrap ? 'wrap' : 'unwrap',
            name: `${isWrap ? 'Wrap' : 'Unwrap'} ${src.asset.symbol}`,
            image: context.provider.image,
          },
        ],
        estimatedTimeSec: swapTimeSec(src.chain),
        state: {},
      },
    ],
  }
}

/** The call of the wrapped coin's contract for a lock. */
export function prepareWrap(lock: ProviderLock, { wrappedCoin }: Deployment): Prepared {
  const { src, dst, amountIn } = lock
  const isWrap = src.asset.isNative
  const call = {
    to: wrappedCoin,
    data: wrapCalldata(isWrap, amountIn),
    value: isWrap ? amountIn.toString() : '0',
    spender: null,
    resetsApproval: false,
  }
  return preparedOnChain(
    lock,
    call,
    `${isWrap ? 'Wrap' : 'Unwrap'} ${src.asset.symbol} one to one as ${dst.asset.symbol}`,
  )
}
