import { isRecord } from '../../../src/core/is-record.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { toQuantity } from '../../../src/core/evm/json-rpc.ts'
import { BLOCK_GAS_LIMIT, type Core, type MinedTransaction } from './core.ts'
import { type Executed, execute } from './execute.ts'
import { HONEST_NODE, type NodeHttpReply, type NodeSettings, type SimulatedNode } from './interface.ts'
import { createMempool } from './mempool.ts'
import { NodeOutage } from './node-outage.ts'
import { simulate } from './simulate.ts'
import { createSession, type Session } from './session.ts'
import { keys } from './state.ts'
import { mixedHash } from './timeline.ts'
import { type ChainTransaction, hashOf } from './transactions.ts'

/* A node shows the chain as its settings say: https://ethereum.github.io/execution-apis, with the words of geth for errors. */

/** Share of the base fee that transactions pay on top. */
const TIP_SHARE = 20n
const FEE_RECIPIENT = `0x${'fee0'.repeat(10)}`
/** Most blocks of which a block is found by its hash. */
const SEARCHED_BLOCKS = 128
/** What stands for the code of a contract. */
const CODE = '0x60806040'

export function createNode(core: Core, name: string): SimulatedNode {
  const { timeline, options } = core
  const pool = createMempool()
  const calls = new Map<string, number>()
  let settings: NodeSettings = HONEST_NODE
  /** Receipts that it made up, by hash: it says the same each time. */
  const invented = new Map<string, MinedTransaction>()
  core.join({ name, pool, listens: () => !settings.isDeaf })

  const head = () => Math.max(timeline.first, timeline.head - settings.lagBlocks)
  /** The block that a parameter names. @throws RpcError for one that the node does not have, or whose state it has forgotten */
  const stateBlock = (tag: unknown): number => {
    const number = blockOf(tag)
    if (number === undefined || number > head()) throw new RpcError('header not found', -32000)
    const { stateBlocks } = settings
    if (stateBlocks !== undefined && number <= head() - stateBlocks) {
      const node = mixedHash(core.chainId, number, 5)
      throw new RpcError(`missing trie node ${node.slice(2)} (path ) state ${node} is not available, not found`, -32000)
    }
    return number
  }
  /** Undefined for a hash or tag that is not known; a number may be above the head. */
  const blockOf = (tag: unknown): number | undefined => {
    if (isRecord(tag)) {
      const { blockHash, blockNumber } = tag
      return typeof blockHash === 'string'
        ? timeline.numberOf(blockHash.toLowerCase(), SEARCHED_BLOCKS)
        : blockOf(blockNumber)
    }
    switch (tag) {
      case undefined:
      case 'latest':
      case 'pending':
        return head()
      case 'safe':
        return Math.max(timeline.first, head() - core.safeDepth)
      case 'finalized':
        return Math.max(timeline.first, head() - core.finalDepth)
      case 'earliest':
        return timeline.first
      default: {
        const number = typeof tag === 'string' && /^0x[0-9a-f]+$/i.test(tag) ? Number(tag) : undefined
        // What it says to be newest it must have.
        const { headShift = 0 } = settings.lies
        return number !== undefined && headShift > 0 && number > head() && number <= head() + headShift
          ? head()
          : number
      }
    }
  }
  const sessionAt = (number: number, codes?: ReadonlyMap<string, string>): Session => {
    const block = {
      number,
      timestampSec: Math.floor(timeline.timeOf(number) / 1000),
      baseFee: timeline.baseFeeOf(number),
    }
    const { balanceBps, allowanceBps } = settings.lies
    const distortion = { balanceBps, allowanceBps }
    return createSession(block, (key) => core.state.read(key, number), { distortion, ...(codes && { codes }) })
  }
  const visible = (hash: string): MinedTransaction | undefined => {
    const mined = core.minedBy(hash)
    if (mined !== undefined && mined.block <= head()) return mined
    return settings.showsTakenBack ? core.takenBack.get(hash) : undefined
  }
  /** One that waits here; what is in a block that the node does not have yet waits too. */
  const waiting = (hash: string): ChainTransaction | undefined =>
    pool.get(hash) ?? (settings.isDeaf ? undefined : core.minedBy(hash)?.transaction)
  const nonceAt = (address: string, number: number) => Number(core.state.read(keys.nonce(address), number))
  const pendingNonce = (address: string): number => {
    let next = nonceAt(address, head())
    while (pool.at(address, next) !== undefined || (!settings.isDeaf && core.minedAt(address, next) !== undefined))
      next += 1
    return next
  }
  const shifted = (nonce: number) => toQuantity(BigInt(Math.max(0, nonce + (settings.lies.nonceShift ?? 0))))
  const feeOf = (wei: bigint) => (wei * BigInt(settings.lies.feeBps ?? 10_000)) / 10_000n
  const tipOf = (number: number) => timeline.baseFeeOf(number) / TIP_SHARE + 1n

  const send = (raw: string): string => {
    const transaction = core.read(raw)
    if (transaction === undefined) throw new RpcError('rlp: value size exceeds available input length', -32000)
    const { hash } = transaction
    const view = core.viewAt(head(), settings.lowFeeCap === 'refuses')
    const isLost = settings.sending === 'loses'
    const refusal = (isLost ? createMempool() : pool).add(transaction, view)
    if (refusal !== undefined) {
      core.tell({ kind: 'refused', node: name, hash, reason: refusal })
      throw new RpcError(refusal, -32000)
    }
    core.tell({ kind: 'accepted', node: name, hash, isLost })
    core.accept(transaction)
    if (settings.sending === 'gossips') core.gossip(transaction, name)
    return hash
  }
  const call = (params: readonly unknown[]): string => {
    const [fields, tag, overrides] = params
    const number = stateBlock(tag)
    const codes = new Map<string, string>()
    const session = sessionAt(number, codes)
    if (isRecord(overrides)) {
      if (settings.lacks.includes('overrides')) throw new RpcError('too many arguments, want at most 2', -32602)
      for (const [address, override] of Object.entries(overrides)) {
        const { code, balance } = isRecord(override) ? override : {}
        if (typeof code === 'string') codes.set(address.toLowerCase(), code.toLowerCase())
        if (typeof balance === 'string') session.write(keys.coin(address.toLowerCase()), BigInt(balance))
      }
    }
    const { from, to, data, value } = readCall(fields)
    session.gasPrice = priceIn(fields, session.block.baseFee)
    if (session.read(keys.coin(from)) < value) {
      throw new RpcError(
        `insufficient funds for gas * price + value: address ${from} have ${session.read(keys.coin(from))} want ${value}`,
        -32000,
      )
    }
    return requireOk(execute(core.contracts, session, { from, to, data, value }, undefined)).returned
  }
  const estimate = (params: readonly unknown[]): string => {
    const [fields, tag] = params
    const session = sessionAt(stateBlock(tag))
    const asked = readCall(fields)
    if (session.read(keys.coin(asked.from)) < asked.value) throw new RpcError('insufficient funds for transfer', -32000)
    const { gasUsed } = requireOk(execute(core.contracts, session, asked, undefined))
    return toQuantity(BigInt(gasUsed + Math.floor(gasUsed / 64)))
  }
  const receipt = (hash: string): object | null => {
    const { receipts } = settings.lies
    if (receipts === 'hidden') return null
    const mined = visible(hash)
    if (mined !== undefined) return receiptJson(mined, receipts === 'reversed', receipts === 'elsewhere')
    const pending = receipts === 'invented' || receipts === 'failed' ? waiting(hash) : undefined
    if (pending === undefined) return null
    const made = invented.get(hash) ?? inventedFor(pending, head(), timeline.hashOf(head()))
    invented.set(hash, made)
    return receiptJson(made, receipts === 'failed', false)
  }
  const block = (number: number | undefined, isFull: boolean): object | null => {
    if (number === undefined || number > head() || number < timeline.first) return null
    const mined = core.inBlock(number)
    const own = mined.reduce((sum, { gasUsed }) => sum + gasUsed, 0)
    const { headShift = 0 } = settings.lies
    const stated = number === head() ? number + headShift : number
    const transactions = mined.map((one) => (isFull ? transactionJson(one.transaction, one) : one.transaction.hash))
    return {
      number: toQuantity(BigInt(stated)),
      hash: timeline.hashOf(number),
      parentHash: timeline.hashOf(number - 1),
      timestamp: toQuantity(BigInt(Math.floor(timeline.timeOf(number) / 1000))),
      gasLimit: toQuantity(BigInt(BLOCK_GAS_LIMIT)),
      gasUsed: toQuantity(BigInt(Math.floor(timeline.usedShareOf(number) * BLOCK_GAS_LIMIT) + own)),
      baseFeePerGas: toQuantity(feeOf(timeline.baseFeeOf(number))),
      miner: FEE_RECIPIENT,
      mixHash: mixedHash(core.chainId, number, 13),
      transactions,
    }
  }
  const feeHistory = ([count, newest, percentiles]: readonly unknown[]): object => {
    const last = Math.min(blockOf(newest) ?? head(), head())
    const wanted = Math.min(Number(count), last - timeline.first + 1)
    const numbers = Array.from({ length: wanted }, (_, index) => last - wanted + 1 + index)
    const shares = Array.isArray(percentiles) ? (percentiles as readonly number[]) : []
    return {
      oldestBlock: toQuantity(BigInt(numbers[0] ?? last)),
      baseFeePerGas: [...numbers, last + 1].map((number) => toQuantity(feeOf(timeline.baseFeeOf(number)))),
      gasUsedRatio: numbers.map((number) => timeline.usedShareOf(number)),
      reward: numbers.map((number) =>
        shares.map((share) => toQuantity(feeOf((tipOf(number) * BigInt(50 + share)) / 100n))),
      ),
    }
  }
  const logs = (filter: unknown): readonly object[] => {
    const { address, topics, fromBlock, toBlock, blockHash } = isRecord(filter) ? filter : {}
    const only = typeof blockHash === 'string' ? timeline.numberOf(blockHash.toLowerCase(), SEARCHED_BLOCKS) : undefined
    const [from, to] = [
      only ?? blockOf(fromBlock) ?? timeline.first,
      Math.min(only ?? blockOf(toBlock) ?? head(), head()),
    ]
    const wanted = (Array.isArray(address) ? address : address === undefined ? [] : [address]).map((one) =>
      String(one).toLowerCase(),
    )
    const positions = Array.isArray(topics) ? (topics as readonly unknown[]) : []
    return core.mined
      .filter((one) => one.block >= from && one.block <= to)
      .flatMap((one) => logsJson(one))
      .filter((log) => wanted.length === 0 || wanted.includes(log.address))
      .filter((log) =>
        positions.every((position, index) => {
          if (position === null || position === undefined) return true
          const options = (Array.isArray(position) ? position : [position]).map((topic) => String(topic).toLowerCase())
          return options.includes(log.topics[index] ?? '')
        }),
      )
  }

  const result = (method: string, params: readonly unknown[]): unknown => {
    const address = () => String(params[0]).toLowerCase()
    switch (method) {
      case 'eth_chainId':
        return toQuantity(BigInt(core.chainId))
      case 'net_version':
        return String(core.chainId)
      case 'eth_blockNumber':
        return toQuantity(BigInt(head() + (settings.lies.headShift ?? 0)))
      case 'eth_getBlockByNumber':
        return block(blockOf(params[0]), params[1] === true)
      case 'eth_getBlockByHash':
        return block(timeline.numberOf(address(), SEARCHED_BLOCKS), params[1] === true)
      case 'eth_getBalance': {
        const held = core.state.read(keys.coin(address()), stateBlock(params[1]))
        return toQuantity((held * BigInt(settings.lies.balanceBps ?? 10_000)) / 10_000n)
      }
      case 'eth_getTransactionCount':
        return shifted(params[1] === 'pending' ? pendingNonce(address()) : nonceAt(address(), stateBlock(params[1])))
      case 'eth_getCode':
        stateBlock(params[1])
        return core.contracts.has(address()) ? CODE : '0x'
      case 'eth_call':
        return call(params)
      case 'eth_estimateGas':
        return estimate(params)
      case 'eth_simulateV1':
        return simulate(params, { core, lies: settings.lies, stateBlock, sessionAt })
      case 'eth_feeHistory':
        return feeHistory(params)
      case 'eth_gasPrice':
        return toQuantity(feeOf(timeline.baseFeeOf(head()) + tipOf(head())))
      case 'eth_maxPriorityFeePerGas':
        return toQuantity(feeOf(tipOf(head())))
      case 'eth_sendRawTransaction':
        return send(String(params[0]))
      case 'eth_getTransactionByHash': {
        const mined = visible(address())
        const transaction = mined?.transaction ?? waiting(address())
        return transaction === undefined ? null : transactionJson(transaction, mined)
      }
      case 'eth_getTransactionReceipt':
        return receipt(address())
      case 'eth_getLogs':
        return logs(params[0])
      default:
        throw new RpcError(`the method ${method} does not exist/is not available`, -32601)
    }
  }
  const answer: SimulatedNode['answer'] = ({ method, params }) => {
    core.advanceTo(options.now())
    calls.set(method, (calls.get(method) ?? 0) + 1)
    if (settings.lacks.includes(method)) {
      throw new RpcError(`the method ${method} does not exist/is not available`, -32601)
    }
    const { failing } = settings
    const isFailing = failing !== undefined && failing.methods?.includes(method) !== false
    if (!isFailing) return result(method, params)
    const { how } = failing
    switch (how.kind) {
      case 'silence':
        throw new NodeOutage(undefined)
      case 'http':
        throw new NodeOutage(how.status, how.body, how.retryAfterSec)
      case 'rpc':
        throw new RpcError(how.message, how.code)
      case 'answer-lost':
        try {
          result(method, params)
        } catch (error) {
          if (!(error instanceof RpcError)) throw error
        }
        throw new NodeOutage(undefined)
    }
  }
  const turn = (changes: Partial<NodeSettings>) => {
    const kept = settings.sending
    settings = { ...settings, ...changes }
    if (kept === 'keeps' && settings.sending === 'gossips') for (const one of pool.all()) core.gossip(one, name)
  }
  return {
    name,
    calls,
    answer,
    exchange: (body) => exchange(answer, body),
    turn,
    mend: () => turn(HONEST_NODE),
    get settings() {
      return settings
    },
  }
}

