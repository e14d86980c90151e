import { type CatalogChain, EVM_COIN_DECIMALS } from '../../core/assets/catalog.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { COIN_STAND_IN } from '../../core/evm/tokens.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { askList, dedupeAssets, mapInBatches, parseRows, toListedAsset } from '../kit/listed-asset.ts'
import { kyberChain } from './chains.ts'
import { clientId } from './ask.ts'
import { chainSchema, chainsSchema, listedTokenSchema, tokensSchema } from './wire.ts'

/** Other services of KyberSwap: the list of served chains, and the lists of tokens. */
const CHAINS_URL = 'https://common-service.kyberswap.com'
const TOKENS_URL = 'https://token-api.kyberswap.com'
/** Tokens requested for one chain, those of the largest market capitalisation first. */
const MOST_OF_A_CHAIN = 100
/** Chains requested at a time, within three calls a second. */
const AT_ONCE = 3

/**
 * The coin and the whitelisted tokens of the chains that KyberSwap serves now; chains missing from the catalog or the chain
 * table are left out. The coin can be swapped on every chain, even when the list of tokens does not have it.
 * @throws ProviderError
 */
export async function kyberswapAssets(
  context: ProviderContext,
  chains: readonly CatalogChain[],
): Promise<ListedAsset[]> {
  const served = await listServedChains(context, chains)
  return dedupeAssets(await mapInBatches(served, AT_ONCE, (chain) => listAssets(chain, context)))
}

async function listServedChains(context: ProviderContext, chains: readonly CatalogChain[]): Promise<CatalogChain[]> {
  const headers = { 'x-client-id': clientId(context) }
  const call = { baseUrl: CHAINS_URL, path: '/api/v1/aggregator/supported-chains', headers }
  const { data } = await askList(context, call, chainsSchema, 'list of chains')
  return parseRows(chainSchema, data.chains, 'chains').flatMap(({ chainId, chainName, state }) => {
    const chain = chains.find((one) => one.chainId === chainId && kyberChain(one) === chainName)
    return chain === undefined || state === 'inactive' ? [] : [chain]
  })
}

async function listAssets(chain: CatalogChain, context: ProviderContext): Promise<ListedAsset[]> {
  const call = {
    baseUrl: TOKENS_URL,
    path: '/api/v1/public/tokens',
    query: { chainIds: chain.chainId, isWhitelisted: true, page: 1, pageSize: MOST_OF_A_CHAIN },
    headers: { 'x-client-id': clientId(context) },
  }
  const { data } = await askList(context, call, tokensSchema, 'list of tokens')
  const nowMs = context.clock.now()
  const symbol = chain.nativeSymbol
  const coin = {
    address: COIN_STAND_IN,
    isNative: true,
    symbol,
    name: symbol,
    decimals: EVM_COIN_DECIMALS,
    image: undefined,
  }
  const tokens = parseRows(listedTokenSchema, data.tokens, 'tokens').flatMap((token) => {
    const isOther = token.chainId !== chain.chainId || token.isWhitelisted === false
    if (isOther || sameAddress(token.address, COIN_STAND_IN)) return []
    return [toListedAsset(chain, { ...token, isNative: false, image: token.logoURL }, nowMs)]
  })
  return [toListedAsset(chain, coin, nowMs), ...tokens]
}
