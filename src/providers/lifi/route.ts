import { formatAmount } from '../../core/money/amount.ts'
import type { RouteStep } from '../../core/api/documents.ts'
import { checkWalletCall, sameAddress } from '../kit/evm-exec.ts'
import { keptState, type Offer } from '../kit/offer.ts'
import { parseReply } from '../kit/parse-reply.ts'
import {
  type NoRouteAnswer,
  type ProviderContext,
  ProviderError,
  type ProviderQuoteRequest,
  type ProviderReply,
  type RouteDraft,
} from '../contract.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { isStatedAs, type StatedSide, statedUsd } from '../kit/stated-fee.ts'
import { type LifiCall, readCall } from './call.ts'
import { isServedEvm, placeholderWallet, toLifiSide } from './chains.ts'
import { readFees } from './fees.ts'
import { explainRefusals, readRefusal } from './refusals.ts'
import { type LifiStep, routesSchema, stepSchema } from './wire.ts'

/** Both endpoints are asked for the same best way, so that the one that is quoted is the one that is locked. */
const ORDER = 'CHEAPEST'

/** A quote, and the checked call that executes it where it was asked for a lock. */
export type LifiOffer = Offer<LifiCall>

/**
 * Prices a request. Ways start on EVM chains: for others LI.FI hands out transactions of other kinds.
 * @throws ProviderError
 */
export async function askLifi(request: ProviderQuoteRequest, context: ProviderContext): Promise<LifiOffer> {
  const src = isServedEvm(request.src.chain) ? toLifiSide(request.src) : undefined
  const dst = toLifiSide(request.dst)
  if (src === undefined) return unsupported('From this chain it needs a wallet that this program does not have')
  if (dst === undefined) return unsupported('It does not pay out on this chain')
  const bothWallets = request.depositor !== undefined && request.recipient !== undefined
  const found = bothWallets ? await askQuote(request, src, dst, context) : await askRoutes(request, src, dst, context)
  if ('noRoute' in found) return found
  const { step } = found
  checkTerms(step, request, src, dst)
  const locked = request.forLock ? readCall(step, request) : undefined
  if (locked !== undefined) checkWalletCall(locked.call, { ...request, onTop: BigInt(locked.onTop) })
  return { draft: toDraft(step, request, [src, dst], locked), locked }
}

/** Headers of a call, and whether the keyless budget covers it. */
export function accessOf(context: ProviderContext, isQuote: boolean) {
  const key = context.setting('API_KEY') ?? ''
  if (key === '') return { outsideBudget: !isQuote }
  return { outsideBudget: true, headers: { 'x-lifi-api-key': key } }
}

type Found = { readonly step: LifiStep } | NoRouteAnswer

async function askQuote(
  request: ProviderQuoteRequest,
  src: StatedSide,
  dst: StatedSide,
  context: ProviderContext,
): Promise<Found> {
  const reply = await context.http.request({
    method: 'GET',
    path: '/quote',
    ...accessOf(context, true),
    query: {
      fromChain: src.chainId,
      toChain: dst.chainId,
      fromToken: src.address,
      toToken: dst.address,
      fromAmount: request.amountIn.toString(),
      fromAddress: request.depositor,
      toAddress: request.recipient,
      slippage: slippageOf(request),
      order: ORDER,
    },
  })
  if (reply.status !== 200) return { status: 'no_route', noRoute: readRefusal(reply) }
  return { step: parseReply(stepSchema, reply.body, 'quote') }
}

/** Without both wallets: ways of one wallet transaction, the best of them; a lock gets the same from the other endpoint. */
async function askRoutes(
  request: ProviderQuoteRequest,
  src: StatedSide,
  dst: StatedSide,
  context: ProviderContext,
): Promise<Found> {
  const isEvm = isServedEvm(request.dst.chain)
  const recipient = request.recipient ?? (isEvm ? undefined : placeholderWallet(request.dst.chain))
  const reply = await context.http.request({
    method: 'POST',
    path: '/advanced/routes',
    readOnly: true,
    ...accessOf(context, true),
    body: {
      fromChainId: src.chainId,
      toChainId: dst.chainId,
      fromTokenAddress: src.address,
      toTokenAddress: dst.address,
      fromAmount: request.amountIn.toString(),
      ...(request.depositor === undefined ? {} : { fromAddress: request.depositor }),
      ...(recipient === undefined ? {} : { toAddress: recipient }),
      options: { slippage: Number(slippageOf(request)), order: ORDER, allowSwitchChain: false },
    },
  })
  return readRoutes(reply)
}

