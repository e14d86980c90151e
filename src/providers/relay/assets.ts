import type { CatalogChain } from '../../core/assets/catalog.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { keyHeaders } from '../kit/api-key.ts'
import { askList, dedupeAssets, mapInBatches, parseRows, toListedAsset } from '../kit/listed-asset.ts'
import { fromRelayChain, type RelayChainNames } from './chains.ts'
import { chainSchema, chainsSchema, currenciesSchema, listedCurrencySchema, type RelayChain } from './wire.ts'

/** Most bytes of a reply; the list of chains names their contracts and tokens too. */
const MAX_BYTES = 8 * 1024 * 1024
/** Most currencies requested for one chain; those that Relay has verified come first. */
const MOST_OF_A_CHAIN = 100
/** Chains requested at a time, far below 200 calls a minute in total. */
const AT_ONCE = 6

/** A chain that is open now, in Relay's terms and in ours. */
interface OpenChain {
  readonly stated: RelayChain
  readonly names: RelayChainNames
}

/**
 * What can be swapped on the chains that are open now; chains missing from the catalog are left out. A chain of limited
 * support has only the tokens that its entry names; on the others any token can be swapped, and the verified ones are listed.
 * @throws ProviderError
 */
export async function relayAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const open = await openChains(context, chains)
  const assets = open.flatMap((chain) => namedAssets(chain, context.clock.now()))
  const wide = open.filter(({ stated }) => stated.tokenSupport !== 'Limited')
  const verified = await mapInBatches(wide, AT_ONCE, (chain) => verifiedAssets(chain, context))
  return dedupeAssets([...assets, ...verified])
}

async function openChains(context: ProviderContext, chains: readonly CatalogChain[]): Promise<OpenChain[]> {
  const list = await askList(context, { path: '/chains', ...callOf(context) }, chainsSchema, 'list of chains')
  return parseRows(chainSchema, list.chains, 'chains').flatMap((stated) => {
    const names = fromRelayChain(stated.id, chains)
    const isOpen = stated.disabled !== true && stated.depositEnabled !== false
    return names === undefined || !isOpen ? [] : [{ stated, names }]
  })
}

/** The coin and the tokens that the entry of a chain names. */
function namedAssets({ stated, names }: OpenChain, nowMs: number): ListedAsset[] {
  const { currency, featuredTokens, erc20Currencies } = stated
  const isLimited = stated.tokenSupport === 'Limited'
  return [currency ?? [], featuredTokens, erc20Currencies].flat().flatMap((token) => {
    const { address, symbol, name, decimals, metadata } = token
    const isNative = address === names.native
    // A quote cannot name a coin whose address at Relay we do not know for certain.
    if (!isNative && address === currency?.address) return []
    if (isLimited && token.supportsBridging !== true) return []
    const image = metadata?.logoURI
    return [toListedAsset(names.chain, { address, isNative, symbol, name, decimals, image }, nowMs)]
  })
}

async function verifiedAssets({ stated, names }: OpenChain, context: ProviderContext): Promise<ListedAsset[]> {
  const body = { chainIds: [stated.id], verified: true, limit: MOST_OF_A_CHAIN }
  const call = { method: 'POST', path: '/currencies/v2', readOnly: true, body, ...callOf(context) } as const
  const list = await askList(context, call, currenciesSchema, 'list of currencies')
  return parseRows(listedCurrencySchema, list, 'currencies').flatMap(
    ({ chainId, address, symbol, name, decimals, metadata }) => {
      const isNative = address === names.native
      if (chainId !== stated.id || metadata?.verified !== true || (metadata.isNative === true && !isNative)) return []
      const image = metadata.logoURI
      return [toListedAsset(names.chain, { address, isNative, symbol, name, decimals, image }, context.clock.now())]
    },
  )
}

function callOf(context: ProviderContext) {
  return { outsideBudget: true, maxBytes: MAX_BYTES, ...keyHeaders(context, 'x-api-key') }
}
