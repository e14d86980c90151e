import { type CatalogChain, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { keyHeaders } from '../kit/api-key.ts'
import { askList, dedupeAssets, parseRows, toListedAsset } from '../kit/listed-asset.ts'
import { SOLANA_NATIVE } from '../kit/stated-side.ts'
import { KEY_HEADER } from './ask.ts'
import { fromAcrossChain } from './chains.ts'
import { chainSchema, chainsSchema, listedTokenSchema, tokensSchema } from './wire.ts'

/** Most bytes of a reply: one reply lists all tokens of all chains. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * The tokens that Across lists on the chains that it serves now; chains missing from the catalog or the chain table are
 * left out. Its own names of a token come before those of the lists that it copies.
 * @throws ProviderError
 */
export async function acrossAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const list = { maxBytes: MAX_BYTES, ...keyHeaders(context, ...KEY_HEADER) }
  const stated = await askList(context, { path: '/swap/chains', ...list }, chainsSchema, 'list of chains')
  const served = new Map<number, CatalogChain>()
  for (const { chainId } of parseRows(chainSchema, stated, 'chains')) {
    const chain = fromAcrossChain(chainId, chains)
    if (chain !== undefined) served.set(chainId, chain)
  }
  const tokens = await askList(context, { path: '/swap/tokens', ...list }, tokensSchema, 'list of tokens')
  const assets = parseRows(listedTokenSchema, tokens, 'tokens').flatMap((token) => {
    const { chainId, address, symbol, name, decimals, logoUrl } = token
    const chain = served.get(chainId)
    // Across does not bridge the coin of Solana.
    if (chain === undefined || address === SOLANA_NATIVE) return []
    const isNative = address === NATIVE_EVM_ADDRESS
    return [toListedAsset(chain, { address, isNative, symbol, name, decimals, image: logoUrl }, context.clock.now())]
  })
  return dedupeAssets(assets)
}
