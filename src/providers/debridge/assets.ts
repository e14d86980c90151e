import type { CatalogChain } from '../../core/assets/catalog.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { askList, dedupeAssets, mapInBatches, parseRows, toListedAsset } from '../kit/listed-asset.ts'
import { accessToken } from './ask.ts'
import { type DebridgeChainNames, fromDebridgeChain } from './chains.ts'
import { chainSchema, chainsSchema, listedTokenSchema, tokensSchema } from './wire.ts'

/** Most bytes of one reply. */
const MAX_BYTES = 16 * 1024 * 1024

/** Most tokens read of one chain, so that one long list does not displace the other chains. */
const MOST_OF_A_CHAIN = 5_000

/** Chains requested at a time. One call a chain leaves two thirds of the calls of a minute for quotes. */
const AT_ONCE = 4

/**
 * The tokens that deBridge lists on the chains that it serves now; chains missing from the catalog or the chain table are
 * left out.
 * @throws ProviderError
 */
export async function debridgeAssets(
  context: ProviderContext,
  chains: readonly CatalogChain[],
): Promise<ListedAsset[]> {
  const call = { path: '/supported-chains-info', query: { accesstoken: accessToken(context) }, maxBytes: MAX_BYTES }
  const stated = await askList(context, call, chainsSchema, 'list of chains')
  const served = parseRows(chainSchema, stated.chains, 'chains').flatMap((row) => fromDebridgeChain(row, chains) ?? [])
  return dedupeAssets(await mapInBatches(served, AT_ONCE, (names) => listAssets(names, context)))
}

async function listAssets(names: DebridgeChainNames, context: ProviderContext): Promise<ListedAsset[]> {
  const query = { chainId: names.chainId, accesstoken: accessToken(context) }
  const call = { path: '/token-list', query, maxBytes: MAX_BYTES }
  const { tokens } = await askList(context, call, tokensSchema, 'list of tokens')
  const rows = parseRows(listedTokenSchema, Object.values(tokens).slice(0, MOST_OF_A_CHAIN), 'tokens')
  return rows.flatMap(({ chainId, address, symbol, name, decimals, logoURI }) => {
    if ((chainId ?? names.chainId) !== names.chainId) return []
    const isNative = address === names.native
    return [
      toListedAsset(names.chain, { address, isNative, symbol, name, decimals, image: logoURI }, context.clock.now()),
    ]
  })
}
