import type { SimulatedChain, SimulatedChainOptions } from './interface.ts'

/** A chain at its first block. */
export function createSimulatedChain(_options: SimulatedChainOptions): SimulatedChain {
  throw new Error('not written yet')
}
