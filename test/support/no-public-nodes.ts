import { settingVariable } from '../../src/io/config/settings.ts'
import { createDataFiles, readPriceTables } from '../../src/io/data-files.ts'
import type { PriceData } from '../../src/prices/tables.ts'

/** A URL at which no node is asked: nothing listens on this port. */
export const NO_NODE = 'http://127.0.0.1:9'
/** The same for a clock that stands still, on which nothing is tried again: it is refused because it is not https. */
export const REFUSED_NODE = 'http://node.example'

/** The environment under which prices are read at no public node. */
export function withoutPublicNodes(url = NO_NODE): Record<string, string> {
  return Object.fromEntries(priceChains().map(({ key }) => [settingVariable(`rpc.${key}`), url]))
}

/** The chains on which prices are read. */
export function priceChains(): readonly { readonly key: string }[] {
  const ids = Object.keys(readPriceTables<PriceData>().feedChains)
  return createDataFiles()
    .chains()
    .filter(({ chainId }) => ids.includes(String(chainId)))
}
