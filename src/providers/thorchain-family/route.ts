import { lessBps } from '../../core/money/amount.ts'
import type { Json } from '../../core/ports.ts'
import { defined } from '../../core/defined.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest, QuoteAnswer, RouteDraft } from '../contract.ts'
import { badReply, refuse, refusePair } from '../kit/refuse.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { readAffiliate } from './affiliate.ts'
import { askQuote, type PairTerms, type QuotedTerms, readInbound, readPools } from './ask.ts'
import { isPooledToken, nameAsset } from './chains.ts'
import { estimateSeconds, hasUnknownFee, toFees } from './fees.ts'
import { findHalt } from './halt.ts'
import { checkMemo, longestMemo } from './memo.ts'
import { chainByKey, type FamilyNetwork } from './network.ts'
import { NO_POOL, TOO_LONG, tooSmall } from './refusals.ts'
import { rescaleDown } from './units.ts'

/** Highest slip of a route, in basis points: pools can be thin, and the limit in the memo allows for the slip. */
const MOST_SLIP_BPS = 1_000

/** Prices a request: at most one route, streamed over several blocks where that gives more. @throws ProviderError */
export async function quoteFamily(
  network: FamilyNetwork,
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<QuoteAnswer> {
  const refused = refuseUnserved(network, request)
  if (refused !== undefined) return refused
  const tokens = isPooledToken(network, request.src) || isPooledToken(network, request.dst)
  const [inbound, pools] = await Promise.all([readInbound(network, context), tokens ? readPools(network, context) : []])
  const source = nameAsset(network, request.src, pools)
  const target = nameAsset(network, request.dst, pools)
  if (source === undefined || target === undefined) return refusePair(NO_POOL)
  const halt = findHalt(network, inbound, source, target)
  if (halt !== undefined) return halt
  const terms: PairTerms = { source, target, pools, request }
  const answer = await askQuote(network, context, terms)
  return answer.status === 'no_route' ? answer : toAnswer(network, context, terms, answer)
}

function toAnswer(
  network: FamilyNetwork,
  context: ProviderContext,
  terms: PairTerms,
  { quote, isSplit }: QuotedTerms,
): QuoteAnswer {
  const { source, target, pools, request } = terms
  // All the fees are more than the slip: the most of what is known where the slip is not.
  const slipBps = quote.fees.slippage_bps ?? quote.slippage_bps ?? quote.fees.total_bps ?? 0
  if (slipBps > MOST_SLIP_BPS) {
    return refuse('price_impact', `The pools are too thin: ${lossOf(slipBps) / 100} % would be lost`)
  }
  if (quote.memo === undefined && request.recipient !== undefined) {
    throw badReply('Its quote has no memo that pays the recipient')
  }
  const affiliate = readAffiliate(context)
  const { decimals } = request.dst.asset
  const amountOut = rescaleDown(quote.expected_amount_out, target.decimals, decimals)
  if (amountOut === 0n) return tooSmall(undefined)
  let minimumOut: bigint | undefined
  if (quote.memo !== undefined && request.recipient !== undefined) {
    const memo = checkMemo(network, quote.memo, {
      target,
      pools,
      recipient: request.recipient,
      depositor: request.depositor,
      leastLimit: lessBps(quote.expected_amount_out, request.slippageBps),
      affiliate,
    })
    if (quote.memo.length > longestMemo(source.chain.deposit, isSplit)) return refusePair(TOO_LONG)
    minimumOut = rescaleDown(memo.limit, target.decimals, decimals)
  }
  const state: Json = {
    fromAsset: source.name,
    toAsset: target.name,
    memo: request.recipient === undefined ? null : (quote.memo ?? null),
  }
  const { name, image } = context.provider
  const route: RouteDraft = {
    // One route for a pair and amount.
    routeId: pairRouteId(network.key.toLowerCase(), request),
    amountOut,
    ...defined({ minimumOut }),
    fees: toFees(quote, terms),
    steps: [{ type: 'swap', name, image }],
    estimatedTimeSec: estimateSeconds(quote),
    ...defined({
      priceImpactBps: quote.fees.slippage_bps === undefined ? undefined : lossOf(quote.fees.slippage_bps),
      expiresAt: quote.expiry === undefined ? undefined : quote.expiry * 1000,
      display: hasUnknownFee(quote, affiliate) ? { warnings: [unknownFee(name)] } : undefined,
    }),
    state,
  }
  return { status: 'routes', routes: [route] }
}

function unknownFee(name: string): string {
  return `${name} does not state all of its fees, so those of this route are incomplete`
}

/**
 * The price impact for the slip of a pool, both in basis points. Of what the moved price leaves, the liquidity fee takes the
 * same share again: https://docs.thorchain.org/thorchain-finance/continuous-liquidity-pools
 */
function lossOf(slipBps: number): number {
  if (slipBps >= 10_000) return 10_000
  return Math.ceil(slipBps * 2 - slipBps ** 2 / 10_000)
}

/** Refuses a request without asking the node; undefined for one that the network may serve. */
function refuseUnserved(network: FamilyNetwork, request: ProviderQuoteRequest): NoRoute | undefined {
  const { src, dst, slippageBps, depositor } = request
  const chain = chainByKey(network, src.chain.key)
  if (chain === undefined || chainByKey(network, dst.chain.key) === undefined) {
    return refusePair('It does not reach one of the two chains')
  }
  if (chain.deposit === 'none') return refusePair(`It only pays out on ${src.chain.name}`)
  if (chain.deposit === 'op_return' && /^(?:bc|ltc)1p/i.test(depositor ?? '')) {
    return refusePair('It does not see deposits from Taproot addresses')
  }
  if (slippageBps === 0) {
    return refuse('price_impact', 'It cannot guarantee an exact price: allow a slippage of at least 1 basis point')
  }
  return undefined
}
