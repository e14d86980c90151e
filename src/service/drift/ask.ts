import { defined } from '../../core/defined.ts'
import { formatAmount, parseAmount } from '../../core/money/amount.ts'
import { matchAsset } from '../../core/assets/asset-reference.ts'
import type { Catalog, PricedAsset } from '../../core/assets/catalog.ts'
import type { ProviderErrorCode, NoRouteCode } from '../../core/api/documents.ts'
import type { Json } from '../../core/ports.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../core/swap/defaults.ts'
import {
  type ProviderCall,
  type ProviderContext,
  ProviderError,
  type ProviderHttp,
  type ProviderQuoteRequest,
  type RouteDraft,
} from '../../providers/index.ts'
import type { ServiceContext } from '../context.ts'
import { isGateClosed } from '../providers/gate-closed.ts'
import { buildRoute } from '../quote/routes.ts'
import { watchReply, type WatchedReply } from './read-fields.ts'
import type { AskedPair } from './questions.ts'

type AskContext = Pick<ServiceContext, 'providers'> & {
  /** The bundled catalog, where nothing that was added makes a symbol stand for two assets. */
  readonly bundled: Catalog
}

/** One call of a provider's API, with what came back; without headers. */
export interface AskedCall {
  readonly method: ProviderCall['method']
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Json | undefined
  readonly status: number
  /** The reply as received. */
  readonly text: string
  /** What was read of it. */
  readonly reply: WatchedReply
}

/** How a provider answered a question. */
export interface Asked {
  readonly request: ProviderQuoteRequest
  readonly calls: readonly AskedCall[]
  readonly end:
    | { readonly is: 'routes'; readonly routes: readonly RouteDraft[] }
    | { readonly is: 'no_route'; readonly code: NoRouteCode; readonly message: string; readonly minimum?: bigint }
    /** `isUnread`: it answered, and its adapter cannot use the answer. */
    | {
        readonly is: 'error'
        readonly code: ProviderErrorCode
        readonly message: string
        readonly isUnread: boolean
        readonly cause: ProviderError
      }
}

/**
 * Asks a provider for a price without wallets. A quote opens no deposit channel and creates no order: only `prepare` does.
 * @param nowMs what its adapter takes for the time, so that the same replies can be read again; epoch milliseconds
 * @param limitMs longest time, in milliseconds
 */
export async function askPair(
  context: AskContext,
  key: string,
  pair: AskedPair,
  nowMs: number,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<Asked> {
  const request = await requestOf(context, pair)
  const first = await askOnce(context, key, request, nowMs, limitMs, signal)
  const { end } = first
  if (end.is !== 'no_route' || end.code !== 'below_minimum' || end.minimum === undefined) return first
  // What is least changes with prices and fees: a little more than it is asked for once.
  const amountIn = end.minimum + end.minimum / 5n + 1n
  const amountText = formatAmount(amountIn, request.src.asset.decimals)
  return askOnce(context, key, { ...request, amountIn, amountText }, nowMs, limitMs, signal)
}

async function askOnce(
  context: AskContext,
  key: string,
  request: ProviderQuoteRequest,
  nowMs: number,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<Asked> {
  const calls: AskedCall[] = []
  let isCallFailed = false
  let sentFailure: ProviderError | undefined
  const watchHttp = (http: ProviderHttp): ProviderHttp => ({
    request: async (call) => {
      try {
        const reply = await http.request(call)
        const asked = askedCall(call, reply)
        calls.push(asked)
        return { ...reply, body: asked.reply.value }
      } catch (error) {
        isCallFailed = true
        if (error instanceof ProviderError && !isGateClosed(error)) sentFailure ??= error
        throw error
      }
    },
  })
  try {
    const answer = await context.providers.run(key, limitMs, signal, (adapter, its) => {
      const clock = { ...its.clock, now: () => nowMs }
      const own: ProviderContext = { ...its, clock, http: watchHttp(its.http) }
      return adapter.quote(request, own)
    })
    if (answer.status === 'no_route') {
      const { code, message, minimum } = answer
      return { request, calls, end: { is: 'no_route', code, message, ...defined({ minimum }) } }
    }
    // A route that the service would refuse is none.
    const exact = { ...request, slippageBps: request.exactSlippageBps, exclude: new Set<string>() }
    const routes = answer.routes.map((draft) => ({ draft, built: buildRoute(exact, draft, nowMs) }))
    if (routes.length > 0) return { request, calls, end: { is: 'routes', routes: routes.map(({ draft }) => draft) } }
    return {
      request,
      calls,
      end: { is: 'no_route', code: 'no_liquidity', message: 'No route for this pair and amount' },
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // Where a failure closed the gate for the calls behind it, that failure says why.
    const cause = isGateClosed(error) ? (sentFailure ?? error) : error
    const { code, message } = cause
    const isItsAnswer = code === 'bad_response' || code === 'unavailable'
    const isUnread = isItsAnswer && calls.length > 0 && !isCallFailed
    return { request, calls, end: { is: 'error', code, message, isUnread, cause } }
  }
}

function askedCall(
  call: ProviderCall,
  reply: { readonly status: number; readonly body: unknown; readonly text: string },
) {
  const { pathname, searchParams } = new URL(call.path, 'http://provider')
  const query = Object.entries(call.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
  return {
    method: call.method,
    path: pathname,
    query: Object.fromEntries([...searchParams, ...query]),
    body: call.bodyText === undefined ? call.body : (JSON.parse(call.bodyText) as Json),
    status: reply.status,
    text: reply.text,
    reply: watchReply(reply.body),
  }
}

async function requestOf({ bundled }: AskContext, { src, dst, amount }: AskedPair): Promise<ProviderQuoteRequest> {
  const find = async (text: string): Promise<PricedAsset> => {
    const match = await matchAsset(bundled, text)
    if (match.kind !== 'ok') throw new Error(`the bundled catalog has no ${text}`)
    return { chain: match.chain, asset: match.asset, priceUsd: undefined }
  }
  const source = await find(src)
  const parsed = parseAmount(amount, source.asset.decimals)
  if (!parsed.ok) throw new Error(`${amount} is no amount of ${src}`)
  return {
    src: source,
    dst: await find(dst),
    amountIn: parsed.units,
    amountText: amount,
    slippageBps: DEFAULT_SLIPPAGE_BPS,
    exactSlippageBps: DEFAULT_SLIPPAGE_BPS,
    confidentiality: 'public',
    depositor: undefined,
    recipient: undefined,
    forLock: false,
  }
}
