import type { CatalogChain, PricedAsset } from '../../core/assets/catalog.ts'
import { COIN_STAND_IN } from '../../core/evm/tokens.ts'
import { isEvm } from '../kit/stated-side.ts'

/** CoW Protocol's names of EVM chains in the paths of its API, by EIP-155 id. https://docs.cow.fi */
const NETWORKS: ReadonlyMap<number, string> = new Map([
  [1, 'mainnet'],
  [56, 'bnb'],
  [100, 'xdai'],
  [137, 'polygon'],
  [8453, 'base'],
  [9745, 'plasma'],
  [42161, 'arbitrum_one'],
  [43114, 'avalanche'],
  [57073, 'ink'],
  [59144, 'linea'],
])

/** The chain as the API names it; undefined where it has none. */
export function cowNetwork(chain: CatalogChain): string | undefined {
  return isEvm(chain) ? NETWORKS.get(chain.chainId) : undefined
}

/** The address of an asset that is bought; the coin has a stand-in, and is paid out as itself. */
export function boughtToken({ asset }: PricedAsset): string {
  return asset.isNative ? COIN_STAND_IN : asset.address
}
