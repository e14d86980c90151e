import { quantityOf } from '../../core/evm/json-rpc.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { type ProviderContext, ProviderError } from '../contract.ts'
import { badReply } from './refuse.ts'

/* What a single node of a chain is asked for. */

/** What a node says; undefined where none answers, or refuses. */
export async function orUnread<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ProviderError || error instanceof RpcError) return undefined
    throw error
  }
}

/** Wei a unit of gas; undefined where no node states it. */
export async function readGasPrice(context: ProviderContext, chainKey: string): Promise<bigint | undefined> {
  return quantityOf(await orUnread(context.rpc(chainKey, 'eth_gasPrice', [])))
}

/** Number of the newest block. @throws ProviderError RpcError */
export async function readHead(context: ProviderContext, chainKey: string): Promise<bigint> {
  const head = quantityOf(await context.rpc(chainKey, 'eth_blockNumber', []))
  if (head === undefined) throw badReply('The RPC of the chain does not state its newest block')
  return head
}
