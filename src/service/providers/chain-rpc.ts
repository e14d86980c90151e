import { defined } from '../../core/defined.ts'
import { isSafeBaseUrl } from '../../core/text/base-url.ts'
import type { ChainRpc, Clock, DocumentStore, Json, RpcCall } from '../../core/ports.ts'
import { NodesDisagree, readAgreed } from '../../core/evm/agreement.ts'
import { NodeFailure, readResult, rpcBody } from '../../core/evm/json-rpc.ts'
import { createHealthRecord } from '../../core/evm/node-health.ts'
import { AllNodesFailed, type AskNode, createNodePool, type NodePool, WrongChain } from '../../core/evm/node-pool.ts'
import { type ChainNode, type NodeList, nodesOf, type PublicNodes } from '../../core/evm/nodes.ts'
import { HOST_SHARE, ROUTES_DEADLINE_MS } from '../../core/swap/defaults.ts'
import {
  type AgreedRead,
  type AgreedValue,
  type NodeAnswer,
  ProviderError,
  type ProviderHttp,
  type ProviderManifest,
} from '../../providers/index.ts'
import { withDeadline } from './deadline.ts'
import type { ProviderConnections } from './connections.ts'

/** Longest time for a call of a chain's only RPC, retries included, in milliseconds: a quote with routes still hears which RPC was silent. */
const LONE_DEADLINE_MS = ROUTES_DEADLINE_MS - 1_000
/** The same for each of several, so that the next one is asked while a quote waits. */
const SHARED_DEADLINE_MS = HOST_SHARE * ROUTES_DEADLINE_MS
/** Operators whose nodes are asked for what some nodes cannot answer. */
const MOST_OPERATORS = 4
/** Limit of a response, in bytes: enough for a receipt with thousands of log entries. */
const MAX_BYTES = 4 * 1024 * 1024
/** What a call ends with once its caller has left. */
const LEFT = 'The caller did not wait for the answer'
/** Each call is a request of its own, so the ids need not differ. */
const CALL_ID = 1
/** JSON-RPC of EVM chains over the user's own URLs or public ones, https://ethereum.github.io/execution-apis */
export interface ServiceRpc {
  /**
   * One call, to the chain's nodes in order until one answers.
   * @throws RpcError when a node answers with an error, ProviderError when none answers
   */
  request(chainKey: string, method: string, params: readonly Json[], signal: AbortSignal): Promise<unknown>
  /**
   * One call to nodes of several operators at once: the results of those that gave one, in their order.
   * @throws ProviderError when the setting of the chain's nodes is missing or wrong
   */
  requestSeveral(
    chainKey: string,
    method: string,
    params: readonly Json[],
    signal: AbortSignal,
  ): Promise<readonly unknown[]>
  /**
   * One call to nodes of two operators, and of a third where these differ: what they say alike, by what `read` makes of it.
   * @throws ProviderError when the setting of the chain's nodes is wrong
   */
  requestAgreed<T extends AgreedValue>(
    chainKey: string,
    call: RpcCall,
    read: (answer: NodeAnswer) => T,
    signal: AbortSignal,
  ): Promise<AgreedRead<T>>
  /**
   * Several calls to the same node; when `work` fails, it runs again with the next one.
   * @throws what the last `work` threw
   */
  atOneNode<T>(chainKey: string, signal: AbortSignal, work: (node: Node) => Promise<T>): Promise<T>
  /** The chain's nodes for reads that two operators must agree on; its calls throw as `request` does. */
  chainRpc(chainKey: string, signal: AbortSignal): Promise<ChainRpc>
}

/** One URL of a chain. */
export interface Node {
  /** @throws RpcError ProviderError */
  request(method: string, params: readonly Json[]): Promise<unknown>
}

