import { isApiErrorCode, isSwapError, SwapError } from '../../core/api/errors.ts'
import { REPLAYED_HEADER } from '../../core/api/idempotency-key.ts'
import { defined } from '../../core/defined.ts'
import { type AnswerCache, type CachedAnswer, matchesEtag, represent, type Representation } from './answer-cache.ts'
import { readAcceptEncoding } from './encodings.ts'
import type { Call, ServerContext } from '../route.ts'

/** Value of X-API-Version. */
export const API_VERSION = '1'
export const JSON_TYPE = 'application/json; charset=utf-8'
/** For answers about one user. */
export const NO_STORE = 'no-store'
/** For the catalog and other answers that change rarely. */
export const SHORT_CACHE = 'private, max-age=30, stale-while-revalidate=300'

/** Retry-After of a 503 without a time of its own, in seconds. */
const DEFAULT_RETRY_AFTER_SEC = 2

/** An answer with a text body. */
export function textAnswer(call: Call, status: number, type: string, cacheControl: string, text: string): Response {
  return finish(call, status, headersOf(call, type, cacheControl), text)
}

/** A JSON answer that must not be cached. */
export function jsonAnswer(call: Call, text: string): Response {
  return finish(call, 200, headersOf(call, JSON_TYPE, NO_STORE), text)
}

/** An answer in the envelope of single resources and actions. */
export function dataAnswer(call: Call, data: unknown): Response {
  return jsonAnswer(call, JSON.stringify({ data }))
}

/** The same with data that is JSON text. */
export function dataTextAnswer(call: Call, data: string): Response {
  return jsonAnswer(call, `{"data":${data}}`)
}

/** The answer of an action; a repeat of the first one under its Idempotency-Key says so in a header. */
export function actionAnswer(call: Call, data: unknown, isReplay: boolean): Response {
  const headers = headersOf(call, JSON_TYPE, NO_STORE)
  if (isReplay) headers[REPLAYED_HEADER] = 'true'
  return finish(call, 200, headers, JSON.stringify({ data }))
}

/** A cached answer, in the encoding that the caller likes best, with its entity tag; or 304 when the caller has that. */
export function cachedAnswer(
  call: Call,
  cache: AnswerCache,
  answer: CachedAnswer,
  type: string,
): Response | Promise<Response> {
  const accepted = readAcceptEncoding(call.request.headers.get('accept-encoding') ?? '')
  const preparing = accepted.length > 0 ? cache.prepare(answer) : undefined
  const respond = () => representedAnswer(call, answer, represent(answer, accepted), type)
  return preparing === undefined ? respond() : preparing.then(respond)
}

function representedAnswer(
  call: Call,
  { isCompressible }: CachedAnswer,
  chosen: Representation,
  type: string,
): Response {
  const known = call.request.headers.get('if-none-match')
  const headers = headersOf(call, type, SHORT_CACHE)
  headers['ETag'] = chosen.etag
  if (isCompressible) headers['Vary'] = call.varies ? 'Accept-Encoding, Origin' : 'Accept-Encoding'
  if (known !== null && matchesEtag(known, chosen.etag)) {
    delete headers['Content-Type']
    return new Response(null, { status: 304, headers })
  }
  if (chosen.encoding !== undefined) headers['Content-Encoding'] = chosen.encoding
  return finish(call, 200, headers, chosen.body)
}

/** The headers of `cachedAnswer`, with the length, for a call under /api/v1 that does not come from a web page. */
export function memoryHeaders(
  { isCompressible }: CachedAnswer,
  chosen: Representation,
  requestId: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': JSON_TYPE,
    'Cache-Control': SHORT_CACHE,
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    'X-API-Version': API_VERSION,
    ETag: chosen.etag,
    'Content-Length': String(chosen.size),
  }
  if (isCompressible) headers['Vary'] = 'Accept-Encoding'
  if (chosen.encoding !== undefined) headers['Content-Encoding'] = chosen.encoding
  return headers
}

/** A streamed answer. @param stream undefined for HEAD */
export function streamAnswer(call: Call, type: string, stream: ReadableStream<Uint8Array> | undefined): Response {
  return new Response(stream ?? null, { headers: headersOf(call, type, NO_STORE) })
}

/** Answers a failure in the API's error envelope; an unexpected one is logged and its message hidden. */
export function errorAnswer(call: Call, server: Pick<ServerContext, 'options'>, thrown: unknown): Response {
  const error = publicError(call, server, thrown)
  const headers = headersOf(call, JSON_TYPE, NO_STORE)
  if (error.httpStatus === 429 || error.httpStatus === 503 || error.code === 'IDEMPOTENCY_IN_PROGRESS') {
    const wait = error.retryAfterSec ?? (error.httpStatus === 429 ? 1 : DEFAULT_RETRY_AFTER_SEC)
    headers['Retry-After'] = String(Math.max(1, Math.ceil(wait)))
  }
  return finish(call, error.httpStatus, headers, errorText(error, call.requestId))
}

