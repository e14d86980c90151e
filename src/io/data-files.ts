import { readFileSync } from 'node:fs'
import {
  type CatalogAsset,
  type CatalogChain,
  type CatalogData,
  type ChainAliases,
  NATIVE_ADDRESS,
  NATIVE_EVM_ADDRESS,
} from '../core/assets/catalog.ts'
import type { PublicNodes } from '../core/evm/nodes.ts'

/*
 * The bundled catalog. Its files are in `data` next to this folder, in the sources as in the build; test/data.test.ts
 * checks them, so that a start need not.
 *
 * Ids of chains without an EVM chain id: the number that LI.FI uses, if it is a safe integer that no other chain has;
 * else 2^52 plus the first 52 bits of the SHA-256 of the CAIP-2 id or, without one, of the key.
 */

/** A row of chains.json. `slip44` is the coin type that names the native coin in CAIP-19. */
type ChainRow = Omit<CatalogChain, 'active' | 'addedAt'> & { readonly slip44: number | null }

interface ChainsFile {
  readonly release: string
  readonly chains: readonly ChainRow[]
}

/**
 * Per chain, one text with six tab-separated fields per asset: symbol, other symbols separated by commas, address,
 * decimals, name, image. A command that needs two chains splits two texts only. An image `3|usdc.png` is
 * `imageBases[3]` followed by `usdc.png`.
 */
interface AssetsFile {
  readonly imageBases: readonly string[]
  readonly assets: Readonly<Record<string, string>>
}

const FIELDS = 6

interface AliasesFile {
  readonly input: Readonly<Record<string, string>>
  readonly ambiguous: Readonly<Record<string, readonly string[]>>
}

/** CAIP-19 asset namespaces of tokens, by chain; on EVM chains it is `erc20`. */
const TOKEN_NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['solana', 'token'],
  ['fogo', 'token'],
  ['stellar', 'sep41'],
])

/** Opens the bundled catalog; each file is read on first use. */
export function createDataFiles(): CatalogData {
  const chainsFile = once((): ChainsFile => readData('chains.json'))
  const assetsFile = once((): AssetsFile => readData('assets.json'))
  const chains = once(() => {
    const { release, chains: rows } = chainsFile()
    const addedAt = Date.parse(release)
    return rows.map(({ slip44: _, ...row }): CatalogChain => ({ ...row, active: true, addedAt }))
  })
  const rows = once(() => new Map(chainsFile().chains.map((row) => [row.key, row])))
  const assetsByChain = new Map<string, readonly CatalogAsset[]>()
  return {
    release: () => chainsFile().release,
    chains,
    assets: (chainKey) => {
      const known = assetsByChain.get(chainKey)
      if (known !== undefined) return known
      const row = rows().get(chainKey)
      if (row === undefined) return []
      const assets = parseAssets(row, assetsFile(), Date.parse(chainsFile().release))
      assetsByChain.set(chainKey, assets)
      return assets
    },
    aliases: once((): ChainAliases => {
      const file: AliasesFile = readData('aliases.json')
      return { input: new Map(Object.entries(file.input)), ambiguous: new Map(Object.entries(file.ambiguous)) }
    }),
  }
}

/** Opens the list of public nodes, by chain key; the file is read on first use. */
export function createNodeFile(): (chainKey: string) => PublicNodes | undefined {
  const file = once(() => new Map(Object.entries(readData<Readonly<Record<string, PublicNodes>>>('nodes.json'))))
  return (chainKey) => file().get(chainKey)
}

function parseAssets(chain: ChainRow, file: AssetsFile, addedAt: number): readonly CatalogAsset[] {
  const native = chain.type === 'EVM' ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS
  const namespace = chain.type === 'EVM' ? 'erc20' : TOKEN_NAMESPACES.get(chain.key)
  const fields = (file.assets[chain.key] ?? '').split('\t')
  const assets: CatalogAsset[] = []
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const others = fields[at + 1] ?? ''
    const address = fields[at + 2] ?? ''
    const isNative = address === native
    assets.push({
      chain: chain.key,
      address,
      symbol: fields[at] ?? '',
      altSymbols: others === '' ? [] : others.split(','),
      name: fields[at + 4] ?? '',
      decimals: Number(fields[at + 3]),
      image: imageUrl(fields[at + 5] ?? '', file.imageBases),
      isNative,
      caip19: caip19(chain, isNative, address, namespace),
      addedAt,
    })
  }
  return assets
}

function caip19(chain: ChainRow, isNative: boolean, address: string, namespace: string | undefined): string | null {
  if (chain.caip2 === null) return null
  if (isNative) return chain.slip44 === null ? null : `${chain.caip2}/slip44:${chain.slip44}`
  return namespace === undefined ? null : `${chain.caip2}/${namespace}:${address}`
}

function imageUrl(text: string, bases: readonly string[]): string {
  const bar = text.indexOf('|')
  return bar === -1 ? text : `${bases[Number(text.slice(0, bar))] ?? ''}${text.slice(bar + 1)}`
}

/** The bundled tables of prices, unread: `src/prices` knows their shape. */
export function readPriceTables<T>(): T {
  return readData('prices.json')
}

/** Reads a bundled file; the tests of the data verify its shape. */
function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')) as T
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
