import * as z from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import type { ProviderAdapter, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { badReply, refuse, refusePair } from '../kit/refuse.ts'
import { preparedSwap, refuseCrossChain, routerCall } from '../kit/same-chain/swap.ts'
import { checkWalletCall } from '../kit/wallet-call.ts'
import { askOffers } from './ask.ts'
import { encodeSwaps } from './call.ts'
import { type Deployment, deploymentOf, expectDeployment } from './chains.ts'
import type { PathOffer } from './quoter.ts'
import { bestPath, currencyOf, netOutput, toDraft, tokenOf } from './route.ts'
import { status } from './status.ts'
import { askSplits, isWorthSplitting, type NetOf, type SwapWay } from './split.ts'
import { type Trial, tryOut } from './trial.ts'
import { encodeV4Swaps } from './v4.ts'
import { readState } from './wire.ts'
import { prepareWrap, quoteWrap } from './wrap.ts'

/** How long after the chain's latest block the router takes the call, in seconds: time to review, sign and be mined. */
const DEADLINE_SEC = 600n

/**
 * How much longer Permit2 may hand the token to the router, in seconds: wallets ask for it anew before it ends, which must not
 * be while the call is good. Wallets refuse more than a day.
 */
const PERMIT2_AFTER_SEC = 1_200

/** Highest amount that a V3 pool can count, in base units. */
const MOST_IN = 2n ** 128n - 1n

/** Uniswap without its API: the contracts of one chain give the quotes, and the wallet calls its router. */
export const uniswapAdapter: ProviderAdapter = {
  async quote(request, context) {
    const { src, dst, amountIn } = request
    const refused = refuseCrossChain(request, deploymentOf(src.chain) !== undefined)
    if (refused !== undefined) return refused
    const deployment = expectDeployment(src)
    if (deployment.isCoinToken && (src.asset.isNative || dst.asset.isNative)) {
      return refusePair(`The coin of this chain is swapped as its token ${deployment.wrappedCoin}`)
    }
    const from = tokenOf(src, deployment)
    const to = tokenOf(dst, deployment)
    if (amountIn > MOST_IN) return refuse('no_liquidity', 'No pool can hold this amount')
    if (sameAddress(from, to)) return quoteWrap(request, context, deployment)
    if (request.recipient !== undefined && isTrap(request.recipient, deployment)) {
      return refusePair('Anybody can take what its router pays to this recipient')
    }
    const view = await askOffers(context, src.chain.key, deployment, {
      from,
      to,
      amountIn,
      currencies: [currencyOf(src), currencyOf(dst)],
    })
    const coinUsd = await context.price(src.chain.key, NATIVE_EVM_ADDRESS)
    const netOf = netOutput(view, request, deployment, coinUsd)
    const single = bestPath(view.offers, amountIn, netOf)
    if (single === undefined) return refuse('no_liquidity', 'None of its pools takes this amount')
    const { best, trial } = await splitIfBetter(context, deployment, request, view.offers, single, netOf)
    if (trial.taxed !== undefined) {
      const { symbol } = (sameAddress(trial.taxed, from) ? src : dst).asset
      return refusePair(
        `${symbol} keeps a part of every transfer, which its pools do not count: less would arrive than they quote`,
      )
    }
    const { priceImpactBps, untried } = trial
    const route = {
      ...toDraft(best, view, request, context, coinUsd),
      ...defined({ priceImpactBps }),
      untriedTransfers: (['src', 'dst'] as const).filter((side) =>
        untried.some((token) => sameAddress(token, tokenOf(request[side], deployment))),
      ),
    }
    return { status: 'routes', routes: [route] }
  },

  async prepare(lock, context) {
    const { src, dst, amountIn, amountOut, minimumOut, recipient } = lock
    const deployment = expectDeployment(src)
    if (sameAddress(tokenOf(src, deployment), tokenOf(dst, deployment))) return prepareWrap(lock, deployment)
    const swaps = readState(lock.state, { amountIn, minimumOut, recipient })
    const deadlineSec = (await latestTimeSec(context, src.chain.key)) + DEADLINE_SEC
    const sides = {
      paysCoins: dst.asset.isNative,
      // A pool that runs out takes only a part of the coins; the minimum prevents that unless it is this low.
      returnsCoins: src.asset.isNative && minimumOut * 2n < amountOut,
    }
    const isV4 = swaps.some(({ path }) => path.version === 'v4')
    const router = isV4 ? deployment.v4?.router : deployment.v3?.swapRouter02
    if (router === undefined) throw badReply('The route is of another chain')
    const data = isV4 ? encodeV4Swaps(swaps, deadlineSec) : encodeSwaps(swaps, sides, deadlineSec)
    const value = src.asset.isNative ? amountIn.toString() : '0'
    const throughPermit2 = isV4 && !src.asset.isNative
    const call = {
      ...routerCall(src, router, data, value),
      ...(throughPermit2 ? { permit2UntilSec: Number(deadlineSec) + PERMIT2_AFTER_SEC } : {}),
    }
    checkWalletCall(call, lock)
    return preparedSwap(lock, call, context.provider.name)
  },

  status,
}

/** The path with its trial, or the split that leaves more where one does. A node that fails on splits loses no path. */
async function splitIfBetter(
  context: ProviderContext,
  deployment: Deployment,
  { src, amountIn }: ProviderQuoteRequest,
  offers: readonly PathOffer[],
  single: SwapWay,
  netOf: NetOf,
): Promise<{ readonly best: SwapWay; readonly trial: Trial }> {
  const chainKey = src.chain.key
  const trial = await tryOut(context, chainKey, deployment, single, amountIn)
  if (trial.taxed !== undefined || !isWorthSplitting(trial.priceImpactBps)) return { best: single, trial }
  const split = await askSplits(context, chainKey, deployment, offers, amountIn, netOf).catch(() => undefined)
  if (split === undefined || netOf(split) <= netOf(single)) return { best: single, trial }
  return { best: split, trial: await tryOut(context, chainKey, deployment, split, amountIn) }
}

/** True for the router, and for the addresses that stand for it or for the sender: anybody can withdraw what is paid there. */
function isTrap(recipient: string, { v3, v4 }: Deployment): boolean {
  return (
    BigInt(recipient) <= 2n ||
    [v3?.swapRouter02, v4?.router].some((router) => router !== undefined && sameAddress(recipient, router))
  )
}

const blockSchema = z.looseObject({ timestamp: z.string().regex(/^0x[0-9a-fA-F]{1,16}$/) })

/** Epoch seconds of the latest block: the router compares its deadline with the chain's clock, not with ours. */
async function latestTimeSec(context: ProviderContext, chainKey: string): Promise<bigint> {
  const block = blockSchema.safeParse(await context.rpc(chainKey, 'eth_getBlockByNumber', ['latest', false]))
  if (!block.success) throw badReply('The RPC of the chain does not give its latest block')
  return BigInt(block.data.timestamp)
}
