import { type CatalogChain, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { readSetting } from '../kit/api-key.ts'
import { askList, dedupeAssets, parseRows, toListedAsset } from '../kit/listed-asset.ts'
import { badReply } from '../kit/refuse.ts'
import { fromMayanChain } from './chains.ts'
import { listedTokenSchema, tokensSchema } from './wire.ts'

/** Most bytes of a reply: one reply lists all tokens of all chains. */
const MAX_BYTES = 16 * 1024 * 1024

/** The tokens that Mayan lists, though it takes any with a market. @throws ProviderError */
export async function mayanAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const call = {
    path: '/tokens',
    query: { standard: 'native,erc20,spl,spl2022', apiKey: readSetting(context, 'API_KEY') },
    maxBytes: MAX_BYTES,
  }
  const lists = await askList(context, call, tokensSchema, 'list of tokens')
  const assets = Object.entries(lists).flatMap(([name, rows]) => {
    const chain = fromMayanChain(name, chains)
    if (chain === undefined) return []
    return parseRows(listedTokenSchema, rows, 'tokens').map(({ contract, logoURI, ...token }) => {
      const isNative = contract === NATIVE_EVM_ADDRESS
      return toListedAsset(chain, { ...token, address: contract, isNative, image: logoURI }, context.clock.now())
    })
  })
  if (assets.length === 0) throw badReply('It lists no token of the chains that it serves')
  return dedupeAssets(assets)
}
