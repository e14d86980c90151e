import { defined } from '../defined.ts'
import { MAX_SLIPPAGE_BPS } from '../swap/defaults.ts'
import type { RefusalReason } from './refusal-reasons.ts'

/** Largest body of a request, in KiB. */
export const MAX_BODY_KIB = 64

/** State of the user's funds when an error is reported. */
export type FundsState = 'untouched' | 'unknown' | 'moved'

interface ErrorRow {
  /** HTTP status that `swapcli serve` answers with. */
  readonly httpStatus: number
  /** Exit code of the command line. */
  readonly exitCode: number
  /** True when the same request may succeed later. */
  readonly retryable: boolean
  /** When it is used, in one line; the manual's table is tested against it. */
  readonly meaning: string
}

function row(httpStatus: number, exitCode: number, meaning: string, retryable = false): ErrorRow {
  return { httpStatus, exitCode, retryable, meaning }
}

/** Error codes of the HTTP API, in its order, then those that it leaves open: paths, methods, media types, idempotency. */
const API_ERRORS = {
  VALIDATION_ERROR: row(
    400,
    2,
    'A field is missing, of the wrong type, out of range, or names an unknown chain, asset or provider',
  ),
  INVALID_AMOUNT: row(400, 2, 'The amount is not a positive plain decimal string, or has more decimals than its asset'),
  INVALID_SLIPPAGE: row(
    400,
    2,
    `The slippage is not a number of basis points from 0 to ${MAX_SLIPPAGE_BPS}; in commands, a fraction needs its unit`,
  ),
  INVALID_ADDRESS: row(400, 2, 'The depositor or recipient is not an address of its chain'),
  UNSUPPORTED_PAIR: row(400, 2, 'Source and destination are the same asset on the same chain'),
  MISSING_PROVIDER: row(400, 2, 'A lock request without provider'),
  MISSING_LOCK_ID: row(400, 2, 'An execute request without lockId'),
  QUOTE_EXPIRED: row(409, 8, 'The lock is unknown, expired, being executed or already used: lock again'),
  PROVIDER_UNAVAILABLE: row(
    503,
    5,
    'The chosen provider cannot serve the route: 409 when it is paused, unknown or no longer offers it (quote again), 503 when it is unreachable or rate-limited (try again)',
    true,
  ),
  RATE_LIMITED: row(429, 5, 'Too many requests to this server: wait for Retry-After', true),
  INTERNAL_ERROR: row(500, 1, 'A bug in swapcli; from a server also that it cannot use its store'),
  BAD_GATEWAY: row(502, 5, 'The provider returned an unusable response', true),
  SERVICE_UNAVAILABLE: row(
    503,
    5,
    'The service is stopping or has too many quotes in work, its store is busy, or a node that it needs does not answer',
    true,
  ),
  NOT_FOUND: row(404, 2, 'No such path, or no transaction with that id or hash'),
  METHOD_NOT_ALLOWED: row(405, 2, 'The path exists, but not for this HTTP method'),
  FORBIDDEN: row(403, 2, 'The Host or Origin header is not one this server answers to'),
  PAYLOAD_TOO_LARGE: row(413, 2, `The request body is larger than ${MAX_BODY_KIB} KiB`),
  UNSUPPORTED_MEDIA_TYPE: row(415, 2, 'The request body is not application/json'),
  IDEMPOTENCY_CONFLICT: row(409, 2, 'The Idempotency-Key was used with another request: never retry, use a new key'),
  IDEMPOTENCY_IN_PROGRESS: row(
    409,
    5,
    'The first request with this Idempotency-Key is still running: send it again after Retry-After',
    true,
  ),
} satisfies Record<string, ErrorRow>

