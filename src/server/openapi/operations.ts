import type { ErrorCode } from '../../core/api/errors.ts'
import { REPLAYED_HEADER } from '../../core/api/idempotency-key.ts'
import type { RequestFields } from '../../core/api/request-fields.ts'
import {
  ASSETS_QUERY,
  CHAINS_QUERY,
  EXECUTE_REQUEST,
  HISTORY_QUERY,
  LOCK_REQUEST,
  QUOTE_REQUEST,
  SOURCES_QUERY,
  STATS_QUERY,
  STATUS_QUERY,
  TRACK_REQUEST,
} from '../../core/api/requests.ts'
import { API_BASE } from '../route.ts'
import type { Failure } from './error-examples.ts'
import { EXAMPLES } from './examples.ts'
import { executeKey, lockKey, type OperationParameter, queryParameters, text } from './parameters.ts'
import type { BODY_SCHEMAS, SchemaName } from './schemas.ts'

/** Groups of endpoints, in the order of the document. */
export const TAGS = {
  Catalog: 'The chains, assets and providers that a swap can name. They change rarely and may be cached.',
  Swaps: 'Quote, lock, execute: from a pair and an amount to what the wallet signs.',
  Transactions: 'What became of a swap, until it is final, and the history of wallets.',
  Server: 'The journal, health and metrics of this server.',
} as const

