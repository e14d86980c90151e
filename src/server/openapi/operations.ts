import type { ErrorCode } from '../../core/api/errors.ts'
import {
  ASSETS_QUERY,
  CHAINS_QUERY,
  HISTORY_QUERY,
  SOURCES_QUERY,
  STATS_QUERY,
  STATUS_QUERY,
} from '../../core/api/requests.ts'
import { EXAMPLES } from './examples.ts'
import { idempotencyKey, type OperationParameter, queryParameters, text } from './parameters.ts'
import type { BODY_SCHEMAS, SchemaName } from './schemas.ts'

/** An endpoint of the published document. */
export interface Operation {
  readonly method: 'get' | 'post'
  /** Relative to /api/v1, or to the server's root for an endpoint outside the API. */
  readonly path: string
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly OperationParameter[]
  readonly request?: { readonly schema: keyof typeof BODY_SCHEMAS; readonly example: unknown }
  readonly answer:
    | { readonly kind: 'page' | 'list' | 'data'; readonly schema: SchemaName; readonly example: unknown }
    | { readonly kind: 'text'; readonly type: string; readonly description: string }
  /** Error codes besides the common ones, by status. */
  readonly errors: Readonly<Record<number, readonly ErrorCode[]>>
  /** True for answers with an ETag. */
  readonly cached?: boolean
  readonly headers?: readonly string[]
}

const INVALID = ['VALIDATION_ERROR'] as const
const INVALID_QUOTE = [
  'VALIDATION_ERROR',
  'INVALID_AMOUNT',
  'INVALID_SLIPPAGE',
  'INVALID_ADDRESS',
  'UNSUPPORTED_PAIR',
] as const
const BODY = { 413: ['PAYLOAD_TOO_LARGE'], 415: ['UNSUPPORTED_MEDIA_TYPE'] } as const

type Facts = Omit<Operation, 'method' | 'path' | 'id' | 'summary'>
const endpoint =
  (method: Operation['method']) =>
  (path: string, id: string, summary: string, facts: Facts): Operation => ({ method, path, id, summary, ...facts })
const get = endpoint('get')
const post = endpoint('post')

