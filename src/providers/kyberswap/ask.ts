import { KYBER_ROUTER } from '../../core/evm/contracts.ts'
import { parse as parseLossless, stringify as stringifyLossless } from 'lossless-json'
import { sameAddress } from '../kit/wallet-call.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { type NoRouteAnswer, type ProviderContext, ProviderError, type ProviderQuoteRequest } from '../contract.ts'
import { coinAddress, isCoinAddress } from '../kit/same-chain/swap.ts'
import { readBuildRefusal, readRouteRefusal } from './refusals.ts'
import { buildSchema, failureSchema, type KyberSummary, routesSchema } from './wire.ts'

/** A priced route, and its summary in the digits of the reply: a checksum protects it on the way back. */
export interface KyberRoute {
  readonly summary: KyberSummary
  readonly summaryText: string
}

/** What a route is built into. */
export interface KyberBuild {
  /** Base units of the destination asset. */
  readonly amountOut: bigint
  readonly router: string
  /** 0x-hex. */
  readonly data: string
  /** Base units of the native coin. */
  readonly value: string
}

type Swap = Pick<ProviderQuoteRequest, 'src' | 'dst' | 'amountIn'>

/**
 * The best route. Offers of market makers are left out: they lapse in less time than a person needs to sign.
 * @param chain KyberSwap's name of the chain
 * @throws ProviderError
 */
export async function askRoute(
  chain: string,
  swap: Swap,
  context: ProviderContext,
): Promise<KyberRoute | NoRouteAnswer> {
  const reply = await context.http.request({
    method: 'GET',
    path: `/${chain}/api/v1/routes`,
    query: {
      tokenIn: coinAddress(swap.src),
      tokenOut: coinAddress(swap.dst),
      amountIn: swap.amountIn.toString(),
      excludeRFQSources: true,
    },
    headers: { 'x-client-id': clientId(context) },
  })
  if (isRefusal(reply)) return { status: 'no_route', noRoute: readRouteRefusal(reply) }
  const { data } = parseReply(routesSchema, reply.body, 'price')
  checkRouter(data.routerAddress)
  const summary = data.routeSummary
  if (!isCoinAddress(swap.src, summary.tokenIn)) throw badEcho('source asset')
  if (!isCoinAddress(swap.dst, summary.tokenOut)) throw badEcho('destination asset')
  if (summary.amountIn !== swap.amountIn) throw badEcho('amount')
  return { summary, summaryText: summaryTextOf(reply.text) }
}

/**
 * Calldata for a route. KyberSwap is not asked to try the call: that fails before the approval.
 * @param slippageBps 0 to 2000
 * @throws ProviderError unavailable for a route that has to be quoted anew
 */
export async function buildRoute(
  chain: string,
  route: KyberRoute,
  swap: Swap & { readonly depositor: string; readonly recipient: string; readonly slippageBps: number },
  context: ProviderContext,
): Promise<KyberBuild> {
  const rest = {
    sender: swap.depositor,
    recipient: swap.recipient,
    slippageTolerance: swap.slippageBps,
    source: clientId(context),
  }
  const reply = await context.http.request({
    method: 'POST',
    path: `/${chain}/api/v1/route/build`,
    bodyText: `{"routeSummary":${route.summaryText},${JSON.stringify(rest).slice(1)}`,
    readOnly: true,
    headers: { 'x-client-id': clientId(context) },
  })
  if (isRefusal(reply)) throw readBuildRefusal(reply)
  const { data } = parseReply(buildSchema, reply.body, 'build')
  checkRouter(data.routerAddress)
  if (data.amountIn !== swap.amountIn) throw badEcho('amount')
  const value = swap.src.asset.isNative ? swap.amountIn.toString() : '0'
  return {
    amountOut: data.amountOut,
    router: data.routerAddress,
    data: data.data,
    value: data.transactionValue ?? value,
  }
}

/** True for a failure, which has a status or a code of its own. */
function isRefusal(reply: { readonly status: number; readonly body: unknown }): boolean {
  if (reply.status !== 200) return true
  const { data } = failureSchema.safeParse(reply.body)
  return data?.code !== undefined && data.code !== 0
}

/** The name under which KyberSwap counts requests. */
export function clientId(context: ProviderContext): string {
  const own = context.setting('CLIENT_ID')
  return own === undefined || own === '' ? 'swapcli' : own
}

function checkRouter(address: string): void {
  if (!sameAddress(address, KYBER_ROUTER))
    throw new ProviderError('bad_response', 'It names another router than its own')
}

function badEcho(what: string): ProviderError {
  return new ProviderError('bad_response', `Its answer is for another ${what}`)
}

/** @throws ProviderError bad_response */
function summaryTextOf(reply: string): string {
  try {
    const text = stringifyLossless(memberOf(memberOf(parseLossless(reply), 'data'), 'routeSummary'))
    if (text !== undefined) return text
  } catch {
    // A member that stands twice: which one the checksum is for cannot be told.
  }
  throw new ProviderError('bad_response', 'Its price cannot be given back to it')
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