function readRoutes(reply: ProviderReply): Found {
  if (reply.status !== 200) return { status: 'no_route', noRoute: readRefusal(reply) }
  const { routes, unavailableRoutes } = parseReply(routesSchema, reply.body, 'routes')
  const single = routes.find((route) => route.steps.length === 1)
  if (single !== undefined) return { step: parseReply(stepSchema, single.steps[0], 'route') }
  if (routes.length === 0) return { status: 'no_route', noRoute: explainRefusals(unavailableRoutes) }
  return unsupported('Its only ways take several transactions, of which the later ones are not promised')
}

/** A fraction of one, exactly. */
function slippageOf(request: ProviderQuoteRequest): string {
  return formatAmount(BigInt(request.slippageBps), 4)
}

function unsupported(message: string): NoRouteAnswer {
  return { status: 'no_route', noRoute: { code: 'pair_unsupported', message } }
}

function checkTerms(step: LifiStep, request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide): void {
  const { action, estimate } = step
  const differs = (what: string) => new ProviderError('bad_response', `Its quote is for another ${what}`)
  const { depositor, recipient } = request
  const isRecipient = (text: string, wallet: string) =>
    isServedEvm(request.dst.chain) ? sameAddress(text, wallet) : text === wallet
  if (action.fromChainId !== src.chainId || !isStatedAs(src, action.fromToken)) throw differs('source asset')
  if (action.toChainId !== dst.chainId || !isStatedAs(dst, action.toToken)) throw differs('destination asset')
  if (action.fromAmount !== request.amountIn || estimate.fromAmount !== request.amountIn) throw differs('amount')
  if (depositor !== undefined && action.fromAddress !== undefined && !sameAddress(action.fromAddress, depositor)) {
    throw differs('wallet')
  }
  if (recipient !== undefined && action.toAddress !== undefined && !isRecipient(action.toAddress, recipient)) {
    throw differs('recipient')
  }
}

function toDraft(
  step: LifiStep,
  request: ProviderQuoteRequest,
  sides: readonly StatedSide[],
  locked: LifiCall | undefined,
): RouteDraft {
  const { estimate } = step
  return {
    routeId: idOf(step, request),
    amountOut: estimate.toAmount,
    minimumOut: estimate.toAmountMin,
    srcUsd: statedUsd(estimate.fromAmountUSD, estimate.fromAmount),
    dstUsd: statedUsd(estimate.toAmountUSD, estimate.toAmount),
    fees: readFees(step, sides),
    steps: stepsOf(step, request),
    estimatedTimeSec: estimate.executionDuration,
    state: keptState(locked),
  }
}

/**
 * Between chains the bridge is part of the way, since it decides how long it takes and whom one trusts. Within a chain the
 * exchange that is best changes from one quote to the next, and the price alone matters.
 */
function idOf(step: LifiStep, { src, dst, amountIn }: ProviderQuoteRequest): string {
  const way = src.chain.key === dst.chain.key ? 'swap' : step.tool
  const text = [src.chain.key, src.asset.address, dst.chain.key, dst.asset.address, amountIn.toString(), way].join('|')
  return routeIdOf('lifi', text)
}

/** The tools that are used; taking LI.FI's fee is no step for anybody. */
function stepsOf(step: LifiStep, request: ProviderQuoteRequest): RouteStep[] {
  const show = (type: string, of: Pick<LifiStep, 'tool' | 'toolDetails'>): RouteStep => ({
    type,
    name: (of.toolDetails?.name ?? of.tool).slice(0, 60),
    image: of.toolDetails?.logoURI?.slice(0, 500) ?? '',
  })
  const used = step.includedSteps.filter(({ type }) => type !== 'protocol')
  if (used.length > 0) return used.map((item) => show(item.type === 'cross' ? 'bridge' : 'swap', item))
  return [show(request.src.chain.key === request.dst.chain.key ? 'swap' : 'bridge', step)]
}
