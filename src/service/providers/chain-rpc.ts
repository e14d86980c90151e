import * as z from 'zod'
import { isSafeBaseUrl } from '../../core/text/base-url.ts'
import { RpcError } from '../../core/evm/chain-rpc.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { Clock, Json } from '../../core/ports.ts'
import { rpcUrlsOf } from '../../core/evm/public-rpc-urls.ts'
import { isRevert, revertData } from '../../core/evm/revert-reason.ts'
import { ProviderError, type ProviderHttp, type ProviderManifest } from '../../providers/index.ts'
import { withDeadline } from './deadline.ts'
import type { ProviderConnections } from './connections.ts'

/** Longest wait for one RPC, its repetitions included, in milliseconds: for the only one, and for each of several, of which two fit into the deadline of a quote. */
const LONE_DEADLINE_MS = 4_000
const SHARED_DEADLINE_MS = 1_800
/** Largest answer that is read, in bytes: a receipt with thousands of log entries. */
const MAX_BYTES = 4 * 1024 * 1024
/** Error codes by which nodes say that they were asked too often, or have no time now. */
const LIMITED: readonly number[] = [-32005, -32016, -32029, -32090, 429]
const BUSY: readonly number[] = [-32002]
const LIMIT_WORDS = /rate.?limit|too many requests|limit exceeded|quota/i

/** JSON-RPC of EVM chains over the user's own URLs or public ones, https://ethereum.github.io/execution-apis */
export interface ServiceRpc {
  /**
   * One call, at one URL of the chain after the other until one answers.
   * @throws RpcError for what a node says about the call, ProviderError when no node could be used
   */
  request(chainKey: string, method: string, params: readonly Json[], signal: AbortSignal): Promise<unknown>
  /**
   * Several calls that must see the same chain, all at one URL; the next URL is tried from the start when `work` fails.
   * @throws what the last `work` threw
   */
  atOneNode<T>(chainKey: string, signal: AbortSignal, work: (node: Node) => Promise<T>): Promise<T>
}

/** One URL of a chain. */
export interface Node {
  /** @throws RpcError ProviderError */
  request(method: string, params: readonly Json[]): Promise<unknown>
}

export interface ServiceRpcParts {
  readonly clock: Clock
  readonly connections: Pick<ProviderConnections, 'http'>
  /** `RPC` and a chain key give the URLs of the user's own RPCs of that chain, parted by commas, used instead of the public ones. */
  setting(providerKey: string, name: string): string | undefined
  /** Name and EIP-155 id of a chain of the catalog. */
  chain(chainKey: string): Promise<{ readonly name: string; readonly chainId: number } | undefined>
}

/** The RPC of a chain cannot be used as it is set: asking again is no use. */
export class RpcSettingError extends ProviderError {
  /** `missing` when no URL is known for the chain, `wrong` when what is set cannot be right. */
  readonly setting: 'missing' | 'wrong'
  constructor(setting: 'missing' | 'wrong', message: string) {
    super('unavailable', message)
    this.setting = setting
  }
}

/** Each URL is asked once whether it is of the chain that it is set for, together with the first call; a wrong one is an error. */
export function createServiceRpc(parts: ServiceRpcParts): ServiceRpc {
  /** URLs, each with its chain, that have proved to be of that chain. */
  const proved = new Set<string>()
  const atOneNode = async <T>(chainKey: string, signal: AbortSignal, work: (node: Node) => Promise<T>): Promise<T> => {
    const chain = await parts.chain(chainKey)
    const name = chain?.name ?? chainKey
    const urls = chain === undefined ? [] : rpcUrls(parts, chainKey)
    let last: ProviderError | RpcError | undefined
    for (const [index, url] of urls.entries()) {
      const prove = async (node: Node) => {
        const known = `${chainKey} ${url}`
        if (proved.has(known)) return
        checkChainId(await node.request('eth_chainId', []), name, chain?.chainId)
        proved.add(known)
      }
      try {
        const deadlineMs = urls.length === 1 ? LONE_DEADLINE_MS : SHARED_DEADLINE_MS
        return await withNode(parts, rpcManifest(chainKey, name, index, url), deadlineMs, signal, async (node) => {
          const [proof, result] = await Promise.allSettled([prove(node), work(node)])
          if (proof.status === 'rejected') throw proof.reason
          if (result.status === 'rejected') throw result.reason
          return result.value
        })
      } catch (error) {
        if (signal.aborted || !isNodeTrouble(error)) throw error
        last = error
      }
    }
    if (last instanceof ProviderError) throw named(last, name)
    if (last !== undefined) throw last
    throw new RpcSettingError(
      'missing',
      `No RPC of ${name} is known: name one with swapcli config set rpc.${chainKey} <url>`,
    )
  }
  return {
    atOneNode,
    request: (chainKey, method, params, signal) => atOneNode(chainKey, signal, (node) => node.request(method, params)),
  }
}

