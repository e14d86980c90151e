import { MULTICALL3, UNISWAP } from '../../../src/core/evm/contracts.ts'
import { contracts as addresses } from '../../devnet/addresses.ts'
import {
  type Contract,
  multicall3,
  priceFeedContract,
  type Rate,
  spokePoolContract,
  swapRouterContract,
  tokenContract,
} from './contracts.ts'
import { execute } from './execute.ts'
import type {
  ChainEvent,
  FateOfTakenBack,
  Movement,
  SeenTransaction,
  SimulatedCall,
  SimulatedChainOptions,
  WaitingTransaction,
} from './interface.ts'
import { createMempool, type Mempool, type PoolView } from './mempool.ts'
import { createSession, type MadeDeposit, type SessionLog } from './session.ts'
import { type ChainState, createChainState, keys } from './state.ts'
import { createTimeline, mixedHash, type Timeline } from './timeline.ts'
import { type ChainTransaction, readTransaction } from './transactions.ts'

/* The chain itself: state, blocks, mempools, reorganisations. Nodes (node.ts) show it to the program, truly or not. */

/** A transaction in a block. */
export interface MinedTransaction {
  readonly transaction: ChainTransaction
  readonly block: number
  /** Of the block that it was mined in: taken back, that block stands no more. */
  readonly blockHash: string
  readonly index: number
  readonly ok: boolean
  readonly reason: string | undefined
  readonly gasUsed: number
  readonly cumulativeGas: number
  /** Wei for one gas. */
  readonly price: bigint
  readonly logs: readonly SessionLog[]
  readonly movements: readonly Movement[]
  readonly deposits: readonly MadeDeposit[]
}

/** A mempool of the chain by the name of its node; the builder of blocks has one too. */
export interface Place {
  readonly name: string
  readonly pool: Mempool
  /** True while it takes what others pass on. */
  readonly listens: () => boolean
}

/** What nodes and the outside get of the chain. */
export interface Core {
  readonly options: SimulatedChainOptions
  readonly chainId: number
  readonly blockMs: number
  readonly safeDepth: number
  readonly finalDepth: number
  readonly timeline: Timeline
  readonly state: ChainState
  readonly contracts: ReadonlyMap<string, Contract>
  readonly spokePool: string
  readonly swapRouter: string
  readonly builder: Mempool
  readonly rates: Map<string, Rate>
  readonly setFeed: (address: string, answered: bigint, decimals: number, description: string) => void
  /** In the blocks that stand, oldest first. */
  readonly mined: readonly MinedTransaction[]
  minedBy(hash: string): MinedTransaction | undefined
  minedAt(address: string, nonce: number): MinedTransaction | undefined
  inBlock(number: number): readonly MinedTransaction[]
  /** By hash: what a reorganisation took back, as it was. */
  readonly takenBack: ReadonlyMap<string, MinedTransaction>
  join(place: Place): void
  readonly advanceTo: (atMs: number) => void
  /** Reads signed bytes; undefined for bytes that are none. */
  read(raw: string): ChainTransaction | undefined
  /** Notes that a node took a transaction: a reorganisation may bring it back. */
  accept(transaction: ChainTransaction): void
  /** Passes a transaction on from one place to the others. */
  gossip(transaction: ChainTransaction, from: string): void
  /** What a mempool has to know at a block. */
  viewAt(number: number, refusesLowFeeCap: boolean): PoolView
  submit(call: SimulatedCall): string
  waiting(): readonly WaitingTransaction[]
  readonly drop: (hash: string) => void
  readonly delay: (hash: string, untilMs: number) => void
  reorganise(depth: number, fate: FateOfTakenBack): readonly string[]
  readonly seen: ReadonlyMap<string, SeenTransaction>
  tell(event: ChainEvent): void
}

export const BLOCK_GAS_LIMIT = 30_000_000
/** Number of the newest block at the beginning. */
const START_NUMBER = 20_000_000
const GWEI = 1_000_000_000n
/** Gas limit of what the simulation submits. */
const SUBMITTED_GAS = 500_000
/** Where what SwapRouter02 pays comes from. */
export const ROUTER_POOL = `0x${'9001'.repeat(10)}`
const PLENTY = 10n ** 30n

