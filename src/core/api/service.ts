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

/*
 * The one interface of the routing service. `openSwapService` implements it in process, `createSwapClient` over HTTP.
 * Field names, types and limits are those of the HTTP API; inputs are checked at run time, because they come from
 * outside, so every method rejects with a coded SwapError for input that does not fit.
 */

export interface ChainsQuery {
  /** From 1. @default 1 */
  readonly page?: number
  /** 1 to 1000. @default 100 */
  readonly perPage?: number
  /** Searches name, shortname and key. */
  readonly query?: string
  readonly type?: string
}

export interface AssetsQuery {
  readonly page?: number
  /** 1 to 1000. @default 100 */
  readonly perPage?: number
  /** Searches name, symbol and address. */
  readonly query?: string
  /** Chain key. */
  readonly chain?: string
}

export interface SourcesQuery {
  readonly page?: number
  /** 1 to 300. @default 20 */
  readonly perPage?: number
  readonly type?: string
}

export interface QuoteRequest {
  readonly srcChain: string
  readonly srcAddress: string
  readonly dstChain: string
  readonly dstAddress: string
  /** Positive human-readable amount. */
  readonly amount: string
  /** Whole basis points, 0 to 10000. @default 100 */
  readonly slippage?: number
  /** @default 'public' */
  readonly confidentiality?: string
  readonly depositor?: string
  readonly recipient?: string
  /** Provider keys to leave out. */
  readonly exclude?: readonly string[]
}

export interface LockRequest extends QuoteRequest {
  readonly provider: string
  readonly depositor: string
  readonly recipient: string
  readonly routeId?: string
  readonly referralCode?: string
}

export interface ExecuteRequest {
  readonly lockId: string
  readonly referralCode?: string
}

export interface TrackRequest {
  readonly transactionId: string
  readonly txHash?: string
}

/** One of the two must be given. */
export interface StatusQuery {
  readonly transactionId?: string
  readonly hash?: string
}

export interface StatsQuery {
  /** Depositor or recipient wallets; one, several, or comma-separated. */
  readonly addresses?: string | readonly string[]
  readonly query?: string
  readonly referralCode?: string
  readonly transactionId?: string
  /** Any of PENDING, SUCCESS, FAILED, REFUND; one, several, or comma-separated. */
  readonly statuses?: string | readonly string[]
  readonly finalizedOnly?: boolean
}

export interface HistoryQuery extends StatsQuery {
  readonly page?: number
  /** 1 to 50. @default 20 */
  readonly perPage?: number
}

export interface CallOptions {
  /** Aborts the call; a quote returns what has arrived, other calls reject. */
  readonly signal?: AbortSignal
}

export interface ActionOptions extends CallOptions {
  /** 1 to 200 characters: repeating the call with the same key and request within 24 h gives the first answer again. */
  readonly idempotencyKey?: string
}

export interface SwapService {
  /** Lists active chains. @throws VALIDATION_ERROR */
  chains(query?: ChainsQuery): Promise<Page<Chain>>
  /** Lists supported assets. @throws VALIDATION_ERROR */
  assets(query?: AssetsQuery): Promise<Page<Asset>>
  /** Lists active routing providers. @throws VALIDATION_ERROR */
  sources(query?: SourcesQuery): Promise<Page<Source>>
  /** Asks every provider; no route is an empty list, not an error. @throws VALIDATION_ERROR INVALID_AMOUNT INVALID_SLIPPAGE INVALID_ADDRESS UNSUPPORTED_PAIR */
  quote(request: QuoteRequest, options?: CallOptions): Promise<QuoteResult>
  /** The same, yielding routes as providers answer. */
  quoteStream(request: QuoteRequest, options?: CallOptions): AsyncIterable<QuoteEvent>
  /** Locks one route with refreshed amounts. @throws as quote, MISSING_PROVIDER PROVIDER_UNAVAILABLE BAD_GATEWAY */
  lock(request: LockRequest, options?: ActionOptions): Promise<Lock>
  /** Executes a lock, once. @throws MISSING_LOCK_ID QUOTE_EXPIRED PROVIDER_UNAVAILABLE BAD_GATEWAY */
  execute(request: ExecuteRequest, options?: ActionOptions): Promise<Execution>
  /** Binds a hash to a transaction and refreshes its tracking. @throws VALIDATION_ERROR NOT_FOUND */
  track(request: TrackRequest, options?: CallOptions): Promise<TrackResult>
  /** Current status by public id or any known hash. @throws VALIDATION_ERROR NOT_FOUND */
  status(query: StatusQuery, options?: CallOptions): Promise<StatusResult>
  /** Past transactions, newest first. @throws VALIDATION_ERROR */
  history(query?: HistoryQuery): Promise<Page<HistoryTransaction>>
  /** Aggregates over the same filters as history. @throws VALIDATION_ERROR */
  stats(query?: StatsQuery): Promise<Stats>
  /** Yields the status now and at every change until it is final or the signal aborts. @throws as status */
  watch(query: StatusQuery, options?: CallOptions): AsyncIterable<StatusResult>
  /** Releases connections, timers and files; calls in progress finish first. */
  close(): Promise<void>
}
