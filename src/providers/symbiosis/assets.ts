import { type CatalogChain, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { askList, dedupeAssets, parseRows, toListedAsset } from '../kit/listed-asset.ts'
import { partnerOf } from './ask.ts'
import { contractsOn } from './chains.ts'
import { listedTokenSchema, tokensSchema } from './wire.ts'

/** Most bytes of a reply: one reply lists all tokens of all chains. */
const MAX_BYTES = 16 * 1024 * 1024

/** The tokens that Symbiosis lists on the chains that are served from here. @throws ProviderError */
export async function symbiosisAssets(
  context: ProviderContext,
  chains: readonly CatalogChain[],
): Promise<ListedAsset[]> {
  const call = { path: '/v2/tokens', ...partnerOf(context), maxBytes: MAX_BYTES }
  const served = new Map(chains.filter((chain) => contractsOn(chain) !== undefined).map((one) => [one.chainId, one]))
  const rows = parseRows(listedTokenSchema, await askList(context, call, tokensSchema, 'list of tokens'), 'tokens')
  return dedupeAssets(
    rows.flatMap(({ address, chainId, icons, ...token }) => {
      const chain = served.get(chainId)
      if (chain === undefined) return []
      const isNative = address === NATIVE_EVM_ADDRESS
      return [toListedAsset(chain, { ...token, address, isNative, image: icons?.large }, context.clock.now())]
    }),
  )
}
