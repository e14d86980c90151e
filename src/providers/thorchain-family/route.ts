import { lessBps } from '../../core/money/amount.ts'
import type { Json } from '../../core/ports.ts'
import {
  type NoRoute,
  type ProviderContext,
  ProviderError,
  type ProviderQuoteRequest,
  type QuoteAnswer,
  type RouteDraft,
} from '../contract.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { readAffiliate } from './affiliate.ts'
import { askQuote, type PairTerms, readInbound, readPools } from './ask.ts'
import { isPooledToken, nameAsset } from './chains.ts'
import { estimateSeconds, toFees } from './fees.ts'
import { findHalt } from './halt.ts'
import { checkMemo, longestMemo } from './memo.ts'
import { chainByKey, type FamilyNetwork } from './network.ts'
import { tooSmall } from './refusals.ts'
import { rescaleDown } from './units.ts'
import type { FamilyQuote } from './wire.ts'

/** Largest slip of a route, in basis points: pools can be thin, and a limit in the memo does not see it. */
const MOST_SLIP_BPS = 1_000

/** Prices a request: at most one route, streamed over several blocks where that gives more. @throws ProviderError */
export async function quoteFamily(
  network: FamilyNetwork,
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<QuoteAnswer> {
  const refused = refuseUnasked(network, request)
  if (refused !== undefined) return { status: 'no_route', noRoute: refused }
  const tokens = isPooledToken(network, request.src) || isPooledToken(network, request.dst)
  const [inbound, pools] = await Promise.all([readInbound(network, context), tokens ? readPools(network, context) : []])
  const source = nameAsset(network, request.src, pools)
  const target = nameAsset(network, request.dst, pools)
  if (source === undefined || target === undefined) return { status: 'no_route', noRoute: noPool() }
  const halt = findHalt(network, inbound, source, target)
  if (halt !== undefined) return { status: 'no_route', noRoute: halt }
  const asked = await askQuote(network, context, { source, target, pools, request })
  return 'code' in asked
    ? { status: 'no_route', noRoute: asked }
    : toAnswer(network, context, { source, target, pools, request }, asked)
}

function toAnswer(network: FamilyNetwork, context: ProviderContext, terms: PairTerms, quote: FamilyQuote): QuoteAnswer {
  const { source, target, pools, request } = terms
  const slipBps = quote.fees.slippage_bps ?? quote.slippage_bps ?? 0
  if (slipBps > MOST_SLIP_BPS) {
    return {
      status: 'no_route',
      noRoute: { code: 'price_impact', message: `The pools are too thin: ${lossOf(slipBps) / 100} % would be lost` },
    }
  }
  if (quote.memo === undefined && request.recipient !== undefined) {
    throw new ProviderError('bad_response', 'It quoted without the memo that pays the recipient')
  }
  const { decimals } = request.dst.asset
  const amountOut = rescaleDown(quote.expected_amount_out, target.decimals, decimals)
  if (amountOut === 0n) return { status: 'no_route', noRoute: tooSmall(undefined) }
  let minimumOut: bigint | undefined
  if (quote.memo !== undefined && request.recipient !== undefined) {
    const memo = checkMemo(network, quote.memo, {
      target,
      pools,
      recipient: request.recipient,
      depositor: request.depositor,
      leastLimit: lessBps(quote.expected_amount_out, request.slippageBps),
      affiliate: readAffiliate(context),
    })
    if (quote.memo.length > longestMemo(source.chain.deposit)) return { status: 'no_route', noRoute: tooLong() }
    minimumOut = rescaleDown(memo.limit, target.decimals, decimals)
  }
  const state: Json = {
    fromAsset: source.name,
    toAsset: target.name,
    memo: request.recipient === undefined ? null : (quote.memo ?? null),
  }
  const { name, image } = context.provider
  const route: RouteDraft = {
    routeId: routeId(network, request),
    amountOut,
    ...(minimumOut === undefined ? {} : { minimumOut }),
    srcUsd: undefined,
    dstUsd: undefined,
    ...(quote.fees.slippage_bps === undefined ? {} : { priceImpactBps: lossOf(quote.fees.slippage_bps) }),
    fees: toFees(quote, terms),
    steps: [{ type: 'swap', name, image }],
    estimatedTimeSec: estimateSeconds(quote),
    ...(quote.expiry === undefined ? {} : { expiresAt: quote.expiry * 1000 }),
    state,
  }
  return { status: 'routes', routes: [route] }
}

/**
 * How much less an amount gets than a small one would, basis points, for the slip of a pool in basis points. Of what the
 * pool's moved price leaves, the liquidity fee takes the same share again: https://docs.thorchain.org/thorchain-finance/continuous-liquidity-pools
 */
function lossOf(slipBps: number): number {
  if (slipBps >= 10_000) return 10_000
  return Math.ceil(slipBps * 2 - slipBps ** 2 / 10_000)
}

/** Why a request is refused before anything is asked. */
function refuseUnasked(network: FamilyNetwork, request: ProviderQuoteRequest): NoRoute | undefined {
  const { src, dst, slippageBps, depositor } = request
  const chain = chainByKey(network, src.chain.key)
  if (chain === undefined || chainByKey(network, dst.chain.key) === undefined) {
    return { code: 'pair_unsupported', message: 'It does not reach one of the two chains' }
  }
  if (chain.deposit === 'none') {
    return { code: 'pair_unsupported', message: `It only pays out on ${src.chain.name}` }
  }
  if (chain.deposit === 'op_return' && /^(?:bc|ltc)1p/i.test(depositor ?? '')) {
    return { code: 'pair_unsupported', message: 'It does not see deposits from Taproot addresses' }
  }
  if (slippageBps === 0) {
    return {
      code: 'price_impact',
      message: 'It cannot hold a price exactly: allow a slippage of 1 basis point or more',
    }
  }
  return undefined
}

function noPool(): NoRoute {
  return { code: 'pair_unsupported', message: 'It has no open pool for one of the two assets' }
}

function tooLong(): NoRoute {
  return {
    code: 'pair_unsupported',
    message: 'The instruction for this pair is too long for a transaction of the source chain',
  }
}

/** The same for the same pair and amount: the network offers one way. */
function routeId(network: FamilyNetwork, { src, dst, amountIn }: PairTerms['request']): string {
  const pair = [src.chain.key, src.asset.address, dst.chain.key, dst.asset.address, amountIn.toString()].join('|')
  return routeIdOf(network.key.toLowerCase(), pair)
}
