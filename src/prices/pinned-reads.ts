import { readAgreed } from '../core/evm/agreement.ts'
import { MULTICALL3, MULTICALL3_OF_ZKSYNC } from '../core/evm/contracts.ts'
import { MULTICALL3_FUNCTIONS } from '../core/evm/functions.ts'
import { quantityOf, toQuantity } from '../core/evm/json-rpc.ts'
import { type ContractRead, decodeAggregate3, encodeAggregate3 } from '../core/evm/multicall3.ts'
import { readResult } from '../core/evm/words.ts'
import type { ChainRpc, Clock } from '../core/ports.ts'

/** What contracts say in one block, as two operators agree, or the user's own node says. */
export interface PinnedReads {
  /** 0x-hex, in the order of the reads; undefined for each that was reverted. */
  readonly results: readonly (string | undefined)[]
  /** Time of the block, epoch seconds. */
  readonly blockSec: number
  readonly isSingleNode: boolean
  /** True when another operator answered otherwise. */
  readonly isDisputed: boolean
}

/** How far a block's time may be from this machine's, in seconds: more, and the nodes are behind, or the clock is wrong. */
const MOST_LAG_SEC = 300

const ZKSYNC = 324

/**
 * Reads contracts at one block.
 * @param rpc holds its nodes to the chain's id
 * @returns undefined when the nodes do not answer, or lag
 * @throws NodesDisagree
 */
export async function readPinned(
  rpc: ChainRpc,
  clock: Pick<Clock, 'now'>,
  chainId: number,
  block: bigint,
  reads: readonly ContractRead[],
): Promise<PinnedReads | undefined> {
  const multicall3 = chainId === ZKSYNC ? MULTICALL3_OF_ZKSYNC : MULTICALL3
  const calls = [{ to: multicall3, data: MULTICALL3_FUNCTIONS.getCurrentBlockTimestamp.selector }, ...reads]
  const agreed = await readAgreed(
    rpc,
    { method: 'eth_call', params: [{ to: multicall3, data: encodeAggregate3(calls) }, toQuantity(block)] },
    (answer) => {
      if ('error' in answer) throw answer.error
      if (typeof answer.value !== 'string' || !/^0x[0-9a-f]+$/i.test(answer.value)) throw new Error('no data')
      return answer.value.toLowerCase()
    },
  )
  if (agreed === undefined) return undefined
  const [time, ...results] = decodeAggregate3(agreed.value, calls.length) ?? []
  if (time === undefined) return undefined
  const blockSec = Number(readResult(time) ?? 0n)
  const isLate = Math.abs(clock.now() / 1000 - blockSec) > MOST_LAG_SEC
  // A chain of the user's own may stand still.
  if (isLate && agreed.by !== 'own') return undefined
  return { results, blockSec, isSingleNode: agreed.by === 'single node', isDisputed: agreed.odd.length > 0 }
}

/** A block a little behind the head that two operators have; of the user's own node its latest. Undefined without an answer. */
export async function findPinnedBlock(rpc: ChainRpc): Promise<bigint | undefined> {
  const answers = await rpc.requestOperators({ method: 'eth_blockNumber', params: [] }, rpc.isOwn ? 1 : 3)
  const heads = answers
    .flatMap((answer) => ('value' in answer ? (quantityOf(answer.value) ?? []) : []))
    .sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  const head = heads[1] ?? heads[0]
  if (head === undefined || head === 0n) return head
  return rpc.isOwn ? head : head - 1n
}
