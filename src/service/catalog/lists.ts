import { isEvmAddress } from '../../core/assets/addresses/evm.ts'
import type { Catalog } from '../../core/assets/catalog.ts'
import type { Asset } from '../../core/api/documents.ts'
import { isSwapError } from '../../core/api/errors.ts'
import { CHAINS_QUERY, SOURCES_QUERY } from '../../core/api/requests.ts'
import { checkRequest } from '../../core/api/request-check.ts'
import type { SwapService } from '../../core/api/service.ts'
import { defined } from '../../core/defined.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProviderManifest } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import { memoize } from '../memoize.ts'
import { addListings, listAssets, listChains, listSources, toSources } from './list-pages.ts'
import { checkAssetsQuery } from './list-queries.ts'
import { boundsOf, pageOf } from './paging.ts'

/** The lists of chains, assets and providers. */
export type CatalogLists = Pick<SwapService, 'chains' | 'assets' | 'sources'>

/** What the lists are made of. */
interface ListedParts {
  readonly clock: Pick<Clock, 'now'>
  readonly catalog: Catalog
  /** Where a refresh notes which providers list an asset. @default nowhere */
  readonly store?: Pick<Store, 'documents'>
  /** Those that are not switched off; asked for once, where a list needs them. */
  providers(): Promise<readonly ProviderManifest[]>
  /** An asset that the catalog may lack. @throws VALIDATION_ERROR when there is none */
  token(chainKey: string, address: string): Promise<Asset>
}

export function createCatalogLists(parts: ListedParts): CatalogLists {
  const { clock, catalog } = parts
  const providers = memoize(() => parts.providers())
  const sources = memoize(async () => toSources(await providers('')))
  const listings = memoize(async () => addListings(catalog, parts.store, await providers('')))
  return {
    chains: async (query) => listChains(catalog, defined(checkRequest(CHAINS_QUERY, query)), clock.now()),
    assets: async (query) => {
      const checked = await checkAssetsQuery(catalog, query)
      const page = await listAssets(catalog, checked, clock.now())
      const { chain, query: text = '' } = checked
      if (page.pagination.total > 0 || chain === undefined || !isEvmAddress(text)) {
        return { ...page, data: await (await listings(''))(page.data) }
      }
      const token = await parts.token(chain, text).catch(ignoreInvalid)
      const found = token === undefined ? [] : [token]
      return pageOf(found.slice(...boundsOf(checked)), found.length, checked)
    },
    sources: async (query) => listSources(await sources(''), defined(checkRequest(SOURCES_QUERY, query))),
  }
}

/** A search for a token that does not exist is empty; any other failure stays one. */
function ignoreInvalid(error: unknown): undefined {
  if (!isSwapError(error) || error.code !== 'VALIDATION_ERROR') throw error
}
