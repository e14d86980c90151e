import type { ChainRpc, Clock, OperatorAnswer, RpcCall } from '../ports.ts'
import { isWithin } from '../stored-time.ts'
import { NodeFailure, quantityOf, recordOf, USELESS } from './json-rpc.ts'
import { classOfError } from './node-errors.ts'
import { createNodeHeads } from './node-heads.ts'
import { createNodeHealths, type HealthRecord } from './node-health.ts'
import { type ChainNode, type NodeList, voiceOf } from './nodes.ts'
import { RpcError } from './rpc-error.ts'

/*
 * Chooses among the nodes of a chain. Every operator that is asked learns who holds what, so that few are: one for most
 * reads, two or three where money depends on the answer, four for signed bytes.
 */

/** Most public nodes that one call is sent to. */
const MOST_ASKED = 4
/** Longest wait for the head of another node, and the time for which it counts, in milliseconds. */
const COMPARE_MS = 1_000
const COMPARE_EVERY_MS = 15_000

/** Sends one call to one node. @throws RpcError, NodeFailure; anything else ends the asking */
export type AskNode = (node: ChainNode, call: RpcCall) => Promise<unknown>

/** The nodes of one chain, and what was learned about them. */
export interface NodePool {
  /** JSON-RPC over the pool; where every node fails it throws AllNodesFailed. */
  rpc(ask: AskNode): ChainRpc
  /**
   * Several calls to one node; where `work` fails, it runs again at the next one.
   * @throws AllNodesFailed, WrongChain, and an answer that every node would give
   */
  atOneNode<T>(ask: AskNode, work: (request: (call: RpcCall) => Promise<unknown>) => Promise<T>): Promise<T>
}

interface NodePoolParts {
  readonly list: NodeList
  /** EIP-155 id that a node must state before anything else counts that it says; undefined where nothing is compared. */
  readonly chainId: number | undefined
  readonly clock: Clock
  /** Where the health of public nodes is kept. */
  readonly health?: HealthRecord | undefined
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

/** A node that the user set belongs to another chain. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
  /** Undefined where the answer is no chain id. */
  readonly stated: bigint | undefined
  constructor(stated: bigint | undefined) {
    super(`the node states ${stated === undefined ? 'no chain id' : `the chain id ${stated}`}`)
    this.stated = stated
  }
}

