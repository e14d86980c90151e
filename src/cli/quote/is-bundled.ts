import { sameAddress } from '../../core/assets/address-key.ts'
import type { Session } from '../session.ts'

/** Tells whether an asset is in the bundled catalog, by chain and its address as that has it. */
export const isBundled = (session: Session) => async (chainKey: string, address: string) => {
  const assets = await (await session.bundledCatalog()).assets(chainKey)
  return assets.some((asset) => asset.unlisted !== true && sameAddress(asset.address, address))
}
