import { type Depth, isDeepEnough } from '../../../core/evm/confirmations.ts'
import { quantityOf, recordOf } from '../../../core/evm/json-rpc.ts'
import type { ChainRpc, Json } from '../../../core/ports.ts'
import { badAnswer } from './reads.ts'

/**
 * True for a transaction that is deep enough, as nodes of three operators say where they are known: one that states a head far
 * ahead, or far behind, does not decide.
 * @param mined number of its block
 * @throws SERVICE_UNAVAILABLE where no node tells
 */
export async function isDeep(rpc: ChainRpc, depth: Depth, mined: bigint): Promise<boolean> {
  const head = await readMiddle(rpc, 'eth_blockNumber', [], quantityOf)
  if (head === undefined) throw badAnswer('eth_blockNumber')
  const tagged =
    depth.tag === undefined
      ? undefined
      : await readMiddle(rpc, 'eth_getBlockByNumber', [depth.tag, false], (block) =>
          quantityOf(recordOf(block)['number']),
        )
  return isDeepEnough(depth, mined, head, tagged)
}

/** The middle one of the numbers that operators state, the lower one of two. */
async function readMiddle(
  rpc: ChainRpc,
  method: string,
  params: readonly Json[],
  read: (answer: unknown) => bigint | undefined,
): Promise<bigint | undefined> {
  const answers = await rpc.requestOperators({ method, params }, rpc.isOwn ? 1 : 3)
  const stated = answers.flatMap((answer) => ('value' in answer ? (read(answer.value) ?? []) : []))
  return stated.sort((a, b) => (a < b ? -1 : 1))[Math.floor((stated.length - 1) / 2)]
}
