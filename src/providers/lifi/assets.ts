import type { CatalogChain } from '../../core/assets/catalog.ts'
import { type ListedAsset, type ProviderCall, type ProviderContext, ProviderError } from '../contract.ts'
import { parseRows, toListedAsset, dedupeAssets } from '../kit/listed-asset.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { accessOf } from './ask.ts'
import { fromLifiChain, type LifiChainNames } from './chains.ts'
import { chainSchema, chainsSchema, listedTokenSchema, tokensSchema } from './wire.ts'

/** Without this LI.FI tells of EVM chains only. */
const CHAIN_TYPES = 'EVM,SVM,UTXO,MVM,TVM'

/** Chains whose tokens are asked for in one call: those of all chains together are very many. */
const CHAINS_A_CALL = 10

/** Most bytes of one reply. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * What LI.FI can route on the chains of the catalog; chains that the catalog or the chain table does not know, and test
 * networks, are left out, as are tokens that LI.FI says it has not verified.
 * @throws ProviderError
 */
export async function lifiAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const served = await servedChains(context, chains)
  const ids = [...served.keys()]
  const assets: ListedAsset[] = []
  for (let at = 0; at < ids.length; at += CHAINS_A_CALL) {
    assets.push(...(await listedOn(context, served, ids.slice(at, at + CHAINS_A_CALL))))
  }
  return dedupeAssets(assets)
}

/** By LI.FI's chain id. */
async function servedChains(
  context: ProviderContext,
  chains: readonly CatalogChain[],
): Promise<ReadonlyMap<number, LifiChainNames>> {
  const body = await ask(context, { path: '/chains', query: { chainTypes: CHAIN_TYPES } })
  const rows = parseRows(chainSchema, parseReply(chainsSchema, body, 'list of chains').chains, 'chains')
  const served = new Map<number, LifiChainNames>()
  for (const { id, mainnet } of rows) {
    const names = mainnet ? fromLifiChain(id, chains) : undefined
    if (names !== undefined) served.set(id, names)
  }
  return served
}

async function listedOn(
  context: ProviderContext,
  served: ReadonlyMap<number, LifiChainNames>,
  ids: readonly number[],
): Promise<ListedAsset[]> {
  const query = { chains: ids.join(','), chainTypes: CHAIN_TYPES }
  const { tokens } = parseReply(tokensSchema, await ask(context, { path: '/tokens', query }), 'list of tokens')
  const rows = parseRows(listedTokenSchema, Object.values(tokens).flat(), 'tokens')
  return rows.flatMap(({ chainId, address, symbol, name, decimals, logoURI, verificationStatus = 'verified' }) => {
    const names = served.get(chainId)
    if (names === undefined || verificationStatus !== 'verified') return []
    const isNative = address === names.native
    const stated = { address, isNative, symbol, name, decimals, image: logoURI }
    return [toListedAsset(names.chain, stated, context.clock.now())]
  })
}

async function ask(context: ProviderContext, call: Pick<ProviderCall, 'path' | 'query'>): Promise<unknown> {
  const reply = await context.http.request({
    method: 'GET',
    ...call,
    ...accessOf(context, false),
    maxBytes: MAX_BYTES,
  })
  if (reply.status !== 200)
    throw new ProviderError('bad_response', `It refused to list what it can route (${reply.status})`)
  return reply.body
}
