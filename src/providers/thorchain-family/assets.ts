import type { CatalogChain } from '../../core/assets/catalog.ts'
import { toListedAsset, dedupeAssets } from '../kit/listed-asset.ts'
import type { ListedAsset, ProviderContext } from '../contract.ts'
import { findHalt } from './halt.ts'
import { type FamilyChain, type FamilyNetwork, networkDecimals } from './network.ts'
import { readIndexedPools, readInbound } from './ask.ts'
import type { IndexedPool, Inbound } from './wire.ts'

/** Decimals of coins on their own chains, by the networks' names: the indexer does not know those of all. */
export const COIN_DECIMALS: Readonly<Record<string, number>> = {
  'BTC.BTC': 8,
  'LTC.LTC': 8,
  'BCH.BCH': 8,
  'DOGE.DOGE': 8,
  'DASH.DASH': 8,
  'ZEC.ZEC': 8,
  'ETH.ETH': 18,
  'BASE.ETH': 18,
  'ARB.ETH': 18,
  'BSC.BNB': 18,
  'AVAX.AVAX': 18,
  'GAIA.ATOM': 6,
  'KUJI.KUJI': 6,
  'XRP.XRP': 6,
  'TRON.TRX': 6,
  'SOL.SOL': 9,
  'XRD.XRD': 18,
  'ADA.ADA': 6,
  'THOR.RUNE': 8,
  'THOR.TCY': 8,
  'THOR.RUJI': 8,
  'MAYA.CACAO': 10,
  'MAYA.MAYA': 4,
}

/** Contracts whose letter case matters, by the network's code of their chain: it names them in capitals. */
const CASED_CONTRACTS: Readonly<Record<string, readonly string[]>> = {
  TRON: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  SOL: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
}

/**
 * What the network swaps now on the chains of the catalog: its own coin, and the pools that trade on chains that are not
 * halted. A token with unknown decimals or letter case is left out.
 * @throws ProviderError
 */
export async function assetsOfFamily(
  network: FamilyNetwork,
  context: ProviderContext,
  chains: readonly CatalogChain[],
): Promise<ListedAsset[]> {
  const [inbound, pools] = await Promise.all([readInbound(network, context), readIndexedPools(network, context)])
  const open = network.chains.filter((chain) => isOpen(network, inbound, chain))
  const trading = pools.filter(({ status }) => status.toLowerCase() === 'available')
  const home = network.chains.find(({ code }) => code === network.home)
  const own = home === undefined || trading.length === 0 ? [] : [{ asset: home.native, nativeDecimal: undefined }]
  const nowMs = context.clock.now()
  return dedupeAssets([...own, ...trading].flatMap((pool) => toListed(pool, open, chains, nowMs) ?? []))
}

function isOpen(network: FamilyNetwork, inbound: readonly Inbound[], chain: FamilyChain): boolean {
  const coin = { name: chain.native, chain, decimals: networkDecimals(network, chain.native) }
  return findHalt(network, inbound, coin, coin) === undefined
}

function toListed(
  pool: Pick<IndexedPool, 'asset' | 'nativeDecimal'>,
  open: readonly FamilyChain[],
  chains: readonly CatalogChain[],
  nowMs: number,
): ListedAsset | undefined {
  const name = pool.asset.toUpperCase()
  // `CHAIN/SYMBOL` and `CHAIN~SYMBOL` exist on the network alone.
  const [, code, symbol = '', contract] = /^([A-Z0-9]+)\.([^-]+)(?:-(.+))?$/.exec(name) ?? []
  const theirs = open.find((chain) => chain.code === code)
  const chain = chains.find(({ key }) => key === theirs?.key)
  if (theirs === undefined || chain === undefined) return undefined
  const isNative = name === theirs.native
  const address = isNative
    ? ''
    : contract === undefined
      ? coinAddress(theirs, name)
      : restoreCase(chain, theirs, contract)
  const decimals = contract === undefined ? COIN_DECIMALS[name] : pool.nativeDecimal
  if (address === undefined || decimals === undefined) return undefined
  return toListedAsset(chain, { address, isNative, symbol, name: symbol, decimals, image: undefined }, nowMs)
}

function coinAddress(chain: FamilyChain, name: string): string | undefined {
  return Object.entries(chain.coins ?? {}).find(([, coin]) => coin === name)?.[0]
}

/** The address of a contract that is named in capitals. */
function restoreCase(chain: CatalogChain, { code }: FamilyChain, contract: string): string | undefined {
  if (chain.type === 'EVM') return /^0X[0-9A-F]{40}$/.test(contract) ? contract.toLowerCase() : undefined
  return CASED_CONTRACTS[code]?.find((address) => address.toUpperCase() === contract)
}
