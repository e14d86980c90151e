import { defined } from '../../core/defined.ts'
import { wholeBps } from '../../core/money/basis-points.ts'
import { formatAmount } from '../../core/money/amount.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import { type QuotedRate, quotedRateOf } from '../../core/rates/point.ts'
import {
  createTimeLimit,
  type Lateness,
  OVER,
  startLightDeadline,
  type TimeLimit,
  waitAtMost,
} from '../../core/deadline.ts'
import type { StopSignal } from '../../core/ending.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import { KEEP_ROUTE_MS, ROUTES_DEADLINE_MS } from '../../core/swap/defaults.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { ErrorVerdict, NoRouteVerdict, QuoteEvent, QuoteResult, Route, Verdict } from '../../core/api/documents.ts'
import { isWithoutConnection, markNotAsked, markWithoutConnection } from '../../core/api/offline.ts'
import { causeCode } from '../../core/error-code.ts'
import { isSwapError } from '../../core/api/errors.ts'
import { figuresOfTerms, markDuplicates, rankBy, type RouteFigures } from '../../core/swap/ranking.ts'
import { type QuotedRoute, quotedRouteKey } from '../../core/swap/records.ts'
import { ProviderError, type NoRoute, type ProviderQuoteRequest } from '../../providers/index.ts'
import { DeadlinePassed, timeOver } from '../providers/deadline.ts'
import { isGateClosed } from '../providers/gate-closed.ts'
import { type CheckedQuote, pairOf } from './requests.ts'
import { payeeRefusal } from './payee.ts'
import type { KeptRates } from '../rates/kept-rates.ts'
import type { KeptRoutes } from './kept-routes.ts'
import { createRouteValues, type RouteValues, unitOfCoin } from './route-values.ts'
import { type BuiltRoute, buildRoute, toRoute } from './routes.ts'
import type { ServiceContext } from '../context.ts'

/** How long the whole result waits for values that are being read, once every provider has answered. */
const VALUE_GRACE_MS = 500
/** How much longer a quote takes at most than its providers are given: while they wait for a connection, no time of theirs counts. */
const MOST_HELD_MS = 2_000
/** Most routes accepted from one provider per quote. */
const MAX_ROUTES_PER_PROVIDER = 20

type FanOutContext = Pick<ServiceContext, 'clock' | 'providers' | 'limits' | 'openPrices'> & {
  readonly keptRoutes: Pick<KeptRoutes, 'add' | 'settle'>
  readonly keptRates: Pick<KeptRates, 'add'>
}

interface FanOutOptions {
  /** Aborts when the caller leaves. */
  readonly signal?: AbortSignal | undefined
  /** True where the caller reads the whole result only: nothing else is yielded, and its routes are stored at once. @default false */
  readonly isWhole?: boolean
  /** When the quote was begun, in epoch milliseconds: it may have waited for its turn since. @default now */
  readonly begunAtMs?: number
  /** Called when no provider is asked any more, however slowly the rest is read. */
  readonly onAnswered?: () => void
  /** Told of the rate of the best route, also where providers were left out; not without a route. */
  readonly onRate?: ((rate: QuotedRate) => void) | undefined
  /** Resolves when the result may be made: many quotes at once would hold the loop. @default at once */
  readonly takeTurn?: () => Promise<void> | undefined
}

/**
 * Quotes with every provider concurrently. Yields routes and verdicts as they arrive, then the whole result, ranked.
 * Each provider ends in exactly one verdict; none can fail or hide another, and once there are routes none delays them for long.
 */
