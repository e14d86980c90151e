import {
  type Address,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionResult,
  type Hex,
  isHex,
  pad,
  parseAbi,
  toHex,
} from 'viem'
import { afterAll, beforeAll } from 'vitest'
import { type PublicNodes, voiceOf } from '../../src/core/evm/nodes.ts'
import { type RpcFaults, rpcProxy, type RpcProxy } from '../devnet/rpc-proxy.ts'
import { asObject } from '../support/contract-fields.ts'
import type { Attack, Neighbour } from './case.ts'
import type { Devnet } from '../devnet/world.ts'
import type { Payment, Played, Scene } from './range.ts'

/*
 * Nodes that lie: one that the user set, or those of several operators.
 */

/** What the nodes of a case say. */
export interface Nodes {
  /** Of the one node that the user set, or of several. */
  readonly own?: FaultsOf | readonly FaultsOf[]
  /** Of the public nodes of as many operators, of which none is the user's. */
  readonly operators?: readonly FaultsOf[]
  /** The chain whose nodes they are. @default 'base' */
  readonly at?: 'ethereum' | 'base'
  /** Their operators, where they matter. */
  readonly names?: readonly string[]
  /** Of the endpoint to which signed bytes go instead; no other node may see them. */
  readonly sending?: FaultsOf
  /** Seconds after which the others may see them. */
  readonly publicAfterSec?: number
}
type FaultsOf = RpcFaults | ((scene: Scene) => RpcFaults)

export type NodeAttack = Attack & Payment & Nodes
export type NodeNeighbour = Neighbour & Payment & Nodes

/** Most operators of a case. */
const OPERATORS = ['alpha', 'beta', 'gamma', 'delta'] as const
/** Seconds that no case takes. */
const SOON_SEC = 600
/** Which of them takes signed bytes, where these go to a private endpoint. */
const PRIVATE = 3

/** Opens proxies before all chains for the cases of a file. @returns a case as a payment over them */
export function sharedNodes(
  ranges: Pick<Played, 'devnets'>,
): <Case extends Payment & Nodes>(one: Case) => Case & Payment {
  const proxies = new Map<Devnet, Readonly<Record<'ethereum' | 'base', readonly RpcProxy[]>>>()
  const before = (url: string) => Promise.all(OPERATORS.map(() => rpcProxy(url)))
  beforeAll(async () => {
    for (const devnet of ranges.devnets()) {
      const [ethereum, base] = await Promise.all([before(devnet.ethereum.url), before(devnet.base.url)])
      proxies.set(devnet, { ethereum, base })
    }
  })
  afterAll(() =>
    Promise.all(
      [...proxies.values()].flatMap(({ ethereum, base }) => [...ethereum, ...base]).map((proxy) => proxy.close()),
    ),
  )
  return (one) => {
    const { own, operators = [], at = 'base', names = OPERATORS, sending, publicAfterSec } = one
    // Those before the chains that the case is played on.
    let used: readonly RpcProxy[] = []
    const nodes = own === undefined ? operators : [own].flat()
    const urlsOf = (count: number) => used.slice(0, count).map(({ url }) => url)
    const saidBy = (index: number): FaultsOf =>
      (index === PRIVATE && sending !== undefined ? sending : nodes[index]) ?? {}
    const voiceAt = (index: number) => voiceOf({ url: '', operator: names[index] ?? '' })
    const isLiar = (said: FaultsOf) => typeof said === 'function' || Object.keys(said).length > 0
    const liars = [...OPERATORS.keys()].filter((index) => isLiar(saidBy(index)))
    let heard: readonly number[] = []
    const publicNodes = (key: string): PublicNodes | undefined =>
      key !== at
        ? undefined
        : {
            ...{ laggingBlocks: 20, blockMs: 2_000 },
            nodes: urlsOf(operators.length).map((url, index) => `${names[index] ?? ''} ${url}`),
          }
    return {
      ...one,
      // Of several nodes of one voice, only one is asked.
      hasLied:
        one.hasLied ??
        (() =>
          liars.every((liar) =>
            liars.some((other) => voiceAt(other) === voiceAt(liar) && used[other]?.hasLied() === true),
          )),
      alsoLost: async (scene) => {
        const seen = used.some(
          ({ asked }, index) => index !== PRIVATE && asked.slice(heard[index]).includes('eth_sendRawTransaction'),
        )
        return [
          ...(sending !== undefined && (publicAfterSec ?? SOON_SEC) >= SOON_SEC && seen
            ? ['a public node saw signed bytes']
            : []),
          ...((await one.alsoLost?.(scene)) ?? []),
        ]
      },
      // A node that keeps a payment from being seen must not keep the suite from going on.
      ...(typeof one.options === 'function' ? {} : { options: { timeout: '20', ...one.options } }),
      before: async (scene) => {
        used = proxies.get(scene.devnet)?.[at] ?? []
        used.forEach((proxy, index) => {
          const said = saidBy(index)
          proxy.fail(typeof said === 'function' ? said(scene) : said)
        })
        // Public nodes are believed of new blocks only.
        const { ethereum, base } = scene.devnet
        for (const { client } of [ethereum, base]) await client.mine({ blocks: 2 })
        await one.before?.(scene)
        heard = used.map(({ asked }) => asked.length)
      },
      settings: (scene) => ({
        [`rpc.${at}`]: own === undefined ? '' : urlsOf(nodes.length).join(','),
        ...(sending === undefined ? {} : { [`send-rpc.${at}`]: used[PRIVATE]?.url ?? '' }),
        ...(publicAfterSec === undefined ? {} : { 'send-rpc-public-after': String(publicAfterSec) }),
        ...one.settings?.(scene),
      }),
      ...(own === undefined ? { publicNodes } : {}),
    }
  }
}

const aggregateAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[])',
])

/** Another answer of one function of one contract, alone and among many reads. @param start of its calls: the selector, and arguments where they matter */
export function readsAs(target: Address, start: string, answer: Hex | bigint): NonNullable<RpcFaults['changes']> {
  const said = typeof answer === 'bigint' ? pad(toHex(answer)) : answer
  const isMeant = (to: unknown, data: unknown) =>
    String(to).toLowerCase() === target.toLowerCase() && String(data).startsWith(start.toLowerCase())
  return {
    eth_call: (result, [call]) => {
      const { to, data, input = data } = asObject(call)
      if (isMeant(to, input)) return said
      if (!isHex(input) || !isHex(result) || !input.startsWith('0x82ad56cb')) return result
      const { args } = decodeFunctionData({ abi: aggregateAbi, data: input })
      const results = decodeFunctionResult({ abi: aggregateAbi, functionName: 'aggregate3', data: result })
      return encodeFunctionResult({
        abi: aggregateAbi,
        functionName: 'aggregate3',
        result: results.map((one, index) => {
          const read = args[0][index]
          return isMeant(read?.target, read?.callData) ? { success: true, returnData: said } : one
        }),
      })
    },
  }
}

/** A member of the object that a method answers, changed. */
export function member(method: string, name: string, value: unknown): NonNullable<RpcFaults['changes']> {
  return { [method]: (result) => (result === null ? null : { ...asObject(result), [name]: value }) }
}