function exchange(answer: SimulatedNode['answer'], body: string): NodeHttpReply | undefined {
  const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: readonly unknown[] }
  const headers = { 'content-type': 'application/json' }
  const reply = (part: object) => ({ status: 200, headers, body: JSON.stringify({ jsonrpc: '2.0', id, ...part }) })
  try {
    return reply({ result: answer({ method, params }) })
  } catch (error) {
    if (error instanceof RpcError) {
      const { code, message, data } = error
      return reply({ error: { code, message, ...(data !== undefined && { data }) } })
    }
    if (!(error instanceof NodeOutage)) throw error
    const { status, body: text, retryAfterSec } = error
    if (status === undefined) return undefined
    return { status, body: text, headers: retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) } }
  }
}

/** A call as it stands in a request; addresses and data in small letters. */
export function readCall(fields: unknown) {
  const { from, to, data, input, value } = isRecord(fields) ? fields : {}
  return {
    from: typeof from === 'string' ? from.toLowerCase() : `0x${'0'.repeat(40)}`,
    to: String(to).toLowerCase(),
    data: typeof data === 'string' ? data.toLowerCase() : typeof input === 'string' ? input.toLowerCase() : '0x',
    value: typeof value === 'string' ? BigInt(value) : 0n,
  }
}

/** Wei for one gas that a call pays; nothing where it names no price. */
export function priceIn(fields: unknown, baseFee: bigint): bigint {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = isRecord(fields) ? fields : {}
  if (typeof gasPrice === 'string') return BigInt(gasPrice)
  if (typeof maxFeePerGas !== 'string') return 0n
  const tip = typeof maxPriorityFeePerGas === 'string' ? BigInt(maxPriorityFeePerGas) : 0n
  const [most, asked] = [BigInt(maxFeePerGas), baseFee + tip]
  return most < asked ? most : asked
}

