import type { CatalogChain } from '../../core/assets/catalog.ts'
import { listRefusal, parseRows, toListedAsset, dedupeAssets } from '../kit/listed-asset.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { type ListedAsset, type ProviderContext } from '../contract.ts'
import { fromRelayChain, type RelayChainNames } from './chains.ts'
import { chainSchema, chainsSchema, currenciesSchema, listedCurrencySchema, type RelayChain } from './wire.ts'

/** Most bytes of a reply; the list of chains names their contracts and tokens too. */
const MAX_BYTES = 8 * 1024 * 1024
/** Most currencies that are asked for on one chain; those that Relay has verified come first. */
const MOST_OF_A_CHAIN = 100
/** Chains that are asked for at a time, far below 200 calls a minute in all. */
const AT_ONCE = 6

/** A chain that can be used now, beside our own of it. */
interface OpenChain {
  readonly stated: RelayChain
  readonly names: RelayChainNames
}

/**
 * What can be swapped on the chains of the catalog that are open now; chains that the catalog does not know are left out.
 * A chain of limited support has only the tokens that its entry names; on others any token can be swapped, and the
 * verified ones are listed.
 * @throws ProviderError
 */
export async function relayAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const open = await openChains(context, chains)
  const assets = open.flatMap((chain) => namedAssets(chain, context.clock.now()))
  const wide = open.filter(({ stated }) => stated.tokenSupport !== 'Limited')
  for (let at = 0; at < wide.length; at += AT_ONCE) {
    const some = wide.slice(at, at + AT_ONCE)
    assets.push(...(await Promise.all(some.map((chain) => verifiedAssets(chain, context)))).flat())
  }
  return dedupeAssets(assets)
}

async function openChains(context: ProviderContext, chains: readonly CatalogChain[]): Promise<OpenChain[]> {
  const reply = await context.http.request({ method: 'GET', path: '/chains', ...callOf(context) })
  if (reply.status !== 200) throw listRefusal(reply.status)
  const rows = parseRows(chainSchema, parseReply(chainsSchema, reply.body, 'list of chains').chains, 'chains')
  return rows.flatMap((stated) => {
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
    // The coin of a chain under an address that we do not know for certain cannot be named in a quote.
    if (!isNative && address === currency?.address) return []
    if (isLimited && token.supportsBridging !== true) return []
    const image = metadata?.logoURI
    return [toListedAsset(names.chain, { address, isNative, symbol, name, decimals, image }, nowMs)]
  })
}

async function verifiedAssets({ stated, names }: OpenChain, context: ProviderContext): Promise<ListedAsset[]> {
  const reply = await context.http.request({
    method: 'POST',
    path: '/currencies/v2',
    readOnly: true,
    ...callOf(context),
    body: { chainIds: [stated.id], verified: true, limit: MOST_OF_A_CHAIN },
  })
  if (reply.status !== 200) throw listRefusal(reply.status)
  const rows = parseRows(
    listedCurrencySchema,
    parseReply(currenciesSchema, reply.body, 'list of currencies'),
    'currencies',
  )
  return rows.flatMap(({ chainId, address, symbol, name, decimals, metadata }) => {
    const isNative = address === names.native
    if (chainId !== stated.id || metadata?.verified !== true || (metadata.isNative === true && !isNative)) return []
    const image = metadata.logoURI
    return [toListedAsset(names.chain, { address, isNative, symbol, name, decimals, image }, context.clock.now())]
  })
}

function callOf(context: ProviderContext) {
  const key = context.setting('API_KEY') ?? ''
  return { outsideBudget: true, maxBytes: MAX_BYTES, ...(key === '' ? {} : { headers: { 'x-api-key': key } }) }
}
