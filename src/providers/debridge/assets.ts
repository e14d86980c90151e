import type { CatalogChain } from '../../core/assets/catalog.ts'
import type { ListedAsset, ProviderCall, ProviderContext } from '../contract.ts'
import { mapInBatches, parseRows, listRefusal, toListedAsset, dedupeAssets } from '../kit/listed-asset.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { accessToken } from './ask.ts'
import { type DebridgeChainNames, fromDebridgeChain } from './chains.ts'
import { chainSchema, chainsSchema, listedTokenSchema, tokensSchema } from './wire.ts'

/** Most bytes of one reply. */
const MAX_BYTES = 16 * 1024 * 1024

/** Most tokens that are read of one chain, so that one long list does not crowd out the other chains. */
const MOST_OF_A_CHAIN = 5_000

/** Chains that are asked for at a time. One call a chain leaves two thirds of the calls of a minute for quotes. */
const AT_ONCE = 4

/**
 * The tokens that deBridge lists on the chains that it serves now; chains that the catalog or the chain table does not know
 * are left out.
 * @throws ProviderError
 */
export async function debridgeAssets(
  context: ProviderContext,
  chains: readonly CatalogChain[],
): Promise<ListedAsset[]> {
  const stated = parseReply(chainsSchema, await ask(context, { path: '/supported-chains-info' }), 'list of chains')
  const served = parseRows(chainSchema, stated.chains, 'chains').flatMap((row) => fromDebridgeChain(row, chains) ?? [])
  return dedupeAssets(await mapInBatches(served, AT_ONCE, (names) => listedOn(names, context)))
}

async function listedOn(names: DebridgeChainNames, context: ProviderContext): Promise<ListedAsset[]> {
  const body = await ask(context, { path: '/token-list', query: { chainId: names.chainId } })
  const { tokens } = parseReply(tokensSchema, body, 'list of tokens')
  const rows = parseRows(listedTokenSchema, Object.values(tokens).slice(0, MOST_OF_A_CHAIN), 'tokens')
  return rows.flatMap(({ chainId, address, symbol, name, decimals, logoURI }) => {
    if ((chainId ?? names.chainId) !== names.chainId) return []
    const isNative = address === names.native
    return [
      toListedAsset(names.chain, { address, isNative, symbol, name, decimals, image: logoURI }, context.clock.now()),
    ]
  })
}

async function ask(context: ProviderContext, call: Pick<ProviderCall, 'path' | 'query'>): Promise<unknown> {
  const reply = await context.http.request({
    method: 'GET',
    path: call.path,
    query: { ...call.query, accesstoken: accessToken(context) },
    maxBytes: MAX_BYTES,
  })
  if (reply.status !== 200) throw listRefusal(reply.status)
  return reply.body
}
