import { type Depth, depthOf, isDeepEnough } from '../../../core/evm/confirmations.ts'
import { quantityOf, recordOf } from '../../../core/evm/json-rpc.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import type { ChainRpc } from '../../../core/ports.ts'
import type { EvmChain } from '../evm-chain.ts'
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

/** Reads what a payment is worth at most; undefined where nobody tells. */
export type ReadWorth = () => Promise<MicroUsd | undefined>

/**
 * How deep it must be that a transaction ended without paying: somebody may pay again after that.
 * @param readWorth undefined for a transaction that does not spend
 */
export async function endDepth(
  { key, confirmations }: Pick<EvmChain, 'key' | 'confirmations'>,
  readWorth: ReadWorth | undefined,
): Promise<Depth> {
  if (readWorth === undefined) return { blocks: confirmations }
  const depth = depthOf(key, await readWorth())
  return { ...depth, blocks: Math.max(depth.blocks, confirmations) }
}