/** An endpoint of the published document. */
export interface Operation {
  readonly method: 'get' | 'post'
  /** Full path on the server. */
  readonly path: string
  /** Verb and noun, such as `listChains`: never the name of a schema, which generated clients would redefine. */
  readonly id: string
  readonly tag: keyof typeof TAGS
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly OperationParameter[]
  readonly request?: { readonly schema: keyof typeof BODY_SCHEMAS; readonly example: unknown }
  readonly answer:
    | { readonly kind: 'page' | 'list' | 'data'; readonly schema: SchemaName; readonly example: unknown }
    | { readonly kind: 'text'; readonly type: string; readonly description: string; readonly example: string }
  /** Error codes besides the common ones, by status. */
  readonly errors: Readonly<Record<number, readonly ErrorCode[]>>
  /** A request that breaks the declared fields, and those, for the example of VALIDATION_ERROR. */
  readonly invalid?: { readonly table: RequestFields; readonly request: Readonly<Record<string, unknown>> }
  /** Words of this endpoint for codes that it explains by itself. */
  readonly failures?: Readonly<Partial<Record<'VALIDATION_ERROR' | 'NOT_FOUND', Failure>>>
  /** True for answers with an ETag. */
  readonly cached?: boolean
  /** True for an endpoint that the rate limit leaves out. */
  readonly unlimited?: boolean
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
const NO_TRANSACTION = {
  NOT_FOUND: {
    message: 'There is no transaction with this id or hash',
    hint: 'List all transactions: swapcli history',
  },
} as const
const BODY = { 413: ['PAYLOAD_TOO_LARGE'], 415: ['UNSUPPORTED_MEDIA_TYPE'] } as const

/** As `readPlaceId` reads it. */
const EVENT_ID = { type: 'string', pattern: '^([0-9]{1,15}|[0-9]{1,20}_[0-9]{1,20})(-[0-9a-f]{8})?$' } as const

type Facts = Omit<Operation, 'method' | 'path' | 'id' | 'tag' | 'summary'>
const endpoint =
  (method: Operation['method']) =>
  (path: string, id: string, tag: Operation['tag'], summary: string, facts: Facts): Operation => ({
    ...{ method, path, id, tag, summary },
    ...facts,
  })
const get = endpoint('get')
const post = endpoint('post')

const { srcChain: _chain, dstAddress: _address, ...PARTIAL_QUOTE } = EXAMPLES.quoteRequest

/** Every endpoint: those of the API in the order of its document, then those outside /api/v1. */
export const OPERATIONS: readonly Operation[] = [
  get(`${API_BASE}/swap/chains`, 'listChains', 'Catalog', 'Lists active chains', {
    description: 'The key of a chain is what requests name it by.',
    parameters: queryParameters(CHAINS_QUERY),
    answer: { kind: 'page', schema: 'Chain', example: EXAMPLES.chains },
    errors: { 400: INVALID },
    invalid: { table: CHAINS_QUERY, request: { page: 0 } },
    cached: true,
  }),
  get(`${API_BASE}/swap/assets`, 'listAssets', 'Catalog', 'Lists supported assets', {
    description: 'The address of an asset, with the key of its chain, is what requests name it by.',
    parameters: queryParameters(ASSETS_QUERY),
    answer: { kind: 'page', schema: 'Asset', example: EXAMPLES.assets },
    errors: { 400: INVALID },
    invalid: { table: ASSETS_QUERY, request: { perPage: 5000 } },
    cached: true,
  }),
  get(`${API_BASE}/swap/sources`, 'listSources', 'Catalog', 'Lists active routing providers', {
    description: 'Providers come and go: take their keys from routes, never from your own code.',
    parameters: queryParameters(SOURCES_QUERY),
    answer: { kind: 'page', schema: 'Source', example: EXAMPLES.sources },
    errors: { 400: INVALID },
    invalid: { table: SOURCES_QUERY, request: { type: 'BANK' } },
    cached: true,
  }),
  post(`${API_BASE}/quote`, 'createQuote', 'Swaps', 'Returns every available route for a pair and amount, best first', {
    description:
      'Without a route the answer is 200 with an empty list. The Link header points to the verdict of each provider, available for one minute.',
    request: { schema: 'QuoteRequest', example: EXAMPLES.quoteRequest },
    answer: { kind: 'list', schema: 'Route', example: EXAMPLES.quote },
    errors: { 400: INVALID_QUOTE, ...BODY },
    invalid: { table: QUOTE_REQUEST, request: PARTIAL_QUOTE },
    headers: ['Link'],
  }),
  post(`${API_BASE}/quote/lock`, 'lockRoute', 'Swaps', 'Locks one route with refreshed amounts', {
    description:
      'PROVIDER_UNAVAILABLE is 409 when the provider is unknown, paused or no longer offers the route (quote again), and 503 with Retry-After when it cannot be reached (retry).',
    parameters: [lockKey],
    request: { schema: 'LockRequest', example: EXAMPLES.lockRequest },
    answer: { kind: 'data', schema: 'Lock', example: EXAMPLES.lock },
    headers: [REPLAYED_HEADER],
    errors: {
      400: [...INVALID_QUOTE, 'MISSING_PROVIDER'],
      409: ['PROVIDER_UNAVAILABLE', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'],
      ...BODY,
      502: ['BAD_GATEWAY'],
      503: ['PROVIDER_UNAVAILABLE'],
    },
    invalid: { table: LOCK_REQUEST, request: { ...PARTIAL_QUOTE, provider: EXAMPLES.lockRequest.provider } },
  }),
  post(`${API_BASE}/quote/execute`, 'executeLock', 'Swaps', 'Executes a lock, once', {
    description:
      'QUOTE_EXPIRED means that the lock is unknown, expired, being executed or used: lock again instead of retrying.',
    parameters: [executeKey],
    request: { schema: 'ExecuteRequest', example: EXAMPLES.executeRequest },
    answer: { kind: 'data', schema: 'Execution', example: EXAMPLES.execute },
    headers: [REPLAYED_HEADER],
    errors: {
      400: ['VALIDATION_ERROR', 'MISSING_LOCK_ID'],
      409: ['QUOTE_EXPIRED', 'PROVIDER_UNAVAILABLE', 'IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'],
      ...BODY,
      502: ['BAD_GATEWAY'],
      503: ['PROVIDER_UNAVAILABLE'],
    },
    invalid: { table: EXECUTE_REQUEST, request: { ...EXAMPLES.executeRequest, referralCode: '' } },
  }),
  get(
    `${API_BASE}/transaction/status`,
    'getTransactionStatus',
    'Transactions',
    'Returns the current status by public id or any known hash',
    {
      description: 'Poll at most every 3 seconds until final is true.',
      parameters: queryParameters(STATUS_QUERY),
      answer: { kind: 'data', schema: 'StatusResult', example: EXAMPLES.status },
      errors: { 400: INVALID, 404: ['NOT_FOUND'] },
      failures: NO_TRANSACTION,
      invalid: { table: STATUS_QUERY, request: { transactionId: '' } },
    },
  ),
  post(
    `${API_BASE}/transaction/track`,
    'trackTransaction',
    'Transactions',
    'Reports a hash for a transaction, or refreshes its tracking',
    {
      description: 'Provider metadata in the body is ignored.',
      request: { schema: 'TrackRequest', example: EXAMPLES.trackRequest },
      answer: { kind: 'data', schema: 'TrackResult', example: EXAMPLES.track },
      errors: { 400: INVALID, 404: ['NOT_FOUND'], ...BODY },
      failures: NO_TRANSACTION,
      invalid: { table: TRACK_REQUEST, request: {} },
    },
  ),
  get(`${API_BASE}/transaction/history`, 'listTransactions', 'Transactions', 'Lists past transactions, newest first', {
    description: 'Give the addresses of your user: without a filter, those of everybody are listed.',
    parameters: queryParameters(HISTORY_QUERY),
    answer: { kind: 'page', schema: 'HistoryTransaction', example: EXAMPLES.history },
    errors: { 400: INVALID },
    invalid: { table: HISTORY_QUERY, request: { statuses: 'DONE' } },
  }),
  get(
    `${API_BASE}/transaction/stats`,
    'getTransactionStats',
    'Transactions',
    'Aggregates past transactions, with the filters of history',
    {
      description: 'Counts and volumes in USD, in all and by status, provider, pair and UTC day.',
      parameters: queryParameters(STATS_QUERY),
      answer: { kind: 'data', schema: 'Stats', example: EXAMPLES.stats },
      errors: { 400: INVALID },
      invalid: { table: STATS_QUERY, request: { finalizedOnly: 'yes' } },
    },
  ),
  post('/quote/stream', 'streamQuote', 'Swaps', 'Streams a quote as providers answer', {
    description:
      'One JSON document per line: { type: "routes", provider, routes } and { type: "verdict", verdict } as providers answer, then { type: "done", result: { data, verdicts } }. While they are waited for, a line may begin with spaces, one every 5 s. A failure after the first byte ends the stream with { type: "error", error }.',
    request: { schema: 'QuoteRequest', example: EXAMPLES.quoteRequest },
    answer: {
      kind: 'text',
      type: 'application/x-ndjson',
      description: 'The stream',
      example: EXAMPLES.quoteStream,
    },
    errors: { 400: INVALID_QUOTE, ...BODY },
    invalid: { table: QUOTE_REQUEST, request: PARTIAL_QUOTE },
  }),
  get(
    '/quote/verdicts/{requestId}',
    'listQuoteVerdicts',
    'Swaps',
    'Returns the verdicts of a quote of the last minute',
    {
      description: 'How each provider answered: with routes, without one and why, or how it failed.',
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
      failures: { NOT_FOUND: { message: 'No quote of the last minute has this request id' } },
    },
  ),
  get('/events', 'streamEvents', 'Server', 'Streams the journal as server-sent events, on this machine only', {
    description:
      'What is new, or first all that came after Last-Event-ID (or ?after=, where 0 is the whole journal). The id of an event is its number and a stamp of the journal. A marker says what a reader misses: stream.reset (another journal, from its start), stream.missing (fromSeq to toSeq were removed), stream.dropped (too slow, connect again), event.damaged.',
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'Id of the last event received, or its number',
        schema: EVENT_ID,
      },
      {
        ...text('after', 'As Last-Event-ID, for clients that cannot set headers', '0'),
        schema: EVENT_ID,
      },
    ],
    answer: { kind: 'text', type: 'text/event-stream', description: 'The stream', example: EXAMPLES.events },
    errors: { 400: INVALID, 404: ['NOT_FOUND'] },
    failures: {
      VALIDATION_ERROR: {
        message: 'after must be the id of an event of this stream, or its number',
        field: 'after',
      },
      NOT_FOUND: { message: 'This server has no journal' },
    },
  }),
  get('/healthz', 'getHealth', 'Server', 'Reports that the server responds', {
    description: 'Looks at nothing else: readiness is of /readyz.',
    answer: { kind: 'text', type: 'text/plain', description: 'The server responds', example: 'ok\n' },
    errors: {},
    unlimited: true,
  }),
  get(
    '/readyz',
    'getReadiness',
    'Server',
    'Reports whether the server is ready for swaps; 503 as text when it is not',
    {
      description:
        'Ready is a server that is not stopping, whose store can be read and written, and whose network has providers. One that is not says which of these is missing, a line each.',
      parameters: [
        { name: 'verbose', in: 'query', description: 'Lists the checks', schema: { type: 'string' }, example: '1' },
      ],
      answer: { kind: 'text', type: 'text/plain', description: 'Ready', example: 'ready\n' },
      errors: { 400: INVALID },
      failures: {
        VALIDATION_ERROR: {
          message: 'the parameter "Verbose" is not understood: write it verbose, verbose[] or verbose[0]',
          field: 'verbose',
        },
      },
      unlimited: true,
    },
  ),
  get('/metrics', 'getMetrics', 'Server', 'Returns metrics in the Prometheus text format, on this machine only', {
    description: 'Counts and durations of requests by route, and the state of swaps and providers.',
    answer: {
      kind: 'text',
      type: 'text/plain',
      description: 'The metrics',
      example: EXAMPLES.metrics,
    },
    errors: {},
    unlimited: true,
  }),
]
