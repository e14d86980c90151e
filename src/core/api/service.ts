/// <reference lib="esnext.disposable" preserve="true" />
import type {
  Asset,
  Chain,
  Execution,
  HistoryTransaction,
  Lock,
  Page,
  QuoteEvent,
  QuoteResult,
  Source,
  Stats,
  StatusResult,
  TrackResult,
} from './documents.ts'
import type {
  AssetsQuery,
  ChainsQuery,
  ExecuteRequest,
  HistoryQuery,
  LockRequest,
  QuoteRequest,
  SourcesQuery,
  StatsQuery,
  StatusQuery,
  TrackRequest,
} from './requests.ts'

export type * from './requests.ts'

/*
 * The interface of the routing service, which `openSwapService` implements in process and `createSwapClient` over HTTP.
 * Field names, types and limits are those of the HTTP API. Every method rejects invalid input with a coded SwapError.
 */

/** Options of a call. */
export interface CallOptions {
  /** Cancels the call: a quote returns what has arrived, other calls reject. */
  readonly signal?: AbortSignal
  /** Who asks, where several share the service: quotes that wait for their turn take it fairly. @default all are one */
  readonly caller?: string
}

/** Options of following a status. */
export interface FollowOptions extends CallOptions {
  /** Called after each time that a server was asked for the status. @param isAnswered false where it is asked again since none came */
  readonly onPoll?: (isAnswered: boolean) => void
}

/** Options of a call that may be repeated. */
export interface ActionOptions extends CallOptions {
  /**
   * 1 to 200 visible ASCII characters: repeating the call with the same key and request within 24 h returns the first answer;
   * that of a lock until it expires, with the time that is left.
   */
  readonly idempotencyKey?: string
  /** Called before the first answer under the key is returned again. */
  readonly onReplay?: () => void
}

/** The routing service. */
export interface SwapService {
  /** Lists active chains. @throws VALIDATION_ERROR */
  chains(query?: ChainsQuery): Promise<Page<Chain>>
  /** Lists supported assets. @throws VALIDATION_ERROR */
  assets(query?: AssetsQuery): Promise<Page<Asset>>
  /** Lists active routing providers. @throws VALIDATION_ERROR */
  sources(query?: SourcesQuery): Promise<Page<Source>>
  /** Quotes with every provider; without a route the list is empty. @throws VALIDATION_ERROR INVALID_AMOUNT INVALID_SLIPPAGE INVALID_ADDRESS UNSUPPORTED_PAIR SERVICE_UNAVAILABLE */
  quote(request: QuoteRequest, options?: CallOptions): Promise<QuoteResult>
  /** As quote, yielding routes and verdicts as providers answer. @throws as quote */
  quoteStream(request: QuoteRequest, options?: CallOptions): AsyncIterable<QuoteEvent>
  /** Locks one route with refreshed amounts. @throws as quote, MISSING_PROVIDER PROVIDER_UNAVAILABLE BAD_GATEWAY IDEMPOTENCY_CONFLICT IDEMPOTENCY_IN_PROGRESS */
  lock(request: LockRequest, options?: ActionOptions): Promise<Lock>
  /** Executes a lock, once. @throws MISSING_LOCK_ID QUOTE_EXPIRED PROVIDER_UNAVAILABLE BAD_GATEWAY IDEMPOTENCY_CONFLICT IDEMPOTENCY_IN_PROGRESS */
  execute(request: ExecuteRequest, options?: ActionOptions): Promise<Execution>
  /** Binds a hash to a transaction and refreshes its tracking. @throws VALIDATION_ERROR NOT_FOUND */
  track(request: TrackRequest, options?: CallOptions): Promise<TrackResult>
  /** Current status by public id or any known hash. @throws VALIDATION_ERROR NOT_FOUND */
  status(query: StatusQuery, options?: CallOptions): Promise<StatusResult>
  /** Past transactions, newest first. @throws VALIDATION_ERROR */
  history(query?: HistoryQuery): Promise<Page<HistoryTransaction>>
  /** Aggregates past transactions, with the filters of history. @throws VALIDATION_ERROR */
  stats(query?: StatsQuery): Promise<Stats>
  /** Yields the status now and at every change until it is final or the signal aborts. @throws as status */
  watch(query: StatusQuery, options?: FollowOptions): AsyncIterable<StatusResult>
  /** Releases connections, timers and files; calls in progress finish first. */
  close(): Promise<void>
}
