import { type ChainRpc, type RpcCall, RpcError } from '../../core/evm/chain-rpc.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { SwapError } from '../../core/api/errors.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { revertData } from '../../core/evm/revert-reason.ts'
import type { HttpFetch, HttpReply } from '../http/http-fetch.ts'

/** Largest answer that is read, in bytes after decompression. */
const MAX_BYTES = 8 * 1024 * 1024
/** Error codes by which a node says that it lacks a method: another one may have it. */
const LACKS_METHOD = [-32601, -32004]
/** Error codes by which a node says that it has no time now: another one may have. */
const TOO_BUSY = [-32005, -32002, -32016, 429]

export interface JsonRpcOptions {
  /** Longest time for one answer of one URL, its body included, in milliseconds. */
  readonly timeoutMs: number
}

/**
 * JSON-RPC 2.0 by POST. A read starts at the URL that answered last and goes on to the next one when a URL cannot be
 * reached, is busy, or answers something that is no JSON-RPC.
 * @param fetch sends one request; redirects are refused
 */
export function createJsonRpc(fetch: HttpFetch, urls: readonly string[], options: JsonRpcOptions): ChainRpc {
  let nextId = 1
  let preferred = 0
  const ask = (url: string, call: RpcCall) => {
    nextId += 1
    return askOnce(fetch, url, call, nextId, options.timeoutMs)
  }
  return {
    request: async (call) => {
      const failures: NodeFailure[] = []
      let lacking: RpcError | undefined
      for (let tried = 0; tried < urls.length; tried += 1) {
        const index = (preferred + tried) % urls.length
        try {
          const result = await ask(urls[index] ?? '', call)
          preferred = index
          return result
        } catch (error) {
          if (error instanceof NodeFailure) failures.push(error)
          else if (error instanceof RpcError && LACKS_METHOD.includes(error.code)) lacking ??= error
          else throw error
        }
      }
      throw lacking ?? unavailable(failures)
    },
    requestAll: (call) =>
      Promise.allSettled(
        urls.map((url) =>
          ask(url, call).catch((error: unknown) => {
            throw error instanceof NodeFailure ? unavailable([error]) : error
          }),
        ),
      ),
  }
}

/** One URL gave no answer that can be used. */
class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
}

function unavailable(failures: readonly NodeFailure[]): SwapError {
  const why = failures.map(({ message }) => message).join('; ')
  return new SwapError('SERVICE_UNAVAILABLE', `No node of the chain answered: ${why === '' ? 'none is set' : why}`, {
    hint: 'Try again, or set another node: swapcli config set rpc.<chain> <url>',
    cause: failures[0],
  })
}

async function askOnce(fetch: HttpFetch, url: string, call: RpcCall, id: number, timeoutMs: number): Promise<unknown> {
  const { host } = new URL(url)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new NodeFailure(`${host} did not answer in time`)), timeoutMs)
  const aborted = new Promise<never>((_resolve, reject) => {
    late.signal.addEventListener('abort', () => reject(late.signal.reason as NodeFailure), { once: true })
  })
  aborted.catch(() => undefined)
  try {
    return await Promise.race([exchange(fetch, url, call, id, late.signal), aborted])
  } catch (error) {
    if (error instanceof NodeFailure || error instanceof RpcError) throw error
    const reason = causeCode(error)
    throw new NodeFailure(`${host} cannot be reached${reason === undefined ? '' : ` (${reason})`}`, { cause: error })
  } finally {
    clearTimeout(timer)
    // Ends a body that nobody reads any more.
    late.abort(new NodeFailure('over'))
  }
}

async function exchange(
  fetch: HttpFetch,
  url: string,
  call: RpcCall,
  id: number,
  signal: AbortSignal,
): Promise<unknown> {
  const { host } = new URL(url)
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip, deflate, br',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: call.method, params: call.params }),
    redirect: 'manual',
    signal,
  })
  const text = await readText(reply, host)
  if (reply.status >= 300 && reply.status < 400) throw new NodeFailure(`${host} answered with a redirect`)
  if (reply.status === 429) throw new NodeFailure(`${host} limits the rate of requests`)
  const answer = parseAnswer(text, id)
  // Some nodes put an error into a 4xx or 5xx; anything else with such a status is no answer.
  if (answer === undefined || (reply.status >= 400 && !('error' in answer))) {
    throw new NodeFailure(reply.status >= 400 ? `${host} answered ${reply.status}` : `${host} answered no JSON-RPC`)
  }
  if (!('error' in answer)) return answer.result
  if (TOO_BUSY.includes(answer.error.code)) throw new NodeFailure(`${host} is busy: ${answer.error.message}`)
  throw answer.error
}

async function readText(reply: HttpReply, host: string): Promise<string> {
  if (reply.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const part of reply.body) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new NodeFailure(`${host} answered more than ${MAX_BYTES} bytes`)
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

type Answer = { readonly result: unknown } | { readonly error: RpcError }

/** Undefined for text that is no answer to the call `id`. */
function parseAnswer(text: string, id: number): Answer | undefined {
  const value = parseJson(text)
  if (!isRecord(value) || value['id'] !== id) return undefined
  const { error } = value
  if (isRecord(error)) {
    const { code, message, data } = error
    const words = typeof message === 'string' ? cleanText(message, 300) : 'error without a message'
    return { error: new RpcError(words, typeof code === 'number' ? code : -32603, revertData(data)) }
  }
  return 'result' in value ? { result: value['result'] } : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function causeCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return causeCode(error.cause)
}
