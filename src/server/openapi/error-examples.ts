import { type ApiErrorCode, type ErrorCode, ERROR_TABLE, isSwapError, SwapError } from '../../core/api/errors.ts'
import { basisPointsProblem, checkRequest } from '../../core/api/request-check.ts'
import type { RequestFields } from '../../core/api/request-fields.ts'
import { QUOTE_REQUEST } from '../../core/api/requests.ts'
import { explainAmountProblem } from '../../core/money/amount.ts'
import { errorFields } from '../http/answer.ts'
import { EXAMPLES } from './examples.ts'

/*
 * Examples of error answers. Those that a request can bring about are held against what the service answers to it.
 */

/** An example, as the document has it. */
export interface ErrorExample {
  readonly summary: string
  readonly value: { readonly error: ReturnType<typeof errorFields> }
}

/** What an endpoint says in its own words. */
export interface Failure {
  readonly message: string
  readonly field?: string
  readonly hint?: string
  readonly retryAfterSec?: number
}

/** Codes that each endpoint explains by itself. */
type OwnCode = 'VALIDATION_ERROR' | 'NOT_FOUND'
/** Codes that the document shares between endpoints; no method of the document is a wrong one. */
type SharedCode = Exclude<ApiErrorCode, OwnCode | 'METHOD_NOT_ALLOWED' | 'PROVIDER_UNAVAILABLE'>

const SHARED: Readonly<Record<SharedCode, Failure>> = {
  INVALID_AMOUNT: { message: explainAmountProblem('too_many_decimals', 6), field: 'amount' },
  INVALID_SLIPPAGE: { message: basisPointsProblem('slippage', QUOTE_REQUEST.slippage), field: 'slippage' },
  INVALID_ADDRESS: {
    message: 'recipient is not a valid Arbitrum address: An EVM address has 40 hex digits after 0x; this one has 2',
    field: 'recipient',
  },
  UNSUPPORTED_PAIR: { message: 'source and destination are the same asset on the same chain', field: 'dstAddress' },
  MISSING_PROVIDER: { message: 'provider is required', field: 'provider' },
  MISSING_LOCK_ID: { message: 'lockId is required', field: 'lockId' },
  QUOTE_EXPIRED: {
    message: 'The lock has expired',
    hint: 'Lock the route again, then execute the new lock',
  },
  RATE_LIMITED: { message: 'Too many requests: try again in 30 s' },
  INTERNAL_ERROR: { message: 'The server failed; see its log for this request id' },
  BAD_GATEWAY: {
    message: 'Sandbox Bridge returned an unusable response: The sandbox provider returned an unusable quote',
    hint: 'Lock again, or take the route of another provider',
  },
  SERVICE_UNAVAILABLE: { message: 'The service is closed' },
  FORBIDDEN: {
    message: 'This Origin may not call this server',
    hint: 'If you trust its pages, allow them: swapcli serve --cors-origin https://evil.example',
  },
  PAYLOAD_TOO_LARGE: { message: ERROR_TABLE.PAYLOAD_TOO_LARGE.meaning },
  UNSUPPORTED_MEDIA_TYPE: {
    message: 'The request body must be sent as Content-Type: application/json, uncompressed',
  },
  IDEMPOTENCY_CONFLICT: {
    message: 'This Idempotency-Key was used with another request',
    hint: 'Use a new key for a new request',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    message: 'The first request with this Idempotency-Key is still running',
    hint: 'Send the same request again in a moment',
  },
}

const PROVIDER_UNAVAILABLE: Readonly<Record<409 | 503, Failure>> = {
  409: {
    message: 'Sandbox Bridge no longer offers this route',
    field: 'routeId',
    hint: 'Quote again and lock one of the new routes',
  },
  503: {
    message: 'Sandbox Bridge cannot be used right now: The sandbox provider cannot be reached',
    hint: 'Try again in a moment, or take the route of another provider',
  },
}

/** The examples that endpoints share, by their name in the document. */
export const ERROR_EXAMPLES: Readonly<Record<string, ErrorExample>> = {
  ...Object.fromEntries(
    (Object.entries(SHARED) as [SharedCode, Failure][]).map(([code, failure]) => [code, exampleOf(code, failure)]),
  ),
  PROVIDER_UNAVAILABLE_409: exampleOf('PROVIDER_UNAVAILABLE', PROVIDER_UNAVAILABLE[409], 409),
  PROVIDER_UNAVAILABLE_503: exampleOf('PROVIDER_UNAVAILABLE', PROVIDER_UNAVAILABLE[503], 503),
}

/** Name of the shared example of a code; undefined for one that each endpoint explains by itself. */
export function sharedExample(code: ErrorCode, status: number): string | undefined {
  return [code, `${code}_${status}`].find((name) => Object.hasOwn(ERROR_EXAMPLES, name))
}

/** An example in an endpoint's own words. @param status @default that of the table */
export function exampleOf(
  code: Exclude<ErrorCode, 'WALLET_REFUSED'>,
  failure: Failure,
  status: number = ERROR_TABLE[code].httpStatus,
): ErrorExample {
  const { message, ...options } = failure
  return written(new SwapError(code, message, { ...options, httpStatus: status }))
}

/** The refusal of a request that breaks its declared fields. @throws Error for one that fits */
export function invalidExample(table: RequestFields, request: Readonly<Record<string, unknown>>): ErrorExample {
  try {
    checkRequest(table, request)
  } catch (error) {
    if (isSwapError(error)) return written(error)
    throw error
  }
  throw new Error(`the example of an invalid request is valid: ${JSON.stringify(request)}`)
}

function written(error: SwapError): ErrorExample {
  const value = { error: errorFields(error, EXAMPLES.requestId) }
  return { summary: ERROR_TABLE[error.code].meaning, value: JSON.parse(JSON.stringify(value)) as typeof value }
}
