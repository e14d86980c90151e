import type { HttpFetch } from '../core/ports.ts'
import { MAYA_NETWORK } from './maya/network.ts'
import { readNetworkVaults, type NetworkVault } from './thorchain-family/vaults.ts'
import { THORCHAIN_NETWORK } from './thorchain/network.ts'

/** Vaults that a network says are in use on a chain; see `readNetworkVaults`. Never throws. */
export function readVaults(
  fetch: HttpFetch,
  place: {
    readonly network: 'MAYA' | 'THORCHAIN'
    /** Of the catalog. */
    readonly chainKey: string
    /** Base URL of the user's own node; undefined where none is set. */
    readonly own: string | undefined
  },
  signal: AbortSignal,
): Promise<readonly NetworkVault[]> {
  return readNetworkVaults(place.network === 'MAYA' ? MAYA_NETWORK : THORCHAIN_NETWORK, fetch, place, signal)
}
