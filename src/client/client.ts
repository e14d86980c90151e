import type { Clock, HttpFetch, PooledHttp } from '../core/ports.ts'
import {
  assetShape,
  chainShape,
  executionShape,
  lockShape,
  type QuoteEvent,
  type QuoteResult,
  routeShape,
  sourceShape,
  statsShape,
  type StatusResult,
  statusResultShape,
  type StatusTransaction,
  trackResultShape,
  type Verdict,
} from '../core/api/documents.ts'
import { isSwapError, SwapError } from '../core/api/errors.ts'
import { checkIdempotencyKey, REPLAYED_HEADER } from '../core/api/idempotency-key.ts'
import { list, type Shape, type ShapeOf } from '../core/api/shape.ts'
import { hashKey } from '../core/swap/transaction-hash.ts'
import { defined } from '../core/defined.ts'
import { ACTION_DEADLINE_MS, MAX_QUOTE_DEADLINE_SEC } from '../core/swap/defaults.ts'
import type {
  ActionOptions,
  CallOptions,
  QuoteRequest,
  StatusQuery,
  SwapService,
  FollowOptions,
} from '../core/api/service.ts'
import { type ClientFetch, iterableFetch } from './fetch-option.ts'
import { soundLock, soundStatus } from './contradictions.ts'
import { warnResult } from './route-warnings.ts'
import { streamQuote } from './quote-stream.ts'
import { createTransport, type Transport } from './transport.ts'
import { bodyText, eventsOf, queryText, readData, readHistory, readPage, readVerdicts } from './wire.ts'

/** Options of a client; every one has a default. */
export interface SwapClientOptions {
  /** Sends requests; the global `fetch` fits. @default a pool of keep-alive connections; of swapcli/client the global `fetch` */
  readonly fetch?: ClientFetch
  /** @default the machine's clock */
  readonly clock?: Clock
  /**
   * Longest time for one request, response included, in milliseconds. A stream of a quote ends after 20 s of silence too.
   * @default 30000, 60000 for locks, and 150000 for quotes and executions: longer than any server waits for its providers
   */
  readonly timeoutMs?: number
  /** Pause between two polls of `watch`, in milliseconds. @default 3000 */
  readonly pollMs?: number
}

/** The service of a server. `await using` closes it at the end of its block. */
export interface SwapClient extends SwapService, AsyncDisposable {
  /** Base URL of the server's API. */
  readonly url: string
}

/** Where a client runs. */
export interface ClientPlatform {
  readonly clock: Clock
  /** Opens what sends requests; called at the first one. */
  openHttp(): Promise<PooledHttp>
}

/** Longest time for a request, in milliseconds. */
const TIMEOUT_MS = 30_000
/** The same for what a server asks its providers for: longer than it may wait for them, and for its turn. */
const PROVIDERS_TIMEOUT_MS = MAX_QUOTE_DEADLINE_SEC * 1000 + TIMEOUT_MS
/** The same for a lock: whoever gets one later than that has waited for as long as it usually holds. */
const LOCK_TIMEOUT_MS = 60_000
const API_PATH = '/api/v1'
/** The same for a status that is asked for again: longer than a provider may take to report it. */
const POLL_TIMEOUT_MS = ACTION_DEADLINE_MS + 6_000
/** Consecutive failures after which `watch` gives up. */
const MAX_WATCH_FAILURES = 20

/**
 * The service of any server with the HTTP API, with the same results and errors as in process.
 * @param baseUrl http or https URL that ends in /api/v1, which is added to a URL without a path
 * @param platform what is used where the options name nothing
 * @throws CONFIG_INVALID when the base URL cannot be used
 */
