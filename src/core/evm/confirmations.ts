/** Blocks that must hold a transaction, its own included, before it counts, for chains on which one is not enough. */
const CONFIRMATIONS: Readonly<Record<string, number>> = {
  ethereum: 2,
  polygon: 5,
  bsc: 3,
  gnosis: 3,
  // Its newest block is a proposal that two more make final: https://docs.monad.xyz/monad-arch/consensus/block-states
  monad: 3,
}

/** How deep a transaction of an EVM chain must be in it before it counts: 1 for chains whose one sequencer does not take blocks back. */
export function confirmationsOf(chainKey: string): number {
  return Object.hasOwn(CONFIRMATIONS, chainKey) ? (CONFIRMATIONS[chainKey] ?? 1) : 1
}