function rpcUrls(parts: ServiceRpcParts, chainKey: string): readonly string[] {
  const urls = rpcUrlsOf(chainKey, parts.setting('RPC', chainKey))
  if (!urls.every(isSafeBaseUrl)) {
    throw new RpcSettingError(
      'wrong',
      `The setting for the RPC of ${chainKey} must be https addresses without query (http only for this machine)`,
    )
  }
  return urls
}

/** An RPC as the connections know providers: each has a circuit breaker of its own. */
function rpcManifest(chainKey: string, chainName: string, index: number, url: string): ProviderManifest {
  return {
    key: `RPC_${chainKey.toUpperCase().replaceAll('-', '_')}${index === 0 ? '' : `_${index + 1}`}`,
    name: `RPC of ${chainName}`,
    image: '',
    type: 'SERVICE',
    hosts: [new URL(url).host],
    baseUrl: url,
    docs: 'https://ethereum.github.io/execution-apis',
  }
}

/** Another node may do better: anything but a wrong setting and what is true of the call at every node. */
function isNodeTrouble(error: unknown): error is ProviderError | RpcError {
  if (error instanceof RpcSettingError) return false
  return error instanceof RpcError ? !isRevert(error) : error instanceof ProviderError
}

function named(error: ProviderError, chainName: string): ProviderError {
  const { code, message, retryAfterSec } = error
  const wait = retryAfterSec === undefined ? {} : { retryAfterSec }
  return new ProviderError(code, `The RPC of ${chainName} gave no answer: ${message}`, { ...wait, cause: error })
}

async function withNode<T>(
  { clock, connections }: ServiceRpcParts,
  manifest: ProviderManifest,
  deadlineMs: number,
  signal: AbortSignal,
  work: (node: Node) => Promise<T>,
): Promise<T> {
  return withDeadline(clock, deadlineMs, signal, 'The caller did not wait for the answer', (stop) => {
    const http = connections.http(manifest, stop)
    return work({ request: (method, params) => ask(http, method, params) })
  })
}

const answerSchema = z.union([
  z.object({ error: z.looseObject({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
  z.object({ result: z.unknown() }),
])

async function ask(http: ProviderHttp, method: string, params: readonly Json[]): Promise<unknown> {
  const reply = await http.request({
    method: 'POST',
    path: '',
    readOnly: true,
    maxBytes: MAX_BYTES,
    body: { jsonrpc: '2.0', id: 1, method, params },
  })
  const answer = answerSchema.safeParse(reply.body).data
  // Some nodes put an error into a 4xx; anything else with such a status is no answer.
  if (answer === undefined || (reply.status !== 200 && !('error' in answer))) {
    throw new ProviderError('bad_response', `It answered ${reply.status === 200 ? 'no JSON-RPC' : reply.status}`)
  }
  if (!('error' in answer)) return answer.result
  throw nodeError(answer.error)
}

function nodeError(stated: { code: number; message: string; data?: unknown }): RpcError | ProviderError {
  const error = new RpcError(cleanText(stated.message, 300), stated.code, revertData(stated.data))
  if (isRevert(error)) return error
  if (LIMITED.includes(error.code) || LIMIT_WORDS.test(error.message)) {
    return new ProviderError('rate_limited', 'It limits the rate of requests', { cause: error })
  }
  return BUSY.includes(error.code) ? new ProviderError('unreachable', 'It is busy', { cause: error }) : error
}

function checkChainId(stated: unknown, chainName: string, chainId: number | undefined): void {
  if (typeof stated !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(stated)) {
    throw new ProviderError('bad_response', 'It does not say of which chain it is')
  }
  if (BigInt(stated) === BigInt(chainId ?? -1)) return
  throw new RpcSettingError(
    'wrong',
    `The RPC that is set for ${chainName} is of the chain with id ${BigInt(stated)}, not ${chainId}`,
  )
}
