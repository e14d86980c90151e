import { type CatalogRefresh, readRefresh } from './catalog/provider-listings.ts'
import {
  copySignal,
  refreshCatalog,
  type RefreshOptions,
  type RefreshResult,
  requireProviders,
} from './catalog/refresh.ts'
import { checkProvider, type ProviderCheck } from './providers/check.ts'
import { type ProviderState, readProviderStates } from './providers/states.ts'
import type { ServiceContext } from './context.ts'
import { countRemovable, dropPayloads, pruneStore } from './retention.ts'
import type { Compaction, Removable } from '../store/index.ts'

/** Most rows of a kind that one write removes: another process waits for no longer than that. */
const ROWS_AT_ONCE = 1_000

/** Operations for the operator of a service, beyond the API. */
export interface ServiceAdmin {
  /** The state of every provider of the network; sends no request. */
  providerStates(): Promise<readonly ProviderState[]>
  /**
   * Sends every provider a cheap request, concurrently.
   * @param keys the providers to check; undefined for all
   * @param deadlineMs longest time for each, in milliseconds
   * @throws VALIDATION_ERROR for an unknown key
   */
  checkProviders(
    keys: readonly string[] | undefined,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<readonly ProviderCheck[]>
  /** Adds the assets that providers list to the catalog. @throws VALIDATION_ERROR INTERRUPTED */
  refreshCatalog(options?: RefreshOptions): Promise<RefreshResult>
  /** Row counts and the last refresh of the catalog. */
  catalogState(): Promise<CatalogState>
  /**
   * Removes all that is past its time, and the space that it took.
   * @returns how many rows went, and the size of the store before and after it, in bytes
   * @throws SERVICE_UNAVAILABLE while another process uses the store
   */
  compactStore(): Promise<Compaction & { readonly removed: number }>
  /** About how much `compactStore` would remove, at a cost that does not grow with the store. */
  removable(): Promise<Removable>
}

interface CatalogState {
  /** ISO 8601 time of the bundled data. */
  readonly release: string
  readonly bundled: RowCounts
  /** Rows added in the store. */
  readonly added: RowCounts
  /** Undefined before the first refresh. */
  readonly refresh: CatalogRefresh | undefined
}

interface RowCounts {
  readonly chains: number
  readonly assets: number
}

export function createAdmin(context: ServiceContext): ServiceAdmin {
  return {
    providerStates: () => readProviderStates(context),
    checkProviders: async (keys, deadlineMs, signal) => {
      const states = await readProviderStates(context)
      requireProviders(context, keys ?? [])
      return Promise.all(
        context.providers.manifests.flatMap((manifest) => {
          const state = states.find(({ key }) => key === manifest.key)
          if (state === undefined || (keys !== undefined && !keys.includes(manifest.key))) return []
          return [checkProvider(context, manifest, state, deadlineMs, copySignal(signal))]
        }),
      )
    },
    compactStore: async () => {
      let removed = 0
      for (;;) {
        const some = await pruneStore(context, ROWS_AT_ONCE)
        const paid = await dropPayloads(context, ROWS_AT_ONCE)
        if (some + paid === 0) return { removed, ...(await context.store.compact()) }
        removed += some
      }
    },
    removable: () => countRemovable(context),
    refreshCatalog: (options) => refreshCatalog(context, options),
    catalogState: async () => {
      const chains = context.catalogData.chains()
      const [addedChains, addedAssets, refresh] = await Promise.all([
        context.store.catalog.chains(),
        context.store.catalog.assets(),
        readRefresh(context.store),
      ])
      return {
        release: context.catalogData.release(),
        bundled: {
          chains: chains.length,
          assets: chains.reduce((sum, { key }) => sum + context.catalogData.assets(key).length, 0),
        },
        added: { chains: addedChains.length, assets: addedAssets.length },
        refresh,
      }
    },
  }
}
