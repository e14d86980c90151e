import { Hono } from 'hono'
import { SwapError } from '../core/api/errors.ts'
import { monotonicMs } from '../core/monotonic.ts'
import type { SwapService } from '../core/api/service.ts'
import type { Clock } from '../core/ports.ts'
import { createTurns } from '../core/turns.ts'
import { createPooledIds, nextTurn, systemClock } from '../io/index.ts'
import { createEventFeed, type EventFeed } from './events/feed.ts'
import { createAnswerCache, represent } from './http/answer-cache.ts'
import { createEncodingReader, type Encoding } from './http/encodings.ts'
import { errorAnswer, memoryHeaders, methodNotAllowed } from './http/answer.ts'
import { API_BASE, type Call, callerOf, type ServerRoute, type ServerContext } from './route.ts'
import { createGuard, type PlainHeaders, preflightAnswer } from './http/guard.ts'
import { createHttpMetrics } from './http/http-metrics.ts'
import type { CallInfo, HandlerOptions, RequestEntry } from './options.ts'
import { createRateLimiter, createSharedLimiter, rateLimitKey, type RateState } from './http/rate-limit.ts'
import { assetsRoute } from './routes/assets.ts'
import { knownPage } from './routes/catalog-answer.ts'
import { chainsRoute } from './routes/chains.ts'
import { docsRoute } from './routes/docs.ts'
import { eventsRoute } from './routes/events.ts'
import { executeRoute } from './routes/execute.ts'
import { healthzRoute, readyzRoute } from './routes/health.ts'
import { historyRoute } from './routes/history.ts'
import { homeRoute } from './routes/home.ts'
import { lockRoute } from './routes/lock.ts'
import { metricsRoute } from './routes/metrics.ts'
import { openapiRoute } from './routes/openapi.ts'
import { quoteStreamRoute } from './routes/quote-stream.ts'
import { quoteRoute } from './routes/quote.ts'
import { sourcesRoute } from './routes/sources.ts'
import { statsRoute } from './routes/stats.ts'
import { statusRoute } from './routes/status.ts'
import { trackRoute } from './routes/track.ts'
import { verdictsRoute } from './routes/verdicts.ts'
import { createRecentVerdicts } from './http/recent-verdicts.ts'

/** Every endpoint: those of the API in the order of its document, then those outside /api/v1. */
export const ROUTES: readonly ServerRoute[] = [
  chainsRoute,
  assetsRoute,
  sourcesRoute,
  quoteRoute,
  lockRoute,
  executeRoute,
  statusRoute,
  trackRoute,
  historyRoute,
  statsRoute,
  quoteStreamRoute,
  verdictsRoute,
  eventsRoute,
  openapiRoute,
  docsRoute,
  healthzRoute,
  readyzRoute,
  metricsRoute,
  homeRoute,
]

/** Documents for people, which links of other sites may lead to. */
const DOCUMENT_PATHS = new Set([homeRoute, docsRoute, openapiRoute].map((route) => route.path))

/** Monitoring paths, exempt from the rate limit. */
const UNLIMITED = new Set(['/healthz', '/readyz', '/metrics'])

export type { HandlerOptions } from './options.ts'

/** Answers a request; `info` holds what only a listener knows. Never throws or rejects. */
export type Handler = (request: Request, info?: CallInfo) => Response | Promise<Response>

const NO_INFO: CallInfo = {}

/**
 * The HTTP API over `service` as one fetch-standard function, for any server.
 * @throws CONFIG_INVALID for options that cannot be used
 */
export function createHandler(service: SwapService, options: HandlerOptions = {}): Handler {
  return createServerHandler(service, options).handle
}

/** A request of Node's listener. */
interface PlainRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: PlainHeaders & {
    readonly 'if-none-match'?: string | undefined
    readonly 'accept-encoding'?: string | string[] | undefined
  }
}

