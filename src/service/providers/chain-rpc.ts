import { defined } from '../../core/defined.ts'
import { isSafeBaseUrl } from '../../core/text/base-url.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import type { Clock, Json } from '../../core/ports.ts'
import { rpcUrlsOf } from '../../core/evm/public-rpc-urls.ts'
import { AllNodesFailed, askInTurn, NodeFailure, quantityOf, readResult, rpcBody } from '../../core/evm/json-rpc.ts'
import { ProviderError, type ProviderHttp, type ProviderManifest } from '../../providers/index.ts'
import { withDeadline } from './deadline.ts'
import type { ProviderConnections } from './connections.ts'

/** Longest time for one RPC, retries included, in milliseconds: a single one, and each of several, of which two fit into a quote's deadline. */
const LONE_DEADLINE_MS = 4_000
const SHARED_DEADLINE_MS = 1_800
/** Limit of a response, in bytes: enough for a receipt with thousands of log entries. */
const MAX_BYTES = 4 * 1024 * 1024
/** Each call is a request of its own, so the ids need not differ. */
const CALL_ID = 1
/** JSON-RPC of EVM chains over the user's own URLs or public ones, https://ethereum.github.io/execution-apis */
export interface ServiceRpc {
  /**
   * One call, to the chain's URLs in order until one answers.
   * @throws RpcError when a node answers with an error, ProviderError when none answers
   */
  request(chainKey: string, method: string, params: readonly Json[], signal: AbortSignal): Promise<unknown>
  /**
   * Several calls to the same URL; when `work` fails, it runs again with the next URL.
   * @throws what the last `work` threw
   */
  atOneNode<T>(chainKey: string, signal: AbortSignal, work: (node: Node) => Promise<T>): Promise<T>
}

/** One URL of a chain. */
export interface Node {
  /** @throws RpcError ProviderError */
  request(method: string, params: readonly Json[]): Promise<unknown>
}

interface ServiceRpcParts {
  readonly clock: Clock
  readonly connections: Pick<ProviderConnections, 'http'>
  /** With `RPC` and a chain key: the user's RPC URLs for the chain, separated by commas, instead of the public ones. */
  setting(providerKey: string, name: string): string | undefined
  /** Name and EIP-155 id of a chain of the catalog. */
  chain(chainKey: string): Promise<{ readonly name: string; readonly chainId: number } | undefined>
}

/** The RPC setting of a chain is missing or wrong: a retry does not help. */
export class RpcSettingError extends ProviderError {
  /** `missing` when the chain has no URL, `wrong` when the setting is invalid. */
  readonly setting: 'missing' | 'wrong'
  constructor(setting: 'missing' | 'wrong', message: string) {
    super('unavailable', message)
    this.setting = setting
  }
}

/** Verifies the chain id of each URL once, along with its first call. */
export function createServiceRpc(parts: ServiceRpcParts): ServiceRpc {
  /** Pairs of chain and URL whose chain id is verified. */
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
      if (last instanceof ProviderError) throw withChainName(last, name)
      if (last !== undefined) throw last instanceof Error ? last : new Error('An RPC failed', { cause: last })
      throw new RpcSettingError(
        'missing',
        `No RPC of ${name} is known: set one with swapcli config set rpc.${chainKey} <url>`,
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
      `The RPC setting of ${chainKey} must be https URLs without a query (http only on this machine)`,
    )
  }
  return urls
}

/** The manifest of an RPC, so that each has a circuit breaker of its own. */
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

/** True for a failure that another node may not have: any but a wrong setting. */
function isNodeTrouble(error: unknown): boolean {
  return error instanceof RpcError || (error instanceof ProviderError && !(error instanceof RpcSettingError))
}

function withChainName(error: ProviderError, chainName: string): ProviderError {
  const { code, message, retryAfterSec } = error
  return new ProviderError(code, `The RPC of ${chainName} failed: ${message}`, {
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
  const id = quantityOf(stated)
  if (id === undefined) throw new ProviderError('bad_response', 'It does not state its chain id')
  if (id === BigInt(chainId ?? -1)) return
  throw new RpcSettingError('wrong', `The RPC set for ${chainName} serves the chain with id ${id}, not ${chainId}`)
}
