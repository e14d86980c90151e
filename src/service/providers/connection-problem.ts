import { ProviderError } from '../../providers/index.ts'

/** What kept a provider from answering. */
export interface ConnectionProblem {
  readonly code:
    | 'dns'
    | 'refused'
    | 'timeout'
    | 'tls'
    | 'proxy'
    | 'network'
    | 'key_refused'
    | 'rate_limited'
    | 'server_error'
    | 'bad_answer'
    | 'settings'
  /** One sentence: what is wrong. */
  readonly message: string
  /** One sentence: what to do. */
  readonly next: string
}

/** Codes of Node.js, its TLS and undici, by what they mean. */
const CODES: readonly (readonly [RegExp, ConnectionProblem])[] = [
  [
    /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/,
    {
      code: 'dns',
      message: 'Its name cannot be resolved',
      next: 'Check the connection of this machine and its DNS, or the URL setting of the provider',
    },
  ],
  [
    /^ECONNREFUSED$/,
    {
      code: 'refused',
      message: 'The connection was refused',
      next: 'Check the URL setting of the provider, and any firewall or proxy in between',
    },
  ],
  [
    /TIMEDOUT$|TIMEOUT$/,
    {
      code: 'timeout',
      message: 'The connection timed out',
      next: 'Try again; if it stays so, something in between drops the connection',
    },
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS|^ERR_SSL|^EPROTO$|HOSTNAME_MISMATCH/,
    {
      code: 'tls',
      message: 'The secure connection could not be made: its certificate is not trusted, or it speaks no TLS',
      next: 'Check the clock of this machine; behind a company proxy name its certificate in NODE_EXTRA_CA_CERTS',
    },
  ],
  [
    /^(ECONN|EPIPE|EHOST|ENET|EADDR|UND_ERR_SOCKET)/,
    {
      code: 'network',
      message: 'The connection broke, or there is no way to the host',
      next: 'Check the connection of this machine and try again',
    },
  ],
]

const PROXY: ConnectionProblem = {
  code: 'proxy',
  message: 'The proxy in between did not let the connection through',
  next: 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
}

/** What a failed call was about, for a person who wants it to work. */
export function connectionProblem(error: unknown): ConnectionProblem {
  const failure = error instanceof ProviderError ? error : undefined
  switch (failure?.code) {
    case 'timeout':
      return { code: 'timeout', message: failure.message, next: 'Try again, or give it more time with --timeout' }
    case 'rate_limited':
      return {
        code: 'rate_limited',
        message: failure.message,
        next: `Wait ${failure.retryAfterSec ?? 30} s; a key of one's own raises the limits of most providers`,
      }
    case 'bad_response':
      return {
        code: 'bad_answer',
        message: failure.message,
        next: 'Check that the URL setting is right and that no login page of the network stands in between',
      }
    case 'unavailable':
      return failure.message.startsWith('It refused')
        ? { code: 'key_refused', message: failure.message, next: 'Check the key, or remove it if none is needed' }
        : { code: 'settings', message: failure.message, next: 'Correct the setting' }
    default:
      return unreachable(error)
  }
}

function unreachable(error: unknown): ConnectionProblem {
  const causes = causesOf(error)
  if (causes.some(({ message }) => /proxy/i.test(message))) return PROXY
  for (const { code } of causes) {
    const found = CODES.find(([pattern]) => pattern.test(code))
    if (found !== undefined) return found[1]
  }
  const [first] = causes
  if (first?.message.startsWith('It answered with a server error') === true) {
    return { code: 'server_error', message: first.message, next: 'Nothing is to be done here; try again later' }
  }
  return { code: 'network', message: 'It cannot be reached', next: 'Check the connection of this machine' }
}

/** An error and what caused it, the parts of an AggregateError included; at most a few levels deep. */
function causesOf(error: unknown, depth = 0): { readonly code: string; readonly message: string }[] {
  if (!(error instanceof Error) || depth > 5) return []
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const parts = error instanceof AggregateError ? error.errors : []
  return [
    { code, message: error.message },
    ...causesOf(error.cause, depth + 1),
    ...parts.flatMap((part) => causesOf(part, depth + 1)),
  ]
}
