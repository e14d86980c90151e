import type { ChainRpc } from '../../core/evm/chain-rpc.ts'

export { type ChainRpc, type RpcCall, RpcError } from '../../core/evm/chain-rpc.ts'

/** A chain that the wallet can pay on. */
export interface PayChain {
  /** Catalog key. */
  readonly key: string
  readonly name: string
  readonly chainId: number
  readonly nativeSymbol: string
  readonly rpc: ChainRpc
  /** Blocks that must hold a transaction, its own included, before it counts; from 1. */
  readonly confirmations: number
  /** Milliseconds between two looks for a transaction. @default 1000 */
  readonly pollMs?: number
}
