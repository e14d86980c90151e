import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { CallInfo } from '../options.ts'

/** Most headers of a request. */
export const MAX_HEADERS = 64

/** Why a request to another target is refused: this is no proxy. */
export const NO_PATH = 'The request target must be a path'

/** How a server is reached. */
export interface Reach {
  /** Its own values of the Host header, in lower case: those of this machine. */
  readonly ownHosts: ReadonlySet<string>
  /** True when bound to every address; the local address of the connection is then a valid Host too, which no DNS name can fake. */
  readonly isWildcard: boolean
  /** How many proxies of its own stand before it. */
  readonly proxies: number
}

/** Facts about a request that a fetch `Request` lacks. */
export function infoOf(incoming: IncomingMessage, reach: Reach): CallInfo {
  const peer = incoming.socket.remoteAddress ?? ''
  const { host } = incoming.headers
  const alsoHost = reach.isWildcard ? localHost(incoming.socket) : undefined
  const { hostProblem, isForwarded } = readHead(incoming)
  const isTrusted = isForwarded && reach.proxies > 0
  // One literal of one shape: this runs for every request.
  return {
    client: isTrusted ? forwardedClient(incoming, reach.proxies) : peer,
    local: !isForwarded && isLoopback(peer) && isOwnHost(host, alsoHost, reach),
    host,
    scheme: isTrusted ? forwardedScheme(incoming, reach.proxies) : undefined,
    alsoHost,
    hostProblem,
  }
}

export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

export function isLoopback(host: string): boolean {
  return host === '127.0.0.1' || host === 'localhost' || host === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(host)
}

/** A name that was allowed besides is that of a proxy or a mapped port: who comes by it is somewhere else. */
function isOwnHost(host: string | undefined, alsoHost: string | undefined, { ownHosts }: Reach): boolean {
  return host !== undefined && (ownHosts.has(host) || host === alsoHost || ownHosts.has(host.toLowerCase()))
}

function localHost(socket: Socket): string {
  const address = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  return `${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 0}`
}

/** Headers that proxies add: `X-Forwarded-…`, `Forwarded` and others. */
const FORWARDED = /^(?:x-forwarded-.*|forwarded|x-real-ip|via)$/i

function readHead({ rawHeaders, url }: IncomingMessage): Pick<CallInfo, 'hostProblem'> & { isForwarded: boolean } {
  let hosts = 0
  let isForwarded = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
    // x, f and v begin the names of proxies' headers; few others do.
    const first = name.charCodeAt(0) | 0x20
    if ((first === 0x78 || first === 0x66 || first === 0x76) && FORWARDED.test(name)) isForwarded = true
  }
  if (url?.startsWith('/') !== true) return { hostProblem: NO_PATH, isForwarded }
  // Node drops headers past the limit, which could include a second Host or an Origin.
  if (rawHeaders.length >= 2 * MAX_HEADERS) return { hostProblem: 'The request has too many headers', isForwarded }
  return { hostProblem: hosts === 1 ? undefined : 'The request must have exactly one Host header', isForwarded }
}

/**
 * The client as the proxies name it: each adds who called it, so that the server's own are counted from the right. The peer
 * where they name none.
 */
function forwardedClient({ headers, socket }: IncomingMessage, proxies: number): string {
  const named = namedBy(headers['x-forwarded-for'], headers.forwarded, FOR)
  return addressOf(named.at(-proxies) ?? '') ?? socket.remoteAddress ?? ''
}

/**
 * How the first of the proxies was called. Most do not add to what the one before them says, but say it themselves or pass it
 * on: what is shorter than their number is of them too. Undefined where they say nothing that is known.
 */
function forwardedScheme({ headers }: IncomingMessage, proxies: number): CallInfo['scheme'] {
  const named = namedBy(headers['x-forwarded-proto'], headers.forwarded, PROTO)
  const scheme = (named.at(-proxies) ?? named[0] ?? '').trim().toLowerCase()
  return scheme === 'https' || scheme === 'http' ? scheme : undefined
}

/** Parts of an element of a Forwarded header (RFC 7239). */
const FOR = /(?:^|;)\s*for=("?)([^";]*)\1\s*(?:;|$)/i
const PROTO = /(?:^|;)\s*proto=("?)([^";]*)\1\s*(?:;|$)/i

/** What each proxy says in a header of its own, or else in its element of Forwarded. */
function namedBy(
  given: string | readonly string[] | undefined,
  forwarded: string | undefined,
  part: RegExp,
): readonly string[] {
  if (given !== undefined) return String(given).split(',')
  return (forwarded ?? '').split(',').map((element) => part.exec(element)?.[2] ?? '')
}

/** An IP address as proxies write it: maybe with a port, an IPv6 one maybe in brackets. */
function addressOf(text: string): string | undefined {
  const trimmed = text.trim()
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([\d.]+):\d+)$/i.exec(trimmed) ?? []
  const address = bracketed ?? plain ?? trimmed
  return isIP(address) === 0 ? undefined : address
}
