import { cleanText } from '../core/text/clean-text.ts'
import type { CatalogAsset, CatalogChain } from '../core/assets/catalog.ts'
import { loadFamily, refusalFor } from '../wallet/index.ts'
import type { PayPlace } from './place.ts'

/** An asset as far as its decimals go. */
export interface StatedAsset {
  /** For messages. */
  readonly label: string
  readonly chain: Pick<CatalogChain, 'key'>
  readonly asset: Pick<CatalogAsset, 'address' | 'isNative'> & {
    /** Undefined where a server does not say. */
    readonly decimals: number | undefined
  }
}

/**
 * Holds the decimals of assets that the bundled catalog lacks against their chains: those that a server or a provider
 * states do not count. The sandbox has no such assets.
 * @param mayBeUnread true where a person looks at the terms, who is told which decimals could not be read: those of chains
 * that this program has no node of
 * @returns the assets, with the decimals that a server left out
 * @throws WALLET_REFUSED with the reason `decimals`
 */
export async function verifyDecimals<T extends StatedAsset>(
  place: PayPlace,
  [from, to]: readonly [T, T],
  mayBeUnread: boolean,
): Promise<{ readonly assets: readonly [T, T]; readonly unread: readonly string[] }> {
  if (place.network !== 'live') return { assets: [from, to], unread: [] }
  const readDecimals = openReader(place)
  const [src, dst] = await Promise.all([from, to].map(async (asset) => ({ asset, read: await readDecimals(asset) })))
  const unread = [src, dst].flatMap((side) => (side?.read === 'unreadable' ? [side.asset.label] : []))
  const said = unread.map(
    (label) => `The decimals of ${cleanText(label)} are those that were told: its chain cannot be read here`,
  )
  const [first] = said
  if (first !== undefined && !mayBeUnread) {
    throw refusalFor('decimals', first, 'Nothing was signed. Look at the terms yourself: leave --yes out')
  }
  return { assets: [withDecimals(from, src?.read), withDecimals(to, dst?.read)], unread: said }
}

/** Reads decimals in the bundled catalog, or else on the chain. */
function openReader(place: PayPlace) {
  return async ({ chain: { key }, asset }: StatedAsset): Promise<number | 'unreadable' | undefined> => {
    const listed = await (await place.bundledCatalog()).asset(key, asset.address)
    if (listed !== undefined) return listed.decimals
    const chain = await (await place.payChains()).chain(key)
    const family = chain === undefined ? undefined : await loadFamily(chain.family)
    if (chain === undefined || family?.readDecimals === undefined) return 'unreadable'
    return family.readDecimals(chain, asset)
  }
}

/** @throws WALLET_REFUSED for decimals that are not those of the chain */
function withDecimals<T extends StatedAsset>(asset: T, read: number | 'unreadable' | undefined): T {
  const { label, chain, asset: stated } = asset
  if (read === 'unreadable' || read === stated.decimals) return asset
  if (read === undefined) {
    throw refusalFor(
      'decimals',
      `The decimals of ${cleanText(label)} are not known: no two operators of its chain state the same`,
      `Nothing was signed. Name a node that you trust: swapcli config set rpc.${cleanText(chain.key)} https://…`,
    )
  }
  if (stated.decimals === undefined) return { ...asset, asset: { ...stated, decimals: read } }
  throw refusalFor(
    'decimals',
    `${cleanText(label)} has ${read} decimals on its chain, and ${stated.decimals} were told`,
    'Nothing was signed. Choose another server, or refresh the catalog: swapcli catalog refresh',
  )
}
