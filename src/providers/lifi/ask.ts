import { formatAmount } from '../../core/money/amount.ts'
import type { NoRouteAnswer, ProviderContext, ProviderQuoteRequest, ProviderReply } from '../contract.ts'
import { refusePair } from '../kit/offer.ts'
import { parseReply } from '../kit/parse-reply.ts'
import type { StatedSide } from '../kit/stated-side.ts'
import { isServedEvm, placeholderWallet, toLifiSide } from './chains.ts'
import { explainRefusals, readRefusal } from './refusals.ts'
import { type LifiStep, routesSchema, stepSchema } from './wire.ts'

/** Both endpoints are asked for the same best way, so that the one that is quoted is the one that is locked. */
const ORDER = 'CHEAPEST'

/** Headers of a call, and whether the keyless budget covers it. */
export function accessOf(context: ProviderContext, isQuote: boolean) {
  const key = context.setting('API_KEY') ?? ''
  if (key === '') return { outsideBudget: !isQuote }
  return { outsideBudget: true, headers: { 'x-lifi-api-key': key } }
}

/** A way with the pair in LI.FI's names. */
export interface LifiAnswer {
  readonly step: LifiStep
  readonly src: StatedSide
  readonly dst: StatedSide
}

/**
 * The best way of one call, which a quote with both wallets holds. Ways start on EVM chains: for others LI.FI hands out
 * transactions of other kinds.
 * @throws ProviderError
 */
export async function askWay(
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<LifiAnswer | NoRouteAnswer> {
  const src = isServedEvm(request.src.chain) ? toLifiSide(request.src) : undefined
  const dst = toLifiSide(request.dst)
  if (src === undefined) return refusePair('From this chain it needs a wallet that this program does not have')
  if (dst === undefined) return refusePair('It does not pay out on this chain')
  const bothWallets = request.depositor !== undefined && request.recipient !== undefined
  const found = bothWallets ? await askQuote(request, src, dst, context) : await askRoutes(request, src, dst, context)
  return 'noRoute' in found ? found : { ...found, src, dst }
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
  return refusePair('Its only routes take several transactions, and the later ones are not guaranteed')
}

/** A fraction of one, exactly. */
function slippageOf(request: ProviderQuoteRequest): string {
  return formatAmount(BigInt(request.slippageBps), 4)
}
