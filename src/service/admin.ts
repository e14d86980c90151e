import type { ContractCheckOptions, ContractReport } from './catalog/check-contracts.ts'
import { type CatalogRefresh, readRefresh } from './catalog/provider-listings.ts'
import {
  copySignal,
  refreshCatalog,
  type RefreshOptions,
  type RefreshResult,
  requireProviders,
} from './catalog/refresh.ts'
import type { DriftCheck, DriftOptions } from './drift/check-drift.ts'
import { checkProvider, type ProviderCheck } from './providers/check.ts'
import { type ProviderState, readProviderStates } from './providers/states.ts'
import type { ProviderManifest } from '../providers/index.ts'
import type { ServiceContext } from './context.ts'
import type { ServiceRpc } from './providers/chain-rpc.ts'
import { SwapError } from '../core/api/errors.ts'
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
  /**
   * Asks providers for one real price of each kind and compares their replies with recordings, concurrently.
   * @param keys the providers to ask; undefined for all
   * @throws VALIDATION_ERROR for an unknown key, INTERRUPTED
   */
  checkDrift(keys: readonly string[] | undefined, options: DriftOptions): Promise<readonly DriftCheck[]>
  /** Adds the assets that providers list to the catalog. @throws VALIDATION_ERROR INTERRUPTED */
  refreshCatalog(options?: RefreshOptions): Promise<RefreshResult>
  /**
   * Compares rows of the catalog with what their contracts state; changes none of them.
   * @throws VALIDATION_ERROR on the sandbox, which has no contracts; INTERRUPTED
   */
  checkContracts(options: ContractCheckOptions): Promise<ContractReport>
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

/** @param openRpc opens the nodes of chains; undefined on a network without chains */
export function createAdmin(context: ServiceContext, openRpc: (() => Promise<ServiceRpc>) | undefined): ServiceAdmin {
  return {
    providerStates: () => readProviderStates(context),
    checkProviders: async (keys, deadlineMs, signal) => {
      const asked = await statesOf(context, keys)
      return Promise.all(
        asked.map(([manifest, state]) => checkProvider(context, manifest, state, deadlineMs, copySignal(signal))),
      )
    },
    checkDrift: async (keys, options) => {
      const asked = await statesOf(context, keys)
      const { checkDrift } = await import('./drift/check-drift.ts')
      return checkDrift(context, asked, options)
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
    checkContracts: async (options) => {
      if (openRpc === undefined) throw new SwapError('VALIDATION_ERROR', 'The sandbox has no contracts to compare with')
      const { checkContracts } = await import('./catalog/check-contracts.ts')
      return checkContracts(context, await openRpc(), options)
    },
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

/** Providers with their states. @throws VALIDATION_ERROR for an unknown key */
async function statesOf(
  context: ServiceContext,
  keys: readonly string[] | undefined,
): Promise<readonly (readonly [ProviderManifest, ProviderState])[]> {
  const states = await readProviderStates(context)
  requireProviders(context, keys ?? [])
  return context.providers.manifests.flatMap((manifest) => {
    const state = states.find(({ key }) => key === manifest.key)
    return state === undefined || keys?.includes(manifest.key) === false ? [] : [[manifest, state] as const]
  })
}
