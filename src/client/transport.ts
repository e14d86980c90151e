import type { Clock, HttpFetch, HttpReply } from '../core/ports.ts'
import { isSwapError, SwapError } from '../core/api/errors.ts'
import { defined } from '../core/defined.ts'
import { startDeadline, startLightDeadline } from '../core/deadline.ts'
import { causeCode } from '../core/error-code.ts'
import { BodyTooLarge, readBody, readText } from '../core/text/read-body.ts'
import { remoteError } from './remote-error.ts'

/** Limit of a response, in bytes. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024
/** Pauses before the second and third attempt of a GET, in milliseconds. */
const RETRY_PAUSES_MS = [250, 1000]
/** Longest Retry-After that a GET waits for, in seconds. */
const MAX_WAIT_SEC = 10

/** One request to the API. */
interface TransportCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Longest time for one attempt, response included, in milliseconds. */
  readonly timeoutMs: number
  /** JSON text of a POST. */
  readonly body?: string
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal | undefined
  /** False for a GET without a second attempt. @default true */
  readonly retry?: boolean
}

/** A complete response. */
interface ReadReply {
  readonly status: number
  readonly headers: HttpReply['headers']
  readonly text: string
}

/** Sends requests to one server. */
export interface Transport {
  /** The response with status 200. @throws SwapError for every other outcome */
  send(call: TransportCall): Promise<ReadReply>
  /**
   * Runs `read` over the response as it arrives, whatever its status; the deadline covers all of it.
   * @param silenceMs longest wait for the response, and for each item of `read`, in milliseconds
   */
  stream<T>(
    call: TransportCall,
    silenceMs: number,
    read: (reply: HttpReply, signal: AbortSignal) => AsyncGenerator<T>,
  ): AsyncGenerator<T>
}

/** @param isClosed true from when nothing is sent any more */
export function createTransport(
  http: () => Promise<HttpFetch>,
  clock: Clock,
  isClosed: () => boolean = () => false,
): Transport {
  const open = async (call: TransportCall, signal: AbortSignal): Promise<HttpReply> => {
    const fetch = await http()
    const headers: Record<string, string> = { Accept: 'application/json, application/x-ndjson' }
    if (call.body !== undefined) headers['Content-Type'] = 'application/json'
    if (call.idempotencyKey !== undefined) headers['Idempotency-Key'] = call.idempotencyKey
    return fetch(call.url, {
      method: call.method,
      headers,
      ...defined({ body: call.body }),
      redirect: 'manual',
      signal,
    })
  }
  const attempt = async (call: TransportCall): Promise<ReadReply> => {
    const deadline = startDeadline(clock, call.timeoutMs, late, call.signal)
    try {
      const reply = await deadline.race(open(call, deadline.signal))
      const text = await deadline.race(readText(reply.body, MAX_REPLY_BYTES))
      return { status: reply.status, headers: reply.headers, text }
    } catch (cause) {
      throw asSwapError(cause, call, deadline.signal)
    } finally {
      deadline.stop()
    }
  }
  return {
    send: async (call) => {
      const pauses = call.method === 'GET' && call.retry !== false ? RETRY_PAUSES_MS : []
      for (let tries = 0; ; tries += 1) {
        const outcome = await attempt(call).then(
          (reply) => (reply.status === 200 ? reply : remoteError(reply, reply.text, clock.now())),
          (error: unknown) => error,
        )
        if (!(outcome instanceof Error)) return outcome as ReadReply
        const pauseMs = pauses[tries]
        if (pauseMs === undefined || isClosed() || !isWorthRetrying(outcome)) throw outcome
        await sleepOrInterrupt(clock, Math.max(pauseMs, (outcome.retryAfterSec ?? 0) * 1000), call.signal)
      }
    },
    async *stream(call, silenceMs, read) {
      const deadline = startDeadline(clock, call.timeoutMs, late, call.signal)
      const hear = async <T>(answer: Promise<T>): Promise<T> => {
        const silence = startLightDeadline(clock, silenceMs, late, deadline.stopped)
        try {
          return await silence.race(answer)
        } finally {
          silence.stop()
        }
      }
      try {
        const reply = await hear(open(call, deadline.signal))
        const items = read(reply, deadline.signal)
        for (;;) {
          const item = await hear(items.next())
          if (item.done === true) return
          yield item.value
        }
      } catch (cause) {
        throw asSwapError(cause, call, deadline.signal)
      } finally {
        deadline.stop()
      }
    },
  }
}

function isWorthRetrying(error: Error): error is SwapError {
  return (
    isSwapError(error) &&
    error.code === 'SERVICE_UNAVAILABLE' &&
    (error.retryAfterSec ?? 0) <= MAX_WAIT_SEC &&
    !isTimeout(error)
  )
}

const TIMEOUT_MESSAGE = 'The server did not answer in time'

function late(): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', TIMEOUT_MESSAGE)
}

function isTimeout(error: SwapError): boolean {
  return error.message === TIMEOUT_MESSAGE
}

async function sleepOrInterrupt(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await clock.sleep(ms, signal)
  } catch (cause) {
    throw new SwapError('INTERRUPTED', 'The call was cancelled', { cause })
  }
}

function asSwapError(cause: unknown, call: TransportCall, signal: AbortSignal): SwapError {
  if (call.signal?.aborted === true) return new SwapError('INTERRUPTED', 'The call was cancelled', { cause })
  if (isSwapError(signal.reason)) return signal.reason
  if (isSwapError(cause)) return cause
  if (cause instanceof BodyTooLarge) return tooLarge(cause)
  const code = causeCode(cause)
  return new SwapError(
    'SERVICE_UNAVAILABLE',
    `The server at ${new URL(call.url).host} cannot be reached${code === undefined ? '' : ` (${code})`}`,
    { hint: 'Check the address, and that the server runs', cause },
  )
}

/** The parts of a body. @throws BAD_GATEWAY when it is too long */
export async function* readReply(reply: HttpReply): AsyncGenerator<Uint8Array> {
  try {
    yield* readBody(reply.body, MAX_REPLY_BYTES)
  } catch (error) {
    throw error instanceof BodyTooLarge ? tooLarge(error) : error
  }
}

function tooLarge(cause: BodyTooLarge): SwapError {
  return new SwapError('BAD_GATEWAY', 'The response of the server is too large', { cause })
}
