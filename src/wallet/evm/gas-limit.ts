import { quantityOf } from '../../core/evm/json-rpc.ts'
import { NodesDisagree, readAgreed } from '../../core/evm/agreement.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { larger, smaller } from '../../core/money/larger.ts'
import { type Block, callJson, type ViewCall } from './chain/reads.ts'
import { disagreement, unusableNode, wouldFail } from './chain/node-refusal.ts'
import { feesOf } from './chain-fees.ts'
import type { EvmChain } from './evm-chain.ts'
import { refusalFor } from '../refusal.ts'

/** A gas limit is at most this many times what the call used in a simulation: three times, and a margin. */
const MOST_OVER_USE = 4n
const DEFAULT_MARGIN_PERCENT = 25n
/** JSON-RPC's code for a method that is not there. */
const NO_METHOD = -32601

/**
 * Gas that a call needs on the chain as it is now, as nodes of two operators estimate it: within a quarter of each other.
 * @throws WALLET_REFUSED when the call would be reverted, or the nodes differ
 */
export async function estimateGas({ rpc, key }: Pick<EvmChain, 'rpc' | 'key'>, call: ViewCall): Promise<bigint> {
  const agreed = await readAgreed<bigint | RpcError>(
    rpc,
    { method: 'eth_estimateGas', params: [callJson(call)] },
    (answer) => {
      if ('error' in answer) {
        if (answer.error instanceof RpcError && answer.error.code !== NO_METHOD) return answer.error
        throw answer.error
      }
      const gas = quantityOf(answer.value)
      if (gas === undefined) throw new Error('no number')
      return gas
    },
    (a, b) => (typeof a !== 'bigint' || typeof b !== 'bigint' ? typeof a === typeof b : isNear(a, b)),
  ).catch((error: unknown) => {
    if (error instanceof NodesDisagree) throw disagreement('about the gas that the transaction needs', key)
    throw error
  })
  if (agreed === undefined) throw unusableNode('No node of the chain estimates gas', key)
  if (typeof agreed.value !== 'bigint') throw wouldFail(agreed.value)
  return agreed.value
}

function isNear(a: bigint, b: bigint): boolean {
  return larger(a, b) * 4n <= smaller(a, b) * 5n
}

/**
 * The limit of a call: its gas and a margin, since state moves until it is mined, as far as a block holds it.
 * @throws WALLET_REFUSED when a block holds less
 */
export function gasLimit({ key }: Pick<EvmChain, 'key'>, gas: bigint, block: Block): bigint {
  if (gas > block.gasLimit)
    throw refusalFor('simulation', `The transaction needs ${gas} gas, and a block holds ${block.gasLimit}`)
  const { marginPercent = DEFAULT_MARGIN_PERCENT } = feesOf(key)
  return smaller((gas * (100n + marginPercent) + 99n) / 100n, block.gasLimit)
}

/**
 * Holds a gas limit against what the call used when it was run: it has to hold back gas, but not this much.
 * @throws WALLET_REFUSED
 */
export function checkLimit({ key }: Pick<EvmChain, 'key'>, limit: bigint, used: bigint): void {
  if (limit <= used * MOST_OVER_USE || feesOf(key).limitHoldsData === true) return
  throw refusalFor(
    'cost',
    `The nodes ask for a gas limit of ${limit} for a call that uses ${used}`,
    `Nothing was signed. Set a node that you trust: swapcli config set rpc.${key} <url>`,
  )
}