function requireOk(executed: Executed): Executed {
  const { ok, error, returned } = executed
  if (ok) return executed
  if (error === 'out of gas') throw new RpcError('out of gas', -32000)
  throw new RpcError(error ?? 'execution reverted', 3, returned)
}

function inventedFor(transaction: ChainTransaction, block: number, blockHash: string): MinedTransaction {
  const { maxFeePerGas: price, gas } = transaction
  const none = { logs: [], movements: [], deposits: [] }
  return {
    ...none,
    transaction,
    block,
    blockHash,
    price,
    ok: true,
    reason: undefined,
    index: 0,
    gasUsed: gas,
    cumulativeGas: gas,
  }
}

function receiptJson(mined: MinedTransaction, isReversed: boolean, isElsewhere: boolean): object {
  const { transaction, block, index, ok, gasUsed, cumulativeGas, price } = mined
  const [number, hash] = isElsewhere ? [block - 1, hashOf(mined.blockHash)] : [block, mined.blockHash]
  const isOk = ok !== isReversed
  return {
    transactionHash: transaction.hash,
    transactionIndex: toQuantity(BigInt(index)),
    blockHash: hash,
    blockNumber: toQuantity(BigInt(number)),
    from: transaction.from,
    to: transaction.to,
    contractAddress: null,
    status: isOk ? '0x1' : '0x0',
    gasUsed: toQuantity(BigInt(gasUsed)),
    cumulativeGasUsed: toQuantity(BigInt(cumulativeGas)),
    effectiveGasPrice: toQuantity(price),
    type: transaction.type === 'legacy' ? '0x0' : '0x2',
    logs: isOk
      ? logsJson(mined).map((log) => ({ ...log, blockHash: hash, blockNumber: toQuantity(BigInt(number)) }))
      : [],
  }
}

