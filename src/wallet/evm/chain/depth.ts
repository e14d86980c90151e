import { type Depth, isDeepEnough } from '../../../core/evm/confirmations.ts'
import { quantityOf, recordOf } from '../../../core/evm/json-rpc.ts'
import type { ChainRpc } from '../../../core/ports.ts'
import { readMiddle } from './middle.ts'
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
