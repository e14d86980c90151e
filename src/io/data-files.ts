import { readFileSync } from 'node:fs'
import {
  type CatalogAsset,
  type CatalogChain,
  type CatalogData,
  type ChainAliases,
  NATIVE_ADDRESS,
  NATIVE_EVM_ADDRESS,
} from '../core/assets/catalog.ts'
import type { AssetForm, Backing, AssetEvidence } from '../core/assets/evidence.ts'
import type { PublicNodes } from '../core/evm/nodes.ts'
import { once } from '../core/once.ts'

/*
 * The bundled catalog. Its files are in `data` next to this folder, in the sources as in the build; test/data.test.ts
 * checks them, so that a start need not.
 *
 * Ids of chains without an EVM chain id: the number that LI.FI uses, if it is a safe integer that no other chain has;
 * else 2^52 plus the first 52 bits of the SHA-256 of the CAIP-2 id or, without one, of the key.
 */

/** A row of chains.json. `slip44` is the coin type that names the native coin in CAIP-19. */
type ChainRow = Omit<CatalogChain, 'active' | 'addedAt'> & { readonly slip44: number | null }

/**
 * The assets of each chain are in a file of their own, `assets/<key>.tsv`, so that a quote reads those of two chains: one
 * a line, with tab-separated fields: symbol, other symbols separated by commas, address, decimals, name, image, and its backing.
 * An image `3|usdc.png` is `imageBases[3]` followed by `usdc.png`. The backing is a letter of EVIDENCE_OF, one of FORM_OF or
 * `-`, and the successor of a dead one; it is left out where only one list knows the row and its form is not known.
 */
interface ChainsFile {
  readonly release: string
  readonly imageBases: readonly string[]
  readonly chains: readonly ChainRow[]
}

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

const EVIDENCE_OF: Readonly<Record<string, AssetEvidence>> = { i: 'issuer', t: 'two_lists', l: 'one_list' }
const FORM_OF: Readonly<Record<string, AssetForm>> = {
  i: 'issuer',
  c: 'canonical_bridge',
  b: 'other_bridge',
  w: 'wrapped_native',
  d: 'dead',
}

/** Opens the bundled catalog; each file is read on first use. */
export function createDataFiles(): CatalogData {
  const chainsFile = once((): ChainsFile => readData('chains.json'))
  const chains = once(() => {
    return chainsFile().chains.map(({ slip44: _, ...row }): CatalogChain => ({ ...row, active: true, addedAt: 0 }))
  })
  const rows = once(() => new Map(chainsFile().chains.map((row) => [row.key, row])))
  const tables = new Map<string, AssetTable>()
  const tableOf = (chainKey: string): AssetTable | undefined => {
    const row = rows().get(chainKey)
    if (row === undefined) return undefined
    const table = tables.get(chainKey) ?? openAssets(row, chainsFile().imageBases)
    tables.set(chainKey, table)
    return table
  }
  return {
    release: () => chainsFile().release,
    chains,
    assets: (chainKey) => tableOf(chainKey)?.all() ?? [],
    assetsNear: (chainKey, text) => tableOf(chainKey)?.near(text) ?? [],
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

/** The assets of a chain, each made of its line when it is asked for. */
interface AssetTable {
  readonly all: () => readonly CatalogAsset[]
  readonly near: (text: string) => readonly CatalogAsset[]
}

function openAssets(chain: ChainRow, imageBases: readonly string[]): AssetTable {
  const native = chain.type === 'EVM' ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS
  const namespace = chain.type === 'EVM' ? 'erc20' : TOKEN_NAMESPACES.get(chain.key)
  const text = readText(`assets/${chain.key}.tsv`)
  /** By the place in the text at which its line begins. */
  const made = new Map<number, CatalogAsset>()
  const makeOne = (line: string): CatalogAsset => {
    const [symbol = '', others = '', address = '', decimals, name = '', image = '', backing = ''] = line.split('\t')
    const isNative = address === native
    return {
      chain: chain.key,
      address,
      symbol,
      altSymbols: others === '' ? [] : others.split(','),
      name,
      decimals: Number(decimals),
      image: imageUrl(image, imageBases),
      isNative,
      caip19: caip19(chain, isNative, address, namespace),
      addedAt: 0,
      ...(isNative ? NATIVE_BACKING : backingOf(backing)),
    }
  }
  const assetAt = (start: number, end: number): CatalogAsset => {
    const asset = made.get(start) ?? makeOne(text.slice(start, end))
    made.set(start, asset)
    return asset
  }
  const all = once(() => {
    const assets: CatalogAsset[] = []
    for (let start = 0, end = text.indexOf('\n'); end >= 0; start = end + 1, end = text.indexOf('\n', start)) {
      assets.push(assetAt(start, end))
    }
    return assets
  })
  const lowerText = once(() => text.toLowerCase())
  const near = (wanted: string) => {
    const [typed, lower] = [wanted.toLowerCase(), lowerText()]
    // Some letters are two in lower case: places in one text would be others in the other.
    if (typed === '' || lower.length !== text.length) return all()
    const assets: CatalogAsset[] = []
    for (let at = lower.indexOf(typed); at >= 0;) {
      const end = text.indexOf('\n', at)
      assets.push(assetAt(text.lastIndexOf('\n', at) + 1, end))
      at = lower.indexOf(typed, end)
    }
    return assets
  }
  return { all, near }
}

const NATIVE_BACKING: Backing = { evidence: 'issuer', form: 'native' }

function backingOf(text: string): Backing {
  const [evidence = '', form = '', successor] = [text.slice(0, 1), text.slice(1, 2), text.slice(2)]
  return {
    evidence: EVIDENCE_OF[evidence] ?? 'one_list',
    form: FORM_OF[form] ?? null,
    ...(successor === '' ? {} : { successor }),
  }
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

/** The bundled shapes of recorded replies, unread: the service knows their form. */
export function readReplyShapes<T>(): T {
  return readData('shapes.json')
}

/** Reads a bundled file; the tests of the data verify its shape. */
function readData<T>(name: string): T {
  return JSON.parse(readText(name)) as T
}

function readText(name: string): string {
  return readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')
}
