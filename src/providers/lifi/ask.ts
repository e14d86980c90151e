import { defined } from '../../core/defined.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { NoRoute, ProviderCall, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { keyHeaders } from '../kit/api-key.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { NO_WALLET, refusePair } from '../kit/refuse.ts'
import type { StatedSide } from '../kit/stated-side.ts'
import { isServedEvm, placeholderWallet, toLifiSide } from './chains.ts'
import { explainRefusals, readRefusal } from './refusals.ts'
import { type LifiStep, routesSchema, stepSchema } from './wire.ts'

/** The same order for both endpoints, so that the quoted way is also the locked one. */
const ORDER = 'CHEAPEST'

/**
 * How long LI.FI waits for the tools behind it, https://docs.li.fi/guides/latency: all get `minWaitTimeMs`; then one result
 * fewer is expected every `reduceEveryMs`. By its own default a quote takes seconds longer.
 */
interface Timing {
  readonly minWaitTimeMs: number
  readonly startingExpectedResults: number
  readonly reduceEveryMs: number
}
const SWAP_TIMING = { minWaitTimeMs: 600, startingExpectedResults: 4, reduceEveryMs: 300 }
const ROUTE_TIMING = { minWaitTimeMs: 1_500, startingExpectedResults: 6, reduceEveryMs: 500 }

/** A timing as a query states it. */
function timingText({ minWaitTimeMs, startingExpectedResults, reduceEveryMs }: Timing): string {
  return `minWaitTime-${minWaitTimeMs}-${startingExpectedResults}-${reduceEveryMs}`
}

/** The header with the key, if one is set; without a key, only quotes count against the budget. */
export function accessOf(context: ProviderContext, isQuote: boolean): Pick<ProviderCall, 'headers' | 'outsideBudget'> {
  const key = keyHeaders(context, 'x-lifi-api-key')
  return { ...key, outsideBudget: key.headers !== undefined || !isQuote }
}

/** The pair in LI.FI's names. */
interface Sides {
  readonly src: StatedSide
  readonly dst: StatedSide
}

/** A way with the pair in LI.FI's names. */
export interface LifiAnswer extends Sides {
  readonly status: 'quoted'
  readonly step: LifiStep
}

/**
 * Asks for the best way of one call; a quote with both wallets includes the call. Ways start on EVM chains: for others
 * LI.FI returns transactions of other kinds.
 * @throws ProviderError
 */
export async function askWay(request: ProviderQuoteRequest, context: ProviderContext): Promise<LifiAnswer | NoRoute> {
  const src = isServedEvm(request.src.chain) ? toLifiSide(request.src) : undefined
  const dst = toLifiSide(request.dst)
  if (src === undefined) return NO_WALLET
  if (dst === undefined) return refusePair('It does not pay out on this chain')
  const bothWallets = request.depositor !== undefined && request.recipient !== undefined
  return bothWallets ? askQuote(request, { src, dst }, context) : askRoutes(request, { src, dst }, context)
}

async function askQuote(
  request: ProviderQuoteRequest,
  sides: Sides,
  context: ProviderContext,
): Promise<LifiAnswer | NoRoute> {
  const reply = await context.http.request({
    method: 'GET',
    path: '/quote',
    ...accessOf(context, true),
    query: {
      fromChain: sides.src.chainId,
      toChain: sides.dst.chainId,
      fromToken: sides.src.address,
      toToken: sides.dst.address,
      fromAmount: request.amountIn.toString(),
      fromAddress: request.depositor,
      toAddress: request.recipient,
      slippage: slippageOf(request),
      order: ORDER,
      // The wallet simulates what it signs itself.
      skipSimulation: true,
      swapStepTimingStrategies: timingText(SWAP_TIMING),
      routeTimingStrategies: timingText(ROUTE_TIMING),
    },
  })
  if (reply.status !== 200) return readRefusal(reply, request)
  return { status: 'quoted', step: parseReply(stepSchema, reply.body, 'quote'), ...sides }
}

/** Without both wallets: the best way of one wallet transaction, which the other endpoint also gives for a lock. */
async function askRoutes(
  request: ProviderQuoteRequest,
  sides: Sides,
  context: ProviderContext,
): Promise<LifiAnswer | NoRoute> {
  const isEvm = isServedEvm(request.dst.chain)
  const recipient = request.recipient ?? (isEvm ? undefined : placeholderWallet(request.dst.chain))
  const reply = await context.http.request({
    method: 'POST',
    path: '/advanced/routes',
    readOnly: true,
    ...accessOf(context, true),
    body: {
      fromChainId: sides.src.chainId,
      toChainId: sides.dst.chainId,
      fromTokenAddress: sides.src.address,
      toTokenAddress: sides.dst.address,
      fromAmount: request.amountIn.toString(),
      ...defined({ fromAddress: request.depositor, toAddress: recipient }),
      options: {
        slippage: Number(slippageOf(request)),
        order: ORDER,
        allowSwitchChain: false,
        timing: {
          swapStepTimingStrategies: [{ strategy: 'minWaitTime', ...SWAP_TIMING }],
          routeTimingStrategies: [{ strategy: 'minWaitTime', ...ROUTE_TIMING }],
        },
      },
    },
  })
  if (reply.status !== 200) return readRefusal(reply, request)
  const { routes, unavailableRoutes } = parseReply(routesSchema, reply.body, 'routes')
  const single = routes.find((route) => route.steps.length === 1)
  if (single !== undefined) {
    return { status: 'quoted', step: parseReply(stepSchema, single.steps[0], 'route'), ...sides }
  }
  if (routes.length === 0) return explainRefusals(unavailableRoutes)
  return refusePair('Its only routes take several transactions, and the later ones are not guaranteed')
}

/** A fraction of one, exactly. */
function slippageOf(request: ProviderQuoteRequest): string {
  return formatAmount(BigInt(request.slippageBps), 4)
}
