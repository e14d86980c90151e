import { parse as parseLossless, stringify as stringifyLossless } from 'lossless-json'
import { sameAddress } from '../../core/assets/address-key.ts'
import { KYBER_ROUTER } from '../../core/evm/contracts.ts'
import type { NoRoute, ProviderContext, ProviderError, ProviderQuoteRequest } from '../contract.ts'
import { readSetting } from '../kit/api-key.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply } from '../kit/refuse.ts'
import { coinAddress, isCoinAddress } from '../kit/same-chain/swap.ts'
import { readBuildRefusal, readRouteRefusal } from './refusals.ts'
import { buildSchema, failureSchema, type KyberSummary, routesSchema } from './wire.ts'

/** A priced route, and its summary digit by digit: a checksum protects it when it is sent back. */
export interface KyberRoute {
  readonly status: 'quoted'
  readonly summary: KyberSummary
  readonly summaryText: string
}

/** What a route is built into. */
export interface KyberBuild {
  readonly router: string
  /** 0x-hex. */
  readonly data: string
  /** Base units of the native coin. */
  readonly value: string
}

type Swap = Pick<ProviderQuoteRequest, 'src' | 'dst' | 'amountIn'>

/**
 * Asks for the best route. Offers of market makers are left out: they expire faster than a person can sign.
 * @param chain KyberSwap's name of the chain
 * @throws ProviderError
 */
export async function askRoute(chain: string, swap: Swap, context: ProviderContext): Promise<KyberRoute | NoRoute> {
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
  if (isRefusal(reply)) return readRouteRefusal(reply, swap.src)
  const { data } = parseReply(routesSchema, reply.body, 'price')
  checkRouter(data.routerAddress)
  const summary = data.routeSummary
  if (!isCoinAddress(swap.src, summary.tokenIn)) throw badEcho('source asset')
  if (!isCoinAddress(swap.dst, summary.tokenOut)) throw badEcho('destination asset')
  if (summary.amountIn !== swap.amountIn) throw badEcho('amount')
  return { status: 'quoted', summary, summaryText: summaryTextOf(reply.text) }
}

/**
 * Asks for the calldata of a route. KyberSwap does not simulate the call: that fails before the approval.
 * @param slippageBps 0 to 2000
 * @throws ProviderError unavailable for a route that needs a new quote
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
  if ((data.amountIn ?? swap.amountIn) !== swap.amountIn) throw badEcho('amount')
  const value = swap.src.asset.isNative ? swap.amountIn.toString() : '0'
  return {
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
  return readSetting(context, 'CLIENT_ID') ?? 'swapcli'
}

function checkRouter(address: string): void {
  if (!sameAddress(address, KYBER_ROUTER)) throw badReply('It names another router than its own')
}

function badEcho(what: string): ProviderError {
  return badReply(`Its reply is for another ${what}`)
}

/** @throws ProviderError bad_response */
function summaryTextOf(reply: string): string {
  try {
    const text = stringifyLossless(memberOf(memberOf(parseLossless(reply), 'data'), 'routeSummary'))
    if (text !== undefined) return text
  } catch {
    // A duplicate member: there is no telling which one the checksum covers.
  }
  throw badReply('Its price cannot be sent back to it')
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