/** A prepared answer. */
interface MemoryAnswer {
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** The handler, and a shortcut for a listener. */
export interface ServerHandler {
  readonly handle: Handler
  /**
   * The answer of `handle` for a catalog page in memory, with the same headers; undefined for everything else. It creates
   * no Request and no Response, which cost more than the rest of such a call.
   */
  readonly fromMemory: (request: PlainRequest, info: CallInfo) => MemoryAnswer | undefined
}

const MEMORY_PATHS = [chainsRoute, assetsRoute, sourcesRoute].map((route) => route.path)

/** As createHandler, with the shortcut. @throws CONFIG_INVALID for options that cannot be used */
export function createServerHandler(service: SwapService, options: HandlerOptions = {}): ServerHandler {
  const { clock = systemClock } = options
  const server: ServerContext = {
    service,
    options,
    clock,
    ids: options.ids ?? createPooledIds(),
    cache: createAnswerCache(),
    pageNames: new Map(),
    verdicts: createRecentVerdicts(clock, options.shared),
    metrics: createHttpMetrics(),
    feed: feedOf(options),
  }
  const guard = createGuard(options)
  const limiter = limiterOf(options, clock)
  const isLimited = (info: CallInfo) => options.limitsLocal !== false || info.local !== true
  const router = routerOf(server)
  const recordRefusal = recorder(server, 'refused')
  const recordPreflight = recorder(server, 'preflight', 'OPTIONS')
  const readEncodings = createEncodingReader()
  const memoryRoutes = new Map(MEMORY_PATHS.map((path) => [path, recorder(server, path, 'GET')]))

  const handle: Handler = (request, info = NO_INFO) => {
    const { path, search } = splitUrl(request.url)
    const verdict = guard.check(request, info, DOCUMENT_PATHS.has(path))
    const requestId = server.ids.create('req_')
    const startedAt = monotonicMs(server.clock)
    if (verdict.kind === 'preflight') {
      const { method } = request
      return recordPreflight(
        { requestId, method, startedAt, info },
        preflightAnswer(request, requestId, verdict.corsOrigin),
      )
    }
    const answer = (rate: RateState | undefined): Response | Promise<Response> => {
      const call: Call = { ...arrived, rate }
      if (verdict.kind === 'refused') return recordRefusal(call, errorAnswer(call, server, verdict.error))
      if (rate?.allowed === false) return recordRefusal(call, errorAnswer(call, server, tooMany(rate.resetSec)))
      return router(call)
    }
    const arrived: Omit<Call, 'rate'> = {
      request,
      method: request.method,
      path,
      search,
      requestId,
      versioned: path === API_BASE || path.startsWith(`${API_BASE}/`),
      startedAt,
      info,
      corsOrigin: verdict.kind === 'pass' ? verdict.corsOrigin : undefined,
      varies: guard.varies,
    }
    if (limiter === undefined || UNLIMITED.has(path) || !isLimited(info)) return answer(undefined)
    // Not `await`: an answer from memory stays synchronous, which the listener sends much faster.
    const rate = limiter.take(rateLimitKey(info.client ?? ''), startedAt)
    return rate instanceof Promise ? rate.then(answer) : answer(rate)
  }
  return {
    handle,
    fromMemory: (request, info) => {
      const { method, url = '', headers } = request
      if (
        (limiter !== undefined && isLimited(info)) ||
        guard.varies ||
        method !== 'GET' ||
        headers['if-none-match'] !== undefined
      )
        return
      const mark = url.indexOf('?')
      const record = memoryRoutes.get(mark < 0 ? url : url.slice(0, mark))
      if (record === undefined || !guard.isPlain(headers, info)) return
      const startedAt = monotonicMs(server.clock)
      const known = knownPage(server, url, startedAt)
      if (known === undefined) return
      const accept = headers['accept-encoding']
      const accepted = typeof accept === 'string' ? readEncodings(accept) : NO_ENCODINGS
      // The first one who accepts them waits for them.
      if (accepted.length > 0 && known.isCompressible && known.encoded === undefined) return
      const chosen = represent(known, accepted)
      const requestId = server.ids.create('req_')
      record({ requestId, method, startedAt, info }, OK)
      return { headers: memoryHeaders(known, chosen, requestId), body: chosen.body }
    },
  }
}

const OK = { status: 200 }
const NO_ENCODINGS: readonly Encoding[] = []

function feedOf({ journal, clock = systemClock, stopping, log }: HandlerOptions): EventFeed | undefined {
  if (journal === undefined) return undefined
  const onError = (error: unknown, requestId: string) => {
    const message = error instanceof Error ? error.message : 'failed'
    log?.({ kind: 'error', requestId, message, error })
  }
  return createEventFeed({ journal, clock, stopping, onError })
}

function limiterOf({ rateLimitPerMinute: limit, shared }: HandlerOptions, clock: Clock) {
  if (limit === undefined) return undefined
  if (Number.isInteger(limit) && limit >= 1) {
    const own = createRateLimiter(limit)
    return shared === undefined ? own : createSharedLimiter(own, shared, clock, limit)
  }
  throw new SwapError('CONFIG_INVALID', 'The rate limit must be a whole number of requests a minute, at least 1')
}

function tooMany(resetSec: number): SwapError {
  return new SwapError('RATE_LIMITED', `Too many requests: try again in ${resetSec} s`, { retryAfterSec: resetSec })
}

/** Path and query of an absolute URL, without a trailing slash. */
function splitUrl(url: string): { path: string; search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start < 0) return { path: '/', search: '' }
  const hash = url.indexOf('#', start)
  const end = hash < 0 ? url.length : hash
  const mark = url.indexOf('?', start)
  const pathEnd = mark < 0 || mark > end ? end : mark
  const path = url.slice(start, pathEnd)
  return {
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    search: url.slice(pathEnd, end),
  }
}

