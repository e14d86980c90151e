import { type CatalogChain, NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import { MAYAN_CHAINS, MAYAN_SWIFT, type MayanChain, type SwiftVersion } from '../../core/evm/bridges/mayan.ts'
import { isEvm } from '../kit/stated-side.ts'

/** An end of a route in Mayan's names. */
export interface MayanSide {
  readonly priced: PricedAsset
  readonly chain: MayanChain
  /** Mayan's address of the asset: that of every coin is zero, also Solana's. */
  readonly address: string
}

/** An end of a route in Mayan's names; undefined for what it does not serve. */
export function toMayanSide(priced: PricedAsset): MayanSide | undefined {
  const { chain, asset } = priced
  const served = MAYAN_CHAINS.find(({ key }) => key === chain.key)
  return served && { priced, chain: served, address: asset.isNative ? NATIVE_EVM_ADDRESS : asset.address }
}

/** The chain of `chains` with this name of Mayan's; undefined when there is none. */
export function fromMayanChain(name: string, chains: readonly CatalogChain[]): CatalogChain | undefined {
  return MAYAN_CHAINS.some(({ key }) => key === name) ? chains.find(({ key }) => key === name) : undefined
}

/** The version of Swift that stands at an address of an EVM chain; undefined where none is known to. */
export function swiftVersionAt(chain: CatalogChain, address: string): SwiftVersion | undefined {
  const versions = Object.entries(MAYAN_SWIFT) as [SwiftVersion, (typeof MAYAN_SWIFT)[SwiftVersion]][]
  return versions.find(
    ([, { address: known, chainIds }]) =>
      known.toLowerCase() === address.toLowerCase() && chainIds.some((id) => id === chain.chainId),
  )?.[0]
}

/** True for chains on which orders can be placed from here. */
export function isMayanSource(chain: CatalogChain): boolean {
  return isEvm(chain) && Object.values(MAYAN_SWIFT).some(({ chainIds }) => chainIds.some((id) => id === chain.chainId))
}
