import { isInteger, isSafeNumber, parse as parseLossless } from 'lossless-json'
import type { Deadline } from '../../core/deadline.ts'
import { defined } from '../../core/defined.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { readRetryAfter } from '../../core/text/retry-after.ts'
import { isDeeplyNested } from '../../core/text/json-depth.ts'
import { BodyTooLarge, readText } from '../../core/text/read-body.ts'
import type { Clock, HttpFetch, HttpReply } from '../../core/ports.ts'
import { type ProviderCall, ProviderError, type ProviderHttp, type ProviderReply } from '../../providers/index.ts'
import { DeadlinePassed, withDeadline } from './deadline.ts'
import type { ProviderGate } from './gate.ts'

/** Default limit of a response, in bytes after decompression. */
const MAX_BYTES = 2 * 1024 * 1024
/** Most attempts of a call that is safe to repeat. */
const MAX_TRIES = 3
/** Upper bounds of the random pauses before the second and third attempt, in milliseconds. */
const PAUSES_MS = [250, 1_000] as const
/** Longest Retry-After that a call waits for, in milliseconds. */
const MAX_WAIT_MS = 2_000
/** What a call ends with once its caller has left. */
const LEFT = 'The caller did not wait for the answer'

/** What requests to one provider are made with. */
export interface ProviderHttpParts {
  readonly clock: Clock
  readonly fetch: HttpFetch
  /** A number from 0 to below 1, for the jitter. */
  readonly random: () => number
  /** Base URL without trailing slash. */
  readonly baseUrl: string
  /** True when the user set the base URL, which then replaces all hosts of the provider. */
  readonly overridden: boolean
  /** True for a provider that has a setting for a key, which a refusal may be about. */
  readonly takesKey: boolean
  /** Host names that may be called. */
  readonly hosts: ReadonlySet<string>
  readonly userAgent: string
  readonly gate: ProviderGate
  readonly signal: AbortSignal
  /** Stops the deadline of the call while a request waits for a connection. */
  readonly hold: Deadline['hold']
  /** When what these requests are for was begun, in epoch milliseconds. @default each with itself */
  readonly begunAtMs?: number | undefined
  /** The longest time for a call that another host can answer too, in milliseconds. @default that of the call */
  readonly hostMs?: (() => number) | undefined
  /** Called with the duration of each readable response, in milliseconds. */
  readonly onAnswer: (ms: number) => void
}

/** HTTP for one provider: its own hosts only, JSON only, bounded in size, depth and time, retried only when safe. */
export function createProviderHttp(parts: ProviderHttpParts): ProviderHttp {
  return {
    request: async (call) => {
      const url = buildUrl(parts, call)
      const repeatable = call.readOnly ?? call.method === 'GET'
      const startedAtMs = parts.begunAtMs ?? parts.clock.now()
      for (let attempt = 1; ; attempt += 1) {
        await parts.gate.enter(call.outsideBudget !== true)
        try {
          return await tryInTime(parts, call, url)
        } catch (error) {
          const failure = asFailure(error, parts.signal)
          const pauseMs = repeatable ? pauseBefore(failure, attempt, parts.random) : undefined
          if (pauseMs !== undefined && (await pause(parts, pauseMs))) continue
          // Counted once per call, however many attempts it took.
          if (!isCancelled(parts.signal)) await parts.gate.noteFailure(failure, startedAtMs)
          throw failure
        }
      }
    },
  }
}

function buildUrl(parts: ProviderHttpParts, call: ProviderCall): string {
  const base = parts.overridden ? parts.baseUrl : (call.baseUrl ?? parts.baseUrl)
  const url = new URL(`${base}${call.path}`)
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.append(name, String(value))
  }
  if (!parts.overridden && !parts.hosts.has(url.host))
    throw new Error(`the adapter called a host outside its manifest: ${url.host}`)
  return url.href
}

/** A host that is silent is given up while there is time to ask another one. */
async function tryInTime(parts: ProviderHttpParts, call: ProviderCall, url: string): Promise<ProviderReply> {
  const hostMs = call.isOneOfSeveral === true ? parts.hostMs?.() : undefined
  if (hostMs === undefined) return tryOnce(parts, call, url)
  return withDeadline(parts.clock, hostMs, parts.signal, LEFT, async (signal, holdHost) => {
    const hold = () => {
      const releases = [parts.hold(), holdHost()]
      return () => releases.forEach((release) => release())
    }
    try {
      return await tryOnce({ ...parts, signal, hold }, call, url)
    } catch (error) {
      throw asFailure(error, signal)
    }
  })
}