interface Gossip {
  readonly atMs: number
  readonly from: string
  readonly transaction: ChainTransaction
}

export function createCore(options: SimulatedChainOptions): Core {
  const { chainId, blockMs = 12_000, safeDepth = 32, finalDepth = 64, gossipMs = 200, baseFee = GWEI } = options
  const startMs = options.now()
  const tell = options.tell ?? (() => undefined)
  const start = { head: START_NUMBER, atMs: startMs, earlier: START_NUMBER }
  const timeline = createTimeline(start, { chainId, blockMs, baseFee })
  const state = createChainState()
  const builder = createMempool()
  const places: Place[] = [{ name: 'builder', pool: builder, listens: () => true }]
  const transactions = new Map<string, ChainTransaction | undefined>()
  const seen = new Map<string, SeenTransaction>()
  const known = new Map<string, ChainTransaction>()
  const mined: MinedTransaction[] = []
  const minedByHash = new Map<string, MinedTransaction>()
  const minedByNonce = new Map<string, MinedTransaction>()
  const byBlock = new Map<number, MinedTransaction[]>()
  const takenBack = new Map<string, MinedTransaction>()
  const delayed = new Map<string, number>()
  let gossips: Gossip[] = []
  let submitted = 0
  const { contracts, rates, spokePool, swapRouter } = createContracts(options)

  const nonceOf = (address: string, block = timeline.head) => Number(state.read(keys.nonce(address), block))
  const viewAt = (number: number, refusesLowFeeCap: boolean): PoolView => ({
    chainId,
    refusesLowFeeCap,
    nonceOf: (address) => nonceOf(address, number),
    coinsOf: (address) => state.read(keys.coin(address), number),
    baseFee: timeline.baseFeeOf(number + 1),
    blockGasLimit: BLOCK_GAS_LIMIT,
  })
  const deliver = (atMs: number) => {
    if (gossips.length === 0) return
    const due = gossips.filter((one) => one.atMs <= atMs)
    if (due.length === 0) return
    gossips = gossips.filter((one) => one.atMs > atMs)
    const view = viewAt(timeline.head, false)
    for (const { transaction, from } of due) {
      for (const { name, pool, listens } of places) if (name !== from && listens()) pool.add(transaction, view)
    }
  }

  /** What the next block takes: of each account in the order of nonces, accounts with the highest tip first. */
  const candidates = (fee: bigint, atMs: number): readonly ChainTransaction[] => {
    const accounts = [...new Set(builder.all().map(({ from }) => from))]
    const series = accounts.map((account) => {
      const waiting = builder.pendingFrom(account, nonceOf(account))
      const stop = waiting.findIndex(({ hash, maxFeePerGas }) => maxFeePerGas < fee || (delayed.get(hash) ?? 0) > atMs)
      return stop < 0 ? waiting : waiting.slice(0, stop)
    })
    const tipOf = (one: readonly ChainTransaction[]) => one[0]?.maxPriorityFeePerGas ?? 0n
    return series.sort((a, b) => (tipOf(a) > tipOf(b) ? -1 : tipOf(a) < tipOf(b) ? 1 : 0)).flat()
  }
  const mine = () => {
    const number = timeline.head + 1
    const atMs = timeline.timeOf(number)
    const fee = timeline.baseFeeOf(number)
    const chosen = builder.size === 0 ? [] : candidates(fee, atMs)
    timeline.advance(1)
    if (chosen.length === 0) return
    const session = createSession({ number, timestampSec: Math.floor(atMs / 1000), baseFee: fee }, (key) =>
      state.read(key, number - 1),
    )
    const done: MinedTransaction[] = []
    let gas = 0
    for (const transaction of chosen) {
      const { from, to, data, value, gas: limit, hash, nonce, raw } = transaction
      const price = raw === '' ? 0n : least(transaction.maxFeePerGas, fee + transaction.maxPriorityFeePerGas)
      const held = session.read(keys.coin(from))
      const isNext = session.read(keys.nonce(from)) === BigInt(nonce)
      if (!isNext || held < BigInt(limit) * price + value || gas + limit > BLOCK_GAS_LIMIT) continue
      session.write(keys.nonce(from), BigInt(nonce) + 1n)
      session.gasPrice = price
      const [moves, made] = [session.movements.length, session.deposits.length]
      const { ok, error, gasUsed, logs } = execute(contracts, session, { from, to, data, value }, limit)
      session.write(keys.coin(from), session.read(keys.coin(from)) - BigInt(gasUsed) * price)
      gas += gasUsed
      done.push({
        ...{ transaction, block: number, ok, reason: error, gasUsed, cumulativeGas: gas, price },
        blockHash: timeline.hashOf(number),
        index: done.length,
        logs: logs.filter(({ isCoin }) => isCoin !== true),
        movements: session.movements.slice(moves),
        deposits: session.deposits.slice(made),
      })
      builder.remove(hash)
    }
    if (done.length === 0) return
    state.write(number, session.changes())
    byBlock.set(number, done)
    for (const one of done) {
      const { from, nonce, hash } = one.transaction
      mined.push(one)
      minedByHash.set(hash, one)
      minedByNonce.set(`${from} ${nonce}`, one)
      takenBack.delete(hash)
      for (const { pool } of places) pool.prune(from, nonce + 1)
      tell({ kind: 'mined', hash, block: number, ok: one.ok })
    }
  }
  const advanceTo = (atMs: number) => {
    for (let next = timeline.nextAtMs(); next <= atMs; next = timeline.nextAtMs()) {
      const [arrival] = gossips
      if (builder.size === 0 && (arrival === undefined || arrival.atMs > next)) {
        // Nothing happens in the blocks until something arrives.
        const untilMs = arrival === undefined ? atMs : Math.min(atMs, arrival.atMs - 1)
        // The next one at least: what arrives within a millisecond after it is not in it.
        timeline.advance(Math.max(1, Math.floor((untilMs - next) / blockMs) + 1))
        continue
      }
      deliver(next)
      mine()
    }
    deliver(atMs)
  }
  const drop = (hash: string) => {
    const isWaiting =
      places.some(({ pool }) => pool.get(hash) !== undefined) || gossips.some((one) => one.transaction.hash === hash)
    if (!isWaiting) return
    for (const { pool } of places) pool.remove(hash)
    gossips = gossips.filter(({ transaction }) => transaction.hash !== hash)
    tell({ kind: 'dropped', hash })
  }
  const restore = (transaction: ChainTransaction) => {
    const view = { ...viewAt(timeline.head, false), coinsOf: () => PLENTY * PLENTY }
    for (const { pool } of places) pool.add(transaction, view)
  }
  const reorganise = (wanted: number, fate: FateOfTakenBack): readonly string[] => {
    const { head } = timeline
    const depth = Math.min(Math.max(1, Math.floor(wanted)), finalDepth)
    const from = head - depth + 1
    tell({ kind: 'reorganised', fromBlock: from, depth })
    const gone: MinedTransaction[] = []
    for (let last = mined.at(-1); last !== undefined && last.block >= from; last = mined.at(-1)) {
      mined.pop()
      gone.unshift(last)
      const { hash, from: sender, nonce } = last.transaction
      minedByHash.delete(hash)
      minedByNonce.delete(`${sender} ${nonce}`)
      byBlock.delete(last.block)
      takenBack.set(hash, last)
      tell({ kind: 'taken back', hash, block: last.block })
    }
    state.takeBack(from)
    timeline.branch(from)
    timeline.advance(-depth)
    const newHeadMs = timeline.timeOf(head)
    for (const { transaction } of gone) {
      const { hash, from: sender, nonce } = transaction
      const rivals = [...known.values()].filter(
        (one) => one.hash !== hash && one.from === sender && one.nonce === nonce,
      )
      const rival = rivals[Math.floor(options.random() * rivals.length)]
      // What the simulation submitted itself is not lost by others' bytes: it is mined again or waits.
      if (fate === 'forgotten' && transaction.raw !== '') tell({ kind: 'dropped', hash })
      else if (fate === 'rival-mined' && rival !== undefined) restore(rival)
      else {
        restore(transaction)
        if (fate !== 'mined-again') delayed.set(hash, newHeadMs + 1)
      }
    }
    for (let count = 0; count < depth; count += 1) mine()
    return gone.map(({ transaction }) => transaction.hash)
  }
  return {
    ...{
      options,
      chainId,
      blockMs,
      safeDepth,
      finalDepth,
      timeline,
      state,
      contracts,
      spokePool,
      swapRouter,
      builder,
      rates,
    },
    ...{ mined, takenBack, seen, advanceTo, viewAt, drop, reorganise, tell },
    setFeed: (address, answered, decimals, description) =>
      void contracts.set(address.toLowerCase(), priceFeedContract(answered, decimals, description)),
    minedBy: (hash) => minedByHash.get(hash),
    minedAt: (address, nonce) => minedByNonce.get(`${address} ${nonce}`),
    inBlock: (number) => byBlock.get(number) ?? [],
    join: (place) => void places.push(place),
    read: (raw) => {
      const found = transactions.get(raw)
      if (found !== undefined || transactions.has(raw)) return found
      const transaction = readTransaction(raw, options.senderOf ?? (() => undefined))
      transactions.set(raw, transaction)
      if (transaction === undefined) return undefined
      const { hash, from, nonce, to, data } = transaction
      seen.set(hash, { hash, raw, from, nonce, to, data, firstSeenMs: options.now() })
      return transaction
    },
    accept: (transaction) => void known.set(transaction.hash, transaction),
    gossip: (transaction, from) => {
      gossips.push({ atMs: options.now() + gossipMs, from, transaction })
    },
    submit: ({ from: sender, to, data = '0x', value = 0n }) => {
      submitted += 1
      const from = sender.toLowerCase()
      const nonce = nonceOf(from) + builder.pendingFrom(from, nonceOf(from)).length
      const hash = mixedHash(chainId, submitted, 3)
      const transaction: ChainTransaction = {
        ...{ hash, raw: '', from, to: to.toLowerCase(), nonce, data: data.toLowerCase(), value, chainId },
        gas: SUBMITTED_GAS,
        maxFeePerGas: PLENTY,
        maxPriorityFeePerGas: GWEI,
        type: 'eip1559',
      }
      restore(transaction)
      return hash
    },
    waiting: () => {
      const found = new Map(places.flatMap(({ pool }) => pool.all().map((one) => [one.hash, one] as const)))
      return [...found.values()].map(({ hash, from, nonce }) => ({
        ...{ hash, from, nonce },
        nodes: places.filter(({ pool }) => pool !== builder && pool.get(hash) !== undefined).map(({ name }) => name),
        isWithBuilder: builder.get(hash) !== undefined,
      }))
    },
    delay: (hash, untilMs) => void delayed.set(hash, untilMs),
  }
}

function createContracts({ chainId, tokens }: SimulatedChainOptions) {
  const key = chainId === 8453 ? 'base' : 'ethereum'
  const spokePool = addresses[key].spokePool.toLowerCase()
  const swapRouter = (UNISWAP[chainId]?.swapRouter02 ?? addresses[key].swapRouter02).toLowerCase()
  const wrapped = tokens.find(({ isWrappedCoin }) => isWrappedCoin === true)?.address.toLowerCase()
  const rates = new Map<string, Rate>()
  const rateOf = (tokenIn: string, tokenOut: string) => rates.get(`${tokenIn} ${tokenOut}`)
  const contracts = new Map<string, Contract>([
    ...tokens.map((token): [string, Contract] => [token.address.toLowerCase(), tokenContract(token)]),
    [spokePool, spokePoolContract(spokePool, wrapped)],
    [swapRouter, swapRouterContract(swapRouter, ROUTER_POOL, wrapped, rateOf)],
    [MULTICALL3.toLowerCase(), multicall3],
  ])
  return { contracts, rates, spokePool, swapRouter }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
