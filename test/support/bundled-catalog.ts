import type { Catalog } from '../../src/core/assets/catalog.ts'
import { createDataFiles } from '../../src/io/data-files.ts'
import { createCatalog } from '../../src/service/catalog/catalog.ts'

/** The catalog as it is bundled, without additions of a store. */
export function openBundledCatalog(): Promise<Catalog> {
  const store = {
    catalog: {
      chains: () => Promise.resolve([]),
      assets: () => Promise.resolve([]),
      put: () => Promise.reject(new Error('the bundled catalog takes no additions')),
      version: () => Promise.resolve(0),
    },
  }
  return Promise.resolve(createCatalog({ data: createDataFiles(), store }))
}
