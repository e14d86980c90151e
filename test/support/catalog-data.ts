import {
  type CatalogAsset,
  type CatalogChain,
  type CatalogData,
  NATIVE_ADDRESS,
  NATIVE_EVM_ADDRESS,
} from '../../src/core/assets/catalog.ts'
import type { Store } from '../../src/store/port.ts'

export const RELEASE = '2026-01-01T00:00:00Z'
const RELEASED_AT = Date.parse(RELEASE)

/** A chain of a made-up catalog; an EVM one unless said otherwise. */
export function chain(key: string, chainId: number, rest: Partial<CatalogChain> = {}): CatalogChain {
  return {
    key,
    shortname: key.slice(0, 3),
    name: key,
    type: 'EVM',
    chainId,
    caip2: `eip155:${chainId}`,
    addressFamily: 'evm',
    image: '',
    explorers: [],
    nativeSymbol: 'ETH',
    active: true,
    addedAt: RELEASED_AT,
    ...rest,
  }
}

/** A token of a made-up catalog. */
export function token(
  chainKey: string,
  symbol: string,
  address: string,
  rest: Partial<CatalogAsset> = {},
): CatalogAsset {
  return {
    chain: chainKey,
    address,
    symbol,
    altSymbols: [],
    name: `${symbol} token`,
    decimals: 18,
    image: '',
    isNative: false,
    caip19: null,
    addedAt: RELEASED_AT,
    evidence: 'issuer',
    form: null,
    ...rest,
  }
}

/** The native coin of a made-up chain. */
export function native(of: CatalogChain, name: string, rest: Partial<CatalogAsset> = {}): CatalogAsset {
  const address = of.type === 'EVM' ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS
  return token(of.key, of.nativeSymbol, address, { name, isNative: true, form: 'native', ...rest })
}

/** A bundled catalog of these rows that counts what it loads. */
export function catalogData(
  chains: readonly CatalogChain[],
  assets: readonly CatalogAsset[],
  input: Readonly<Record<string, string>> = {},
): CatalogData & { readonly loaded: readonly string[] } {
  const loaded: string[] = []
  return {
    loaded,
    release: () => RELEASE,
    chains: () => chains,
    assets: (chainKey) => {
      loaded.push(chainKey)
      return assets.filter((asset) => asset.chain === chainKey)
    },
    assetsNear: (chainKey) => assets.filter((asset) => asset.chain === chainKey),
    aliases: () => ({ input: new Map(Object.entries(input)), ambiguous: new Map() }),
  }
}

/** The store's part of the catalog, in memory. */
export function memoryCatalogStore(): Pick<Store, 'catalog'> {
  const chains = new Map<string, CatalogChain>()
  const assets = new Map<string, CatalogAsset>()
  let version = 0
  return {
    catalog: {
      chains: async () => [...chains.values()],
      assets: async (chainKey) =>
        [...assets.values()].filter((asset) => chainKey === undefined || asset.chain === chainKey),
      put: async (newChains, newAssets) => {
        for (const row of newChains) chains.set(row.key, row)
        for (const row of newAssets) assets.set(`${row.chain} ${row.address}`, row)
        version += 1
      },
      version: async () => version,
    },
  }
}
