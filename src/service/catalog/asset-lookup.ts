import type { Catalog, CatalogAsset, CatalogChain, PricedAsset } from '../../core/assets/catalog.ts'
import { SwapError } from '../../core/api/errors.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { ServiceContext, TermsAsset } from '../context.ts'
import type { UnlistedTokens } from './unlisted-tokens.ts'

/** Assets by address, in the catalog or unlisted. */
interface AssetLookup extends Pick<ServiceContext, 'readStoredAsset' | 'findUnlisted'> {
  /** @throws VALIDATION_ERROR with the reason when there is none, SERVICE_UNAVAILABLE when no RPC answers */
  asset(chainKey: string, address: string): Promise<CatalogAsset>
}

/** @param openTokens opens the lookup of unlisted tokens on first use; undefined on a network without them */
export function createAssetLookup(
  catalog: Catalog,
  price: ServiceContext['price'],
  openTokens: (() => Promise<UnlistedTokens>) | undefined,
): AssetLookup {
  let opened: Promise<UnlistedTokens> | undefined
  const tokens = async (): Promise<UnlistedTokens | undefined> => (opened ??= openTokens?.())
  const find = async (
    chainKey: string,
    address: string,
    findElsewhere: (tokens: UnlistedTokens, chain: CatalogChain) => Promise<CatalogAsset | undefined>,
  ) => {
    const [chain, listed] = await Promise.all([catalog.chain(chainKey), catalog.asset(chainKey, address)])
    if (listed !== undefined || chain === undefined) return { chain, asset: listed }
    const unlisted = await tokens()
    return { chain, asset: unlisted === undefined ? undefined : await findElsewhere(unlisted, chain) }
  }
  return {
    asset: async (chainKey, address) => {
      const { asset } = await find(chainKey, address, (unlisted, chain) => unlisted.get(chain, address))
      if (asset !== undefined) return asset
      throw new SwapError(
        'VALIDATION_ERROR',
        `The catalog has no ${cleanText(address, 60)} on ${cleanText(chainKey, 60)}`,
      )
    },
    readStoredAsset: async (chainKey, address, stated): Promise<PricedAsset> => {
      const { chain, asset } = await find(chainKey, address, (unlisted, on) => unlisted.readStored(on, address))
      if (chain !== undefined && asset !== undefined) return { chain, asset, priceUsd: price(chain, asset) }
      if (chain !== undefined && stated !== undefined) {
        return { chain, asset: droppedAsset(chain, address, stated), priceUsd: undefined }
      }
      throw new SwapError(
        'STORE_UNUSABLE',
        `The catalog no longer holds an asset of ${chainKey} that the store refers to`,
      )
    },
    findUnlisted: async (chain, address, signal) => (await tokens())?.find(chain, address, signal),
  }
}

/** An asset that a later catalog dropped, as the terms of a swap state it: what is under way needs no row of the catalog. */
function droppedAsset(chain: CatalogChain, address: string, { symbol, decimals }: TermsAsset): CatalogAsset {
  return {
    ...{ chain: chain.key, address, symbol, altSymbols: [], name: symbol, decimals, image: '' },
    ...{ isNative: false, caip19: null, addedAt: 0, evidence: 'contract', form: null, unlisted: true },
  }
}
