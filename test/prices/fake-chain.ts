import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { CHAINLINK, ERC20, MULTICALL3_FUNCTIONS, UNISWAP_READS, UNISWAP_V3_POOL } from '../../src/core/evm/functions.ts'
import type { ChainRpc, RpcCall } from '../../src/core/ports.ts'
import { readPriceTables } from '../../src/io/data-files.ts'
import { type Feed, type PriceData, readTables } from '../../src/prices/tables.ts'
import { fakeRpc } from '../support/fake-rpc.ts'

/*
 * Nodes of a chain whose contracts answer as told: Multicall3, price feeds, their registry, the sequencer's feed, and pools.
 */

const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[])',
])

export const DATA: PriceData = readPriceTables()
export const TABLES = readTables(DATA)

/** A price feed's answer. */
export interface Round {
  /** In the feed's decimals, eight. */
  readonly answer: bigint
  /** Seconds before the block. @default 10 */
  readonly ageSec?: number
  readonly description?: string
  readonly decimals?: number
  /** What the registry says of it. @default true */
  readonly isListed?: boolean
}

export interface Sequencer {
  /** 0 up, 1 down. */
  readonly answer: bigint
  /** Seconds before the block at which that began. @default a day */
  readonly ageSec?: number
}

export interface Pool {
  /** Base units of anchor for one base unit of the token, as a fraction. */
  readonly price: { readonly out: bigint; readonly in: bigint }
  readonly fee: number
  /** Base units of the anchor that the pool pays at most. @default as many as are asked for */
  readonly mostOut?: bigint
  /** Ticks of the pool's price away from its mean. @default 0 */
  readonly driftTicks?: number
  /** Liquidity, as the pool counts it. @default 10^24 */
  readonly liquidity?: bigint
  /** Base units of the anchor that the pool holds. @default 10^26 */
  readonly held?: bigint
}

export interface ChainState {
  readonly chainId: number
  readonly blockSec: number
  /** @default 1000 */
  readonly head?: bigint
  /** By base. */
  readonly feeds?: Readonly<Record<string, Round>>
  readonly sequencer?: Sequencer
  /** Pools of a token with an anchor: `${token} ${anchor}` in small letters, and anything after a space. */
  readonly pools?: Readonly<Record<string, Pool>>
}

