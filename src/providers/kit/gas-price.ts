import { quantityOf } from '../../core/evm/json-rpc.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import type { ProviderContext } from '../contract.ts'
import { optional } from './refuse.ts'

/** Wei a unit of gas; undefined where no node states it. */
export async function readGasPrice(context: ProviderContext, chainKey: string): Promise<bigint | undefined> {
  try {
    return quantityOf(await optional(context.rpc(chainKey, 'eth_gasPrice', [])))
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}
