import { WRAPPED_COIN } from '../../core/evm/functions.ts'
import { encodeCall } from '../../core/evm/abi.ts'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { valueInUsd } from '../../core/money/usd.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { refusePair } from '../kit/refuse.ts'
import type {
  Prepared,
  ProviderContext,
  ProviderLock,
  ProviderQuoteRequest,
  QuoteAnswer,
  StatusReport,
  StatusRequest,
} from '../contract.ts'
import { netOf, receiptStatusBy } from '../kit/same-chain/status.ts'
import { gasFee, preparedOnChain, swapRouteId, swapTimeSec } from '../kit/same-chain/swap.ts'
import type { Deployment } from './chains.ts'
import { askCosts } from './ask.ts'
import { larger } from '../../core/money/larger.ts'

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
    askCosts(context, src.chain.key, deployment, callData(isWrap, amountIn)),
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
    data: callData(isWrap, amountIn),
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

/** The status of a wrap or unwrap: contracts log an event of their own, a transfer from or to the zero address, or both. */
export function wrapStatus(
  request: StatusRequest,
  context: ProviderContext,
  { wrappedCoin }: Deployment,
): Promise<StatusReport> {
  const isWrap = request.src.asset.isNative
  return receiptStatusBy(request, context, ({ wraps = [], unwraps = [] }, transfers, { depositor }) => {
    const stated = (isWrap ? wraps : unwraps)
      .filter(({ token, owner }) => sameAddress(token, wrappedCoin) && sameAddress(owner, depositor))
      .reduce((sum, { amount }) => sum + amount, 0n)
    const gained = netOf(transfers, wrappedCoin, depositor)
    const moved = isWrap ? gained : -gained
    const amount = larger(stated, moved)
    return amount > 0n ? amount : 'elsewhere'
  })
}

function callData(isWrap: boolean, amount: bigint): string {
  return isWrap ? WRAPPED_COIN.deposit.selector : encodeCall(WRAPPED_COIN.withdraw.selector, [amount])
}