/** Answers of one node. */
export function nodeOf(state: ChainState): (call: RpcCall) => Promise<unknown> {
  const { chainId, head = 1_000n } = state
  return ({ method, params }) => {
    if (method === 'eth_blockNumber') return Promise.resolve(`0x${head.toString(16)}`)
    if (method !== 'eth_call') throw new Error(`unexpected ${method}`)
    const [call] = params as [{ readonly data: Hex }]
    const { args } = decodeFunctionData({ abi: multicallAbi, data: call.data })
    const result = args[0].map(({ target, callData }) => {
      const answer = answerOf(state, chainId, target.toLowerCase(), callData)
      return { success: answer !== undefined, returnData: answer ?? '0x' }
    })
    return Promise.resolve(encodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', result }))
  }
}

/** Nodes of a chain, each of an operator of its own. */
export function chainOf(...states: readonly ChainState[]): ChainRpc {
  return fakeRpc(states.map(nodeOf))
}

function answerOf(state: ChainState, chainId: number, target: string, data: Hex): Hex | undefined {
  const { blockSec, sequencer = { answer: 0n } } = state
  const selector = data.slice(0, 10)
  const words = (...values: readonly bigint[]): Hex =>
    `0x${values.map((value) => BigInt.asUintN(256, value).toString(16).padStart(64, '0')).join('')}`
  const round = (answer: bigint, ageSec: number) =>
    words(1n, answer, BigInt(blockSec - ageSec), BigInt(blockSec - ageSec), 1n)
  if (selector === MULTICALL3_FUNCTIONS.getCurrentBlockTimestamp.selector) return words(BigInt(blockSec))
  const feed = feedsOf(chainId).find(({ proxy }) => proxy.toLowerCase() === target)
  const stated = feed === undefined ? undefined : state.feeds?.[feed.base]
  if (selector === CHAINLINK.getFlag.selector) {
    const proxy = `0x${data.slice(-40)}`
    const asked = feedsOf(chainId).find((one) => one.proxy.toLowerCase() === proxy)
    const isListed = asked !== undefined && state.feeds?.[asked.base]?.isListed !== false
    return words(isListed ? 1n : 0n)
  }
  if (feed !== undefined && stated !== undefined) {
    if (selector === CHAINLINK.latestRoundData.selector) return round(stated.answer, stated.ageSec ?? 10)
    if (selector === ERC20.decimals.selector) return words(BigInt(stated.decimals ?? feed.decimals))
    if (selector === CHAINLINK.description.selector) {
      return encodeAbiParameters(parseAbiParameters('string'), [stated.description ?? `${feed.base} / USD`])
    }
  }
  if (feedsOf(chainId).some((one) => one.sequencer?.toLowerCase() === target)) {
    return round(sequencer.answer, sequencer.ageSec ?? 86_400)
  }
  return poolAnswer(state, target, data)
}

function poolAnswer({ pools = {} }: ChainState, target: string, data: Hex): Hex | undefined {
  const word = (index: number) => data.slice(10 + 64 * index, 74 + 64 * index)
  const pool = (token: string, anchor: string, fee: bigint) =>
    Object.entries(pools).findIndex(
      ([pair, { fee: own }]) => pair.startsWith(`0x${token.slice(24)} 0x${anchor.slice(24)}`) && BigInt(own) === fee,
    )
  const selector = data.slice(0, 10)
  if (selector === UNISWAP_READS.getPool.selector) {
    const index = pool(word(0), word(1), BigInt(`0x${word(2)}`))
    return encodeAbiParameters(parseAbiParameters('address'), [`0x${(index + 1).toString(16).padStart(40, '0')}`])
  }
  if (selector === UNISWAP_READS.quoteExactInputSingle.selector) {
    const found = Object.values(pools)[pool(word(0), word(1), BigInt(`0x${word(3)}`))]
    if (found === undefined) return undefined
    const units = BigInt(`0x${word(2)}`)
    const out = (units * found.price.out * (1_000_000n - BigInt(found.fee))) / (found.price.in * 1_000_000n)
    const paid = found.mostOut !== undefined && out > found.mostOut ? found.mostOut : out
    return encodeAbiParameters(parseAbiParameters('uint256,uint160,uint32,uint256'), [paid, 1n, 1, 1n])
  }
  if (selector === ERC20.balanceOf.selector) {
    const holder = Object.values(pools)[Number(BigInt(`0x${word(0)}`)) - 1]
    return encodeAbiParameters(parseAbiParameters('uint256'), [holder?.held ?? 10n ** 26n])
  }
  const at = Number(BigInt(target)) - 1
  const [pair, found] = Object.entries(pools)[at] ?? []
  if (pair === undefined || found === undefined) return undefined
  const [token = '', anchor = ''] = pair.split(' ')
  const { out, in: amount } = found.price
  const isFirst = BigInt(token) < BigInt(anchor)
  const sqrtPrice = root(((isFirst ? out : amount) << 192n) / (isFirst ? amount : out))
  if (selector === UNISWAP_V3_POOL.slot0.selector) {
    return encodeAbiParameters(parseAbiParameters('uint160,int24,uint16,uint16,uint16,uint8,bool'), [
      sqrtPrice,
      1_000 + (found.driftTicks ?? 0),
      0,
      1,
      1,
      0,
      true,
    ])
  }
  if (selector === UNISWAP_V3_POOL.observe.selector) {
    const perLiquidity = (1_800n << 128n) / (found.liquidity ?? 10n ** 24n)
    return encodeAbiParameters(parseAbiParameters('int56[],uint160[]'), [
      [0n, 1_800n * 1_000n],
      [7n, 7n + perLiquidity],
    ])
  }
  return undefined
}

function root(value: bigint): bigint {
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) / 2n
    if (next >= guess) return guess
    guess = next
  }
}

function feedsOf(chainId: number): readonly Feed[] {
  return Object.values(DATA.feedChains[chainId]?.feeds ?? []).flatMap((row) => {
    const [base = ''] = row.split(' ')
    return TABLES.feeds(base, chainId).filter((feed) => feed.chainId === chainId)
  })
}
