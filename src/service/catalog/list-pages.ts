import { type Catalog, type CatalogAsset, type CatalogChain, NEW_FOR_MS } from '../../core/assets/catalog.ts'
import type { Asset, Chain, Page, Source } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import { searchChains } from '../../core/assets/search.ts'
import type { ProviderManifest } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import type { Listings } from './provider-listings.ts'
import { boundsOf, pageOf, type PageQuery } from './paging.ts'

interface ListQuery extends PageQuery {
  /** Search text; blank text lists everything. */
  readonly query?: string
}

/** The API's document of a chain. @param nowMs epoch milliseconds */
export function toChain(chain: CatalogChain, nowMs: number): Chain {
  const { key, name, shortname, chainId, image, type, active, addedAt } = chain
  return { key, name, shortname, chainId, image, type, active, new: isNew(addedAt, nowMs) }
}

/** The API's document of an asset, with its decimals as an extra field. @param nowMs epoch milliseconds */
export function toAsset(asset: CatalogAsset, nowMs: number): Asset {
  const { name, symbol, address, image, chain, isNative, decimals, addedAt, unlisted, evidence, form, successor } =
    asset
  const row = { name, symbol, address, image, chain, isNative, new: isNew(addedAt, nowMs), decimals, evidence, form }
  return { ...row, ...defined({ unlisted, successor }) }
}

function isNew(addedAt: number, nowMs: number): boolean {
  const ageMs = nowMs - addedAt
  return ageMs >= 0 && ageMs < NEW_FOR_MS
}

/** One page of the active chains, in catalog order or by relevance to the search text. */
export async function listChains(
  catalog: Catalog,
  query: ListQuery & { readonly type?: string },
  nowMs: number,
): Promise<Page<Chain>> {
  const text = query.query?.trim() ?? ''
  const chains = await catalog.chains()
  const found = text === '' ? chains : searchChains(chains, text)
  const matching = query.type === undefined ? found : found.filter(({ type }) => type === query.type)
  const rows = matching.slice(...boundsOf(query)).map((chain) => toChain(chain, nowMs))
  return pageOf(rows, matching.length, query)
}

/** One page of the assets, in catalog order or by relevance to the search text. */
export async function listAssets(
  catalog: Catalog,
  query: ListQuery & { readonly chain?: string },
  nowMs: number,
): Promise<Page<Asset>> {
  const text = query.query?.trim() ?? ''
  const toRow = (asset: CatalogAsset) => toAsset(asset, nowMs)
  if (text === '') {
    const assets = await catalog.assets(query.chain)
    return pageOf(assets.slice(...boundsOf(query)).map(toRow), assets.length, query)
  }
  const [skip] = boundsOf(query)
  const { items, total } = await catalog.findAssets(text, {
    ...defined({ chainKey: query.chain }),
    skip,
    count: query.perPage,
  })
  return pageOf(items.map(toRow), total, query)
}

/** The API's documents of providers, sorted by key. */
export function toSources(providers: readonly ProviderManifest[]): readonly Source[] {
  return providers
    .map(({ key, name, image, type }) => ({ key, name, image, type, active: true }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** One page of the sources. */
export function listSources(sources: readonly Source[], query: PageQuery & { readonly type?: string }): Page<Source> {
  const matching = sources.filter(({ type }) => query.type === undefined || type === query.type)
  return pageOf(matching.slice(...boundsOf(query)), matching.length, query)
}

/** Adds to assets the providers that list them, from the last refresh, and those that take every asset of the chain. */
export function addListings(
  catalog: Catalog,
  store: Pick<Store, 'documents'> | undefined,
  providers: readonly ProviderManifest[],
): (assets: Asset[]) => Promise<Asset[]> {
  let listings: Promise<Listings> | undefined
  const addRefreshed = async (assets: Asset[]): Promise<Asset[]> => {
    // Version 0 has no rows in the store, and so no listings.
    if (store === undefined || catalog.version().endsWith('.0')) return assets
    listings ??= import('./provider-listings.ts').then(({ createListings }) => createListings(store))
    return (await listings).withProviders(assets, catalog.version())
  }
  const taking = providers.filter(({ takes }) => takes !== undefined)
  if (taking.length === 0) return addRefreshed
  return async (assets) =>
    Promise.all(
      (await addRefreshed(assets)).map(async (asset) => {
        const { addressFamily = '' } = (await catalog.chain(asset.chain)) ?? {}
        const all = taking.filter(({ takes }) => takes === 'all' || takes?.includes(addressFamily) === true)
        return { ...asset, providers: [...new Set([...(asset.providers ?? []), ...all.map(({ key }) => key)])].sort() }
      }),
    )
}
