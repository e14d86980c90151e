import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { SwapError } from '../core/api/errors.ts'
import { DEFAULT_RATE_LIMIT } from '../core/swap/defaults.ts'
import { defined } from '../core/defined.ts'
import { errorCode } from '../core/error-code.ts'
import { monotonicMs } from '../core/monotonic.ts'
import type { Clock } from '../core/ports.ts'
import type { SwapService } from '../core/api/service.ts'
import { createPooledIds, systemClock } from '../io/index.ts'
import { errorText } from './http/answer.ts'
import { createServerHandler } from './app.ts'
import { type AccessEntry, watchAnswer } from './listen/access-log.ts'
import { infoOf, isLoopback, isWildcard, MAX_HEADERS, type Reach } from './listen/call-info.ts'
import { answerClientErrors, MAX_HEAD_BYTES } from './listen/client-errors.ts'
import { boundConnections } from './listen/connections.ts'
import { createLargeAnswers, endInParts } from './listen/large-answers.ts'
import { errorHeaders } from './listen/raw-answer.ts'
import type { CallInfo, HandlerOptions } from './options.ts'
import { eventsRoute } from './routes/events.ts'

/** Options of a listening server. */
export interface ServeOptions extends Omit<HandlerOptions, 'stopping' | 'rateLimitPerMinute' | 'limitsLocal'> {
  /** Host name or address to bind. @default '127.0.0.1' */
  readonly host?: string
  /** 0 to 65535; 0 selects a free port. @default 0 */
  readonly port?: number
  /** Requests per minute and client; 0 for no limit. @default 0 where only this machine calls, 120 elsewhere */
  readonly rateLimitPerMinute?: number
  /** Longest time in milliseconds for the head of a request to arrive. @default 5000 */
  readonly headersTimeoutMs?: number
  /** Longest time in milliseconds for a whole request to arrive. @default 10000 */
  readonly requestTimeoutMs?: number
  /** How often both timeouts are checked, in milliseconds. @default 1000 */
  readonly checkIntervalMs?: number
  /** How long an idle connection stays open, in milliseconds. @default 5000 */
  readonly keepAliveTimeoutMs?: number
  /** Most connections; beyond them the answer is 503. @default 1024 */
  readonly maxConnections?: number
  /**
   * Most connections of one address but this machine's own, or requests at a time of one client behind trusted proxies.
   * @default 256
   */
  readonly maxConnectionsOfAddress?: number
  /** Longest time in milliseconds that a client takes nothing of its answer. @default 5000 */
  readonly stallTimeoutMs?: number
  /** How many proxies of the operator stand before the server: clients are who the first of them names. @default 0 */
  readonly trustedProxies?: number
  /** Called with each request once its answer has ended. @default nobody is told */
  readonly onAccess?: (entry: AccessEntry) => void
  /**
   * How long in milliseconds close() goes on to answer while `/readyz` says 503, so that whoever spreads requests over servers
   * sends it no more of them before it stops listening. @default 0
   */
  readonly shutdownDelayMs?: number
  /** Longest time in milliseconds that close() waits for requests in progress. @default 10000 */
  readonly drainMs?: number
}

/** A listening server. */
export interface RunningServer {
  /** Base URL of the API: `http://127.0.0.1:8787/api/v1`. */
  readonly url: string
  readonly port: number
  /** Says at `/readyz` that it stops, stops listening, lets requests in progress finish, then closes the service. Idempotent. */
  close(): Promise<void>
}

const DEFAULT_DRAIN_MS = 10_000
const DRAIN_CHECK_MS = 100
const DEFAULT_CONNECTIONS = 1024
const DEFAULT_CONNECTIONS_OF_ADDRESS = 256
const DEFAULT_STALL_MS = 5000
/**
 * Connections that the system keeps until they are let in, if its own bound (`net.core.somaxconn`) is not lower: beyond it their
 * clients try again after a second and more. At most as many as are refused at a time, so that each has its turn to be heard.
 */
const BACKLOG = 2048

/** Statuses of refusals that end the connection: whoever sent this sends no request that is to be answered. */
const ENDING_STATUSES = new Set([403, 413])

/**
 * Serves the HTTP API over `service`, on loopback by default.
 * @throws CONFIG_INVALID when the address cannot be bound or an option cannot be used
 */
