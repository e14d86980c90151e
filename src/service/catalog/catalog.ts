import { COIN_STAND_IN } from '../../core/evm/tokens.ts'
import { isEvmAddress } from '../../core/assets/addresses/evm.ts'
import {
  type Catalog,
  type CatalogAsset,
  type CatalogChain,
  type CatalogData,
  NATIVE_ADDRESS,
  NATIVE_EVM_ADDRESS,
} from '../../core/assets/catalog.ts'
import { UNBACKED } from '../../core/assets/evidence.ts'
import { type AssetIndex, indexAssets, searchAssets } from '../../core/assets/search.ts'
import { memoize } from '../memoize.ts'
import type { Store } from '../../store/index.ts'

/** The bundled data, and the rows added to it in the store. */
interface CatalogParts {
  readonly data: CatalogData
  /** @default there are no rows */
  readonly store?: CatalogStore
}

interface CatalogStore {
  readonly catalog: Pick<Store['catalog'], 'assets' | 'chains' | 'version'>
}

const NO_ROWS: CatalogStore = { catalog: { chains: async () => [], assets: async () => [], version: async () => 0 } }

/** Assets of a chain that are looked up one by one, before all of its addresses are put into a map: a command needs few. */
const LOOKS_WITHOUT_MAP = 8

/** The other placeholder address of native coins on EVM chains, in lower case. */
const COIN_ALIAS = COIN_STAND_IN.toLowerCase()

/**
 * The bundled catalog plus the store's rows. These add chains and assets, and may disable a bundled chain with
 * `active: false`; nothing else in the store changes a bundled row.
 */
export function createCatalog({ data, store = NO_ROWS }: CatalogParts): Catalog {
  let view: CatalogView | undefined
  const current = async (): Promise<CatalogView> => {
    const version = await store.catalog.version()
    if (view?.version !== version) {
      view = createView(data, store, version, version === 0 ? [] : await store.catalog.chains())
    }
    return view
  }
  return {
    chains: async () => (await current()).chains,
    chain: async (key) => (await current()).byKey.get(key),
    assets: async (chainKey) => {
      const now = await current()
      return chainKey === undefined ? now.allAssets() : now.assets(chainKey)
    },
    asset: async (chainKey, address) => {
      const now = await current()
      const chain = now.byKey.get(chainKey)
      if (chain === undefined) return undefined
      // An address as it is listed needs no look at its checksum, a hash each time.
      const same = await now.byKeyOf(chain, assetKey(chain, address))
      if (same?.address === address) return same
      const key = lookupKey(chain, address)
      return key === undefined ? undefined : now.byKeyOf(chain, key)
    },
    assetsNear: async (chainKey, text) => (await current()).near(chainKey, text),
    findAssets: async (text, { chainKey, skip, count }) => {
      const now = await current()
      const indexes = chainKey === undefined ? await now.allIndexes() : [await now.index(chainKey)]
      return searchAssets(indexes, text, skip, count)
    },
    aliases: () => data.aliases(),
    version: () => `${data.release()}.${view?.version ?? 0}`,
  }
}

/** The catalog at one version of the store's rows; computed on first use. */
interface CatalogView {
  readonly version: number
  readonly chains: readonly CatalogChain[]
  readonly byKey: ReadonlyMap<string, CatalogChain>
  assets(chainKey: string): Promise<readonly CatalogAsset[]>
  allAssets(): Promise<readonly CatalogAsset[]>
  /** The asset with this `assetKey`. */
  byKeyOf(chain: CatalogChain, key: string): Promise<CatalogAsset | undefined>
  near(chainKey: string, text: string): Promise<readonly CatalogAsset[]>
  index(chainKey: string): Promise<AssetIndex>
  allIndexes(): Promise<readonly AssetIndex[]>
}

