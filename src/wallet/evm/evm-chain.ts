import type { ChainRpc } from '../../core/ports.ts'
import type { PayChain } from '../family.ts'

/** An EVM chain that the wallet can reach. */
export interface EvmChain extends PayChain {
  readonly family: 'evm'
  readonly rpc: ChainRpc
  /** Blocks that must hold a transaction, its own included, before it counts; from 1. */
  readonly confirmations: number
  /** Milliseconds between two looks for a transaction. @default 1000 */
  readonly pollMs?: number
  /** Milliseconds after which what was sent privately goes to its nodes too. @default never */
  readonly publicAfterMs?: number
}

/** True for a chain that this family opened. */
export function isEvmChain(chain: PayChain): chain is EvmChain {
  return chain.family === 'evm' && 'rpc' in chain
}

/** A chain that this family opened. @throws Error for one of another family, which is never passed */
export function requireEvmChain(chain: PayChain): EvmChain {
  if (isEvmChain(chain)) return chain
  throw new Error(`${chain.key} is a chain of the family ${chain.family}`)
}
