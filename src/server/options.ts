import type { DocsFiles } from './docs/page.ts'
import type { LocalResource } from '../core/local-resources.ts'
import type { Clock, Ids } from '../core/ports.ts'
import type { AnswerTexts, EventJournal, SharedState } from '../service/index.ts'

export type { SharedState } from '../service/index.ts'

/** An answered request. */
export interface RequestEntry {
  readonly kind: 'request'
  readonly requestId: string
  readonly method: string
  /** Route template, `unmatched`, `refused`, or `preflight`. */
  readonly route: string
  readonly status: number
  /** Until the answer was ready. */
  readonly ms: number
}

/** An entry of the operator's log. Never contains a body, a query, an address or a header. */
export type LogEntry =
  | RequestEntry
  | { readonly kind: 'error'; readonly requestId: string; readonly message: string; readonly error: unknown }

/** A condition for the server to be ready. */
export interface ReadinessCheck {
  /** Short name: `store`, `catalog`. */
  readonly name: string
  readonly ok: boolean
  /** Why it is not met, without paths or addresses. */
  readonly detail?: string
}

/** A metric of the service. */
export interface MetricFamily {
  /** Prometheus name: `swapcli_oldest_pending_seconds`. */
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Options of the HTTP handler. */
export interface HandlerOptions {
  /** @default the machine's clock */
  readonly clock?: Clock
  /** @default random ids */
  readonly ids?: Ids
  /** Allowed values of the Host header, with port, case-insensitive. @default any */
  readonly allowedHosts?: readonly string[]
  /** Web origins (`https://app.example`) whose pages may call the server. @default none but the server's own */
  readonly allowedOrigins?: readonly string[]
  /** Requests per minute and client, at least 1. @default no limit and no X-RateLimit headers */
  readonly rateLimitPerMinute?: number
  /** False where requests from this machine itself (`CallInfo.local`) are left out of the limit. @default true */
  readonly limitsLocal?: boolean
  /** Must change whenever the chains, assets or sources change; without it they are not cached. */
  readonly catalogVersion?: () => string
  /** Text of the OpenAPI document (`readOpenapiFile`); without it `/openapi.json` and `/docs` do not exist. */
  readonly openapi?: string
  /** Script and style of `/docs` (`readDocsFiles`); without them it does not exist. */
  readonly docs?: DocsFiles
  /** Version of the program, for `/` and `/metrics`. */
  readonly version?: string
  /** Checks of `/readyz`. @default none: ready unless stopping */
  readonly readiness?: () => Promise<readonly ReadinessCheck[]>
  /** Metrics of the service, for `/metrics`. */
  readonly metrics?: () => Promise<readonly MetricFamily[]>
  /** The event journal (`EmbeddedSwapService.journal`); without it `/events` does not exist. */
  readonly journal?: EventJournal
  /** Answers as text (`EmbeddedSwapService.texts`). @default they are written from what the service answers */
  readonly texts?: AnswerTexts
  /** What this server shares with others of its store (`EmbeddedSwapService.shared`). @default it is alone */
  readonly shared?: SharedState | undefined
  /** What other machines may read too. @default nothing: both are for this machine */
  readonly expose?: readonly LocalResource[]
  /** Aborts when the server starts to stop: `/readyz` then answers 503 and streams end. */
  readonly stopping?: AbortSignal
  readonly log?: (entry: LogEntry) => void
}

/** Facts about a connection that a fetch `Request` lacks. */
export interface CallInfo {
  /** Address of the client, for the rate limit; requests without one share a count. */
  readonly client?: string | undefined
  /** False when the client is, or may be, on another machine, which is refused `/metrics` and `/events`. */
  readonly local?: boolean | undefined
  /** The Host header as received. */
  readonly host?: string | undefined
  /** How the client's own side of the proxies before the server is reached, where trusted ones say it. @default that of the request's URL */
  readonly scheme?: 'http' | 'https' | undefined
  /** A Host value that is allowed for this connection, besides the configured ones. */
  readonly alsoHost?: string | undefined
  /** Why the request line or its Host cannot be trusted. */
  readonly hostProblem?: string | undefined
  /** Called with what `log` is told of the request. */
  readonly onAnswer?: (entry: RequestEntry) => void
}