interface ServiceRpcParts {
  readonly clock: Clock
  readonly connections: Pick<ProviderConnections, 'http'>
  /** Where the health of public nodes is kept. */
  readonly documents: DocumentStore
  /** The public nodes of a chain. */
  publicNodes(chainKey: string): PublicNodes | undefined
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

/** A chain's nodes and what to call it. */
interface OpenedChain {
  readonly name: string
  readonly pool: NodePool
  readonly ask: (signal: AbortSignal) => AskNode
}

export function createServiceRpc(parts: ServiceRpcParts): ServiceRpc {
  const { clock } = parts
  const pools = new Map<string, NodePool>()
  const openChain = async (chainKey: string): Promise<OpenedChain> => {
    const chain = await parts.chain(chainKey)
    const own = parts.setting('RPC', chainKey)
    const list = nodesOf(chain === undefined ? undefined : own, chain && parts.publicNodes(chainKey))
    if (!list.nodes.every(({ url }) => isSafeBaseUrl(url))) throw unsafeSetting(chainKey)
    const poolKey = `${chainKey} ${own ?? ''}`
    const health = createHealthRecord(async () => parts.documents, chainKey)
    const pool = pools.get(poolKey) ?? createNodePool({ list, chainId: chain?.chainId, clock, health })
    pools.set(poolKey, pool)
    const name = chain?.name ?? chainKey
    const isLone = list.nodes.length === 1
    const ask =
      (signal: AbortSignal): AskNode =>
      (node, call) => {
        const manifest = rpcManifest(chainKey, name, list, node)
        // Node warns of a leak when one signal has many listeners, and prices are read of many feeds at once.
        const left = AbortSignal.any([signal])
        return withDeadline(clock, isLone ? LONE_DEADLINE_MS : SHARED_DEADLINE_MS, left, LEFT, (stop, hold) =>
          askNode(parts.connections.http(manifest, stop, { hold }), call, isLone),
        ).catch((error: unknown) => {
          // A caller that leaves ends the asking.
          throw error instanceof ProviderError && !signal.aborted ? asNodeFailure(error) : error
        })
      }
    return { name, pool, ask }
  }
  const explained = async <T>(chainKey: string, name: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw await explain(chainKey, name, error)
    }
  }
  const explain = async (chainKey: string, name: string, error: unknown): Promise<unknown> => {
    if (error instanceof WrongChain) return wrongChain(name, (await parts.chain(chainKey))?.chainId, error)
    const last = error instanceof AllNodesFailed ? error.failures.at(-1) : error
    if (last instanceof NodeFailure) return withChainName(asProviderError(last), name)
    if (last !== undefined) return last
    return new RpcSettingError(
      'missing',
      `No RPC of ${name} is known: set one with swapcli config set rpc.${chainKey} <url>`,
    )
  }
  const atOneNode: ServiceRpc['atOneNode'] = async (chainKey, signal, work) => {
    const { name, pool, ask } = await openChain(chainKey)
    const atNode = pool.atOneNode(ask(signal), (request) =>
      work({ request: (method, params) => request({ method, params }).catch(rethrowAsProviderError) }).catch(
        (error: unknown) => {
          throw error instanceof ProviderError && !signal.aborted ? asNodeFailure(error) : error
        },
      ),
    )
    return explained(chainKey, name, atNode)
  }
  const chainRpc: ServiceRpc['chainRpc'] = async (chainKey, signal) => {
    const { name, pool, ask } = await openChain(chainKey)
    const rpc = pool.rpc(ask(signal))
    return {
      ...rpc,
      request: (call) => explained(chainKey, name, rpc.request(call)),
      requestOperators: (call, count) => explained(chainKey, name, rpc.requestOperators(call, count)),
    }
  }
  return {
    atOneNode,
    request: (chainKey, method, params, signal) => atOneNode(chainKey, signal, (node) => node.request(method, params)),
    requestSeveral: async (chainKey, method, params, signal) => {
      const { name, pool, ask } = await openChain(chainKey)
      const asked = pool.rpc(ask(signal)).requestOperators({ method, params }, MOST_OPERATORS)
      return (await explained(chainKey, name, asked)).flatMap((answer) => ('value' in answer ? [answer.value] : []))
    },
    requestAgreed: async (chainKey, call, read, signal) => {
      const nodes = await chainRpc(chainKey, signal)
      try {
        const agreed = await readAgreed(nodes, call, read)
        if (agreed === undefined) return { by: 'none' }
        const isLone = agreed.by === 'single node' && nodes.operators.length > 1
        return isLone ? { by: 'one', value: agreed.value } : { by: 'agreed', value: agreed.value }
      } catch (error) {
        if (error instanceof NodesDisagree) return { by: 'differing' }
        throw error
      }
    },
    chainRpc,
  }
}

function unsafeSetting(chainKey: string): RpcSettingError {
  return new RpcSettingError(
    'wrong',
    `The RPC setting of ${chainKey} must be https URLs without a query (http only on this machine)`,
  )
}

/** The manifest of an RPC, so that each has a circuit breaker of its own: by operator, the user's own by number. */
function rpcManifest(
  chainKey: string,
  chainName: string,
  list: NodeList,
  { url, operator }: ChainNode,
): ProviderManifest {
  const index = list.nodes.findIndex((node) => node.url === url)
  const which = list.isOwn ? (index === 0 ? '' : `_${index + 1}`) : `_${operator}`
  return {
    key: `RPC_${chainKey}${which}`.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'),
    name: `RPC of ${chainName}`,
    image: '',
    type: 'SERVICE',
    hosts: [new URL(url).host],
    baseUrl: url,
    docs: 'https://ethereum.github.io/execution-apis',
  }
}

/** A wrong setting ends the asking; any other failure is one of the node. */
function asNodeFailure(error: ProviderError): unknown {
  const { code, message } = error
  const { retryAfterSec } = error.cause instanceof NodeFailure ? error.cause : error
  if (error instanceof RpcSettingError) return error
  return new NodeFailure(code, message, { cause: error, ...defined({ retryAfterSec }) })
}

function asProviderError({ cause, code, message }: NodeFailure): ProviderError {
  return cause instanceof ProviderError ? cause : new ProviderError(code, `It ${message}`)
}

function rethrowAsProviderError(error: unknown): never {
  throw error instanceof NodeFailure ? asProviderError(error) : error
}

function withChainName(error: ProviderError, chainName: string): ProviderError {
  const { code, message, retryAfterSec } = error
  return new ProviderError(code, `The RPC of ${chainName} failed: ${message}`, {
    ...defined({ retryAfterSec }),
    cause: error,
  })
}

/** @param isLone true to try again where no other node can be asked */
async function askNode(http: ProviderHttp, call: RpcCall, isLone: boolean): Promise<unknown> {
  const { status, body } = await http.request({
    method: 'POST',
    path: '',
    readOnly: isLone,
    maxBytes: MAX_BYTES,
    body: rpcBody(call, CALL_ID),
    // Their bodies may say that a key is wanted.
    acceptStatuses: [401, 403],
  })
  try {
    return readResult({ status, body }, CALL_ID)
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    throw new ProviderError(error.code, `It ${error.message}`, { cause: error })
  }
}

function wrongChain(chainName: string, chainId: number | undefined, { stated }: WrongChain): ProviderError {
  if (stated === undefined) {
    return withChainName(new ProviderError('bad_response', 'It does not state its chain id'), chainName)
  }
  return new RpcSettingError('wrong', `The RPC set for ${chainName} serves the chain with id ${stated}, not ${chainId}`)
}
