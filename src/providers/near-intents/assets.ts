import { isEvmAddress } from '../../core/assets/addresses/evm.ts'
import { type CatalogChain, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { toListedAsset, dedupeAssets } from '../kit/listed-asset.ts'
import { askTokens } from './ask.ts'
import { chainKey, WRAPPED_NEAR } from './chains.ts'
import type { Token } from './wire.ts'

/** Symbols of native coins in the token list that differ from those of the catalog, by our chain key. */
const COIN_SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['ton', 'TON'],
  ['polygon', 'MATIC'],
])

/**
 * What the token list names on the chains of the catalog. Coins without an address that are not their chain's native coin
 * are left out: nothing would distinguish them.
 * @throws ProviderError
 */
export async function listAssets(context: ProviderContext, chains: readonly CatalogChain[]): Promise<ListedAsset[]> {
  const tokens = await askTokens(context)
  const nowMs = context.clock.now()
  return dedupeAssets(tokens.flatMap((token) => toListed(token, chains, nowMs) ?? []))
}

function toListed(token: Token, chains: readonly CatalogChain[], nowMs: number): ListedAsset | undefined {
  const { symbol, decimals } = token
  const key = chainKey(token.blockchain)
  const chain = chains.find((one) => one.key === key)
  if (chain === undefined) return undefined
  const address = token.contractAddress ?? ''
  const stated = { address, isNative: false, symbol, name: symbol, decimals, image: undefined }
  if (isCoin(chain, address, symbol)) {
    return toListedAsset(chain, { ...stated, isNative: true, symbol: chain.nativeSymbol, name: chain.name }, nowMs)
  }
  return isContract(chain, address) ? toListedAsset(chain, stated, nowMs) : undefined
}

function isCoin(chain: CatalogChain, address: string, symbol: string): boolean {
  if (chain.key === 'near') return address === WRAPPED_NEAR
  const known = [chain.nativeSymbol, COIN_SYMBOLS.get(chain.key)]
  return address === '' && known.some((name) => name?.toUpperCase() === symbol.toUpperCase())
}

function isContract(chain: CatalogChain, address: string): boolean {
  if (chain.type === 'EVM') return isEvmAddress(address) && address !== NATIVE_EVM_ADDRESS
  return address !== '' && address !== NATIVE_ADDRESS
}