/** The endpoints under /api/v1, in the order of its document. */
export const API_OPERATIONS: readonly Operation[] = [
  get('/swap/chains', 'listChains', 'Lists active chains', {
    parameters: queryParameters(CHAINS_QUERY),
    answer: { kind: 'page', schema: 'Chain', example: EXAMPLES.chains },
    errors: { 400: INVALID },
    cached: true,
  }),
  get('/swap/assets', 'listAssets', 'Lists supported assets', {
    parameters: queryParameters(ASSETS_QUERY),
    answer: { kind: 'page', schema: 'Asset', example: EXAMPLES.assets },
    errors: { 400: INVALID },
    cached: true,
  }),
  get('/swap/sources', 'listSources', 'Lists active routing providers', {
    parameters: queryParameters(SOURCES_QUERY),
    answer: { kind: 'page', schema: 'Source', example: EXAMPLES.sources },
    errors: { 400: INVALID },
    cached: true,
  }),
  post('/quote', 'quote', 'Returns every available route for a pair and amount, best first', {
    description:
      'Without a route the answer is 200 with an empty list. The Link header points to the verdict of each provider, available for one minute.',
    request: { schema: 'QuoteRequest', example: EXAMPLES.quoteRequest },
    answer: { kind: 'list', schema: 'Route', example: EXAMPLES.quote },
    errors: { 400: INVALID_QUOTE, ...BODY },
    headers: ['Link'],
  }),
  post('/quote/lock', 'lock', 'Locks one route with refreshed amounts', {
    description:
      'PROVIDER_UNAVAILABLE is 409 when the provider is unknown, paused or no longer offers the route (quote again), and 503 with Retry-After when it cannot be reached (retry).',
    parameters: [idempotencyKey],
    request: { schema: 'LockRequest', example: EXAMPLES.lockRequest },
    answer: { kind: 'data', schema: 'Lock', example: EXAMPLES.lock },
    errors: {
      400: [...INVALID_QUOTE, 'MISSING_PROVIDER'],
      409: ['PROVIDER_UNAVAILABLE', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'],
      ...BODY,
      502: ['BAD_GATEWAY'],
      503: ['PROVIDER_UNAVAILABLE'],
    },
  }),
  post('/quote/execute', 'execute', 'Executes a lock, once', {
    description:
      'QUOTE_EXPIRED means that the lock is unknown, expired, being executed or used: lock again instead of retrying.',
    parameters: [idempotencyKey],
    request: { schema: 'ExecuteRequest', example: EXAMPLES.executeRequest },
    answer: { kind: 'data', schema: 'Execution', example: EXAMPLES.execute },
    errors: {
      400: ['VALIDATION_ERROR', 'MISSING_LOCK_ID'],
      409: ['QUOTE_EXPIRED', 'PROVIDER_UNAVAILABLE', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'],
      ...BODY,
      502: ['BAD_GATEWAY'],
      503: ['PROVIDER_UNAVAILABLE'],
    },
  }),
  get('/transaction/status', 'status', 'Returns the current status by public id or any known hash', {
    description: 'Poll at most every 3 seconds until final is true.',
    parameters: queryParameters(STATUS_QUERY),
    answer: { kind: 'data', schema: 'StatusResult', example: EXAMPLES.status },
    errors: { 400: INVALID, 404: ['NOT_FOUND'] },
  }),
  post('/transaction/track', 'track', 'Reports a hash for a transaction, or refreshes its tracking', {
    description: 'Provider metadata in the body is ignored.',
    request: { schema: 'TrackRequest', example: EXAMPLES.trackRequest },
    answer: { kind: 'data', schema: 'TrackResult', example: EXAMPLES.track },
    errors: { 400: INVALID, 404: ['NOT_FOUND'], ...BODY },
  }),
  get('/transaction/history', 'history', 'Lists past transactions, newest first', {
    parameters: queryParameters(HISTORY_QUERY),
    answer: { kind: 'page', schema: 'HistoryTransaction', example: EXAMPLES.history },
    errors: { 400: INVALID },
  }),
  get('/transaction/stats', 'stats', 'Aggregates past transactions, with the filters of history', {
    parameters: queryParameters(STATS_QUERY),
    answer: { kind: 'data', schema: 'Stats', example: EXAMPLES.stats },
    errors: { 400: INVALID },
  }),
]

/** The endpoints outside /api/v1. */
export const ROOT_OPERATIONS: readonly Operation[] = [
  post('/quote/stream', 'quoteStream', 'Streams a quote as providers answer', {
    description:
      'One JSON document per line: { type: "routes", provider, routes } and { type: "verdict", verdict } as providers answer, then { type: "done", result: { data, verdicts } }. A failure after the first line ends the stream with { type: "error", error }.',
    request: { schema: 'QuoteRequest', example: EXAMPLES.quoteRequest },
    answer: { kind: 'text', type: 'application/x-ndjson', description: 'The stream' },
    errors: { 400: INVALID_QUOTE, ...BODY },
  }),
  get('/quote/verdicts/{requestId}', 'verdicts', 'Returns the verdicts of a quote of the last minute', {
    parameters: [
      {
        name: 'requestId',
        in: 'path',
        required: true,
        description: 'X-Request-Id of the quote',
        schema: { type: 'string' },
        example: 'req_01',
      },
    ],
    answer: { kind: 'list', schema: 'Verdict', example: EXAMPLES.verdicts },
    errors: { 404: ['NOT_FOUND'] },
  }),
  get('/events', 'events', 'Streams the journal as server-sent events, on this machine only', {
    description:
      'Past events after Last-Event-ID (or ?after=, or from the start), then new ones. The id of an event is its sequence number. One that is damaged in the store is an event.damaged with nothing but that.',
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'Sequence number of the last event received',
        schema: { type: 'string', pattern: '^\\d+$' },
      },
      text('after', 'As Last-Event-ID, for clients that cannot set headers', '0'),
    ],
    answer: { kind: 'text', type: 'text/event-stream', description: 'The stream' },
    errors: { 400: INVALID, 404: ['NOT_FOUND'] },
  }),
  get('/healthz', 'healthz', 'Reports that the server responds', {
    answer: { kind: 'text', type: 'text/plain', description: 'The server responds' },
    errors: {},
  }),
  get('/readyz', 'readyz', 'Reports whether the server is ready for swaps; 503 as text when it is not', {
    parameters: [{ name: 'verbose', in: 'query', description: 'Lists the checks', schema: { type: 'string' } }],
    answer: { kind: 'text', type: 'text/plain', description: 'Ready' },
    errors: {},
  }),
  get('/metrics', 'metrics', 'Returns metrics in the Prometheus text format, on this machine only', {
    answer: { kind: 'text', type: 'text/plain', description: 'The metrics' },
    errors: {},
  }),
]
