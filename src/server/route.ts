import type { Clock, Ids } from '../core/ports.ts'
import type { CallOptions, SwapService } from '../core/api/service.ts'
import type { EventFeed } from './events/feed.ts'
import type { AnswerCache } from './http/answer-cache.ts'
import type { HttpMetrics } from './http/http-metrics.ts'
import type { CallInfo, HandlerOptions } from './options.ts'
import { rateLimitKey, type RateState } from './http/rate-limit.ts'
import type { PageNames } from './routes/catalog-answer.ts'
import type { RecentVerdicts } from './http/recent-verdicts.ts'

/** One request on its way through the server. */
export interface Call {
  readonly request: Request
  readonly method: string
  /** Path as sent, without query and without a trailing slash. */
  readonly path: string
  /** Query as sent, with its `?`, or "". */
  readonly search: string
  readonly requestId: string
  /** True under /api/v1. */
  readonly versioned: boolean
  /** `monotonicMs` of its arrival. */
  readonly startedAt: number
  readonly info: CallInfo
  readonly rate: RateState | undefined
  /** The allowed origin of the request. */
  readonly corsOrigin: string | undefined
  /** True when answers depend on the origin. */
  readonly varies: boolean
}

/** What every route can use. */
export interface ServerContext {
  readonly service: SwapService
  readonly options: HandlerOptions
  readonly clock: Clock
  readonly ids: Ids
  readonly cache: AnswerCache
  readonly pageNames: PageNames
  readonly verdicts: RecentVerdicts
  readonly metrics: HttpMetrics
  /** Streams of the journal, where there is one. */
  readonly feed: EventFeed | undefined
}

/** One endpoint. */
export interface ServerRoute {
  readonly method: 'GET' | 'POST'
  /** Path template: `/quote/verdicts/:requestId`. */
  readonly path: string
  run(call: Call, server: ServerContext): Response | Promise<Response>
}

/** Prefix of the versioned API. */
export const API_BASE = '/api/v1'

/** Who makes a call, as the service is told it; nothing where no listener knows. */
export function callerOf({ info }: Call): Pick<CallOptions, 'caller'> {
  return info.client === undefined ? {} : { caller: rateLimitKey(info.client) }
}

/** Parsed query of a call. */
export function queryOf(call: Call): URLSearchParams {
  return new URLSearchParams(call.search)
}
