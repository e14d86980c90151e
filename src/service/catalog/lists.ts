import { type Catalog, type CatalogAsset, type CatalogChain, NEW_FOR_MS } from '../../core/assets/catalog.ts'
import type { Asset, Chain, Page, Source } from '../../core/api/documents.ts'
import { searchChains } from '../../core/assets/search.ts'
import type { ProviderManifest } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import type { Listings } from './listings.ts'
import { boundsOf, pageOf, type PageQuery } from './paging.ts'

interface ListQuery extends PageQuery {
  /** Search text; empty or blank text searches for nothing and lists everything. */
  readonly query?: string
}

/** A chain as the API shows it. `nowMs` is epoch milliseconds. */
export function toChain(chain: CatalogChain, nowMs: number): Chain {
  const { key, name, shortname, chainId, image, type, active, addedAt } = chain
  return { key, name, shortname, chainId, image, type, active, new: isNew(addedAt, nowMs) }
}

/** An asset as the API shows it, with its decimals as an extra field. `nowMs` is epoch milliseconds. */
export function toAsset(asset: CatalogAsset, nowMs: number): Asset {
  const { name, symbol, address, image, chain, isNative, decimals, addedAt, unlisted } = asset
  const shown = { name, symbol, address, image, chain, isNative, new: isNew(addedAt, nowMs), decimals }
  return unlisted === undefined ? shown : { ...shown, unlisted }
}

function isNew(addedAt: number, nowMs: number): boolean {
  const ageMs = nowMs - addedAt
  return ageMs >= 0 && ageMs < NEW_FOR_MS
}

/** One page of the active chains: in catalog order, or by relevance when there is search text. */
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

/** One page of the assets: in catalog order, or by relevance when there is search text. */
export async function listAssets(
  catalog: Catalog,
  query: ListQuery & { readonly chain?: string },
  nowMs: number,
): Promise<Page<Asset>> {
  const text = query.query?.trim() ?? ''
  const view = (asset: CatalogAsset) => toAsset(asset, nowMs)
  if (text === '') {
    const assets = await catalog.assets(query.chain)
    return pageOf(assets.slice(...boundsOf(query)).map(view), assets.length, query)
  }
  const [skip] = boundsOf(query)
  const chainKey = query.chain === undefined ? {} : { chainKey: query.chain }
  const { items, total } = await catalog.findAssets(text, { ...chainKey, skip, count: query.perPage })
  return pageOf(items.map(view), total, query)
}

/** The providers of a network as the API shows them, by key. */
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

/** Adds to assets which providers list them, once the catalog was refreshed, and which take all of their chain. */
export function addListings(
  catalog: Catalog,
  store: Pick<Store, 'documents'>,
  providers: readonly ProviderManifest[],
): (assets: Asset[]) => Promise<Asset[]> {
  let listings: Promise<Listings> | undefined
  const listed = async (assets: Asset[]): Promise<Asset[]> => {
    // Rows of the store come with a version above 0; before that there is nothing to add.
    if (catalog.version().endsWith('.0')) return assets
    listings ??= import('./listings.ts').then(({ createListings }) => createListings(store))
    return (await listings).withProviders(assets, catalog.version())
  }
  const taking = providers.filter(({ takes }) => takes !== undefined)
  if (taking.length === 0) return listed
  return async (assets) =>
    Promise.all(
      (await listed(assets)).map(async (asset) => {
        const { addressFamily = '' } = (await catalog.chain(asset.chain)) ?? {}
        const all = taking.filter(({ takes }) => takes === 'all' || takes?.includes(addressFamily) === true)
        return { ...asset, providers: [...new Set([...(asset.providers ?? []), ...all.map(({ key }) => key)])].sort() }
      }),
    )
}
