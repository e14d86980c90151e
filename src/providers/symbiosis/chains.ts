import { type CatalogChain, NATIVE_EVM_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import { SYMBIOSIS, type SymbiosisContracts } from '../../core/evm/bridges/symbiosis.ts'
import { isEvm, type StatedSide } from '../kit/stated-side.ts'

/** Symbiosis' contracts on a chain; undefined where it is not served from here. */
export function contractsOn(chain: CatalogChain): SymbiosisContracts | undefined {
  return isEvm(chain) ? SYMBIOSIS[chain.chainId] : undefined
}

/** An end of a route, with the coin by our address: `wire.ts` reads Symbiosis' own, no address at all, as that. */
export function toSymbiosisSide(priced: PricedAsset): StatedSide | undefined {
  const { chain, asset } = priced
  if (contractsOn(chain) === undefined) return undefined
  return { priced, chainId: chain.chainId, address: asset.address, native: NATIVE_EVM_ADDRESS }
}