function logsJson({ logs, block, blockHash, transaction, index }: MinedTransaction) {
  return logs.map(({ address, topics, data }, place) => ({
    ...{ address, topics, data, blockHash },
    blockNumber: toQuantity(BigInt(block)),
    transactionHash: transaction.hash,
    transactionIndex: toQuantity(BigInt(index)),
    logIndex: toQuantity(BigInt(place)),
    removed: false,
  }))
}

function transactionJson(transaction: ChainTransaction, mined: MinedTransaction | undefined): object {
  const { hash, from, to, nonce, data, value, gas, maxFeePerGas, maxPriorityFeePerGas, type, chainId } = transaction
  const prices =
    type === 'legacy'
      ? { gasPrice: toQuantity(maxFeePerGas) }
      : {
          gasPrice: toQuantity(mined?.price ?? maxFeePerGas),
          maxFeePerGas: toQuantity(maxFeePerGas),
          maxPriorityFeePerGas: toQuantity(maxPriorityFeePerGas),
        }
  return {
    ...{ hash, from, to, input: data, ...prices },
    type: type === 'legacy' ? '0x0' : '0x2',
    nonce: toQuantity(BigInt(nonce)),
    value: toQuantity(value),
    gas: toQuantity(BigInt(gas)),
    chainId: toQuantity(BigInt(chainId ?? 0)),
    blockHash: mined?.blockHash ?? null,
    blockNumber: mined === undefined ? null : toQuantity(BigInt(mined.block)),
    transactionIndex: mined === undefined ? null : toQuantity(BigInt(mined.index)),
  }
}
