import type { Catalog, PricedAsset } from '../../src/core/assets/catalog.ts'
import { createDataFiles } from '../../src/io/data-files.ts'
import { createCatalog } from '../../src/service/catalog/catalog.ts'

/** One for all tests of a process, since it never changes: reading its files for each took half the time of the provider tests. */
const catalog = createCatalog({
  data: createDataFiles(),
  store: {
    catalog: {
      chains: () => Promise.resolve([]),
      assets: () => Promise.resolve([]),
      version: () => Promise.resolve(0),
    },
  },
})

/** The catalog as it is bundled, without additions of a store. */
export function openBundledCatalog(): Promise<Catalog> {
  return Promise.resolve(catalog)
}

/** An asset of the bundled catalog, without a price. @param reference `chainKey:address`, `native` for coins */
export async function bundledAsset(reference: string): Promise<PricedAsset> {
  const at = reference.indexOf(':')
  const chain = await catalog.chain(reference.slice(0, at))
  const asset = await catalog.asset(reference.slice(0, at), reference.slice(at + 1))
  if (chain === undefined || asset === undefined) throw new Error(`the bundled catalog has no ${reference}`)
  return { chain, asset, priceUsd: undefined }
}
