import { defined } from '../defined.ts'

/** What is known about the user's money when an error is reported. */
export type FundsState = 'untouched' | 'unknown' | 'moved'

interface ErrorRow {
  /** HTTP status that `swapcli serve` answers with. */
  readonly httpStatus: number
  /** Exit code of the command line. */
  readonly exitCode: number
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean
  /** When the service uses it, in one line; the README's table is held against this. */
  readonly meaning: string
}

/**
 * Every coded failure of swapcli. Codes of the HTTP API come first, in the order of its part 7; the rest are the
 * codes it leaves open (paths, methods, media types, idempotency) and those that only exist on the user's machine.
 */
export const ERROR_TABLE = {
  VALIDATION_ERROR: {
    httpStatus: 400,
    exitCode: 2,
    retryable: false,
    meaning: 'A field is missing, of the wrong type, out of range, or names an unknown chain, asset or provider',
  },
  INVALID_AMOUNT: {
    httpStatus: 400,
    exitCode: 2,
    retryable: false,
    meaning: 'The amount is not a positive plain decimal string, or has more decimals than its asset',
  },
  INVALID_SLIPPAGE: {
    httpStatus: 400,
    exitCode: 2,
    retryable: false,
    meaning: 'The slippage is not a whole number of basis points from 0 to 10000',
  },
  INVALID_ADDRESS: {
    httpStatus: 400,
    exitCode: 2,
    retryable: false,
    meaning: 'The depositor or recipient is not an address of its chain',
  },
  UNSUPPORTED_PAIR: {
    httpStatus: 400,
    exitCode: 2,
    retryable: false,
    meaning: 'Source and destination are the same asset on the same chain',
  },
  MISSING_PROVIDER: { httpStatus: 400, exitCode: 2, retryable: false, meaning: 'A lock request without provider' },
  MISSING_LOCK_ID: { httpStatus: 400, exitCode: 2, retryable: false, meaning: 'An execute request without lockId' },
  QUOTE_EXPIRED: {
    httpStatus: 409,
    exitCode: 8,
    retryable: false,
    meaning: 'The lock is unknown, expired, being executed or already used: lock again',
  },
  PROVIDER_UNAVAILABLE: {
    httpStatus: 503,
    exitCode: 5,
    retryable: true,
    meaning:
      'The chosen provider cannot serve the route: 409 when it is paused, unknown or no longer offers it (quote again), 503 when it is unreachable or rate-limited (try again)',
  },
  RATE_LIMITED: {
    httpStatus: 429,
    exitCode: 5,
    retryable: true,
    meaning: 'Too many requests to this server: wait for Retry-After',
  },
  INTERNAL_ERROR: { httpStatus: 500, exitCode: 1, retryable: false, meaning: 'A bug in swapcli' },
  BAD_GATEWAY: {
    httpStatus: 502,
    exitCode: 5,
    retryable: true,
    meaning: 'The provider answered with something that is not its API',
  },
  SERVICE_UNAVAILABLE: {
    httpStatus: 503,
    exitCode: 5,
    retryable: true,
    meaning: 'The service is stopping, its store is busy, or a node that it needs does not answer',
  },
  NOT_FOUND: {
    httpStatus: 404,
    exitCode: 2,
    retryable: false,
    meaning: 'No such path, or no transaction with that id or hash',
  },
  METHOD_NOT_ALLOWED: {
    httpStatus: 405,
    exitCode: 2,
    retryable: false,
    meaning: 'The path exists, but not for this HTTP method',
  },
  FORBIDDEN: {
    httpStatus: 403,
    exitCode: 2,
    retryable: false,
    meaning: 'The Host or Origin header is not one this server answers to',
  },
  PAYLOAD_TOO_LARGE: {
    httpStatus: 413,
    exitCode: 2,
    retryable: false,
    meaning: 'The request body is larger than 64 KiB',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    httpStatus: 415,
    exitCode: 2,
    retryable: false,
    meaning: 'The request body is not application/json',
  },
  IDEMPOTENCY_CONFLICT: {
    httpStatus: 409,
    exitCode: 2,
    retryable: false,
    meaning: 'The Idempotency-Key was used with another request, or its first request is still running',
  },
  USAGE: { httpStatus: 400, exitCode: 2, retryable: false, meaning: 'The command line is wrong' },
  CONFIG_INVALID: {
    httpStatus: 500,
    exitCode: 3,
    retryable: false,
    meaning: 'A setting, from flag, environment or file, cannot be used',
  },
  STORE_UNUSABLE: {
    httpStatus: 500,
    exitCode: 3,
    retryable: false,
    meaning: 'The store file cannot be opened, read or written',
  },
  NO_ROUTE: {
    httpStatus: 404,
    exitCode: 4,
    retryable: false,
    meaning: 'No provider has a route for this pair and amount',
  },
  WALLET_REFUSED: {
    httpStatus: 400,
    exitCode: 6,
    retryable: false,
    meaning: 'The wallet refused or failed; nothing was sent by this command',
  },
  OUTCOME_UNKNOWN: {
    httpStatus: 500,
    exitCode: 7,
    retryable: false,
    meaning: 'Funds may have moved and the outcome is not known yet',
  },
  SWAP_FAILED: { httpStatus: 200, exitCode: 7, retryable: false, meaning: 'The swap ended FAILED or REFUND' },
  INTERRUPTED: { httpStatus: 499, exitCode: 130, retryable: false, meaning: 'Stopped by the user' },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERROR_TABLE

/** One problem with one request field. */
export interface FieldProblem {
  readonly code: string
  readonly field?: string
  readonly message: string
}

export interface SwapErrorOptions {
  /** Offending request field. */
  readonly field?: string
  /** Every problem found, in the order of the API's field tables. */
  readonly errors?: readonly FieldProblem[]
  /** One command or action that the user can run next. */
  readonly hint?: string
  /** Overrides the table, for PROVIDER_UNAVAILABLE (409 or 503) and for answers of foreign servers. */
  readonly httpStatus?: number
  /** Seconds to wait before trying again, at least 1. */
  readonly retryAfterSec?: number
  /** @default 'untouched' */
  readonly funds?: FundsState
  /** Id of the request, as in the X-Request-Id header. */
  readonly requestId?: string
  readonly cause?: unknown
}

/** An expected failure: coded, safe to show, and with a next step. Anything else that is thrown is a bug. */
export class SwapError extends Error {
  override readonly name = 'SwapError'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly errors: readonly FieldProblem[]
  readonly hint: string | undefined
  readonly httpStatus: number
  readonly exitCode: number
  readonly retryable: boolean
  readonly retryAfterSec: number | undefined
  readonly funds: FundsState
  readonly requestId: string | undefined

  constructor(code: ErrorCode, message: string, options: SwapErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    const row: ErrorRow = ERROR_TABLE[code]
    this.code = code
    this.field = options.field
    this.errors = options.errors ?? []
    this.hint = options.hint
    this.httpStatus = options.httpStatus ?? row.httpStatus
    this.exitCode = row.exitCode
    this.retryable = row.retryable && this.httpStatus !== 409
    this.retryAfterSec = options.retryAfterSec
    this.funds = options.funds ?? 'untouched'
    this.requestId = options.requestId
  }
}

export function isSwapError(error: unknown): error is SwapError {
  return error instanceof SwapError
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_TABLE, code)
}

/** The error that reports all `problems`; its code, field and message are those of the first. */
export function validationFailed(problems: readonly FieldProblem[]): SwapError {
  const first = problems[0]
  if (first === undefined) throw new Error('validationFailed needs at least one problem')
  return new SwapError(isErrorCode(first.code) ? first.code : 'VALIDATION_ERROR', first.message, {
    ...defined({ field: first.field }),
    errors: problems,
  })
}
