import { SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { isHostValue } from '../../core/text/host-name.ts'
import type { CallInfo, HandlerOptions } from '../options.ts'

/** The guard's decision about a request. */
type GuardVerdict =
  | { readonly kind: 'pass'; readonly corsOrigin: string | undefined }
  /** A preflight request of an allowed origin. */
  | { readonly kind: 'preflight'; readonly corsOrigin: string }
  | { readonly kind: 'refused'; readonly error: SwapError }

interface Guard {
  /** True when answers depend on the origin. */
  readonly varies: boolean
  /** @param isDocument true for a path that shows a document to a person and changes nothing: links of other sites lead there */
  check(request: Request, info: CallInfo, isDocument: boolean): GuardVerdict
  /** True for a call to an allowed Host that does not come from a web page: `check` would pass it. */
  isPlain(headers: PlainHeaders, info: CallInfo): boolean
}

/** The headers that the guard reads, in Node's form. */
export interface PlainHeaders {
  readonly origin?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
}

const PASS: GuardVerdict = { kind: 'pass', corsOrigin: undefined }

/**
 * Decides who may call the server: the Host must be the server's own (against DNS rebinding), and a page of another
 * origin may call only when that origin is allowed (against cross-site requests).
 * @throws CONFIG_INVALID for an allowed origin that is not an exact web origin
 */
export function createGuard(options: Pick<HandlerOptions, 'allowedHosts' | 'allowedOrigins'>): Guard {
  const hosts =
    options.allowedHosts === undefined ? undefined : new Set(options.allowedHosts.map((host) => host.toLowerCase()))
  const origins = new Set((options.allowedOrigins ?? []).map(exactOrigin))
  return {
    varies: origins.size > 0,
    check: (request, info, isDocument) => {
      if (info.hostProblem !== undefined) return refuse(info.hostProblem)
      const host = info.host ?? request.headers.get('host')
      if (hosts !== undefined && !isAllowedHost(hosts, host, info)) {
        return refuse('The Host header is not an address of this server', hostHint(host))
      }
      const origin = request.headers.get('origin')
      if (origin !== null) return checkOrigin(request, origin, ownOrigin(request, host, info), origins)
      if (request.headers.get('sec-fetch-site') !== 'cross-site') return PASS
      return isDocument && isNavigation(request) ? PASS : refuse('Pages of other sites may not call this server')
    },
    isPlain: (headers, info) =>
      info.hostProblem === undefined &&
      headers.origin === undefined &&
      headers['sec-fetch-site'] === undefined &&
      info.host !== undefined &&
      (hosts === undefined || isAllowedHost(hosts, info.host, info)),
  }
}

function isAllowedHost(hosts: ReadonlySet<string>, host: string | null, info: CallInfo): boolean {
  if (host === null) return false
  const lower = host.toLowerCase()
  return hosts.has(lower) || lower === info.alsoHost
}

function checkOrigin(request: Request, origin: string, own: string, origins: ReadonlySet<string>): GuardVerdict {
  const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
  if (origins.has(origin)) {
    return isPreflight ? { kind: 'preflight', corsOrigin: origin } : { kind: 'pass', corsOrigin: origin }
  }
  return origin === own ? PASS : refuse('This Origin may not call this server', originHint(origin))
}

/** The origin of the server's own pages as a browser sends it, which leaves out the port that a scheme has anyway. */
function ownOrigin({ url }: Request, host: string | null, { scheme }: CallInfo): string {
  const { protocol, host: urlHost } = new URL(url)
  const seen = scheme === undefined ? protocol : `${scheme}:`
  return `${seen}//${(host ?? urlHost).toLowerCase().replace(seen === 'https:' ? /:443$/ : /:80$/, '')}`
}

/** True where a person follows a link: the page that holds it gets nothing of the answer. */
function isNavigation({ method, headers }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'
}

function hostHint(host: string | null): string {
  const name = host !== null && isHostValue(host) ? host.toLowerCase() : 'NAME'
  return `If it is a name of this server, of a proxy or a mapped port, allow it: swapcli serve --allow-host ${name}`
}

/** No page of an origin without a name, such as a file, can be allowed. */
function originHint(origin: string): string | undefined {
  if (!isExactOrigin(origin) || !isHostValue(new URL(origin).host)) return undefined
  return `If you trust its pages, allow them: swapcli serve --cors-origin ${origin}`
}

function refuse(message: string, hint?: string): GuardVerdict {
  return { kind: 'refused', error: new SwapError('FORBIDDEN', message, defined({ hint })) }
}

function isExactOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && !text.includes('*') && url.origin === text && /^https?:$/.test(url.protocol)
}

function exactOrigin(text: string): string {
  if (!isExactOrigin(text)) {
    throw new SwapError(
      'CONFIG_INVALID',
      'An allowed origin must be exact, such as https://app.example or http://localhost:5173',
      { hint: 'Name it as the browser sends it: swapcli serve --cors-origin https://app.example' },
    )
  }
  return text
}

/** Request headers that pages of allowed origins may send; those behind the first four are of tracing libraries. */
const ALLOWED_HEADERS =
  'Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, traceparent, tracestate, baggage, sentry-trace'

/** Answers a preflight request of an allowed origin. */
export function preflightAnswer(request: Request, requestId: string, corsOrigin: string): Response {
  const headers: Record<string, string> = {
    'Access-Control-Allow-Origin': corsOrigin,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST',
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': '600',
    'X-Request-Id': requestId,
    Vary: 'Origin',
  }
  if (request.headers.get('access-control-request-private-network') === 'true') {
    headers['Access-Control-Allow-Private-Network'] = 'true'
  }
  return new Response(null, { status: 204, headers })
}