function createView(
  data: CatalogData,
  store: CatalogStore,
  version: number,
  added: readonly CatalogChain[],
): CatalogView {
  const bundled = data.chains()
  const chains = mergeChains(bundled, added)
  const byKey = new Map(chains.map((chain) => [chain.key, chain]))
  const load = async (chain: CatalogChain | undefined): Promise<readonly CatalogAsset[]> => {
    if (chain === undefined) return []
    const rows = version === 0 ? [] : await store.catalog.assets(chain.key)
    return mergeAssets(chain, data.assets(chain.key), rows)
  }
  const assets = memoize((chainKey) => load(byKey.get(chainKey)))
  const index = memoize(async (chainKey) => indexAssets(await assets(chainKey)))
  const near = async (chainKey: string, text: string) =>
    version === 0 && byKey.has(chainKey) ? data.assetsNear(chainKey, text) : assets(chainKey)
  const byAddress = memoize(async (chainKey) => {
    const chain = byKey.get(chainKey)
    const found = new Map<string, CatalogAsset>()
    for (const asset of await assets(chainKey)) {
      if (chain !== undefined) found.set(assetKey(chain, asset.address), asset)
    }
    return found
  })
  /** How often an asset of a chain was looked up. */
  const looked = new Map<string, number>()
  const everywhere = memoize(async () => (await Promise.all(chains.map(({ key }) => assets(key)))).flat())
  const allIndexes = memoize(async () => Promise.all(chains.map(({ key }) => index(key))))
  return {
    version,
    chains,
    byKey,
    assets,
    allAssets: () => everywhere(''),
    byKeyOf: async (chain, wanted) => {
      const looks = (looked.get(chain.key) ?? 0) + 1
      looked.set(chain.key, looks)
      if (looks > LOOKS_WITHOUT_MAP) return (await byAddress(chain.key)).get(wanted)
      return (await near(chain.key, wanted)).find(({ address }) => assetKey(chain, address) === wanted)
    },
    near,
    index,
    allIndexes: () => allIndexes(''),
  }
}

function mergeChains(bundled: readonly CatalogChain[], added: readonly CatalogChain[]): readonly CatalogChain[] {
  const off = new Set(added.filter(({ active }) => !active).map(({ key }) => key))
  const keys = new Set(bundled.map(({ key }) => key))
  const ids = new Set(bundled.map(({ chainId }) => chainId))
  const fresh = added.filter(({ key, chainId, active }) => active && !keys.has(key) && !ids.has(chainId))
  return [...bundled.filter(({ key }) => !off.has(key)), ...fresh]
}

function mergeAssets(
  chain: CatalogChain,
  bundled: readonly CatalogAsset[],
  added: readonly CatalogAsset[],
): readonly CatalogAsset[] {
  if (added.length === 0) return bundled
  const keys = new Set(bundled.map(({ address }) => assetKey(chain, address)))
  const hasNative = bundled.some(({ isNative }) => isNative)
  const fresh = added
    .filter(({ address, isNative }) => !keys.has(assetKey(chain, address)) && !(isNative && hasNative))
    .map((asset): CatalogAsset => {
      const { successor: _, ...row } = asset
      const backed = { ...row, ...UNBACKED, form: asset.isNative ? ('native' as const) : null }
      return asset.isNative ? backed : { ...backed, isAdded: true }
    })
  return [...bundled, ...fresh.filter(({ isNative }) => isNative), ...fresh.filter(({ isNative }) => !isNative)]
}

/** A form of an asset address in which all its spellings on this chain are equal. */
export function assetKey(chain: CatalogChain, address: string): string {
  return chain.addressFamily === 'evm' ? address.toLowerCase() : address
}

/** The `assetKey` of an address as a user writes it; undefined when its EIP-55 checksum is wrong. */
function lookupKey(chain: CatalogChain, address: string): string | undefined {
  if (chain.addressFamily !== 'evm' || address === NATIVE_ADDRESS) {
    return chain.type === 'EVM' ? NATIVE_EVM_ADDRESS : address
  }
  if (!isEvmAddress(address)) return undefined
  const lower = address.toLowerCase()
  return chain.type === 'EVM' && lower === COIN_ALIAS ? NATIVE_EVM_ADDRESS : lower
}
