import type { Catalog, CatalogAsset, CatalogChain, CatalogData, PricedAsset } from '../core/assets/catalog.ts'
import type { MicroUsd } from '../core/money/usd.ts'
import type { Clock, Ids } from '../core/ports.ts'
import type { Store } from '../store/index.ts'
import type { TokenLookup } from './catalog/unlisted-tokens.ts'
import type { ProviderConnections } from './providers/connections.ts'
import type { ProviderSet } from './providers/set.ts'

/** What the work of a service is done with: made once, given to all of it. */
export interface ServiceContext {
  readonly clock: Clock
  readonly ids: Ids
  readonly store: Store
  readonly catalog: Catalog
  /** The catalog without the rows of the store. */
  readonly catalogData: CatalogData
  readonly providers: ProviderSet
  readonly connections: ProviderConnections
  readonly limits: ServiceLimits
  /** Price of one whole token in micro-dollars, where known. */
  price(chain: CatalogChain, asset: CatalogAsset): MicroUsd | undefined
  /** Value of a provider's declared setting. */
  setting(providerKey: string, name: string): string | undefined
  /** An asset that the store refers to. @throws STORE_UNUSABLE when the catalog no longer holds it */
  storedAsset(chainKey: string, address: string): Promise<PricedAsset>
  /** Looks for a token that the catalog lacks; undefined where there can be none. */
  findUnlisted(chain: CatalogChain, address: string, signal: AbortSignal | undefined): Promise<TokenLookup | undefined>
  /** Told about failures of background work. */
  onError(error: unknown): void
}

/** Times in milliseconds. */
export interface ServiceLimits {
  /** Lifetime of a lock, at most the provider's own. */
  readonly lockTtlMs: number
  /** Longest time for one provider to quote. */
  readonly providerDeadlineMs: number
  /** Longest time for a whole quote. */
  readonly totalDeadlineMs: number
  /** Longest time for one provider to refresh a locked route, to prepare, or to tell a status. */
  readonly actionDeadlineMs: number
}