/** Error codes that exist on the user's machine only. */
const LOCAL_ERRORS = {
  USAGE: row(400, 2, 'The command line is wrong'),
  CONFIG_INVALID: row(500, 3, 'A setting, from the environment or the file, is invalid'),
  STORE_UNUSABLE: row(500, 3, 'The store file cannot be opened, read or written'),
  OUTPUT_FAILED: row(500, 3, 'What was printed could not be written: the disk is full, or the terminal is gone'),
  NO_ROUTE: row(404, 4, 'No provider has a route for this pair and amount'),
  WALLET_REFUSED: row(
    400,
    6,
    'The wallet refused or failed: nothing was paid, at most network costs that the error names',
  ),
  OUTCOME_UNKNOWN: row(500, 7, 'Funds may have moved and the outcome is not known yet'),
  SWAP_FAILED: row(200, 7, 'The swap ended FAILED or REFUND'),
  INTERRUPTED: row(499, 130, 'Stopped by the user'),
  TERMINATED: row(499, 143, 'Stopped by SIGTERM, as service managers send it'),
} satisfies Record<string, ErrorRow>

/** Every error code of swapcli. */
export const ERROR_TABLE = { ...API_ERRORS, ...LOCAL_ERRORS }

/** Code of a SwapError. */
export type ErrorCode = keyof typeof ERROR_TABLE

/** One problem with one request field. */
export interface FieldProblem {
  readonly code: string
  readonly field?: string
  readonly message: string
}

/** What a server says beside its error. */
export interface ServerWords {
  readonly hint: string | undefined
}

/** The run that a failure ended, with its transactions that are in a block or may be sent: they moved none of its money. */
export interface FailedRun {
  readonly id: string
  /** Approvals, and what took them back, oldest first. */
  readonly transactions: readonly { readonly kind: string; readonly hash: string }[]
}

interface SwapErrorOptions {
  /** Offending request field. */
  readonly field?: string
  /** Every problem, in the order of the API's field tables. */
  readonly errors?: readonly FieldProblem[]
  /** One command or action that the user can run next. */
  readonly hint?: string
  /** Options of the command line that would accept it, which end the hint: `['--max-loss', '5']`. */
  readonly accept?: readonly string[] | undefined
  /** Overrides the table, for PROVIDER_UNAVAILABLE (409 or 503) and for answers of other servers. */
  readonly httpStatus?: number
  /** Seconds to wait before trying again, at least 1. */
  readonly retryAfterSec?: number
  /** @default 'untouched' */
  readonly funds?: FundsState
  /** Id of the request, as in the X-Request-Id header. */
  readonly requestId?: string
  /** Why the wallet refused, for programs; every refusal says it. */
  readonly reason?: RefusalReason | undefined
  /** The run that it ended and that can be continued, or that has cost something. */
  readonly run?: FailedRun | undefined
  /** Where a server reported it, its next step: words of a stranger, as the message is. */
  readonly server?: ServerWords
  readonly cause?: unknown
}

type RefusalOptions<R> = Omit<SwapErrorOptions, 'reason'> & { readonly reason: R }

/** An expected failure: coded, safe to show, with a next step. Anything else that is thrown is a bug. */
export class SwapError extends Error {
  override readonly name = 'SwapError'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly errors: readonly FieldProblem[]
  readonly hint: string | undefined
  readonly accept: readonly string[] | undefined
  readonly httpStatus: number
  readonly exitCode: number
  readonly retryable: boolean
  readonly retryAfterSec: number | undefined
  readonly funds: FundsState
  readonly requestId: string | undefined
  readonly reason: RefusalReason | undefined
  readonly run: FailedRun | undefined
  readonly server: ServerWords | undefined

  /** Also for one of another copy of this class: each entry point of the library may have its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === SwapError ? isSwapError(value) : Function.prototype[Symbol.hasInstance].call(this, value)
  }

  constructor(code: 'WALLET_REFUSED', message: string, options: RefusalOptions<RefusalReason>)
  constructor(code: Exclude<ErrorCode, 'WALLET_REFUSED'>, message: string, options?: SwapErrorOptions)
  /** Of a code that is known only as it runs, such as that of another failure: its reason goes on with it. */
  constructor(code: ErrorCode, message: string, options: RefusalOptions<RefusalReason | undefined>)
  constructor(code: ErrorCode, message: string, options: SwapErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    const row: ErrorRow = ERROR_TABLE[code]
    this.code = code
    this.field = options.field
    this.errors = options.errors ?? []
    this.hint = options.accept === undefined ? options.hint : `${options.hint ?? ''}${acceptingPart(options)}`
    this.accept = options.accept
    this.httpStatus = options.httpStatus ?? row.httpStatus
    this.exitCode = row.exitCode
    // A 409 that another status stands for in the table asks for another request.
    this.retryable = row.retryable && (this.httpStatus !== 409 || row.httpStatus === 409)
    this.retryAfterSec = options.retryAfterSec
    this.funds = options.funds ?? 'untouched'
    this.requestId = options.requestId
    this.reason = options.reason
    this.run = options.run
    this.server = options.server
  }
}