export function createNodePool({ list, chainId, clock, health }: NodePoolParts): NodePool {
  const { nodes, isOwn, laggingBlocks, blockMs } = list
  const healths = createNodeHealths(clock, isOwn ? undefined : health)
  const heads = createNodeHeads(clock, laggingBlocks, blockMs)
  const proofs = new Map<string, Promise<unknown>>()
  const wrong = new Set<string>()
  let preferred: string | undefined
  let comparedAtMs = -Infinity
  const comparesHeads = !isOwn && chainId !== undefined && nodes.length > 1

  /** Nodes that answer first; own nodes that fail are still asked, public ones only where no other is left. */
  const inOrder = (): readonly ChainNode[] => {
    const ready = nodes.filter(({ url }) => healths.pausedUntilMs(url) === 0)
    const paused = nodes
      .filter((node) => !ready.includes(node))
      .sort((a, b) => healths.pausedUntilMs(a.url) - healths.pausedUntilMs(b.url))
    const first = ready.filter(({ url }) => url === preferred)
    const others = ready.filter(({ url }) => url !== preferred)
    if (isOwn) return [...first, ...others, ...paused]
    const known = [...first, ...others].sort((a, b) => Number(isLate(a)) - Number(isLate(b)))
    return known.length > 0 ? known : paused
  }
  const isLate = ({ url }: ChainNode) => heads.isKnown(url) && heads.isBehind(url)

  /** Sends a call and learns from what comes of it. */
  const send = async (node: ChainNode, ask: AskNode, call: RpcCall): Promise<unknown> => {
    try {
      const answer = await ask(node, call)
      if (!wrong.has(node.url)) healths.noteAnswer(node.url)
      learn(node, call, answer)
      return answer
    } catch (error) {
      if (error instanceof NodeFailure) healths.noteFailure(node.url, error)
      throw error
    }
  }
  const learn = (node: ChainNode, { method, params }: RpcCall, answer: unknown): void => {
    if (!comparesHeads) return
    const { url } = node
    if (method === 'eth_blockNumber') {
      const number = quantityOf(answer)
      if (number !== undefined) heads.note(url, { number, timestampSec: undefined })
    } else if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
      const block = recordOf(answer)
      const number = quantityOf(block['number'])
      if (number !== undefined) heads.note(url, { number, timestampSec: quantityOf(block['timestamp']) })
    } else if (method === 'eth_getTransactionReceipt') {
      const { transactionHash, blockHash, blockNumber, status } = recordOf(answer)
      const number = quantityOf(blockNumber)
      const receipt = [transactionHash, blockHash, number, quantityOf(status)].join(' ').toLowerCase()
      if (number !== undefined) heads.noteMined({ url, voice: voiceOf(node) }, number, receipt)
    }
  }

  /** The chain id that a node states, once it is the right one. */
  const prove = (node: ChainNode, ask: AskNode): Promise<unknown> => {
    if (chainId === undefined) return Promise.resolve()
    return join(proofs, node.url, async () => {
      const answer = await send(node, ask, { method: 'eth_chainId', params: [] })
      const stated = quantityOf(answer)
      if (stated === BigInt(chainId)) return answer
      if (isOwn) throw new WrongChain(stated)
      wrong.add(node.url)
      const failure = new NodeFailure(
        'unavailable',
        `belongs to another chain: it states ${stated ?? 'no'} chain id`,
        USELESS,
      )
      healths.noteFailure(node.url, failure)
      throw failure
    })
  }

  const readHead = async (node: ChainNode, ask: AskNode): Promise<void> => {
    const reading = send(node, ask, { method: 'eth_getBlockByNumber', params: ['latest', false] })
    await Promise.all([prove(node, ask), reading])
  }
  /** Hears the head of a node and of another voice, and of a third one where that leaves doubt. */
  const compareHeads = async (node: ChainNode, ask: AskNode): Promise<void> => {
    const own = heads.isKnown(node.url) ? undefined : readHead(node, ask)
    if (isWithin(comparedAtMs, clock.now(), COMPARE_EVERY_MS)) return own
    comparedAtMs = clock.now()
    const stop = new AbortController()
    const late = clock.sleep(COMPARE_MS, stop.signal).catch(() => undefined)
    const others = byVoice(inOrder()).filter((each) => voiceOf(each) !== voiceOf(node))
    const hearAnother = async () => {
      const other = others.find(({ url }) => !heads.isKnown(url))
      if (other !== undefined) await Promise.race([readHead(other, ask).catch(() => undefined), late])
    }
    try {
      await Promise.all([own, others.some(({ url }) => heads.isKnown(url)) ? undefined : hearAnother()])
      if (heads.isUnclear()) await hearAnother()
    } finally {
      stop.abort()
    }
  }
  const comparing = new Map<string, Promise<void>>()
  /** @throws NodeFailure for a node that is behind the others */
  const requireCurrent = async (node: ChainNode, ask: AskNode): Promise<void> => {
    if (!comparesHeads) return
    await join(comparing, node.url, () => compareHeads(node, ask).finally(() => comparing.delete(node.url)))
    // The others may have been heard a block later.
    if (heads.isBehind(node.url)) await readHead(node, ask)
    if (heads.isBehind(node.url)) throw new NodeFailure('unreachable', 'is behind the other nodes')
  }

  /** Nothing that a node says counts before it has stated its chain, and that it is not behind. */
  const use = async <T>(node: ChainNode, ask: AskNode, work: () => Promise<T>): Promise<T> => {
    if (comparesHeads && heads.mayMissBlock(node.url)) await requireCurrent(node, ask)
    const [proof, current, result] = await Promise.allSettled([prove(node, ask), requireCurrent(node, ask), work()])
    if (proof.status === 'rejected') throw proof.reason
    if (current.status === 'rejected') throw current.reason
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
  const request = (node: ChainNode, ask: AskNode) => (call: RpcCall) =>
    call.method === 'eth_chainId' && chainId !== undefined ? prove(node, ask) : send(node, ask, call)

  /** One name for a voice, whichever of its gateways answers: two names would make it two witnesses. */
  const nameOf = (node: ChainNode) => nodes.find((each) => voiceOf(each) === voiceOf(node))?.operator ?? node.operator

  const inTurn = async <T>(asked: readonly ChainNode[], one: (node: ChainNode) => Promise<T>) => {
    const failures: unknown[] = []
    for (const node of asked) {
      try {
        return { value: await one(node), node }
      } catch (error) {
        if (!isOfNode(error)) throw error
        failures.push(error)
      }
    }
    throw new AllNodesFailed(failures)
  }
  const atOneNode: NodePool['atOneNode'] = async (ask, work) => {
    await healths.load()
    const order = inOrder()
    const { value, node } = await inTurn(isOwn ? order : order.slice(0, MOST_ASKED), (each) =>
      use(each, ask, () => work(request(each, ask))),
    )
    preferred = node.url
    return value
  }
  return {
    atOneNode,
    rpc: (ask) => ({
      isOwn,
      operators: byVoice(nodes).map(({ operator }) => operator),
      request: (call) => atOneNode(ask, (send) => send(call)),
      requestAll: async (call) => {
        await healths.load()
        const asked = isOwn ? nodes : inOrder().slice(0, MOST_ASKED)
        return Promise.allSettled(
          asked.map(async (node) => {
            // Own nodes are asked for their chain ids to tell which of them is wrong.
            if (call.method === 'eth_chainId') return send(node, ask, call)
            const [proof, answer] = await Promise.allSettled([prove(node, ask), send(node, ask, call)])
            if (proof.status === 'rejected') throw proof.reason
            if (answer.status === 'rejected') throw answer.reason
            return answer.value
          }),
        )
      },
      requestOperators: async (call, count) => {
        await healths.load()
        const order = inOrder()
        const waiting = byVoice(order).slice(0, isOwn ? undefined : Math.max(count, MOST_ASKED))
        /** One voice after the other until one answers. */
        const hearNext = async (): Promise<OperatorAnswer | undefined> => {
          for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
            const voice = voiceOf(next)
            const operator = nameOf(next)
            try {
              const nodesOfIt = order.filter((node) => voiceOf(node) === voice)
              const { value } = await inTurn(nodesOfIt, (node) => use(node, ask, () => request(node, ask)(call)))
              return { operator, value }
            } catch (error) {
              if (error instanceof RpcError) return { operator, error }
              if (!(error instanceof AllNodesFailed)) throw error
            }
          }
          return undefined
        }
        const heard = (await Promise.all(Array.from({ length: count }, hearNext))).filter((one) => one !== undefined)
        const place = (one: OperatorAnswer) => order.findIndex((node) => nameOf(node) === one.operator)
        return heard.sort((a, b) => place(a) - place(b))
      },
    }),
  }
}

/** Work that several callers wait for: one who leaves ends it for himself only. */
async function join<T>(running: Map<string, Promise<T>>, key: string, start: () => Promise<T>): Promise<T> {
  const known = running.get(key)
  if (known === undefined) {
    const begun = start()
    running.set(key, begun)
    begun.catch(() => running.delete(key))
    return begun
  }
  return known.catch((error: unknown) => {
    if (isOfNode(error) || error instanceof WrongChain) throw error
    return join(running, key, start)
  })
}

/** The first node of each voice. */
function byVoice(nodes: readonly ChainNode[]): readonly ChainNode[] {
  const seen = new Set<string>()
  return nodes.filter((node) => seen.size !== seen.add(voiceOf(node)).size)
}

/** True for what another node may do better. */
function isOfNode(error: unknown): boolean {
  return error instanceof NodeFailure || (error instanceof RpcError && classOfError(error) !== 'answer')
}
