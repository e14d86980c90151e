import type { NoRoute } from '../contract.ts'
import { refuse, refusePair } from '../kit/refuse.ts'
import type { NetworkAsset } from './chains.ts'
import type { FamilyNetwork } from './network.ts'
import type { Inbound } from './wire.ts'

/**
 * Why the pair must not be swapped now: a node still quotes halted chains, and an output to a halted chain may wait for
 * days.
 */
export function findHalt(
  network: FamilyNetwork,
  inbound: readonly Inbound[],
  source: NetworkAsset,
  target: NetworkAsset,
): NoRoute | undefined {
  if (inbound.some((row) => row.global_trading_paused)) return refuse('halted', 'All trading is paused for now')
  for (const { chain } of [source, target]) {
    if (chain.code === network.home) continue
    const row = findVault(inbound, chain.code)
    if (row === undefined) return refusePair('It does not reach one of the two chains now')
    if (row.halted || row.chain_trading_paused) return refuse('halted', `Trading on ${chain.code} is halted for now`)
  }
  return undefined
}

/** What the network says about the chain with this code of its own. */
export function findVault(inbound: readonly Inbound[], code: string): Inbound | undefined {
  return inbound.find((row) => row.chain.toUpperCase() === code)
}