export function createClient(baseUrl: string, options: SwapClientOptions, platform: ClientPlatform): SwapClient {
  const base = normalBaseUrl(baseUrl)
  const clock = options.clock ?? platform.clock
  let pool: Promise<PooledHttp> | undefined
  let closed = false
  const given = options.fetch === undefined ? undefined : iterableFetch(options.fetch)
  const http = async (): Promise<HttpFetch> => given ?? (await (pool ??= platform.openHttp())).fetch
  const mustBeOpen = () => {
    if (closed) throw new SwapError('SERVICE_UNAVAILABLE', 'The client is closed')
  }
  const transport = createTransport(http, clock, () => closed)
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const providersTimeoutMs = options.timeoutMs ?? PROVIDERS_TIMEOUT_MS
  const get = async (path: string, query: unknown, call: CallOptions = {}, longestMs = timeoutMs): Promise<string> => {
    mustBeOpen()
    const url = `${base}${path}${queryText(query)}`
    return (await transport.send({ method: 'GET', url, timeoutMs: longestMs, signal: call.signal })).text
  }
  const lockTimeoutMs = options.timeoutMs ?? LOCK_TIMEOUT_MS
  const post = async (path: string, request: unknown, call: ActionOptions = {}, longestMs = providersTimeoutMs) => {
    mustBeOpen()
    return transport.send({
      method: 'POST',
      url: `${base}${path}`,
      timeoutMs: longestMs,
      body: bodyText(request),
      signal: call.signal,
      ...defined({ idempotencyKey: checkIdempotencyKey(call.idempotencyKey) }),
    })
  }
  /** Sends what an Idempotency-Key may repeat. */
  const act = async <S extends Shape>(
    path: string,
    request: unknown,
    shape: S,
    call: ActionOptions = {},
    longestMs = providersTimeoutMs,
  ): Promise<ShapeOf<S>> => {
    const reply = await post(path, request, call, longestMs)
    const data = readData(reply.text, shape)
    if (reply.headers.get(REPLAYED_HEADER) === 'true') call.onReplay?.()
    return data
  }

  let streamUrl = base.endsWith(API_PATH) ? `${base.slice(0, -API_PATH.length)}/quote/stream` : undefined
  const quoteAtOnce = async (request: QuoteRequest, call: CallOptions): Promise<QuoteResult> => {
    const reply = await post('/quote', request, call)
    const data = readData(reply.text, list(routeShape))
    const verdicts = await fetchVerdicts(transport, timeoutMs, base, reply.headers.get('link'), call.signal)
    return warnResult({ data, verdicts }, request.slippage)
  }
  async function* quoteStream(request: QuoteRequest, call: CallOptions = {}): AsyncGenerator<QuoteEvent> {
    mustBeOpen()
    if (streamUrl !== undefined) {
      const target = { url: streamUrl, timeoutMs: providersTimeoutMs }
      if (yield* streamQuote(transport, target, request, () => clock.now(), call.signal)) return
      streamUrl = undefined
    }
    yield* eventsOf(await quoteAtOnce(request, call))
  }

  const status = async (query: StatusQuery, call: CallOptions = {}, longestMs = timeoutMs): Promise<StatusResult> => {
    const result = readData(await get('/transaction/status', query, call, longestMs), statusResultShape)
    checkSubject(result.transaction, query)
    return soundStatus(result)
  }
  const pollStatus: SwapService['status'] = (query, call) => status(query, call, Math.min(timeoutMs, POLL_TIMEOUT_MS))

  const close = async () => {
    closed = true
    await (await pool)?.close()
  }

  return {
    url: base,
    chains: async (query) => readPage(await get('/swap/chains', query), chainShape),
    assets: async (query) => readPage(await get('/swap/assets', query), assetShape),
    sources: async (query) => readPage(await get('/swap/sources', query), sourceShape),
    quote: async (request, call = {}) => {
      if (call.signal === undefined) return quoteAtOnce(request, call)
      // A caller that cancels gets what has arrived, which only the stream provides.
      for await (const event of quoteStream(request, call)) if (event.type === 'done') return event.result
      throw new SwapError('BAD_GATEWAY', 'The server broke off in the middle of a quote')
    },
    quoteStream,
    lock: async (request, call) =>
      soundLock(await act('/quote/lock', request, lockShape, call, lockTimeoutMs), clock.now()),
    execute: (request, call) => act('/quote/execute', request, executionShape, call),
    track: async (request, call) => {
      const result = readData((await post('/transaction/track', request, call, timeoutMs)).text, trackResultShape)
      checkSubject(result.transaction, { transactionId: request.transactionId })
      return result
    },
    status: (query, call) => status(query, call),
    history: async (query) => readHistory(await get('/transaction/history', query)),
    stats: async (query) => readData(await get('/transaction/stats', query), statsShape),
    watch: (query, call = {}) => watchStatus(pollStatus, clock, options.pollMs ?? 3000, query, call),
    close,
    [Symbol.asyncDispose]: close,
  }
}

