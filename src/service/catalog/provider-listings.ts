import * as z from 'zod'
import type { Asset } from '../../core/api/documents.ts'
import type { Json } from '../../core/ports.ts'
import type { Store } from '../../store/index.ts'
import { HEX_ADDRESS } from '../../core/text/hex.ts'

/*
 * Which providers list an asset, as of the last refresh of the catalog. One document per chain: the providers' keys, and
 * per address the positions of those that list it. Addresses of EVM chains are in lower case.
 */

const listingSchema = z.object({ keys: z.array(z.string()), assets: z.record(z.string(), z.array(z.number())) })

/** When the catalog was refreshed from providers, and from which. */
export interface CatalogRefresh {
  /** ISO 8601 time of the last refresh. */
  readonly at: string
  /** By provider: when its list was last read, and how many assets and chains it had. */
  readonly providers: Readonly<
    Record<string, { readonly at: string; readonly assets: number; readonly chains: number }>
  >
}

const refreshSchema: z.ZodType<CatalogRefresh> = z.object({
  at: z.string(),
  providers: z.record(z.string(), z.object({ at: z.string(), assets: z.number(), chains: z.number() })),
})

/** Providers by comparable address, for one chain. */
type ChainListing = ReadonlyMap<string, readonly string[]>

export const LISTED_PREFIX = 'listed:'
export const REFRESH_KEY = 'catalog-refresh'

/** The last refresh; undefined before the first. */
export async function readRefresh(store: Pick<Store, 'documents'>): Promise<CatalogRefresh | undefined> {
  const parsed = refreshSchema.safeParse((await store.documents.get(REFRESH_KEY))?.doc)
  return parsed.success ? parsed.data : undefined
}

/** A chain's listing from its document; empty when the document is missing or malformed. */
export function listingOf(doc: unknown): ChainListing {
  const parsed = listingSchema.safeParse(doc)
  if (!parsed.success) return new Map()
  const { keys, assets } = parsed.data
  return new Map(
    Object.entries(assets).map(([address, positions]) => [address, positions.flatMap((at) => keys[at] ?? [])]),
  )
}

/** The document of a chain's listing. */
export function listingDocument(listing: ChainListing): Json {
  const keys = [...new Set([...listing.values()].flat())].sort()
  const position = new Map(keys.map((key, at) => [key, at]))
  const assets = [...listing].map(([address, providers]) => [
    address,
    providers.map((key) => position.get(key) ?? 0).sort((a, b) => a - b),
  ])
  return { keys, assets: Object.fromEntries(assets) as Json }
}

/** Adds to assets the providers that list them. */
export interface Listings {
  /** @param version catalog version of the assets; a new one empties the cache */
  withProviders(assets: readonly Asset[], version: string): Promise<Asset[]>
}

interface Known {
  readonly version: string
  readonly refreshed: boolean
  readonly chains: Map<string, ChainListing>
}

/** Reads a chain's listing on first use; without a refresh there is none. */
export function createListings(store: Pick<Store, 'documents'>): Listings {
  let known: Known | undefined
  const listing = async ({ chains }: Known, chainKey: string): Promise<ChainListing> => {
    const found = chains.get(chainKey) ?? listingOf((await store.documents.get(`${LISTED_PREFIX}${chainKey}`))?.doc)
    chains.set(chainKey, found)
    return found
  }
  return {
    withProviders: async (assets, version) => {
      if (known?.version !== version) {
        known = { version, refreshed: (await readRefresh(store)) !== undefined, chains: new Map() }
      }
      const now = known
      if (!now.refreshed) return [...assets]
      return Promise.all(
        assets.map(async (asset) => {
          const providers = (await listing(now, asset.chain)).get(comparableAddress(asset.address))
          return providers === undefined ? asset : { ...asset, providers: [...providers] }
        }),
      )
    },
  }
}

/** Hex addresses in lower case, since they have several spellings; others unchanged. */
export function comparableAddress(address: string): string {
  return HEX_ADDRESS.test(address) ? address.toLowerCase() : address
}
