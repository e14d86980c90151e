import type { Catalog } from '../core/assets/catalog.ts'
import type { Network } from '../core/api/enums.ts'
import type { PublicNodes } from '../core/evm/nodes.ts'
import type { Clock, Ids, PooledHttp } from '../core/ports.ts'
import type { RpcProvider, Settings } from '../io/index.ts'
import type { StoreDatabase } from '../service/index.ts'
import type { PayChains } from './pay-chains.ts'

/** Where swaps are paid from: the folder, settings and machine of whoever pays. */
export interface PayPlace {
  readonly network: Network
  /** Folder of the store files and of the wallet's file. */
  readonly home: string
  /** Folder of what this machine has seen of each home. */
  readonly stateHome: string
  /** Base URL of the server in use; undefined for a service in this process. */
  readonly api: string | undefined
  /** URL of the database that keeps the store instead of a file of the home. */
  readonly store: string | undefined
  /** Opens it. */
  readonly databases: (network: Network) => Promise<StoreDatabase>
  readonly settings: Settings
  readonly clock: Clock
  readonly ids: Ids
  /** Aborts when the user leaves. */
  readonly signal: AbortSignal
  /** The chains that can be paid on, opened at the first call. */
  payChains(): Promise<PayChains>
  /** The catalog that ships with the program. */
  bundledCatalog(): Promise<Catalog>
  /** The nodes that are asked where the user has set none. @default those of the bundled list */
  readonly publicNodes?: (chainKey: string) => PublicNodes | undefined
  /** Opens the connections to nodes. @default a pool of them */
  readonly openHttp?: () => Promise<PooledHttp>
  /** What asks a chain in place of the nodes of the settings. @default nothing does */
  readonly provider?: (chainKey: string) => RpcProvider | undefined
  /** Tells whether the pages of a large file are damaged, where this thread must not be held meanwhile. @default it looks itself */
  readonly hasPageDamage?: (path: string) => Promise<boolean>
  /** Runs at the end, last registered first. */
  onEnd(end: () => Promise<void>): void
}

/**
 * The database that keeps the store of a place's network; undefined where a file of its home does, or a server.
 * @throws CONFIG_INVALID STORE_UNUSABLE SERVICE_UNAVAILABLE
 */
export async function databaseOf({
  api,
  store,
  network,
  databases,
}: Pick<PayPlace, 'api' | 'store' | 'network' | 'databases'>): Promise<StoreDatabase | undefined> {
  return api !== undefined || store === undefined ? undefined : databases(network)
}