export async function serve(service: SwapService, options: ServeOptions = {}): Promise<RunningServer> {
  const [{ createServer }, { getRequestListener }] = await Promise.all([
    import('node:http'),
    import('@hono/node-server'),
  ])
  const clock = options.clock ?? systemClock
  const ids = options.ids ?? createPooledIds()
  const requestId = () => ids.create('req_')
  const host = options.host ?? '127.0.0.1'
  const proxies = options.trustedProxies ?? 0
  const stopping = new AbortController()
  const server = createServer({
    maxHeaderSize: MAX_HEAD_BYTES,
    // Node's own refusal has no body, no id and no line in the log.
    requireHostHeader: false,
    headersTimeout: options.headersTimeoutMs ?? 5000,
    requestTimeout: options.requestTimeoutMs ?? 10_000,
    connectionsCheckingInterval: options.checkIntervalMs ?? 1000,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 5000,
  })
  server.maxHeadersCount = MAX_HEADERS
  const closed = new AbortController()
  const large = createLargeAnswers()
  const { onAccess } = options
  const onRefusal = (id: string, status: number, bytes: number) =>
    onAccess?.({ requestId: id, method: '-', route: 'refused', status, ms: 0, bytes })
  const connections = boundConnections(server, {
    clock,
    limits: {
      most: options.maxConnections ?? DEFAULT_CONNECTIONS,
      mostOfAddress: options.maxConnectionsOfAddress ?? DEFAULT_CONNECTIONS_OF_ADDRESS,
      isProxied: proxies > 0,
      stallMs: options.stallTimeoutMs ?? DEFAULT_STALL_MS,
    },
    isLocal: isLoopback,
    requestId,
    onRefusal,
    isWriting: (socket) => large.isWriting(socket),
    isPaced: ({ url }) => url?.startsWith(eventsRoute.path) === true,
    stopping: closed.signal,
  })
  answerClientErrors(server, { connections, clock, requestId, onRefusal })

  const startListening = async () => {
    const port = await listen(server, host, options.port ?? 0)
    const own = ownHosts(host, port)
    const handler = createServerHandler(service, {
      ...handlerOptions(options),
      clock,
      ids,
      stopping: stopping.signal,
      allowedHosts: [...new Set([...own, ...(options.allowedHosts ?? [])])],
      ...rateLimitOf(options, host),
    })
    return { port, own, handler }
  }
  const { port, own, handler } = await startListening().catch(async (error: unknown) => {
    closed.abort()
    await new Promise((resolve) => server.close(resolve))
    throw error
  })
  const reach: Reach = { ownHosts: new Set(own), isWildcard: isWildcard(host), proxies }
  const infos = new WeakMap<IncomingMessage, CallInfo>()
  const answer = (request: Request, { incoming, outgoing }: { incoming: unknown; outgoing: unknown }) => {
    const found = handler.handle(request, infos.get(incoming as IncomingMessage) ?? {})
    const end = (response: Response): Response => {
      if (ENDING_STATUSES.has(response.status)) (outgoing as ServerResponse).setHeader('Connection', 'close')
      return response
    }
    return found instanceof Promise ? found.then(end) : end(found)
  }
  // The listener asks at once for the answer to a request whose URL is malformed, and does not say whose it is.
  let starting: CallInfo = {}
  const answerMalformed = (): Response => {
    const [id, error] = [requestId(), MALFORMED()]
    const entry = {
      kind: 'request',
      requestId: id,
      method: '-',
      route: 'refused',
      status: error.httpStatus,
      ms: 0,
    } as const
    starting.onAnswer?.(entry)
    return new Response(errorText(error, id), { status: error.httpStatus, headers: errorHeaders(error, id) })
  }
  const listener = getRequestListener(answer, { hostname: 'localhost', errorHandler: answerMalformed })
  const begin = (incoming: IncomingMessage, outgoing: ServerResponse, wrong?: SwapError): void => {
    const connection = connections.of(incoming.socket)
    if (connections.answerRefused(incoming.socket) || connection?.isRefused === true) {
      // What is left unread would take the answer from the client once its connection is closed.
      incoming.resume()
      return
    }
    const facts = infoOf(incoming, reach)
    connections.begin(incoming, outgoing, facts.client ?? '', (tooMany) => {
      const refusal = tooMany ?? wrong
      // One that came broken, or late, was told as it was refused.
      const isTold = () => incoming.complete || connection?.isRefused !== true
      const onAnswer = onAccess === undefined ? undefined : watchAnswer(incoming, outgoing, clock, isTold, onAccess)
      const info = onAnswer === undefined ? facts : { ...facts, onAnswer }
      if (stopping.signal.aborted || refusal !== undefined) outgoing.setHeader('Connection', 'close')
      if (refusal !== undefined) {
        const id = requestId()
        const text = errorText(refusal, id)
        const headers = { ...errorHeaders(refusal, id), 'Content-Length': String(Buffer.byteLength(text)) }
        outgoing.writeHead(refusal.httpStatus, headers)
        outgoing.end(text)
        onAnswer?.({ kind: 'request', requestId: id, method: '-', route: 'refused', status: refusal.httpStatus, ms: 0 })
        return
      }
      const known = handler.fromMemory(incoming, info)
      if (known !== undefined) {
        outgoing.writeHead(200, known.headers)
        large.end(outgoing, known.body)
        return
      }
      infos.set(incoming, info)
      endInParts(outgoing, large)
      starting = info
      void listener(incoming, outgoing)
    })
  }
  server.on('request', (incoming, outgoing) => begin(incoming, outgoing, lacksHost(incoming) ? HOSTLESS() : undefined))
  server.on('checkExpectation', (incoming, outgoing) => begin(incoming, outgoing, UNEXPECTED()))

  let closing: Promise<void> | undefined
  const close = async () => {
    stopping.abort()
    // Each answer ends its connection from now on: none is in use when they are closed.
    const delayMs = options.shutdownDelayMs ?? 0
    if (delayMs > 0) await clock.sleep(delayMs)
    const drained = new Promise<void>((resolve) => server.close(() => resolve()))
    await drain(server, drained, clock, options.drainMs ?? DEFAULT_DRAIN_MS)
    closed.abort()
    await service.close()
  }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/api/v1`,
    port,
    close: () => (closing ??= close()),
  }
}

function handlerOptions(options: ServeOptions): HandlerOptions {
  const { rateLimitPerMinute: _limit, ...rest } = options
  return rest
}

/**
 * A limit that was asked for counts everybody where only this machine calls; else, what calls from here by an address of here
 * is left out.
 */
function rateLimitOf(options: ServeOptions, host: string): Pick<HandlerOptions, 'rateLimitPerMinute' | 'limitsLocal'> {
  const { rateLimitPerMinute, allowedHosts = [], trustedProxies = 0 } = options
  const isReachable = !isLoopback(host) || allowedHosts.length > 0 || trustedProxies > 0
  const limit = rateLimitPerMinute ?? (isReachable ? DEFAULT_RATE_LIMIT : 0)
  return { ...defined({ rateLimitPerMinute: limit === 0 ? undefined : limit }), limitsLocal: !isReachable }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const { reason, hint } = refusalOf(cause)
      reject(new SwapError('CONFIG_INVALID', `Cannot listen on ${host} port ${port}: ${reason}`, { hint, cause }))
    })
    server.listen({ port, host, backlog: BACKLOG }, () => resolve())
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Why an address cannot be bound, and what may be done. */
function refusalOf(cause: Error): { readonly reason: string; readonly hint: string } {
  const otherPort = 'Choose another port; port 0 takes a free one: swapcli serve --port 0'
  const ownAddress = 'Choose an address of this machine; 127.0.0.1 is this machine only: swapcli serve --host 127.0.0.1'
  switch (errorCode(cause)) {
    case 'EADDRINUSE':
      return { reason: 'the port is in use', hint: otherPort }
    case 'EACCES':
      return { reason: 'permission denied', hint: otherPort }
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { reason: 'this machine has no such address', hint: ownAddress }
    case 'EAI_AGAIN':
      return { reason: 'the name cannot be looked up', hint: ownAddress }
    default:
      return { reason: cause.message, hint: ownAddress }
  }
}

/** Values of the Host header that mean this server. */
function ownHosts(host: string, port: number): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]']
  if (!isWildcard(host)) names.push(host.includes(':') ? `[${host}]` : host)
  return names.flatMap((name) => (port === 80 ? [`${name}:80`, name] : [`${name}:${port}`]))
}

/** HTTP/1.1 asks for it; before that, only a server that knows its names does. */
function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1'
}

const HOSTLESS = () => new SwapError('VALIDATION_ERROR', 'An HTTP/1.1 request must have a Host header')
const MALFORMED = () => new SwapError('VALIDATION_ERROR', 'The request target or its Host header is malformed')
const UNEXPECTED = () =>
  new SwapError('VALIDATION_ERROR', 'The only Expect that is understood is 100-continue', { httpStatus: 417 })

/** Waits for all connections to end and closes idle ones; terminates the rest after `drainMs`. */
async function drain(server: Server, drained: Promise<void>, clock: Clock, drainMs: number): Promise<void> {
  const untilMs = monotonicMs(clock) + drainMs
  let done = false
  void drained.then(() => (done = true))
  for (;;) {
    server.closeIdleConnections()
    await Promise.race([drained, clock.sleep(DRAIN_CHECK_MS)])
    if (done) return
    if (monotonicMs(clock) >= untilMs) {
      server.closeAllConnections()
      return
    }
  }
}