/** 405 with the allowed methods. */
export function methodNotAllowed(call: Call, allowed: readonly string[]): Response {
  const headers = headersOf(call, JSON_TYPE, NO_STORE)
  headers['Allow'] = allowed.join(', ')
  const error = new SwapError('METHOD_NOT_ALLOWED', `This path allows ${allowed.join(', ')}`)
  return finish(call, 405, headers, errorText(error, call.requestId))
}

/** The error envelope (part 7 of the contract) as JSON text. */
export function errorText(error: SwapError, requestId: string): string {
  return JSON.stringify({ error: errorFields(error, requestId) })
}

/** The fields of an error in its envelope. A 400 always lists at least its own problem. */
export function errorFields(error: SwapError, requestId: string) {
  const own = { code: error.code, field: error.field, message: error.message }
  const errors = error.errors.length > 0 || error.httpStatus !== 400 ? error.errors : [own]
  const { code, message, field, hint } = error
  // JSON omits undefined members.
  const funds = error.funds === 'untouched' ? undefined : error.funds
  return { code, message, field, requestId, details: { errors }, hint, funds }
}

/** The public error for a failure; a bug, or a store that cannot be used, is logged, and its words are hidden. */
export function publicError(call: Call, server: Pick<ServerContext, 'options'>, thrown: unknown): SwapError {
  const reason = isSwapError(thrown) ? thrown.reason : undefined
  const isPublic = isSwapError(thrown) && isApiErrorCode(thrown.code) && thrown.code !== 'INTERNAL_ERROR'
  if (isPublic && reason !== 'store-busy' && reason !== 'store-away') return thrown
  if (call.request.signal.aborted || (isSwapError(thrown) && thrown.code === 'INTERRUPTED')) {
    return new SwapError('SERVICE_UNAVAILABLE', 'The request was cancelled before it was answered')
  }
  const message = thrown instanceof Error ? thrown.message : 'a value that is not an Error was thrown'
  server.options.log?.({ kind: 'error', requestId: call.requestId, message, error: thrown })
  if (isSwapError(thrown) && reason === 'store-busy') {
    return new SwapError('SERVICE_UNAVAILABLE', 'The store of the server is in use by another process', {
      ...{ hint: 'Try again in a moment', retryAfterSec: 1, funds: thrown.funds },
    })
  }
  if (isSwapError(thrown) && reason === 'store-away') {
    if (thrown.code === 'STORE_UNUSABLE') {
      return new SwapError('SERVICE_UNAVAILABLE', 'The database of the server cannot be used; see its log', {
        ...{ hint: 'Try again once its operator has mended that', retryAfterSec: 5, funds: thrown.funds },
      })
    }
    return new SwapError('SERVICE_UNAVAILABLE', 'The database of the server did not answer in time', {
      hint:
        thrown.funds === 'unknown'
          ? 'What was asked for may have been done: repeat it with the same Idempotency-Key, or look for it first'
          : 'Try again in a moment',
      ...{ retryAfterSec: 1, funds: thrown.funds },
    })
  }
  if (isSwapError(thrown) && reason === 'store-moved') {
    return new SwapError('SERVICE_UNAVAILABLE', 'The store of the server was moved, deleted, emptied or replaced', {
      hint: 'On the machine of the server: put it back where it was, or start the server again',
      funds: thrown.funds,
    })
  }
  const what = isSwapError(thrown) && thrown.code === 'STORE_UNUSABLE' ? 'cannot use what it has stored' : 'failed'
  return new SwapError('INTERNAL_ERROR', `The server ${what}; see its log for this request id`, {
    ...defined({ funds: isSwapError(thrown) ? thrown.funds : undefined }),
  })
}

function finish(
  call: Call,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
): Response {
  if (call.method !== 'HEAD') return new Response(body, { status, headers })
  headers['Content-Length'] = String(
    typeof body === 'string' ? new TextEncoder().encode(body).byteLength : body.byteLength,
  )
  return new Response(null, { status, headers })
}

/** Built anew per answer, in a fixed order: spreading a base object costs several times as much. */
function headersOf(call: Call, type: string, cacheControl: string): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Cache-Control': cacheControl,
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': call.requestId,
  }
  if (call.versioned) headers['X-API-Version'] = API_VERSION
  if (call.rate !== undefined) {
    headers['X-RateLimit-Limit'] = String(call.rate.limit)
    headers['X-RateLimit-Remaining'] = String(call.rate.remaining)
    headers['X-RateLimit-Reset'] = String(call.rate.resetSec)
  }
  if (call.varies) headers['Vary'] = 'Origin'
  if (call.corsOrigin !== undefined) {
    headers['Access-Control-Allow-Origin'] = call.corsOrigin
    headers['Access-Control-Expose-Headers'] = EXPOSED_HEADERS
  }
  return headers
}

const EXPOSED_HEADERS = `X-API-Version, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Link, ${REPLAYED_HEADER}`
