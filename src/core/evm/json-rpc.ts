import { defined } from '../defined.ts'
import { isRecord } from '../is-record.ts'
import { cleanText } from '../text/clean-text.ts'
import { RpcError } from './rpc-error.ts'
import type { RpcCall } from '../ports.ts'
import { classOfError } from './node-errors.ts'
import { revertData } from './revert-reason.ts'
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

/** Longest Retry-After that is believed, in seconds. */
const LONGEST_RETRY_SEC = 10 * 60
/** A node that wants a key, or belongs to another chain, is asked again after a week. */
export const USELESS = { retryAfterSec: 7 * 24 * 3_600 } as const

/** A node gave no answer that can be used; another one may. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
  /** As a ProviderError has it: `unavailable` for a node that wants a key. */
  readonly code: 'timeout' | 'rate_limited' | 'unreachable' | 'bad_response' | 'unavailable'
  /** Seconds after which the node says that it may be asked again. */
  readonly retryAfterSec: number | undefined
  /** @param message continues the name of the node: `is busy` */
  constructor(code: NodeFailure['code'], message: string, options: ErrorOptions & { retryAfterSec?: number } = {}) {
    super(message, options)
    this.code = code
    this.retryAfterSec = options.retryAfterSec
  }
}

/** What a node replied. */
export interface NodeReply {
  /** HTTP status. */
  readonly status: number
  /** The JSON of its body; undefined for anything else. */
  readonly body: unknown
  /** Seconds of its Retry-After, where it has one. */
  readonly retryAfterSec?: number | undefined
}

/** The body of a request. @param id from 1 */
export function rpcBody({ method, params }: RpcCall, id: number) {
  return { jsonrpc: '2.0', id, method, params } as const
}

/**
 * The result that a node replies to the call `id`.
 * @throws RpcError for what it says about the call, NodeFailure when the reply says nothing about it
 */
export function readResult({ status, body, retryAfterSec }: NodeReply, id: number): unknown {
  const wait = defined({ retryAfterSec: retryAfterSec && Math.min(retryAfterSec, LONGEST_RETRY_SEC) })
  if (status === 429) throw new NodeFailure('rate_limited', 'limits the rate of requests', wait)
  const error = errorIn(body, id)
  if (error !== undefined) throw failureOf(error, wait)
  // Some nodes put an error into a 4xx or 5xx; anything else with such a status is no answer.
  if (status === 401 || status === 402) throw new NodeFailure('unavailable', `wants a key (${status})`, USELESS)
  if (status === 403) throw new NodeFailure('unavailable', `answered ${status}`, wait)
  if (status >= 500) throw new NodeFailure('unreachable', `answered ${status}`, wait)
  if (status >= 400) throw new NodeFailure('bad_response', `answered ${status}`)
  if (!isRecord(body) || body['id'] !== id || !('result' in body)) {
    throw new NodeFailure('bad_response', 'answered no JSON-RPC')
  }
  return body['result']
}

/** The error itself where it is about the call, otherwise what it says about the node. */
function failureOf(error: RpcError, wait: { readonly retryAfterSec?: number }): RpcError | NodeFailure {
  switch (classOfError(error)) {
    case 'answer':
    case 'other':
      return error
    case 'limited':
      return new NodeFailure('rate_limited', `is busy: ${error.message}`, { cause: error, ...wait })
    case 'locked':
      return new NodeFailure('unavailable', `wants a key: ${error.message}`, { cause: error, ...USELESS })
    case 'busy':
      return new NodeFailure('unreachable', `is busy: ${error.message}`, { cause: error, ...wait })
  }
}

/** The error in a reply to the call `id`; a node that could not read the call does not know its id. */
function errorIn(body: unknown, id: number): RpcError | undefined {
  if (!isRecord(body) || ![id, null, undefined].includes(body['id'] as number)) return undefined
  const { error } = body
  if (!isRecord(error) || typeof error['code'] !== 'number') return undefined
  const { code, message, data } = error
  const words = typeof message === 'string' ? cleanText(message, 300) : 'error without a message'
  return new RpcError(words, code, revertData(data) ?? revertData(message))
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
