import { DAY_MS } from '../text/duration.ts'
import type { AddressFamily } from './address.ts'
import type { Backing } from './evidence.ts'
import type { ChainType } from '../api/documents.ts'
import type { Known } from '../api/request-fields.ts'
import type { MicroUsd } from '../money/usd.ts'

/** A chain as the catalog knows it; `Chain` of the API is a view of it. */
export interface CatalogChain {
  /** Lower-case kebab slug of the network name: `ethereum`, `bitcoin-cash`. */
  readonly key: string
  readonly shortname: string
  readonly name: string
  readonly type: ChainType
  /** Numeric id, unique: the EVM chain id, otherwise the number that routing APIs use, otherwise derived from the CAIP-2 id. */
  readonly chainId: number
  /** CAIP-2 id, where one is registered. */
  readonly caip2: string | null
  /** Which rules its addresses follow: `evm`, `bitcoin`, `bech32:cosmos`, `solana`, … */
  readonly addressFamily: Known<AddressFamily>
  readonly image: string
  readonly explorers: readonly string[]
  readonly nativeSymbol: string
  readonly active: boolean
  /** Epoch milliseconds at which a refresh or an import added it; 0 for what the program brings along. */
  readonly addedAt: number
}

/** An asset as the catalog knows it. */
export interface CatalogAsset extends Backing {
  /** Chain key. */
  readonly chain: string
  /** Canonical for its chain: EIP-55 on EVM chains; see NATIVE_EVM_ADDRESS and NATIVE_ADDRESS for native coins. */
  readonly address: string
  readonly symbol: string
  /** Other symbols it is known by, for search and input: TON for GRAM. */
  readonly altSymbols: readonly string[]
  readonly name: string
  /** 0 to 36. */
  readonly decimals: number
  readonly image: string
  readonly isNative: boolean
  readonly caip19: string | null
  /** Epoch milliseconds at which a refresh or an import added it; 0 for what the program brings along. */
  readonly addedAt: number
  /** Set for a token that the catalog lacks and that is known only from its own contract. */
  readonly unlisted?: true
  /** Set for a token that the bundled catalog lacks, and that a refresh or an import has added. */
  readonly isAdded?: true
}

/** Decimals of the native coin of EVM chains. */
export const EVM_COIN_DECIMALS = 18

/** Address of the native coin on EVM chains. */
export const NATIVE_EVM_ADDRESS = '0x0000000000000000000000000000000000000000'
/** Address of the native coin on all other chains. */
export const NATIVE_ADDRESS = 'native'
/** An address of EVM chains that nobody has the key of, where contracts refuse the zero address. */
export const BURN_EVM_ADDRESS = '0x000000000000000000000000000000000000dEaD'
/** How long after a refresh or an import has added a chain or an asset that counts as new. */
export const NEW_FOR_MS = 3 * DAY_MS

/** An asset with its chain and, where known, its price: what a quote works with. */
export interface PricedAsset {
  readonly chain: CatalogChain
  readonly asset: CatalogAsset
  /** Micro-dollars for one whole token. Undefined when unknown. */
  readonly priceUsd: MicroUsd | undefined
  /** What the user should check before swapping it. */
  readonly warnings?: readonly string[]
}

/** Answers about chains and assets; loads lazily, so that a command pays only for the chains it names. */
export interface Catalog {
  /** All active chains in catalog order. */
  chains(): Promise<readonly CatalogChain[]>
  /** Active chain with exactly this key. */
  chain(key: string): Promise<CatalogChain | undefined>
  /** All assets, or those of one chain, in catalog order (native first). */
  assets(chainKey?: string): Promise<readonly CatalogAsset[]>
  /**
   * Those assets of one chain in whose symbols or address the text stands, in any letter case, and maybe others, in catalog
   * order: a single look at a large chain reads only these.
   */
  assetsNear(chainKey: string, text: string): Promise<readonly CatalogAsset[]>
  /**
   * The asset with this address on this chain. EVM addresses match in any letter case unless a mixed-case one breaks
   * EIP-55; the native coin also answers to `native` and, on EVM chains, to 0xEeee…EEeE.
   */
  asset(chainKey: string, address: string): Promise<CatalogAsset | undefined>
  /**
   * Assets with `text` (trimmed, not empty) in symbol, name or address, in any letter case, best match first: `count` of
   * them after the first `skip`, and how many match in all.
   */
  findAssets(text: string, place: FindPlace): Promise<FoundAssets>
  /** What people type for chains. */
  aliases(): ChainAliases
  /**
   * Changes whenever chains or assets do: the key of everything cached from the catalog. A change by another process shows
   * after the next call of another method.
   */
  version(): string
}

/** Where to search, and which matches to give. */
export interface FindPlace {
  /** Only assets of this chain. */
  readonly chainKey?: string
  /** How many of the best matches to leave out, from 0. */
  readonly skip: number
  /** How many matches to give, from 0. */
  readonly count: number
}

/** Some matches of a search, best first, and how many there are in all. */
export interface FoundAssets {
  readonly items: readonly CatalogAsset[]
  readonly total: number
}

/** What people type for a chain besides its key, shortname, name, chain id and CAIP-2 id. All text is lower-case. */
export interface ChainAliases {
  /** Typed text to chain key. */
  readonly input: ReadonlyMap<string, string>
  /** Text that may mean any of several chains, by their keys. */
  readonly ambiguous: ReadonlyMap<string, readonly string[]>
}

/** The catalog that ships with the program. Each call loads what it needs, once. */
export interface CatalogData {
  /** The version of the data: the ISO 8601 time of its release. */
  release(): string
  /** All chains in catalog order: well-known ones first. */
  chains(): readonly CatalogChain[]
  /** Assets of one chain in catalog order: the native coin, then the major ones; none for an unknown chain. */
  assets(chainKey: string): readonly CatalogAsset[]
  /** Those in whose symbols or address the text stands, in any letter case, and maybe others; the same objects as `assets` gives. */
  assetsNear(chainKey: string, text: string): readonly CatalogAsset[]
  aliases(): ChainAliases
}
