import { SwapError } from '../core/api/errors.ts'
import { type CatalogRefresh, readRefresh } from './catalog/listings.ts'
import { refreshCatalog, type RefreshOptions, type RefreshResult } from './catalog/refresh.ts'
import { checkProvider, type ProviderCheck } from './providers/check.ts'
import { type ProviderState, readProviderStates } from './providers/states.ts'
import type { ServiceContext } from './context.ts'

/** What whoever runs a service can ask of it beyond the API. */
export interface ServiceAdmin {
  /** Every provider of the network and why it would not be asked; nothing is sent. */
  providerStates(): Promise<readonly ProviderState[]>
  /**
   * Asks providers at once whether they answer.
   * @param keys those to ask; @default every one
   * @param deadlineMs milliseconds for each
   * @throws VALIDATION_ERROR for an unknown key
   */
  checkProviders(
    keys: readonly string[] | undefined,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<readonly ProviderCheck[]>
  /** Adds to the catalog what providers list. @throws VALIDATION_ERROR INTERRUPTED */
  refreshCatalog(options?: RefreshOptions): Promise<RefreshResult>
  /** What the catalog is made of. */
  catalogState(): Promise<CatalogState>
}

export interface CatalogState {
  /** ISO 8601 time of the bundled data. */
  readonly release: string
  readonly bundled: RowCounts
  /** Added to it in the store. */
  readonly added: RowCounts
  /** Undefined when it was never refreshed from providers. */
  readonly refresh: CatalogRefresh | undefined
}

export interface RowCounts {
  readonly chains: number
  readonly assets: number
}

export function createAdmin(context: ServiceContext): ServiceAdmin {
  return {
    providerStates: () => readProviderStates(context),
    checkProviders: async (keys, deadlineMs, signal) => {
      const states = await readProviderStates(context)
      for (const key of keys ?? []) {
        if (states.some((state) => state.key === key)) continue
        throw unknownProvider(
          key,
          states.map((state) => state.key),
        )
      }
      return Promise.all(
        context.providers.manifests.flatMap((manifest) => {
          const state = states.find(({ key }) => key === manifest.key)
          if (state === undefined || (keys !== undefined && !keys.includes(manifest.key))) return []
          // A signal that many listen to is taken for a leak.
          const own = signal === undefined ? undefined : AbortSignal.any([signal])
          return [checkProvider(context, manifest, state, deadlineMs, own)]
        }),
      )
    },
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

/** @param known keys that exist */
export function unknownProvider(key: string, known: readonly string[]): SwapError {
  return new SwapError('VALIDATION_ERROR', `There is no provider ${key}; there are ${known.join(', ')}`, {
    field: 'provider',
    hint: 'swapcli providers list',
  })
}
