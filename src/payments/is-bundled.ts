import { sameAddress } from '../core/assets/address-key.ts'
import type { PayPlace } from './place.ts'

/** Tells whether an asset is in the bundled catalog, by chain and its address as that has it. */
export const isBundled = (place: PayPlace) => async (chainKey: string, address: string) => {
  const assets = await (await place.bundledCatalog()).assets(chainKey)
  return assets.some((asset) => asset.unlisted !== true && sameAddress(asset.address, address))
}