export async function* fanOut(
  context: FanOutContext,
  request: CheckedQuote,
  {
    signal,
    isWhole = false,
    begunAtMs = context.clock.now(),
    onAnswered = () => undefined,
    onRate = () => undefined,
    takeTurn = () => undefined,
  }: FanOutOptions = {},
): AsyncGenerator<QuoteEvent, void, undefined> {
  const ready: ProviderResult[] = []
  let broken: { readonly error: unknown } | undefined
  let wake: () => void = () => undefined
  const manifests = context.providers.active
  let open = manifests.length
  const startedMs = monotonicMs(context.clock)
  const isOver = () => OVER
  const { quoteDeadlineMs } = context.limits
  const limit = createTimeLimit(quoteDeadlineMs)
  const wholeLimit = createTimeLimit(quoteDeadlineMs + MOST_HELD_MS)
  const late = (lateness: Lateness) => timeOver({ ...lateness, givenMs: limit.ms() })
  const total = startLightDeadline(context.clock, wholeLimit, late, signal, isOver)
  /** Once there are routes the rest get less time; where that has passed, none. */
  const hurry = () => {
    const passedMs = monotonicMs(context.clock) - startedMs
    const ms = Math.max(ROUTES_DEADLINE_MS, passedMs)
    limit.shorten(ms)
    wholeLimit.shorten(ms + MOST_HELD_MS)
  }
  const verdicts = new Map<string, Verdict>()
  const built: QuotedDraft[] = []
  const quoted: QuotedRoute[] = []
  const values = createRouteValues(context.openPrices)
  // Most costs on top are in this coin: its price is there before the first route is.
  void values.start([unitOfCoin(request.src.chain)])
  // Networks that reach other chains state no USD: prices of both sides are there before their routes are.
  if (request.src.chain.type !== 'EVM' || request.dst.chain.type !== 'EVM') {
    void values.startSides({ ...request, amountOut: 10n ** BigInt(request.dst.asset.decimals) })
  }
  try {
    for (const manifest of manifests) {
      askProvider(context, manifest.key, request, { values, begunAtMs, limit, signal: total.stopped })
        .then(
          (result) => {
            ready.push(result)
            if (result.routes.length > 0) hurry()
          },
          (error: unknown) => {
            broken = { error }
          },
        )
        .finally(() => {
          open -= 1
          if (open === 0) onAnswered()
          wake()
        })
    }
    while (open > 0 || ready.length > 0) {
      if (broken !== undefined) throw broken.error
      const next = ready.shift()
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      verdicts.set(next.verdict.provider, next.verdict)
      built.push(...next.routes)
      if (!isWhole) context.keptRoutes.add(next.quoted)
      else quoted.push(...next.quoted)
      if (isWhole) continue
      if (next.routes.length > 0) {
        yield { type: 'routes', provider: next.verdict.provider, routes: next.routes.map(({ route }) => route()) }
      }
      yield { type: 'verdict', verdict: next.verdict }
    }
    if (broken !== undefined) throw broken.error
    if (built.length > 0) {
      const leftMs = startedMs + wholeLimit.ms() - monotonicMs(context.clock)
      await waitAtMost(context.clock, Math.max(0, Math.min(VALUE_GRACE_MS, leftMs)), values.wait())
    }
    context.keptRoutes.add(quoted)
    await context.keptRoutes.settle()
    await takeTurn()
    const valued = context.openPrices === undefined ? built : built.map(({ rebuild }) => rebuild())
    const ranked = rankBy(valued, ({ figures }) => figures, 'best')
    const rate = rateOf(request, ranked, context.clock.now())
    if (rate !== undefined) onRate(rate)
    // The best of some is not the rate of the pair: beside the best of all it would look like a fall that did not happen.
    if (!manifests.some(({ key }) => request.exclude.has(key))) context.keptRates.add(rate)
    const result: QuoteResult = {
      data: markDuplicates(ranked.map(({ route }) => route())),
      verdicts: manifests.flatMap((manifest) => verdicts.get(manifest.key) ?? []),
    }
    yield { type: 'done', result }
  } finally {
    // Ends what is left of the providers.
    total.stop()
    onAnswered()
  }
}

interface QuotedDraft {
  /** The route of the API. */
  readonly route: () => Route
  readonly figures: RouteFigures
  /** Value of the source amount; undefined where nobody states one. */
  readonly srcUsd: MicroUsd | undefined
  /** The same with the values of fees that have become known since. */
  readonly rebuild: () => QuotedDraft
}

/** @param ranked best first */
function rateOf(request: CheckedQuote, ranked: readonly QuotedDraft[], atMs: number): QuotedRate | undefined {
  const { src, dst, amountIn } = request
  return quotedRateOf({
    pair: pairOf(request),
    src: { amount: amountIn, decimals: src.asset.decimals, usd: ranked[0]?.srcUsd },
    dstDecimals: dst.asset.decimals,
    figures: ranked.map(({ figures }) => figures),
    atMs,
  })
}

interface ProviderResult {
  readonly routes: readonly QuotedDraft[]
  /** The same as they are kept for a lock. */
  readonly quoted: readonly QuotedRoute[]
  readonly verdict: Verdict
}

interface Asking {
  readonly values: RouteValues
  readonly begunAtMs: number
  readonly limit: TimeLimit
  readonly signal: StopSignal
}