async function tryOnce(parts: ProviderHttpParts, call: ProviderCall, url: string): Promise<ProviderReply> {
  const sent = call.bodyText ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  const calledMs = monotonicMs(parts.clock)
  let sentMs: number | undefined
  const reply = await parts.fetch(url, {
    method: call.method,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': parts.userAgent,
      ...defined({ 'content-type': sent === undefined ? undefined : 'application/json' }),
      ...call.headers,
    },
    ...defined({ body: sent }),
    redirect: 'manual',
    signal: parts.signal,
    onWait: () => {
      const release = parts.hold()
      return () => {
        sentMs ??= monotonicMs(parts.clock)
        release()
      }
    },
  })
  const result = await readReply(reply, call, parts)
  parts.onAnswer(monotonicMs(parts.clock) - (sentMs ?? calledMs))
  await parts.gate.noteSuccess()
  return result
}

/** Waits before the next attempt; false when the deadline passes first. */
async function pause(parts: ProviderHttpParts, pauseMs: number): Promise<boolean> {
  return parts.clock.sleep(pauseMs, parts.signal).then(
    () => true,
    () => false,
  )
}

/** True when the caller cancelled, or this process was late itself, which says nothing about the provider. */
function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DeadlinePassed && !reason.isOurs)
}

async function readReply(
  reply: HttpReply,
  call: ProviderCall,
  { clock, takesKey }: Pick<ProviderHttpParts, 'clock' | 'takesKey'>,
): Promise<ProviderReply> {
  const nowMs = clock.now()
  const { status } = reply
  const isAccepted = call.acceptStatuses?.includes(status) === true
  if (status >= 300 && status < 400 && !isAccepted)
    throw await refuse(reply, 'bad_response', 'It responded with a redirect, which is never followed')
  if (status === 429) {
    throw await refuse(reply, 'rate_limited', 'It limits the rate of requests', readRetryAfter(reply.headers, nowMs))
  }
  if (status >= 500 && !isAccepted) {
    throw await refuse(
      reply,
      'unreachable',
      `It responded with a server error (${status})`,
      readRetryAfter(reply.headers, nowMs),
    )
  }
  if ((status === 401 || status === 403) && !isAccepted) {
    throw await refuse(
      reply,
      'unavailable',
      `It refused the request (${status})${takesKey ? ': the API key is missing or not accepted' : ''}`,
    )
  }
  const text = await readReplyText(reply, call.maxBytes ?? MAX_BYTES)
  const isEmpty = call.mayBeEmpty === true && text.trim() === ''
  return { status, body: isAccepted || isEmpty ? jsonIn(text) : parseExactJson(text), text }
}

async function refuse(
  reply: HttpReply,
  code: ProviderError['code'],
  message: string,
  retryAfterSec?: number,
): Promise<ProviderError> {
  // Reading the rest keeps the connection alive; a long body is not worth it.
  await readText(reply.body, 64 * 1024).catch(() => undefined)
  return new ProviderError(code, message, defined({ retryAfterSec }))
}

async function readReplyText(reply: HttpReply, maxBytes: number): Promise<string> {
  try {
    return await readText(reply.body, maxBytes)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    throw new ProviderError('bad_response', `Its response is larger than ${maxBytes} bytes`)
  }
}

/** The JSON of a reply whose status says enough: what stands before an API answers such in HTML, or without a body. */
function jsonIn(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/** Parses JSON; integers above 2^53 become strings of their digits. @throws ProviderError bad_response */
export function parseExactJson(text: string): unknown {
  if (isDeeplyNested(text)) throw new ProviderError('bad_response', 'Its response is nested too deeply')
  try {
    // The exact parser is slower, and needed only for long runs of digits.
    return /\d{16}/.test(text) ? parseLossless(text, undefined, exactNumber) : JSON.parse(text)
  } catch {
    const start = JSON.stringify(cleanText(text.slice(0, 60), 60))
    throw new ProviderError('bad_response', `Its response is not JSON: ${start}`)
  }
}

function exactNumber(text: string): number | string {
  return isInteger(text) && !isSafeNumber(text) ? text : Number(text)
}

function asFailure(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error
  if (signal.aborted && signal.reason instanceof ProviderError) return signal.reason
  return new ProviderError('unreachable', 'It cannot be reached', { cause: error })
}

/** Pause before the next attempt, in milliseconds; undefined when there is none. */
function pauseBefore(failure: ProviderError, attempt: number, random: () => number): number | undefined {
  const most = PAUSES_MS[attempt - 1]
  if (most === undefined || attempt >= MAX_TRIES || failure.code !== 'unreachable') return undefined
  const wantedMs = (failure.retryAfterSec ?? 0) * 1000
  if (wantedMs > MAX_WAIT_MS) return undefined
  return Math.max(wantedMs, Math.round(most * random()))
}
