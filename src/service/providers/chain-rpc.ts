import { defined } from '../../core/defined.ts'
import { isSafeBaseUrl } from '../../core/text/base-url.ts'
import { RpcError } from '../../core/evm/chain-rpc.ts'
import type { Clock, Json } from '../../core/ports.ts'
import { rpcUrlsOf } from '../../core/evm/public-rpc-urls.ts'
import { AllNodesFailed, askInTurn, chainIdOf, NodeFailure, readResult, rpcBody } from '../../core/evm/json-rpc.ts'
import { ProviderError, type ProviderHttp, type ProviderManifest } from '../../providers/index.ts'
import { withDeadline } from './deadline.ts'
import type { ProviderConnections } from './connections.ts'

/** Longest wait for one RPC, its repetitions included, in milliseconds: for the only one, and for each of several, of which two fit into the deadline of a quote. */
const LONE_DEADLINE_MS = 4_000
const SHARED_DEADLINE_MS = 1_800
/** Largest answer that is read, in bytes: a receipt with thousands of log entries. */
const MAX_BYTES = 4 * 1024 * 1024
/** Each call has a connection of its own, so that they need no numbers. */
const CALL_ID = 1
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
  /** `RPC` and a chain key give the URLs of the user's own RPCs of that chain, separated by commas, used instead of the public ones. */
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
  /** URLs, each with its chain, that were found to be of that chain. */
  const confirmed = new Set<string>()
  const atOneNode = async <T>(chainKey: string, signal: AbortSignal, work: (node: Node) => Promise<T>): Promise<T> => {
    const chain = await parts.chain(chainKey)
    const name = chain?.name ?? chainKey
    const urls = chain === undefined ? [] : rpcUrls(parts, chainKey)
    const deadlineMs = urls.length === 1 ? LONE_DEADLINE_MS : SHARED_DEADLINE_MS
    const askAt = (index: number, url: string): Promise<T> => {
      const confirmChain = async (node: Node) => {
        const known = `${chainKey} ${url}`
        if (confirmed.has(known)) return
        checkChainId(await node.request('eth_chainId', []), name, chain?.chainId)
        confirmed.add(known)
      }
      return withNode(parts, rpcManifest(chainKey, name, index, url), deadlineMs, signal, async (node) => {
        const [chainId, result] = await Promise.allSettled([confirmChain(node), work(node)])
        if (chainId.status === 'rejected') throw chainId.reason
        if (result.status === 'rejected') throw result.reason
        return result.value
      })
    }
    const isFinal = (error: unknown) => signal.aborted || !isNodeTrouble(error)
    try {
      return (await askInTurn(urls.length, 0, (index) => askAt(index, urls[index] ?? ''), isFinal)).value
    } catch (error) {
      if (!(error instanceof AllNodesFailed)) throw error
      const last = error.failures.at(-1)
      if (last instanceof ProviderError) throw named(last, name)
      if (last !== undefined) throw last instanceof Error ? last : new Error('An RPC failed', { cause: last })
      throw new RpcSettingError(
        'missing',
        `No RPC of ${name} is known: name one with swapcli config set rpc.${chainKey} <url>`,
      )
    }
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

/** Another node may do better: anything but a wrong setting. */
function isNodeTrouble(error: unknown): boolean {
  return error instanceof RpcError || (error instanceof ProviderError && !(error instanceof RpcSettingError))
}

function named(error: ProviderError, chainName: string): ProviderError {
  const { code, message, retryAfterSec } = error
  return new ProviderError(code, `The RPC of ${chainName} gave no answer: ${message}`, {
    ...defined({ retryAfterSec }),
    cause: error,
  })
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

async function ask(http: ProviderHttp, method: string, params: readonly Json[]): Promise<unknown> {
  const { status, body } = await http.request({
    method: 'POST',
    path: '',
    readOnly: true,
    maxBytes: MAX_BYTES,
    body: rpcBody({ method, params }, CALL_ID),
  })
  try {
    return readResult({ status, body }, CALL_ID)
  } catch (error) {
    throw error instanceof NodeFailure ? new ProviderError(error.code, `It ${error.message}`, { cause: error }) : error
  }
}

function checkChainId(stated: unknown, chainName: string, chainId: number | undefined): void {
  const id = chainIdOf(stated)
  if (id === undefined) throw new ProviderError('bad_response', 'It does not say of which chain it is')
  if (id === BigInt(chainId ?? -1)) return
  throw new RpcSettingError(
    'wrong',
    `The RPC that is set for ${chainName} is of the chain with id ${id}, not ${chainId}`,
  )
}
