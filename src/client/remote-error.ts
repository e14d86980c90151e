import { type ApiErrorCode, type FieldProblem, isApiErrorCode, SwapError } from '../core/api/errors.ts'
import { hasShape, list, object, optional, text } from '../core/api/shape.ts'
import { defined } from '../core/defined.ts'
import { isRecord } from '../core/is-record.ts'
import { parseJson } from '../core/text/parse-json.ts'
import type { HttpReply } from '../core/ports.ts'

/** What is read of an error object; other members are left out. */
interface RemoteFields {
  readonly code: string
  readonly message: string
  readonly field: string | undefined
  readonly requestId: string | undefined
  readonly hint: string | undefined
  readonly problems: readonly FieldProblem[]
}

const problemShape = object({ code: text(), field: optional(text()), message: text() })

/** The error of an envelope; undefined where there is none with a code. A member of another type counts as absent. */
function readEnvelope(envelope: unknown): RemoteFields | undefined {
  const error = isRecord(envelope) ? envelope['error'] : undefined
  if (!isRecord(error) || typeof error['code'] !== 'string') return undefined
  const textOf = (name: string) => (typeof error[name] === 'string' ? error[name] : undefined)
  const problems = isRecord(error['details']) ? error['details']['errors'] : undefined
  return {
    code: error['code'],
    message: textOf('message') ?? '',
    field: textOf('field'),
    requestId: textOf('requestId'),
    hint: textOf('hint'),
    problems: hasShape(list(problemShape), problems) ? problems.map((problem) => defined(problem)) : [],
  }
}

const CODE_BY_STATUS: Readonly<Record<number, ApiErrorCode>> = {
  400: 'VALIDATION_ERROR',
  401: 'FORBIDDEN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'SERVICE_UNAVAILABLE',
  409: 'QUOTE_EXPIRED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION_ERROR',
  429: 'RATE_LIMITED',
  // A bug of the server is none of this program.
  500: 'BAD_GATEWAY',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'BAD_GATEWAY',
}

/**
 * The error in a server's response. An unknown code becomes that of its status, and is added to the message; a response
 * without the error envelope is converted by its status.
 * @param nowMs epoch milliseconds, for a Retry-After that is a date
 */
export function remoteError(reply: Pick<HttpReply, 'status' | 'headers'>, body: string, nowMs: number): SwapError {
  const { status, headers } = reply
  const retryAfterSec = retryAfter(headers.get('retry-after'), nowMs)
  const error = readEnvelope(parseJson(body))
  const requestId = error?.requestId ?? headers.get('x-request-id') ?? undefined
  const common = {
    httpStatus: status,
    ...defined({ retryAfterSec, requestId: optionalLine(requestId, 100) }),
  }
  if (error === undefined)
    return new SwapError(codeOf(status), `The server responded with ${status} and no API error`, common)
  return errorOfEnvelope(error, status, common)
}

/** The error in an error object of a stream. */
export function streamedError(error: unknown): SwapError {
  const fields = readEnvelope({ error })
  if (fields === undefined) return new SwapError('BAD_GATEWAY', 'The server ended the stream with an unknown error')
  return errorOfEnvelope(fields, undefined, {})
}

function errorOfEnvelope(
  error: RemoteFields,
  status: number | undefined,
  common: { readonly httpStatus?: number; readonly retryAfterSec?: number; readonly requestId?: string },
): SwapError {
  // A code of the user's own machine is none that a server may answer with.
  const known = isApiErrorCode(error.code) && error.code !== 'INTERNAL_ERROR' ? error.code : undefined
  const message = plainLine(error.message, 1000)
  return new SwapError(
    known ?? codeOf(status ?? 500),
    known === undefined ? `${message} (${plainLine(error.code, 100)})` : message,
    {
      ...common,
      ...defined({
        field: optionalLine(error.field, 100),
      }),
      server: { hint: optionalLine(error.hint, 1000) },
      errors: error.problems.slice(0, 1000).map((problem) => ({
        code: plainLine(problem.code, 100),
        ...defined({ field: optionalLine(problem.field, 100) }),
        message: plainLine(problem.message, 1000),
      })),
    },
  )
}

function codeOf(status: number): ApiErrorCode {
  if (status >= 400 && status < 500) return CODE_BY_STATUS[status] ?? 'VALIDATION_ERROR'
  return CODE_BY_STATUS[status] ?? 'BAD_GATEWAY'
}

/** Whole seconds, 1 to 86,400. */
function retryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  const isDate = text.endsWith(' GMT')
  if (!isDate && !/^\d{1,9}$/.test(text)) return undefined
  const seconds = isDate ? Math.ceil((Date.parse(text) - nowMs) / 1000) : Number(text)
  return Number.isNaN(seconds) ? undefined : Math.min(86_400, Math.max(1, seconds))
}

function optionalLine(text: string | undefined, maxLength: number): string | undefined {
  return text === undefined ? undefined : plainLine(text, maxLength)
}

/** Text of a server as one line without control or format characters. */
function plainLine(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .trim()
}
