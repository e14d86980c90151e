import { errorCode } from '../../core/error-code.ts'
import { takesKey } from './takes-key.ts'
import { ProviderError, type ProviderManifest } from '../../providers/index.ts'

/** Why a provider did not respond. */
export interface ConnectionProblem {
  readonly code:
    | 'dns'
    | 'refused'
    | 'timeout'
    | 'tls'
    | 'proxy'
    | 'network'
    | 'key_refused'
    | 'switched_off'
    | 'rate_limited'
    | 'server_error'
    | 'bad_answer'
    | 'settings'
  /** The problem, in one sentence. */
  readonly message: string
  /** What the user can do, in one sentence. */
  readonly next: string
}

/** Error codes of Node.js, TLS and undici, by meaning. */
const PROBLEMS: readonly (ConnectionProblem & { readonly codes: RegExp })[] = [
  {
    codes: /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/,
    code: 'dns',
    message: 'Its host name cannot be resolved',
    next: "Check this machine's network and DNS, or the provider's URL setting",
  },
  {
    codes: /^ECONNREFUSED$/,
    code: 'refused',
    message: 'The connection was refused',
    next: "Check the provider's URL setting, and any firewall or proxy in between",
  },
  {
    codes: /TIMEDOUT$|TIMEOUT$/,
    code: 'timeout',
    message: 'The connection timed out',
    next: 'Try again; if it persists, a firewall or proxy may drop the connection',
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS|^ERR_SSL|^EPROTO$|HOSTNAME_MISMATCH/,
    code: 'tls',
    message: 'The TLS connection failed: the certificate is not trusted, or the host does not use TLS',
    next: "Check this machine's clock; behind a corporate proxy, set NODE_EXTRA_CA_CERTS to its certificate",
  },
  {
    codes: /^(ECONN|EPIPE|EHOST|ENET|EADDR|UND_ERR_SOCKET)/,
    code: 'network',
    message: 'The connection broke, or the host is unreachable',
    next: "Check this machine's network and try again",
  },
]

const PROXY: ConnectionProblem = {
  code: 'proxy',
  message: 'The proxy refused the connection',
  next: 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
}

/**
 * Explains a failed call, with what the user can do.
 * @param manifest of the provider: one that takes no key is not said to want one
 */
export function connectionProblem(
  error: unknown,
  manifest: Pick<ProviderManifest, 'key' | 'settings'>,
): ConnectionProblem {
  const failure = error instanceof ProviderError ? error : undefined
  switch (failure?.code) {
    case 'timeout':
      return { code: 'timeout', message: failure.message, next: 'Try again, or allow more time with --timeout' }
    case 'rate_limited':
      return {
        code: 'rate_limited',
        message: failure.message,
        next: `Wait ${failure.retryAfterSec ?? 30} s; most providers allow more requests with an API key`,
      }
    case 'bad_response':
      return {
        code: 'bad_answer',
        message: failure.message,
        next: 'Check the URL setting, and that the network has no login page in between',
      }
    case 'unavailable':
      if (failure.cause instanceof StatedRefusal) return statedProblem(failure.cause, failure.message, manifest.key)
      if (!failure.message.startsWith('It refused'))
        return { code: 'settings', message: failure.message, next: 'Correct the setting' }
      return takesKey(manifest)
        ? { code: 'key_refused', message: failure.message, next: 'Check the API key, or remove it if none is needed' }
        : {
            code: 'bad_answer',
            message: failure.message,
            next: "It takes no key: check the provider's URL setting, and any proxy in between; it may refuse this machine's address",
          }
    default:
      return unreachable(error)
  }
}

/** A status by which a provider says why it is of no use, as its manifest declares. */
export class StatedRefusal extends Error {
  override readonly name = 'StatedRefusal'
  /** Of HTTP. */
  readonly status: number

  constructor(status: number) {
    super('the provider says so by a status')
    this.status = status
  }
}

function statedProblem({ status }: StatedRefusal, message: string, key: string): ConnectionProblem {
  return status === 401 || status === 403
    ? { code: 'key_refused', message, next: `See its settings: swapcli providers show ${key}` }
    : { code: 'switched_off', message, next: `Leave it out of quotes: swapcli providers disable ${key}` }
}

function unreachable(error: unknown): ConnectionProblem {
  const causes = causesOf(error)
  if (causes.some(({ message }) => /proxy/i.test(message))) return PROXY
  for (const { code } of causes) {
    const found = PROBLEMS.find(({ codes }) => codes.test(code))
    if (found !== undefined) return found
  }
  const [first] = causes
  if (first !== undefined && /^It (?:responded|answered) with a server error/.test(first.message)) {
    return { code: 'server_error', message: first.message, next: 'Try again later' }
  }
  return { code: 'network', message: 'It cannot be reached', next: "Check this machine's network" }
}

/** An error and its causes, including the parts of an AggregateError, at most five levels deep. */
function causesOf(error: unknown, depth = 0): { readonly code: string; readonly message: string }[] {
  if (!(error instanceof Error) || depth > 5) return []
  const parts = error instanceof AggregateError ? error.errors : []
  return [
    { code: errorCode(error) ?? '', message: error.message },
    ...causesOf(error.cause, depth + 1),
    ...parts.flatMap((part) => causesOf(part, depth + 1)),
  ]
}
