import type { Catalog } from '../../core/assets/catalog.ts'
import { createDataFiles } from '../../io/index.ts'
import { createCatalog } from '../../service/index.ts'

/** The catalog that ships with the program, for names where the service is on a server. */
export function openBundledCatalog(): Catalog {
  return createCatalog({ data: createDataFiles() })
}
