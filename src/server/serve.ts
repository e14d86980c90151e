import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SwapError } from '../core/api/errors.ts'
import { DEFAULT_RATE_LIMIT } from '../core/swap/defaults.ts'
import { defined } from '../core/defined.ts'
import { errorCode } from '../core/error-code.ts'
import { monotonicMs } from '../core/monotonic.ts'
import type { Clock } from '../core/ports.ts'
import type { SwapService } from '../core/api/service.ts'
import { createPooledIds, systemClock } from '../io/index.ts'
import { API_VERSION, errorText, JSON_TYPE, NO_STORE } from './http/answer.ts'
import { createServerHandler, type ServerHandler } from './app.ts'
import type { CallInfo, HandlerOptions } from './options.ts'

/** Options of a listening server. */
export interface ServeOptions extends Omit<HandlerOptions, 'stopping' | 'rateLimitPerMinute'> {
  /** Host name or address to bind. @default '127.0.0.1' */
  readonly host?: string
  /** 0 to 65535; 0 selects a free port. @default 0 */
  readonly port?: number
  /** Requests per minute and client; 0 for no limit. @default 0 on loopback, 120 elsewhere */
  readonly rateLimitPerMinute?: number
  /** Longest time in milliseconds for the head of a request to arrive. @default 5000 */
  readonly headersTimeoutMs?: number
  /** Longest time in milliseconds for a whole request to arrive. @default 10000 */
  readonly requestTimeoutMs?: number
  /** How often both timeouts are checked, in milliseconds. @default 1000 */
  readonly checkIntervalMs?: number
  /** How long an idle connection stays open, in milliseconds. @default 5000 */
  readonly keepAliveTimeoutMs?: number
  /** Longest time in milliseconds that close() waits for requests in progress. @default 10000 */
  readonly drainMs?: number
}

/** A listening server. */
export interface RunningServer {
  /** Base URL of the API: `http://127.0.0.1:8787/api/v1`. */
  readonly url: string
  readonly port: number
  /** Stops listening, lets requests in progress finish, then closes the service. Idempotent. */
  close(): Promise<void>
}

