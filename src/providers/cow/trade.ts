import * as z from 'zod'
import { sameAddress } from '../../core/assets/address-key.ts'
import { addressWord, encodeCall } from '../../core/evm/abi.ts'
import { GPV2_SETTLEMENT } from '../../core/evm/contracts.ts'
import { GPV2_EVENTS } from '../../core/evm/events.ts'
import { GPV2_FUNCTIONS } from '../../core/evm/functions.ts'
import { quantityOf, recordOf, toQuantity } from '../../core/evm/json-rpc.ts'
import { readable, readBytes, readResult, resultsOf } from '../../core/evm/words.ts'
import { HEX_WORD } from '../../core/text/hex.ts'
import type { AgreedRead, ProviderContext } from '../contract.ts'
import { expectRead, resultOf, wordOf } from '../kit/node-answer.ts'
import { orUnread, readHead } from '../kit/node-reads.ts'
import { badReply } from '../kit/refuse.ts'
import type { CowTracking } from './wire.ts'

/*
 * What the chain shows of an order: how much of it was sold, and which transaction filled it. Nodes of two operators say it
 * where two are known: the order book and one node must not be enough to end a swap.
 */

/** What filled an order. */
export interface Trade {
  readonly hash: string
  /** Base units that were paid. */
  readonly bought: bigint
}

/** What the settlement counts as sold of an order that its owner has cancelled on the chain. */
export const CANCELLED = 2n ** 256n - 1n

/** Blocks of one search, which public nodes still answer, and searches from the newest block back. */
const SEARCH_BLOCKS = 1_000n
const SEARCHES = 5

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const logSchema = z.looseObject({ address: hex, topics: z.array(hex), data: hex })
const foundSchema = z.array(z.looseObject({ ...logSchema.shape, transactionHash: z.string().regex(HEX_WORD) }))
const receiptSchema = z.looseObject({ status: hex, logs: z.array(logSchema) }).nullable()

/** How much of an order was sold at a time. */
export interface Sold {
  /** Base units, as the settlement counts them, and how far nodes agree. */
  readonly units: AgreedRead<bigint>
  /** Time of the block that was read, epoch seconds; undefined where nodes do not agree on it. */
  readonly seconds: number | undefined
}

/** What was sold of an order by the newest block. @throws ProviderError */
export async function readSold(chainKey: string, uid: string, context: ProviderContext): Promise<Sold> {
  const head = await orUnread(context.rpc(chainKey, 'eth_getBlockByNumber', ['latest', false]))
  const number = quantityOf(recordOf(head)['number'])
  if (number === undefined) return { units: { by: 'none' }, seconds: undefined }
  // Of that block: another node may lag behind, and would count less.
  const block = toQuantity(number)
  const call = { to: GPV2_SETTLEMENT, data: encodeCall(GPV2_FUNCTIONS.filledAmount.selector, [{ bytes: uid }]) }
  const [units, seconds] = await Promise.all([
    context.rpcAgreed(chainKey, 'eth_call', [call, block], wordOf),
    context.rpcAgreed(chainKey, 'eth_getBlockByNumber', [block, false], (answer) =>
      expectRead(quantityOf(recordOf(resultOf(answer))['timestamp'])),
    ),
  ])
  return { units, seconds: seconds.by === 'agreed' ? Number(seconds.value) : undefined }
}

/**
 * The trade of an order in a transaction: `absent` while that is in no block, `elsewhere` where it does not fill the order;
 * undefined where nodes do not agree on that.
 * @throws ProviderError
 */
export async function readTrade(
  chainKey: string,
  hash: string,
  tracking: CowTracking,
  context: ProviderContext,
): Promise<Trade | 'elsewhere' | 'absent' | undefined> {
  const read = await context.rpcAgreed(chainKey, 'eth_getTransactionReceipt', [hash], (answer) => {
    const receipt = receiptSchema.parse(resultOf(answer))
    if (receipt === null) return 'absent'
    const bought = quantityOf(receipt.status) === 1n ? boughtIn(receipt.logs, tracking) : undefined
    return bought ?? 'elsewhere'
  })
  if (read.by !== 'agreed') return undefined
  return typeof read.value === 'bigint' ? { hash, bought: read.value } : read.value
}

/**
 * The trade of an order among the newest blocks, which one node finds and others confirm.
 * @throws ProviderError also where they do not confirm it; RpcError
 */
export async function findTrade(
  chainKey: string,
  tracking: CowTracking,
  context: ProviderContext,
): Promise<Trade | 'none'> {
  const head = await readHead(context, chainKey)
  const owner = toWord(addressWord(tracking.owner))
  for (let search = 0; search < SEARCHES; search += 1) {
    const to = head - BigInt(search) * SEARCH_BLOCKS
    if (to < 0n) return 'none'
    const from = to - SEARCH_BLOCKS + 1n
    const filter = {
      address: GPV2_SETTLEMENT,
      topics: [GPV2_EVENTS.trade.topic, owner],
      fromBlock: toQuantity(from < 0n ? 0n : from),
      toBlock: toQuantity(to),
    }
    const found = foundSchema.safeParse(await context.rpc(chainKey, 'eth_getLogs', [filter]))
    if (!found.success) throw badReply('The RPC of the chain gives no logs that can be read')
    const log = found.data.find((one) => boughtIn([one], tracking) !== undefined)
    if (log === undefined) continue
    const trade = await readTrade(chainKey, log.transactionHash, tracking, context)
    if (typeof trade !== 'object') throw badReply('The RPC of the chain gives a trade that others do not confirm')
    return trade
  }
  return 'none'
}

/** What logs of the settlement say that an order was paid; undefined where none is of it. */
function boughtIn(logs: readonly z.infer<typeof logSchema>[], { uid }: CowTracking): bigint | undefined {
  const ours = logs.find(({ address, topics, data }) => {
    if (!sameAddress(address, GPV2_SETTLEMENT) || topics[0]?.toLowerCase() !== GPV2_EVENTS.trade.topic) return false
    return readable(() => readBytes(resultsOf(data), 5)) === uid
  })
  return ours === undefined ? undefined : readResult(ours.data, 3)
}

function toWord(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}