type Subject = Pick<StatusTransaction, 'id' | 'hash' | 'inboundHash'> & Partial<StatusTransaction>

/** News of another transaction must not pass for news of the one asked about. @throws BAD_GATEWAY */
function checkSubject(transaction: Subject, { transactionId, hash }: StatusQuery): void {
  const { id, hash: first, inboundHash, outboundHash, refundHash } = transaction
  const hashes = [first, inboundHash, outboundHash, refundHash].map((each) => hashKey(each ?? ''))
  const isOther =
    (transactionId !== undefined && id !== transactionId) || (hash !== undefined && !hashes.includes(hashKey(hash)))
  if (isOther)
    throw new SwapError('BAD_GATEWAY', 'The server answered about another transaction than the one asked for')
}

function normalBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const plain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!plain || url.search !== '' || url.hash !== '') {
    throw new SwapError(
      'CONFIG_INVALID',
      'The URL of the API must be an http or https URL without credentials or a query',
      { hint: 'Use a URL such as http://127.0.0.1:8787/api/v1' },
    )
  }
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path === '' ? API_PATH : path}`
}

/** Reads the verdicts behind the Link header, of the same origin only; none from a server without them. */
async function fetchVerdicts(
  transport: Transport,
  timeoutMs: number,
  base: string,
  link: string | null,
  signal: AbortSignal | undefined,
): Promise<Verdict[]> {
  const target = /<([^<>]+)>\s*;\s*rel="?describedby"?/.exec(link ?? '')?.[1]
  if (target === undefined || !URL.canParse(target, base)) return []
  const url = new URL(target, base)
  if (url.origin !== new URL(base).origin) return []
  try {
    const reply = await transport.send({ method: 'GET', url: url.href, timeoutMs, signal, retry: false })
    return readVerdicts(reply.text)
  } catch {
    // The routes are the answer; a failure to read the verdicts must not lose them.
    return []
  }
}

async function* watchStatus(
  status: SwapService['status'],
  clock: Clock,
  pollMs: number,
  query: StatusQuery,
  { signal, onPoll = () => undefined }: FollowOptions,
): AsyncGenerator<StatusResult, void, undefined> {
  let last = ''
  let failures = 0
  while (!isAborted(signal)) {
    let pauseMs = pollMs
    try {
      const result = await status(query, defined({ signal }))
      const text = JSON.stringify(result)
      onPoll(true)
      if (text !== last) yield result
      if (result.final) return
      last = text
      failures = 0
    } catch (error) {
      if (isAborted(signal)) return
      failures += 1
      // Wait for a server that answered before and is temporarily unavailable.
      if (last === '' || failures > MAX_WATCH_FAILURES || !isSwapError(error) || !error.retryable) throw error
      // What it refuses it has answered.
      onPoll(error.server !== undefined)
      pauseMs = Math.max(pollMs, (error.retryAfterSec ?? 0) * 1000)
    }
    await clock.sleep(pauseMs, signal).catch(() => undefined)
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}
