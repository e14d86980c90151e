import { join } from 'node:path'
import type { Asset } from './core/api/documents.ts'
import type { Catalog } from './core/assets/catalog.ts'
import type { Clock } from './core/ports.ts'
import { createDataFiles } from './io/index.ts'
import { loadLiveProviders, type ProviderManifest } from './providers/index.ts'
import { loadSandboxManifests } from './sandbox/index.ts'
import { type CatalogLists, createCatalog, createCatalogLists, isSwitchedOn, type Network } from './service/index.ts'
import { holdsNoCatalog } from './store/index.ts'

/** The lists of a network, and the catalog that they are of. */
export interface BundledLists {
  readonly lists: CatalogLists
  readonly catalog: Catalog
}

/** Where the lists are of, and what they may need. */
interface ListPlace {
  readonly network: Network
  /** Folder of the store files. */
  readonly home: string
  readonly clock: Pick<Clock, 'now'>
  /** Value of a provider's setting. */
  readonly setting: (providerKey: string, name: string) => string | undefined
  /** An asset that the catalog lacks, of the service. @throws VALIDATION_ERROR when there is none */
  readonly token: (chainKey: string, address: string) => Promise<Asset>
}

/**
 * The lists of chains, assets and providers that ship with the program, as the service gives them; undefined where the
 * store of the network may hold more, and has to be opened.
 * @throws STORE_UNUSABLE when it cannot be told
 */
export function openBundledLists({ network, home, clock, setting, token }: ListPlace): BundledLists | undefined {
  if (!holdsNoCatalog(join(home, `${network}.db`))) return undefined
  const catalog = createCatalog({ data: createDataFiles() })
  const providers = async () => (await manifestsOf(network)).filter(({ key }) => isSwitchedOn(key, setting))
  return { lists: createCatalogLists({ clock, catalog, providers, token }), catalog }
}

async function manifestsOf(network: Network): Promise<readonly ProviderManifest[]> {
  if (network === 'sandbox') return (await loadSandboxManifests()).SANDBOX_MANIFESTS
  return (await loadLiveProviders()).liveProviders().map(({ manifest }) => manifest)
}