/** Quotes with one provider. Rejects only with what is not the provider's fault. */
async function askProvider(
  context: FanOutContext,
  provider: string,
  request: CheckedQuote,
  { values, begunAtMs, limit, signal }: Asking,
): Promise<ProviderResult> {
  if (request.exclude.has(provider)) {
    return withoutRoutes(noRoute(provider, 'excluded', 'Excluded by the request'))
  }
  const missing = context.providers.missingKey(provider)
  if (missing !== undefined) {
    return withoutRoutes(noRoute(provider, 'needs_key', missing))
  }
  const unpaid = payeeRefusal(context.providers.manifest(provider), request)
  if (unpaid !== undefined) return withoutRoutes(noRoute(provider, 'recipient_unsupported', unpaid))
  try {
    const answer = await context.providers.run(
      provider,
      limit,
      signal,
      (adapter, providerContext) => adapter.quote(toProviderRequest(request, false), providerContext),
      begunAtMs,
    )
    if (answer.status === 'no_route') return withoutRoutes(noRouteVerdict(provider, request, answer))
    if (answer.routes.length === 0) {
      return withoutRoutes(noRoute(provider, 'no_liquidity', 'No route for this pair and amount'))
    }
    const nowMs = context.clock.now()
    const drafts = answer.routes.slice(0, MAX_ROUTES_PER_PROVIDER)
    void values.start(drafts.flatMap(({ fees }) => fees))
    for (const draft of drafts) void values.startSides({ ...draft, ...request })
    const built = drafts.map((draft) => buildRoute(request, draft, nowMs, values))
    const quoted = built.map(({ draft, terms }): QuotedRoute => ({
      provider,
      routeId: quotedRouteKey(draft.routeId, request.confidentiality),
      confidentiality: request.confidentiality,
      ...pairOf(request),
      amountText: request.amountText,
      terms,
      keepUntilMs: nowMs + KEEP_ROUTE_MS,
    }))
    const routes = built.map((item) => quoteDraft(provider, item, () => buildRoute(request, item.draft, nowMs, values)))
    return { routes, quoted, verdict: { provider, outcome: 'routes', routes: built.length } }
  } catch (error) {
    if (isSwapError(error)) throw error
    const failure =
      error instanceof ProviderError ? error : new ProviderError('bad_response', 'The response could not be used')
    const verdict: ErrorVerdict = {
      provider,
      outcome: 'error',
      routes: 0,
      code: failure.code,
      message: cleanText(failure.message),
      ...defined({ retryAfterSec: failure.retryAfterSec }),
    }
    const isUnconnected =
      failure instanceof DeadlinePassed
        ? failure.isWithoutConnection
        : failure.code === 'unreachable' && isWithoutConnection(causeCode(failure))
    if (isGateClosed(failure)) return withoutRoutes(markNotAsked(verdict))
    return withoutRoutes(isUnconnected ? markWithoutConnection(verdict) : verdict)
  }
}

function quoteDraft(provider: string, item: BuiltRoute, build: () => BuiltRoute): QuotedDraft {
  return {
    route: () => toRoute(provider, item),
    figures: figuresOfTerms(provider, item.draft.routeId, item.terms),
    srcUsd: item.terms.src.usd,
    rebuild: () => quoteDraft(provider, build(), build),
  }
}

function withoutRoutes(verdict: Verdict): ProviderResult {
  return { routes: [], quoted: [], verdict }
}

function noRoute(provider: string, code: NoRoute['code'], message: string): NoRouteVerdict {
  return { provider, outcome: 'no_route', routes: 0, code, message }
}

function noRouteVerdict(
  provider: string,
  request: CheckedQuote,
  { code, message, minimum, maximum }: NoRoute,
): Verdict {
  const decimals = request.src.asset.decimals
  return {
    ...noRoute(provider, code, cleanText(message)),
    ...defined({
      minimum: minimum === undefined ? undefined : formatAmount(minimum, decimals),
      maximum: maximum === undefined ? undefined : formatAmount(maximum, decimals),
    }),
  }
}

/** The request that an adapter receives. @param forLock true when a lock will promise the quoted amounts */
export function toProviderRequest(request: CheckedQuote, forLock: boolean): ProviderQuoteRequest {
  return {
    src: request.src,
    dst: request.dst,
    amountIn: request.amountIn,
    amountText: request.amountText,
    slippageBps: wholeBps(request.slippageBps),
    exactSlippageBps: request.slippageBps,
    confidentiality: request.confidentiality,
    depositor: request.depositor,
    recipient: request.recipient,
    ...defined({ recipientMemo: request.recipientMemo }),
    forLock,
  }
}
