import { isRecord } from '../is-record.ts'
import { cleanText } from '../text/clean-text.ts'
import { RpcError } from './rpc-error.ts'
import type { RpcCall } from '../ports.ts'
import { isRevert, revertData } from './revert-reason.ts'
import { HEX_BYTES } from '../text/hex.ts'

/*
 * JSON-RPC 2.0 as nodes of EVM chains speak it, without a connection: https://ethereum.github.io/execution-apis. Wallet
 * and service send it over connections of their own, the service behind its circuit breakers.
 *
 * viem (2.57.1) signs, reads signed bytes and normalizes names. Its client stays out: its actions take what no honest
 * node answers (`getBalance` reads '' as 0 and true as 1, `call` passes on what is no hex), and cost 20 ms to load, or
 * 400 ms from the library, whose packages are not bundled. Its HTTP transport reads replies of any size and depth, and
 * its `eth_fillTransaction` lets the node choose the chain id of what is signed.
 */

/** Error codes of nodes that limit the rate of requests, and of busy ones. */
const LIMITED: readonly number[] = [-32005, -32016, -32029, -32090, 429]
const BUSY: readonly number[] = [-32002]
const LIMIT_WORDS = /rate.?limit|too many requests|(?<!gas )limit exceeded|quota/i

/** A node gave no answer that can be used; another one may. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
  /** As a ProviderError has it. */
  readonly code: 'timeout' | 'rate_limited' | 'unreachable' | 'bad_response'
  /** @param message continues the name of the node: `is busy` */
  constructor(code: NodeFailure['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** What a node replied. */
export interface NodeReply {
  /** HTTP status. */
  readonly status: number
  /** The JSON of its body; undefined for anything else. */
  readonly body: unknown
}

/** The body of a request. @param id from 1 */
export function rpcBody({ method, params }: RpcCall, id: number) {
  return { jsonrpc: '2.0', id, method, params } as const
}

/**
 * The result that a node replies to the call `id`.
 * @throws RpcError for what it says about the call, NodeFailure when the reply says nothing about it
 */
export function readResult({ status, body }: NodeReply, id: number): unknown {
  if (status === 429) throw new NodeFailure('rate_limited', 'limits the rate of requests')
  const error = errorIn(body, id)
  if (error === undefined) {
    // Some nodes put an error into a 4xx or 5xx; anything else with such a status is no answer.
    if (status >= 400) throw new NodeFailure(status >= 500 ? 'unreachable' : 'bad_response', `answered ${status}`)
    if (!isRecord(body) || body['id'] !== id || !('result' in body)) {
      throw new NodeFailure('bad_response', 'answered no JSON-RPC')
    }
    return body['result']
  }
  if (isRevert(error)) throw error
  if (LIMITED.includes(error.code) || LIMIT_WORDS.test(error.message)) {
    throw new NodeFailure('rate_limited', `is busy: ${error.message}`, { cause: error })
  }
  if (BUSY.includes(error.code)) throw new NodeFailure('unreachable', `is busy: ${error.message}`, { cause: error })
  throw error
}

/** The error in a reply to the call `id`; a node that could not read the call does not know its id. */
function errorIn(body: unknown, id: number): RpcError | undefined {
  if (!isRecord(body) || ![id, null, undefined].includes(body['id'] as number)) return undefined
  const { error } = body
  if (!isRecord(error) || typeof error['code'] !== 'number') return undefined
  const { code, message, data } = error
  const words = typeof message === 'string' ? cleanText(message, 300) : 'error without a message'
  return new RpcError(words, code, revertData(data))
}

/** Every node failed. */
export class AllNodesFailed extends Error {
  override readonly name = 'AllNodesFailed'
  /** One of each node in the order of asking; none where there is no node. */
  readonly failures: readonly unknown[]
  constructor(failures: readonly unknown[]) {
    super('no node answered')
    this.failures = failures
  }
}

/**
 * Asks nodes one after the other until one answers. A revert ends it, since every node would say the same, and so does an
 * error that `isFinal` names.
 * @param first the node to begin with, from 0
 * @throws AllNodesFailed, and what ended it
 */
export async function askInTurn<T>(
  count: number,
  first: number,
  ask: (node: number) => Promise<T>,
  isFinal: (error: unknown) => boolean,
): Promise<{ readonly value: T; readonly node: number }> {
  const failures: unknown[] = []
  for (let tried = 0; tried < count; tried += 1) {
    const node = (first + tried) % count
    try {
      return { value: await ask(node), node }
    } catch (error) {
      if ((error instanceof RpcError && isRevert(error)) || isFinal(error)) throw error
      failures.push(error)
    }
  }
  throw new AllNodesFailed(failures)
}

/** The number in an answer such as `0x1f`; undefined for anything else. */
export function quantityOf(answer: unknown): bigint | undefined {
  return typeof answer === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(answer) ? BigInt(answer) : undefined
}

/** A number from 0 as nodes take it: 0x-hex without leading zeros. */
export function toQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}

/** True for 0x-hex of whole bytes. */
export function isHex(answer: unknown): answer is string {
  return typeof answer === 'string' && HEX_BYTES.test(answer)
}

/** An answer's fields; none for anything that is no object. */
export function recordOf(answer: unknown): Readonly<Record<string, unknown>> {
  return isRecord(answer) ? answer : {}
}