const DEFAULT_DRAIN_MS = 10_000
const DRAIN_CHECK_MS = 100
const MAX_HEADERS = 64
const MAX_HEADER_KIB = 8
const MAX_CONNECTIONS = 1024

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
  const host = options.host ?? '127.0.0.1'
  const stopping = new AbortController()
  const server = createServer({
    maxHeaderSize: MAX_HEADER_KIB * 1024,
    headersTimeout: options.headersTimeoutMs ?? 5000,
    requestTimeout: options.requestTimeoutMs ?? 10_000,
    connectionsCheckingInterval: options.checkIntervalMs ?? 1000,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 5000,
  })
  server.maxHeadersCount = MAX_HEADERS
  server.maxConnections = MAX_CONNECTIONS
  const latest = new WeakMap<Socket, ServerResponse>()
  server.on('clientError', (error: Error, socket: Socket) =>
    answerClientError(error, socket, latest.get(socket), ids.create('req_')),
  )

  const port = await listen(server, host, options.port ?? 0)
  const handler = await handlerOrClose(server, () =>
    createServerHandler(service, {
      ...handlerOptions(options),
      clock,
      ids,
      stopping: stopping.signal,
      allowedHosts: [...new Set([...ownHosts(host, port), ...(options.allowedHosts ?? [])])],
      ...rateLimitOf(options.rateLimitPerMinute, host),
    }),
  )
  const wildcard = isWildcard(host)
  const listener = getRequestListener(
    (request, { incoming }) => handler.handle(request, infoOf(incoming as IncomingMessage, wildcard)),
    { hostname: 'localhost', errorHandler: () => answerMalformed(ids.create('req_')) },
  )
  server.on('request', (incoming, outgoing) => {
    latest.set(incoming.socket, outgoing)
    if (stopping.signal.aborted) outgoing.setHeader('Connection', 'close')
    const known = handler.fromMemory(incoming, infoOf(incoming, wildcard))
    if (known !== undefined) {
      outgoing.writeHead(200, known.headers)
      outgoing.end(known.body)
      return
    }
    void listener(incoming, outgoing)
  })

  let closed: Promise<void> | undefined
  const close = async () => {
    stopping.abort()
    const drained = new Promise<void>((resolve) => server.close(() => resolve()))
    await drain(server, drained, clock, options.drainMs ?? DEFAULT_DRAIN_MS)
    await service.close()
  }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/api/v1`,
    port,
    close: () => (closed ??= close()),
  }
}

async function handlerOrClose(server: Server, make: () => ServerHandler): Promise<ServerHandler> {
  try {
    return make()
  } catch (error) {
    await new Promise((resolve) => server.close(resolve))
    throw error
  }
}

function handlerOptions(options: ServeOptions): HandlerOptions {
  const { rateLimitPerMinute: _limit, ...rest } = options
  return rest
}

function rateLimitOf(perMinute: number | undefined, host: string): { rateLimitPerMinute?: number } {
  const limit = perMinute ?? (isLoopback(host) ? 0 : DEFAULT_RATE_LIMIT)
  return defined({ rateLimitPerMinute: limit === 0 ? undefined : limit })
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new SwapError('CONFIG_INVALID', `Cannot listen on ${host} port ${port}: ${reasonOf(cause)}`, { cause }))
    })
    server.listen(port, host, () => resolve())
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function reasonOf(cause: Error): string {
  const code = errorCode(cause)
  if (code === 'EADDRINUSE') return 'the port is in use'
  if (code === 'EACCES') return 'permission denied'
  return code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' ? 'this machine has no such address' : cause.message
}

/** Values of the Host header that mean this server. */
function ownHosts(host: string, port: number): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]']
  if (!isWildcard(host)) names.push(host.includes(':') ? `[${host}]` : host)
  return names.flatMap((name) => (port === 80 ? [`${name}:80`, name] : [`${name}:${port}`]))
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(host)
}

/** @param wildcard true when bound to every address; the local address of the connection is then a valid Host too, which no DNS name can fake */
function infoOf(incoming: IncomingMessage, wildcard: boolean): CallInfo {
  const client = incoming.socket.remoteAddress ?? ''
  // One literal of one shape: this runs for every request.
  return {
    client,
    local: client === '127.0.0.1' || isLoopback(client),
    host: incoming.headers.host,
    alsoHost: wildcard ? localHost(incoming.socket) : undefined,
    hostProblem: hostProblem(incoming),
  }
}

function localHost(socket: Socket): string {
  const address = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 0}`
}

function hostProblem({ rawHeaders, url }: IncomingMessage): string | undefined {
  if (url?.startsWith('/') !== true) return 'The request target must be a path'
  // Node drops headers past the limit, which could include a second Host or an Origin.
  if (rawHeaders.length >= 2 * MAX_HEADERS) return 'The request has too many headers'
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 ? undefined : 'The request must have exactly one Host header'
}

const ENVELOPE_HEADERS = { 'Content-Type': JSON_TYPE, 'Cache-Control': NO_STORE, 'X-API-Version': API_VERSION }

/** The answer to a request with an invalid URL. */
function answerMalformed(requestId: string): Response {
  const error = new SwapError('VALIDATION_ERROR', 'The request target or its Host header is malformed')
  return new Response(errorText(error, requestId), {
    status: 400,
    headers: { ...ENVELOPE_HEADERS, 'X-Request-Id': requestId },
  })
}

/** Answers a request that the HTTP parser refused, if the socket still allows it. */
function answerClientError(error: Error, socket: Socket, latest: ServerResponse | undefined, requestId: string): void {
  const busy = latest !== undefined && latest.headersSent && !latest.writableFinished
  if (!socket.writable || busy || errorCode(error) === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, swapError] = parserRefusal(errorCode(error))
  const body = errorText(swapError, requestId)
  const headers = {
    ...ENVELOPE_HEADERS,
    'X-Request-Id': requestId,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
}

function parserRefusal(code: string | undefined): [string, SwapError] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The request headers are larger than ${MAX_HEADER_KIB} KiB`
    return ['431 Request Header Fields Too Large', new SwapError('PAYLOAD_TOO_LARGE', message, { httpStatus: 431 })]
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = 'The request did not arrive in time'
    return ['408 Request Timeout', new SwapError('VALIDATION_ERROR', message, { httpStatus: 408 })]
  }
  return ['400 Bad Request', new SwapError('VALIDATION_ERROR', 'This is not an HTTP/1.1 request')]
}

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