function routerOf(server: ServerContext): (call: Call) => Response | Promise<Response> {
  const hono = new Hono<{ Bindings: Call }>({ strict: false })
  // What is not a read is work: many at once would hold the loop until the last of them is done.
  const turns = createTurns(server.clock, nextTurn)
  const runInTurn = (route: ServerRoute, call: Call): Response | Promise<Response> => {
    const turn = route.method === 'POST' ? turns.take(callerOf(call).caller) : undefined
    return turn === undefined ? route.run(call, server) : turn.then(() => route.run(call, server))
  }
  for (const route of ROUTES) {
    const record = recorder(server, route.path, route.method)
    hono.on(route.method, route.path, (context) => {
      const call = context.env
      try {
        const answer = runInTurn(route, call)
        // Not `await`: an answer from memory stays synchronous, which the listener sends much faster.
        if (!(answer instanceof Promise)) return record(call, answer)
        return answer.then(
          (response) => record(call, response),
          (error: unknown) => record(call, errorAnswer(call, server, error)),
        )
      } catch (error) {
        return record(call, errorAnswer(call, server, error))
      }
    })
  }
  const recordUnmatched = recorder(server, 'unmatched')
  hono.notFound((context) => recordUnmatched(context.env, answerUnmatched(context.env, server)))
  hono.onError((error, context) => errorAnswer(context.env, server, error))
  return (call) => hono.fetch(call.request, call)
}

function answerUnmatched(call: Call, server: ServerContext): Response {
  const here = ROUTES.filter((route) => matchesTemplate(route.path, call.path))
  const allowed = here.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
  if (allowed.length > 0) return methodNotAllowed(call, allowed)
  return errorAnswer(call, server, new SwapError('NOT_FOUND', `There is no such path; the API is under ${API_BASE}`))
}

function matchesTemplate(template: string, path: string): boolean {
  const names = template.split('/')
  const parts = path.split('/')
  return names.length === parts.length && names.every((name, index) => name.startsWith(':') || name === parts[index])
}

/** Counts and logs answers. The method label is the route's or a constant, so that callers cannot create new series. */
function recorder(server: ServerContext, route: string, method = 'any') {
  const count = server.metrics.forRoute(route, method)
  return <T extends { readonly status: number }>(
    call: Pick<Call, 'requestId' | 'method' | 'startedAt' | 'info'>,
    response: T,
  ): T => {
    const ms = monotonicMs(server.clock) - call.startedAt
    count(response.status, ms)
    const { requestId, method: sent } = call
    const entry: RequestEntry = { kind: 'request', requestId, method: sent, route, status: response.status, ms }
    server.options.log?.(entry)
    call.info.onAnswer?.(entry)
    return response
  }
}
