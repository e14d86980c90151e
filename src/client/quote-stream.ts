import type { QuoteEvent, QuoteResult } from '../core/api/documents.ts'
import { isSwapError, SwapError } from '../core/api/errors.ts'
import { QUOTE_DEADLINE_SEC } from '../core/swap/defaults.ts'
import { rankRoutes } from '../core/swap/ranking.ts'
import type { QuoteRequest } from '../core/api/service.ts'
import type { HttpReply } from '../core/ports.ts'
import { warnEvent } from './route-warnings.ts'
import { remoteError, streamedError } from './remote-error.ts'
import { readReply, type Transport } from './transport.ts'
import { bodyText, readQuoteEvent } from './wire.ts'

/** Statuses of a server without this path. */
const UNKNOWN_PATH = new Set([404, 405, 501])

/**
 * Longest silence of a server that quotes, in milliseconds. One that waits for its providers sends white space meanwhile; one
 * that does not do so yet has ended by then where its deadline is the default.
 */
const SILENCE_MS = (QUOTE_DEADLINE_SEC + 5) * 1000

/** Message of the internal error when the server has no stream. */
const NO_STREAM = 'no stream here'

/**
 * Quotes over the stream that swapcli's server offers outside the API. When the caller cancels, it ends with what has
 * arrived, as in process.
 * @param target its `timeoutMs` is the longest time for all of it, in milliseconds
 * @returns false, before yielding anything, when the server has no such stream
 * @throws SERVICE_UNAVAILABLE when the server falls silent
 */
export async function* streamQuote(
  transport: Transport,
  target: { readonly url: string; readonly timeoutMs: number },
  request: QuoteRequest,
  nowMs: () => number,
  signal: AbortSignal | undefined,
): AsyncGenerator<QuoteEvent, boolean, undefined> {
  const arrived: QuoteResult = { data: [], verdicts: [] }
  const call = { ...target, method: 'POST', body: bodyText(request), signal } as const
  try {
    for await (const stated of transport.stream(call, SILENCE_MS, (reply) => readEvents(reply, nowMs))) {
      if (stated === undefined) continue
      const event = warnEvent(stated, request.slippage)
      if (event.type === 'routes') arrived.data.push(...event.routes)
      if (event.type === 'verdict') arrived.verdicts.push(event.verdict)
      yield event
    }
  } catch (error) {
    if (isSwapError(error) && error.message === NO_STREAM) return false
    if (signal?.aborted !== true) throw error
    yield { type: 'done', result: { ...arrived, data: rankRoutes(arrived.data, 'best') } }
  }
  return true
}

/** The events of a stream; undefined for a sign of life. */
async function* readEvents(reply: HttpReply, nowMs: () => number): AsyncGenerator<QuoteEvent | undefined> {
  const isStream = reply.headers.get('content-type')?.startsWith('application/x-ndjson') === true
  if (UNKNOWN_PATH.has(reply.status) || (reply.status === 200 && !isStream)) throw new SwapError('NOT_FOUND', NO_STREAM)
  const lines = readLines(reply)
  if (reply.status !== 200) {
    let body = ''
    for await (const line of lines) body += line
    throw remoteError(reply, body, nowMs())
  }
  for await (const line of lines) {
    const event = line === '' ? undefined : readQuoteEvent(line)
    if (event?.type === 'error') throw streamedError(event.error)
    yield event
    if (event?.type === 'done') return
  }
  throw new SwapError('BAD_GATEWAY', 'The server broke off in the middle of a quote')
}

/** Lines that are not blank; "" for a part of one. */
async function* readLines(reply: HttpReply): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // Of a long line, which is not looked through anew with each of its chunks.
  let begun: string[] = []
  for await (const chunk of readReply(reply)) {
    const text = decoder.decode(chunk, { stream: true })
    if (!text.includes('\n')) {
      begun.push(text)
      yield ''
      continue
    }
    const lines = (begun.join('') + text).split('\n')
    begun = [lines.pop() ?? '']
    for (const line of lines) if (line.trim() !== '') yield line
  }
  const rest = begun.join('') + decoder.decode()
  if (rest.trim() !== '') yield rest
}
