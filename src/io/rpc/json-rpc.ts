import { SwapError } from '../../core/api/errors.ts'
import { startDeadline } from '../../core/deadline.ts'
import { causeCode } from '../../core/error-code.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { AllNodesFailed, askInTurn, NodeFailure, readResult, rpcBody } from '../../core/evm/json-rpc.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { BodyTooLarge, readText } from '../../core/text/read-body.ts'
import type { ChainRpc, HttpFetch, OperatorAnswer, RpcCall } from '../../core/ports.ts'
import { systemClock } from '../clock.ts'

/** Limit of a response, in bytes after decompression. */
const MAX_BYTES = 8 * 1024 * 1024

interface JsonRpcOptions {
  /** Longest time for one response, body included, in milliseconds. */
  readonly timeoutMs: number
  /** True for nodes that the user set. @default true */
  readonly isOwn?: boolean
  /** Who runs the node of a URL. @default its host */
  readonly operatorOf?: (url: string) => string
}

/**
 * JSON-RPC over HTTP. A read starts at the URL that answered last, and continues with the next one when a URL cannot be
 * reached, is busy, refuses the call, or does not respond with JSON-RPC.
 * @param fetch sends a request; redirects are refused
 */
export function createJsonRpc(fetch: HttpFetch, urls: readonly string[], options: JsonRpcOptions): ChainRpc {
  let nextId = 1
  let preferred = 0
  const byOperator = groupByOperator(urls, options.operatorOf ?? ((url) => new URL(url).host))
  const ask = (url: string, call: RpcCall) => {
    nextId += 1
    return askOnce(fetch, url, call, nextId, options.timeoutMs)
  }
  return {
    request: async (call) => {
      try {
        const { value, node } = await askInTurn(urls.length, preferred, (index) => ask(urls[index] ?? '', call), isBug)
        preferred = node
        return value
      } catch (error) {
        throw error instanceof AllNodesFailed ? summarize(error.failures) : error
      }
    },
    requestAll: (call) =>
      Promise.allSettled(
        urls.map((url) =>
          ask(url, call).catch((error: unknown) => {
            throw error instanceof NodeFailure ? summarize([error]) : error
          }),
        ),
      ),
    isOwn: options.isOwn ?? true,
    operators: [...byOperator.keys()],
    requestOperators: async (call, count) => {
      const waiting = [...byOperator]
      /** One after the other until an operator answers. */
      const hearNext = async (): Promise<OperatorAnswer | undefined> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const [operator, own] = next
          try {
            return {
              operator,
              value: (await askInTurn(own.length, 0, (index) => ask(own[index] ?? '', call), isBug)).value,
            }
          } catch (error) {
            const answered =
              error instanceof AllNodesFailed ? error.failures.find((one) => one instanceof RpcError) : error
            if (answered instanceof RpcError) return { operator, error: answered }
            if (!(error instanceof AllNodesFailed)) throw error
          }
        }
        return undefined
      }
      const heard = await Promise.all(Array.from({ length: count }, hearNext))
      return heard.filter((answer) => answer !== undefined)
    },
  }
}

function groupByOperator(
  urls: readonly string[],
  operatorOf: (url: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>()
  for (const url of urls) groups.set(operatorOf(url), [...(groups.get(operatorOf(url)) ?? []), url])
  return groups
}

function isBug(error: unknown): boolean {
  return !(error instanceof RpcError || error instanceof NodeFailure)
}

/** An error that a node returned for the call tells more than that others were unreachable. */
function summarize(failures: readonly unknown[]): Error {
  const refused = failures.find((failure) => failure instanceof RpcError)
  if (refused !== undefined) return refused
  const why = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))).join('; ')
  return new SwapError('SERVICE_UNAVAILABLE', `No node of the chain answered: ${why === '' ? 'none is set' : why}`, {
    hint: 'Try again, or set another node: swapcli config set rpc.<chain> <url>',
    cause: failures[0],
  })
}

/** @throws RpcError, NodeFailure with the host only: the rest of a URL may contain a key */
async function askOnce(fetch: HttpFetch, url: string, call: RpcCall, id: number, timeoutMs: number): Promise<unknown> {
  const late = () => new NodeFailure('timeout', 'did not answer in time')
  const deadline = startDeadline(systemClock, timeoutMs, late)
  try {
    return await deadline.race(exchange(fetch, url, call, id, deadline.signal))
  } catch (error) {
    if (error instanceof RpcError) throw error
    const { code, message } = failureOf(deadline.signal.aborted ? deadline.signal.reason : error)
    throw new NodeFailure(code, `${new URL(url).host} ${message}`, { cause: error })
  } finally {
    deadline.stop()
  }
}

async function exchange(fetch: HttpFetch, url: string, call: RpcCall, id: number, signal: AbortSignal) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip, deflate, br',
      'content-type': 'application/json',
    },
    body: JSON.stringify(rpcBody(call, id)),
    redirect: 'manual',
    signal,
  })
  const text = await readText(reply.body, MAX_BYTES)
  if (reply.status >= 300 && reply.status < 400) throw new NodeFailure('bad_response', 'answered with a redirect')
  return readResult({ status: reply.status, body: parseJson(text) }, id)
}

function failureOf(error: unknown): NodeFailure {
  if (error instanceof NodeFailure) return error
  if (error instanceof BodyTooLarge) return new NodeFailure('bad_response', `answered ${error.message}`)
  const reason = causeCode(error)
  return new NodeFailure('unreachable', `cannot be reached${reason === undefined ? '' : ` (${reason})`}`)
}
