import type { Clock, Ids } from '../core/ports.ts'
import type { SwapEvent } from '../core/swap/records.ts'

/** What happened, for the operator's log. Never holds a body, a query, an address or a header. */
export type LogEntry =
  | {
      readonly kind: 'request'
      readonly requestId: string
      readonly method: string
      /** Route template, or `unmatched`. */
      readonly route: string
      readonly status: number
      readonly ms: number
    }
  | { readonly kind: 'error'; readonly requestId: string; readonly message: string; readonly error: unknown }

/** One thing that must be in order before the server counts as ready. */
export interface ReadinessCheck {
  /** Short name: `store`, `catalog`. */
  readonly name: string
  readonly ok: boolean
  /** Why not, without paths or addresses. */
  readonly detail?: string
}

/** A metric that the service gives beside those of the HTTP server. */
export interface MetricFamily {
  /** Prometheus name: `swapcli_oldest_pending_seconds`. */
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Settings of the HTTP handler; every one may be left out. */
export interface HandlerOptions {
  /** @default the machine's clock */
  readonly clock?: Clock
  /** @default random ids */
  readonly ids?: Ids
  /** Values that the Host header may have, with port, compared without regard to case. @default any */
  readonly allowedHosts?: readonly string[]
  /** Web origins (`https://app.example`) whose pages may call the server. @default none but the server's own */
  readonly allowedOrigins?: readonly string[]
  /** Requests a minute and client, at least 1. @default no limit, and then no X-RateLimit headers */
  readonly rateLimitPerMinute?: number
  /** Changes whenever an answer of chains, assets or sources may change; without it these are not cached. */
  readonly catalogVersion?: () => string
  /** Text of the OpenAPI document (`readOpenapiFile`); without it `/openapi.json` and `/docs` do not exist. */
  readonly openapi?: string
  /** Version text of the program, shown by `/` and `/metrics`. */
  readonly version?: string
  /** Checks of `/readyz`. @default none: ready unless stopping */
  readonly readiness?: () => Promise<readonly ReadinessCheck[]>
  /** Metrics of the service, for `/metrics`. */
  readonly metrics?: () => Promise<readonly MetricFamily[]>
  /** Journal entries after `afterSeq`, then new ones as they are written, until the signal aborts; without it `/events` does not exist. */
  readonly events?: (afterSeq: number, signal: AbortSignal) => AsyncIterable<SwapEvent>
  /** Aborts when the server begins to stop: `/readyz` answers 503 and streams end. */
  readonly stopping?: AbortSignal
  readonly log?: (entry: LogEntry) => void
}

/** What the listener knows of a connection that a fetch `Request` does not carry. */
export interface CallInfo {
  /** Address of the peer, which the rate limit counts; one count for all when absent. */
  readonly client?: string | undefined
  /** False when the peer is another machine; `/metrics` and `/events` are then refused. */
  readonly local?: boolean | undefined
  /** The Host header as received. */
  readonly host?: string | undefined
  /** A Host value that is fine for this connection besides the allowed ones. */
  readonly alsoHost?: string | undefined
  /** Why the request line or its Host cannot be trusted. */
  readonly hostProblem?: string | undefined
}
