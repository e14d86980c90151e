import type { Catalog } from '../core/catalog.ts'
import { createDataFiles } from '../io/data-files.ts'
import { createCatalog } from '../service/catalog.ts'

/** The catalog that ships with the program, for names where the service is on a server. */
export function openBundledCatalog(): Catalog {
  return createCatalog({
    data: createDataFiles(),
    store: { catalog: { chains: async () => [], assets: async () => [], version: async () => 0 } },
  })
}
