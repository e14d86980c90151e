import { readFileSync } from 'node:fs'
import {
  type CatalogAsset,
  type CatalogChain,
  type CatalogData,
  type ChainAliases,
  NATIVE_ADDRESS,
  NATIVE_EVM_ADDRESS,
} from '../core/assets/catalog.ts'

/*
 * The bundled catalog. Its files lie in `data` beside this file's folder, in the sources as in the build, and are
 * checked by test/data.test.ts instead of at every start.
 *
 * Chain ids that are no EVM chain ids: the number LI.FI uses where it is a safe integer that no other chain has; else
 * 2^52 plus the first 52 bits of the SHA-256 of the CAIP-2 id, or of the key where there is none.
 */

/** A row of chains.json. `slip44` is the coin type that names the native coin in CAIP-19. */
type ChainRow = Omit<CatalogChain, 'active' | 'addedAt'> & { readonly slip44: number | null }

interface ChainsFile {
  readonly release: string
  readonly chains: readonly ChainRow[]
}

/**
 * Of each chain, one text with six fields an asset, all separated by tabs: symbol, other symbols with commas between,
 * address, decimals, name, image. So a command that needs two chains takes two texts apart and not all of them. An
 * image `3|usdc.png` is `imageBases[3]` and `usdc.png`.
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

/** CAIP-19 asset namespaces of chains whose tokens have one; tokens of EVM chains are `erc20`. */
const TOKEN_NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['solana', 'token'],
  ['fogo', 'token'],
  ['stellar', 'sep41'],
])

/** Opens the bundled catalog; a file is read when something in it is first asked for. */
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

/** Reads one of our own files; its shape is what the caller says, as the tests of the data prove. */
function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')) as T
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
