import type { SeenTransaction, SimulatedChain } from './chain/interface.ts'

/** Every version of a transaction that some node took, oldest first. */
export function versionsOf(
  chain: SimulatedChain,
  { nonce, from }: Pick<SeenTransaction, 'nonce' | 'from'>,
): readonly SeenTransaction[] {
  return chain.seen().filter((one) => one.nonce === nonce && one.from === from)
}

/** The next block takes a version that was replaced: whoever builds it has kept that one. */
export function takeKept(chain: SimulatedChain, kept: SeenTransaction): void {
  for (const { hash } of versionsOf(chain, kept)) if (hash !== kept.hash) chain.drop(hash)
  for (const node of chain.nodes) {
    node.exchange(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [kept.raw] }))
  }
}
