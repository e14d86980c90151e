import { SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { readRetryAfter } from '../../core/text/retry-after.ts'
import { startDeadline } from '../../core/deadline.ts'
import { causeCode } from '../../core/error-code.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { NodeFailure, readResult, rpcBody, toQuantity } from '../../core/evm/json-rpc.ts'
import type { HealthRecord } from '../../core/evm/node-health.ts'
import { AllNodesFailed, createNodePool, WrongChain } from '../../core/evm/node-pool.ts'
import type { NodeList } from '../../core/evm/nodes.ts'
import { SEND_METHOD } from '../../core/evm/private-sending.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { BodyTooLarge, readText } from '../../core/text/read-body.ts'
import type { ChainRpc, Clock, HttpFetch, RpcCall } from '../../core/ports.ts'
import { systemClock } from '../clock.ts'

/** Limit of a response, in bytes after decompression. */
const MAX_BYTES = 8 * 1024 * 1024

interface JsonRpcOptions {
  /** Longest time for one response, body included, in milliseconds. */
  readonly timeoutMs: number
  /** The chain that every node must state; absent where the caller compares. */
  readonly chain?: Pick<CatalogChain, 'key' | 'name' | 'chainId'>
  /** Where the health of public nodes is kept. */
  readonly health?: HealthRecord | undefined
  /** @default the machine's clock */
  readonly clock?: Clock
}

/**
 * JSON-RPC over HTTP. A read starts at the node that answered last, and continues with the next one when a node cannot be
 * reached, is busy, refuses the call, or does not respond with JSON-RPC.
 * @param fetch sends a request; redirects are refused
 */
export function createJsonRpc(fetch: HttpFetch, list: NodeList, options: JsonRpcOptions): ChainRpc {
  const { timeoutMs, chain, health, clock = systemClock } = options
  let nextId = 1
  const pool = createNodePool({ list, chainId: chain?.chainId, clock, health })
  const rpc = pool.rpc(({ url }, call) => {
    nextId += 1
    return askOnce({ fetch, clock, timeoutMs }, url, call, nextId)
  })
  return explainFailures(rpc, chain)
}

/** The same, failing with errors that a user can act on. @param chain which its nodes belong to, where that is compared */
export function explainFailures(rpc: ChainRpc, chain: JsonRpcOptions['chain']): ChainRpc {
  const explain = (error: unknown): unknown => {
    if (error instanceof AllNodesFailed) return summarize(error.failures, chain)
    if (error instanceof NodeFailure) return summarize([error], chain)
    return error instanceof WrongChain && chain !== undefined ? wrongChain(chain, error) : error
  }
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw explain(error)
    }
  }
  return {
    ...rpc,
    request: (call) => explained(rpc.request(call)),
    requestAll: async (call) =>
      (await rpc.requestAll(call)).map((answer) =>
        answer.status === 'fulfilled' ? answer : { ...answer, reason: explain(answer.reason) },
      ),
    requestOperators: (call, count) => explained(rpc.requestOperators(call, count)),
  }
}

/** A URL of another chain would show another chain's money. */
function wrongChain({ key, name, chainId }: NonNullable<JsonRpcOptions['chain']>, { stated }: WrongChain): SwapError {
  const answer = stated === undefined ? 'no chain id' : toQuantity(stated)
  return new SwapError('CONFIG_INVALID', `The node set for ${name} belongs to another chain: it answers ${answer}`, {
    hint: `Name one of ${name} (chain id ${chainId}): swapcli config set rpc.${key} https://…`,
  })
}

/** An error that a node returned for the call tells more than that others were unreachable. */
function summarize(failures: readonly unknown[], chain: JsonRpcOptions['chain']): Error {
  const refused = failures.find((failure) => failure instanceof RpcError)
  if (refused !== undefined) return refused
  const why = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))).join('; ')
  return new SwapError('SERVICE_UNAVAILABLE', `No node of the chain answered: ${why === '' ? 'none is set' : why}`, {
    hint: `Try again, or set another node: swapcli config set rpc.${chain?.key ?? '<chain>'} <url>`,
    cause: failures[0],
  })
}

/** How a node is asked. */
interface Way extends Required<Pick<JsonRpcOptions, 'timeoutMs' | 'clock'>> {
  readonly fetch: HttpFetch
}

/** @throws RpcError, NodeFailure with the host only: the rest of a URL may contain a key */
async function askOnce(way: Way, url: string, call: RpcCall, id: number): Promise<unknown> {
  const late = () => new NodeFailure('timeout', 'did not answer in time')
  const deadline = startDeadline(way.clock, way.timeoutMs, late)
  try {
    return await deadline.race(exchange(way, url, call, id, deadline.signal))
  } catch (error) {
    if (error instanceof RpcError) throw error
    const { code, message, retryAfterSec } = failureOf(deadline.signal.aborted ? deadline.signal.reason : error)
    throw new NodeFailure(code, `${new URL(url).host} ${message}`, { cause: error, ...defined({ retryAfterSec }) })
  } finally {
    deadline.stop()
  }
}

async function exchange({ fetch, clock }: Way, url: string, call: RpcCall, id: number, signal: AbortSignal) {
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
    isSentWhole: call.method === SEND_METHOD,
  })
  const text = await readText(reply.body, MAX_BYTES)
  if (reply.status >= 300 && reply.status < 400) throw new NodeFailure('bad_response', 'answered with a redirect')
  const retryAfterSec = readRetryAfter(reply.headers, clock.now())
  return readResult({ status: reply.status, body: parseJson(text), retryAfterSec }, id)
}

function failureOf(error: unknown): NodeFailure {
  if (error instanceof NodeFailure) return error
  if (error instanceof BodyTooLarge) return new NodeFailure('bad_response', `answered ${error.message}`)
  const reason = causeCode(error)
  return new NodeFailure('unreachable', `cannot be reached${reason === undefined ? '' : ` (${reason})`}`)
}
