import type { CatalogChain } from '../../core/assets/catalog.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { askList, dedupeAssets, mapInBatches, parseRows, toListedAsset } from '../kit/listed-asset.ts'
import { accessOf } from './ask.ts'
import { fromLifiChain, type LifiChainNames } from './chains.ts'
import { chainSchema, chainsSchema, listedTokenSchema, tokensSchema } from './wire.ts'

/** Without this LI.FI lists EVM chains only. */
const ASKED_CHAIN_TYPES = 'EVM,SVM,UTXO,MVM,TVM'

/** Chains whose tokens are requested in one call: a list of all chains would be very long. */
const CHAINS_A_CALL = 10

/** Most bytes of one reply. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * What LI.FI can route on the chains of the catalog. Left out: chains missing from the catalog or the chain table, test
 * networks, and tokens that LI.FI has not verified.
 * @throws ProviderError
 */
export async function lifiAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const served = await listServedChains(context, chains)
  const ids = [...served.keys()]
  const calls = Array.from({ length: Math.ceil(ids.length / CHAINS_A_CALL) }, (_, call) =>
    ids.slice(call * CHAINS_A_CALL, (call + 1) * CHAINS_A_CALL),
  )
  return dedupeAssets(await mapInBatches(calls, 1, (some) => listAssets(context, served, some)))
}

/** By LI.FI's chain id. */
async function listServedChains(
  context: ProviderContext,
  chains: readonly CatalogChain[],
): Promise<ReadonlyMap<number, LifiChainNames>> {
  const call = { path: '/chains', query: { chainTypes: ASKED_CHAIN_TYPES }, ...listAccess(context) }
  const list = await askList(context, call, chainsSchema, 'list of chains')
  const served = new Map<number, LifiChainNames>()
  for (const { id, mainnet } of parseRows(chainSchema, list.chains, 'chains')) {
    const names = mainnet ? fromLifiChain(id, chains) : undefined
    if (names !== undefined) served.set(id, names)
  }
  return served
}

async function listAssets(
  context: ProviderContext,
  served: ReadonlyMap<number, LifiChainNames>,
  ids: readonly number[],
): Promise<ListedAsset[]> {
  const query = { chains: ids.join(','), chainTypes: ASKED_CHAIN_TYPES }
  const call = { path: '/tokens', query, ...listAccess(context) }
  const { tokens } = await askList(context, call, tokensSchema, 'list of tokens')
  const rows = parseRows(listedTokenSchema, Object.values(tokens).flat(), 'tokens')
  return rows.flatMap(({ chainId, address, symbol, name, decimals, logoURI, verificationStatus = 'verified' }) => {
    const names = served.get(chainId)
    if (names === undefined || verificationStatus !== 'verified') return []
    const isNative = address === names.native
    const stated = { address, isNative, symbol, name, decimals, image: logoURI }
    return [toListedAsset(names.chain, stated, context.clock.now())]
  })
}

function listAccess(context: ProviderContext) {
  return { ...accessOf(context, false), maxBytes: MAX_BYTES }
}
