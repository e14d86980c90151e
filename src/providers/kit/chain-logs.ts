import * as z from 'zod'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { toQuantity } from '../../core/evm/json-rpc.ts'
import { HEX_ADDRESS, HEX_BYTES, HEX_WORD } from '../../core/text/hex.ts'
import type { ProviderContext } from '../contract.ts'
import { badReply } from './refuse.ts'

/*
 * Logs of an EVM chain about a point in time, https://ethereum.github.io/execution-apis. Nodes answer for a few thousand blocks at
 * once, some for ten, so that every search is a number of small questions with an end.
 */

/** A block as far as it is used. */
export interface BlockTime {
  readonly number: number
  /** Epoch seconds. */
  readonly timeSec: number
}

/** An entry of the logs; hex as the node writes it. */
export interface ChainLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash: string
  readonly block: number
}

/** What is searched: one contract, and topics by position, null for any. */
export interface LogFilter {
  readonly address: string
  readonly topics: readonly (string | null)[]
}

/** Blocks that are asked for at once, and fewest of them where a node refuses more. */
const [MOST_BLOCKS, LEAST_BLOCKS] = [2_000, 10]
/** Most questions of one search. */
const MOST_QUESTIONS = 6
/** Most blocks that are read to find one by its time, and how much too early it may be, in seconds. */
const MOST_PROBES = 8
const NEAR_SEC = 180
/** How far back the first block is read that tells how fast the chain is. */
const FIRST_STEP = 1_000

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,12}$/)
  .transform(Number)
const blockSchema = z.looseObject({ number: quantity, timestamp: quantity })
const logSchema = z.looseObject({
  address: z.string().regex(HEX_ADDRESS),
  topics: z.array(z.string().regex(HEX_WORD)).max(4),
  data: z.string().regex(HEX_BYTES),
  transactionHash: z.string().regex(HEX_WORD),
  blockNumber: quantity,
  removed: z.boolean().optional(),
})
const receiptSchema = z.looseObject({ transactionHash: z.string().regex(HEX_WORD), logs: z.array(z.unknown()) })

/** @throws RpcError, ProviderError */
export async function readBlockTime(
  context: ProviderContext,
  chainKey: string,
  block: number | 'latest',
): Promise<BlockTime> {
  const name = block === 'latest' ? block : toQuantity(BigInt(block))
  const read = blockSchema.safeParse(await context.rpc(chainKey, 'eth_getBlockByNumber', [name, false])).data
  if (read === undefined) throw badReply('The RPC of the chain does not give a block')
  return { number: read.number, timeSec: read.timestamp }
}

/**
 * Number of a block that is no later than a time, and mostly no more than three minutes earlier.
 * @param timeSec epoch seconds
 * @throws RpcError, ProviderError
 */
export async function blockBefore(
  context: ProviderContext,
  chainKey: string,
  latest: BlockTime,
  timeSec: number,
): Promise<number> {
  let late = latest
  let early: BlockTime | undefined
  let guess = latest.number - FIRST_STEP
  for (let probes = 0; late.timeSec > timeSec && probes < MOST_PROBES; probes += 1) {
    const block = await readBlockTime(context, chainKey, Math.max(0, guess))
    if (block.timeSec <= timeSec) early = block
    else late = block
    if (late.number === 0) return 0
    if (early !== undefined && timeSec - early.timeSec <= NEAR_SEC) return early.number
    const other = early ?? latest
    const secondsEach = Math.abs(late.timeSec - other.timeSec) / Math.max(1, Math.abs(late.number - other.number))
    const away = Math.ceil((late.timeSec - timeSec + NEAR_SEC / 2) / Math.max(secondsEach, 0.05))
    guess = early === undefined ? late.number - away : Math.max(early.number + 1, late.number - away)
  }
  return late.timeSec <= timeSec ? late.number : (early?.number ?? Math.max(0, guess))
}

/** What a search came to. */
export interface LogSearch {
  readonly found: ChainLog | undefined
  /** The block from which the next search goes on: that of what was found, or the first one that was not read. */
  readonly next: number
}

/**
 * The first log that fits, from a block up to another one, or as far as a handful of questions reach.
 * @throws RpcError, ProviderError where not even ten blocks are answered
 */
export async function searchLogs(
  context: ProviderContext,
  chainKey: string,
  filter: LogFilter,
  range: { readonly from: number; readonly to: number },
  fits: (log: ChainLog) => boolean,
): Promise<LogSearch> {
  let next = range.from
  let blocks = MOST_BLOCKS
  for (let asked = 0; next <= range.to && asked < MOST_QUESTIONS; asked += 1) {
    const last = Math.min(next + blocks - 1, range.to)
    const logs = await readLogs(context, chainKey, filter, next, last).catch((error: unknown) => {
      if (error instanceof RpcError && blocks > LEAST_BLOCKS) return undefined
      throw error
    })
    if (logs === undefined) {
      blocks = Math.max(LEAST_BLOCKS, Math.floor(blocks / 6))
      continue
    }
    const found = logs.find(fits)
    if (found !== undefined) return { found, next: found.block }
    next = last + 1
  }
  return { found: undefined, next }
}

/** The logs of a transaction; undefined where the chain has none of it. @throws RpcError, ProviderError */
export async function readTransactionLogs(
  context: ProviderContext,
  chainKey: string,
  hash: string,
): Promise<readonly ChainLog[] | undefined> {
  return logsOfReceipt(await context.rpc(chainKey, 'eth_getTransactionReceipt', [hash]), hash)
}

/** The logs of the receipt that a node gave of a transaction; undefined where it has none. @throws ProviderError */
export function logsOfReceipt(answer: unknown, hash: string): readonly ChainLog[] | undefined {
  if (answer === null) return undefined
  const receipt = receiptSchema.safeParse(answer).data
  if (receipt?.transactionHash.toLowerCase() !== hash.toLowerCase()) {
    throw badReply('The RPC of the chain does not give the receipt')
  }
  return receipt.logs.flatMap(readLog)
}

async function readLogs(
  context: ProviderContext,
  chainKey: string,
  { address, topics }: LogFilter,
  from: number,
  to: number,
): Promise<readonly ChainLog[]> {
  const range = { fromBlock: toQuantity(BigInt(from)), toBlock: toQuantity(BigInt(to)) }
  const answer = await context.rpc(chainKey, 'eth_getLogs', [{ address, topics, ...range }])
  if (!Array.isArray(answer)) throw badReply('The RPC of the chain does not give logs')
  // A node may answer more than it was asked for.
  return answer.flatMap(readLog).filter((log) => log.block >= from && log.block <= to && isOf(log, { address, topics }))
}

function readLog(stated: unknown): readonly ChainLog[] {
  const log = logSchema.safeParse(stated).data
  if (log === undefined || log.removed === true) return []
  const { address, topics, data, transactionHash, blockNumber } = log
  return [{ address, topics, data, transactionHash, block: blockNumber }]
}

/** True for a log of the filter's contract with its topics. */
export function isOf(log: Pick<ChainLog, 'address' | 'topics'>, { address, topics }: LogFilter): boolean {
  return (
    log.address.toLowerCase() === address.toLowerCase() &&
    topics.every((topic, index) => topic === null || log.topics[index]?.toLowerCase() === topic.toLowerCase())
  )
}