/** What of a failure can be said otherwise; a hint is a whole one. */
interface Restated extends Pick<SwapErrorOptions, 'hint' | 'errors' | 'run' | 'funds'> {
  readonly code?: ErrorCode
  readonly message?: string
}

/** The same failure with another code, message, hint, run or other problems; its HTTP status stays. */
export function restate(error: SwapError, change: Restated): SwapError {
  const { code, message, field, errors, httpStatus, retryAfterSec, funds, requestId, reason, server, run } = error
  const accept = change.hint === undefined ? error.accept : undefined
  return new SwapError(change.code ?? code, change.message ?? message, {
    ...defined({ field, hint: ownHint(error), accept, retryAfterSec, requestId, server }),
    ...{ errors, httpStatus, funds, reason, run, cause: error },
    ...defined(change),
  })
}

/**
 * What fails before it is known what became of a payment: where it would say that nothing was sent, that is left open.
 * @param except the code of a failure that does know
 */
export async function withFundsOpen<T>(work: Promise<T>, except: ErrorCode): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isOpen = isSwapError(error) && error.funds === 'untouched' && error.code !== except
    throw isOpen ? restate(error, { funds: 'unknown' }) : error
  }
}

/** The hint of a failure without the options that would accept it. */
export function ownHint(error: Pick<SwapError, 'hint' | 'accept' | 'run'>): string | undefined {
  return error.accept === undefined ? error.hint : error.hint?.slice(0, -acceptingPart(error).length)
}

/** What ends the hint of a failure that options would accept: alone, or where its run goes on. */
function acceptingPart({ accept = [], run }: Pick<SwapErrorOptions, 'accept' | 'run'>): string {
  const begun = run === undefined ? [] : ['swapcli', 'resume', run.id]
  return `: ${[...begun, ...accept].join(' ')}`
}

/** What transactions cost that moved none of the money of a swap. */
export function costSentence({ length }: FailedRun['transactions']): string {
  return `Nothing was paid; only the network cost of ${length} ${length === 1 ? 'transaction' : 'transactions'} was spent.`
}

/** True for a SwapError: an expected, coded failure, also of another copy of this library, such as that in `swapcli/client`. */
export function isSwapError(error: unknown): error is SwapError {
  return error instanceof Error && error.name === 'SwapError' && 'code' in error && isErrorCode(String(error.code))
}

/** True where what failed is one swap that is damaged or gone, not the service that was asked about it. */
export function isOfOneSwap(error: unknown): boolean {
  return isSwapError(error) && ['STORE_UNUSABLE', 'INTERNAL_ERROR', 'NOT_FOUND'].includes(error.code)
}

/** Why a check refuses; undefined where it does not. @throws what is no SwapError */
export function refusalOf(check: () => void): SwapError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (isSwapError(error)) return error
    throw error
  }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_TABLE, code)
}

/** Code of an error of the HTTP API. */
export type ApiErrorCode = keyof typeof API_ERRORS

/** Error codes of the HTTP API. */
export const API_ERROR_CODES = Object.keys(API_ERRORS) as readonly ApiErrorCode[]

/** True for an error code of the HTTP API; all others are of the user's machine. */
export function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code)
}

/** An error with all `problems`; code, field and message are those of the first. */
export function validationFailed(problems: readonly FieldProblem[]): SwapError {
  const first = problems[0]
  if (first === undefined) throw new Error('validationFailed needs at least one problem')
  return new SwapError(isErrorCode(first.code) ? first.code : 'VALIDATION_ERROR', first.message, {
    ...defined({ field: first.field }),
    errors: problems,
    reason: undefined,
  })
}
