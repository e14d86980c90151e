import { type CatalogChain, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { parseRows, listRefusal, toListedAsset, dedupeAssets } from '../kit/listed-asset.ts'
import { parseReply } from '../kit/parse-reply.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { fromAcrossChain } from './chains.ts'
import { chainSchema, chainsSchema, listedTokenSchema, tokensSchema } from './wire.ts'

/** Most bytes of a reply: all tokens of all chains come in one. */
const MAX_BYTES = 16 * 1024 * 1024
/** What lists call the coin of Solana, which is not bridged. */
const SOLANA_NATIVE = '11111111111111111111111111111111'

/**
 * The tokens that Across lists on the chains that it serves now; chains that the catalog or the chain table does not know
 * are left out. Its own names of a token come before those of the lists that it takes over.
 * @throws ProviderError
 */
export async function acrossAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const stated = parseReply(chainsSchema, await ask(context, '/swap/chains'), 'list of chains')
  const served = new Map<number, CatalogChain>()
  for (const { chainId } of parseRows(chainSchema, stated, 'chains')) {
    const chain = fromAcrossChain(chainId, chains)
    if (chain !== undefined) served.set(chainId, chain)
  }
  const tokens = parseReply(tokensSchema, await ask(context, '/swap/tokens'), 'list of tokens')
  const assets = parseRows(listedTokenSchema, tokens, 'tokens').flatMap((token) => {
    const { chainId, address, symbol, name, decimals, logoUrl } = token
    const chain = served.get(chainId)
    if (chain === undefined || address === SOLANA_NATIVE) return []
    const isNative = address === NATIVE_EVM_ADDRESS
    return [toListedAsset(chain, { address, isNative, symbol, name, decimals, image: logoUrl }, context.clock.now())]
  })
  return dedupeAssets(assets)
}

async function ask(context: ProviderContext, path: string): Promise<unknown> {
  const key = context.setting('API_KEY')
  const reply = await context.http.request({
    method: 'GET',
    path,
    maxBytes: MAX_BYTES,
    ...(key === undefined || key === '' ? {} : { headers: { authorization: `Bearer ${key}` } }),
  })
  if (reply.status !== 200) throw listRefusal(reply.status)
  return reply.body
}
