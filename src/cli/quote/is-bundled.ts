import { sameAddress } from '../../core/assets/address-key.ts'

/** True for an asset of the bundled catalog. @param address as the catalog has it */
export async function isBundled(chainKey: string, address: string): Promise<boolean> {
  const { openBundledCatalog } = await import('./bundled-catalog.ts')
  const assets = await openBundledCatalog().assets(chainKey)
  return assets.some((asset) => asset.unlisted !== true && sameAddress(asset.address, address))
}
