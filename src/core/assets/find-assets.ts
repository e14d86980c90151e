import type { Asset } from '../api/documents.ts'
import { SwapError } from '../api/errors.ts'
import { ASSETS_QUERY, type AssetsQuery, CHAINS_QUERY } from '../api/requests.ts'
import type { SwapService } from '../api/service.ts'
import { transactionAssetText } from '../api/transaction-asset-text.ts'
import { defined } from '../defined.ts'
import { cleanText } from '../text/clean-text.ts'
import { nearest } from '../text/nearest.ts'
import { sameAddress } from './address-key.ts'
import { isEvmAddress } from './addresses/evm.ts'
import { searchMeant, type SearchPage } from './asset-match.ts'
import { matchChain, parseAssetReference } from './asset-reference.ts'
import type { Catalog, CatalogChain } from './catalog.ts'
import { ASSET_FORMS, type Backing, EVIDENCES, UNBACKED } from './evidence.ts'
import type { FoundAsset } from './found-asset.ts'
import { type SymbolTable, symbolTable, symbolWarnings } from './look-alikes.ts'
import { searchChains } from './search.ts'

/** Where assets are looked for. */
export interface AssetSource {
  readonly service: Pick<SwapService, 'assets' | 'chains'>
  readonly catalog: Catalog
  /** The service in this program; undefined where it is on a server. */
  readonly embedded: { readonly network: string; token(chainKey: string, address: string): Promise<Asset> } | undefined
}

/** A chain that assets can be filtered by; clean text. */
export interface ChainChoice {
  readonly key: string
  readonly name: string
}

/** Most rows of one search. */
const MOST_ROWS = 100
/** Rows of one search: those that are wanted, and those that are read for them at most. */
const SIZE = { first: MOST_ROWS, longest: ASSETS_QUERY.perPage.maximum } as const
/** Near misses that are offered where nothing fits. */
const NEAR_MISSES = 10

/** Assets that a text may mean, best first, and how many there are; beyond the rows, those that hold it in an address count too. */
export interface Found {
  readonly assets: readonly FoundAsset[]
  readonly total: number
}

/**
 * Finds assets by what a person types: part of a symbol or name, or how an address begins, with a chain as `usdc@base`, `base:usdc` or
 * another word, or as the beginning of its name behind @ or at the end. Where nothing fits, the symbols that are spelt nearly so.
 * @param chainKey only of this chain
 */
export async function findAssets(opened: AssetSource, text: string, chainKey: string | undefined): Promise<Found> {
  const asked = chainKey === undefined ? await splitChain(opened.catalog, text) : { text, chain: chainKey }
  const query = asked.text.trim()
  const place = asked.chain === undefined ? {} : { chain: asked.chain }
  const { rows, total } = await searchRows(opened, query, place)
  // In `eth on ba` the first word is a chain too, and a name may hold the rest, as Iron Bank does.
  const isBegun = asked.chain !== undefined && /^on\s/i.test(query)
  if ((rows.length === 0 || isBegun) && chainKey === undefined) {
    const begun = await searchBegunChains(opened, text.trim())
    if (begun.rows.length > 0) return { assets: await describeAssets(opened, begun.rows), total: begun.total }
  }
  if (rows.length > 0 || query === '') return { assets: await describeAssets(opened, rows), total }
  const token = isEvmAddress(query) ? await tokenAt(opened, query, asked.chain) : undefined
  if (token !== undefined) return { assets: await describeAssets(opened, [token]), total: 1 }
  const known = await opened.catalog.assets(asked.chain)
  const near = nearest(query, symbolsOf(known), NEAR_MISSES)
  const assets = await describeAssets(
    opened,
    near.map((asset) => ({ ...asset, new: false, match: 'nearly' })),
  )
  return { assets, total: assets.length }
}

/** An asset of the service, and how it was found where that is to be said. */
type ListedAsset = Asset & Pick<FoundAsset, 'match'>

/** The best rows for a text: the API finds it anywhere in addresses too, where a typing mistake hits by chance what nobody means. */
async function searchRows(
  { service }: AssetSource,
  query: string,
  place: { readonly chain?: string },
): Promise<SearchPage<ListedAsset>> {
  const read = async (asked: AssetsQuery) => {
    const { data, pagination } = await service.assets({ ...place, ...asked })
    return { rows: data, total: pagination.total }
  }
  if (query === '') return read({ perPage: MOST_ROWS })
  const { rows, total } = await searchMeant(query, SIZE, (perPage) => read({ query, perPage }))
  return { rows: rows.map(({ asset, by }) => (by === 'address' ? { ...asset, match: by } : asset)), total }
}

/** The best rows for an asset whose chain is still being written: `usdc@ar`, `usdc ar`, `usdc@`; none for other texts. */
async function searchBegunChains(opened: AssetSource, text: string): Promise<SearchPage<ListedAsset>> {
  const parts = /^([^@]*[^@\s])\s*@\s*([^@]*)$/.exec(text) ?? /^(\S.*?)\s+(?:on\s+|on$)?(\S*)$/i.exec(text)
  if (parts === null) return { rows: [], total: 0 }
  const [, token = '', start = ''] = parts
  const typed = start.toLowerCase()
  const chains = (await opened.catalog.chains()).filter(({ key, shortname, name }) =>
    [key, shortname, name].some((field) => field.toLowerCase().startsWith(typed)),
  )
  const keys = new Set(chains.map(({ key }) => key))
  const { data } = await opened.service.assets({ query: token, perPage: SIZE.longest })
  const ofChains = data.filter(({ chain }) => keys.has(chain))
  const { rows, total } = await searchMeant(token, SIZE, async () => ({ rows: ofChains, total: ofChains.length }))
  return { rows: rows.map(({ asset }) => asset), total }
}

/** The asset of a chain with exactly this address; undefined where there is none. */
export async function assetAt(opened: AssetSource, chainKey: string, address: string): Promise<FoundAsset | undefined> {
  const { assets } = await findAssets(opened, address, chainKey)
  return assets.find((asset) => asset.chain === chainKey && sameAddress(asset.address, address))
}

/** The failure where a service lists no asset there. @param contract null for the coin of the chain @param symbol where it is known */
export function unlistedAsset(chain: string, contract: string | null, symbol?: string): SwapError {
  const name = symbol ?? (contract === null ? null : 'the asset')
  const which = transactionAssetText({ symbol: name, contract, chain, unlisted: true })
  return new SwapError('VALIDATION_ERROR', `The service does not list ${cleanText(which, 200)}`)
}

/**
 * A token that is listed nowhere, of the service in this program; undefined where that knows of no such tokens.
 * @throws VALIDATION_ERROR SERVICE_UNAVAILABLE with the reason why there is none
 */
async function tokenAt({ embedded }: AssetSource, address: string, chainKey: string | undefined) {
  if (embedded?.network !== 'live') return undefined
  if (chainKey !== undefined) return embedded.token(chainKey, address)
  throw new SwapError('VALIDATION_ERROR', 'No listed asset has this address: name its chain too, as in base:0x…')
}

/** Chains whose name holds the text; all of them for none. */
export async function findChains({ service, catalog }: AssetSource, text: string): Promise<readonly ChainChoice[]> {
  const query = text.trim()
  const known = await catalog.chains()
  const found = query === '' ? known : searchChains(known, query)
  const listed = found.length > 0 ? found : (await service.chains({ query, perPage: MOST_ROWS })).data
  return listed.map(({ key, name }) => ({ key: cleanText(key), name: cleanText(name, 60) }))
}

function* symbolsOf<T extends { readonly symbol: string }>(assets: readonly T[]): Iterable<readonly [string, T]> {
  for (const asset of assets) yield [asset.symbol, asset]
}

/** Splits a search text into the chain that it names and the rest. */
async function splitChain(catalog: Catalog, text: string): Promise<{ text: string; chain: string | undefined }> {
  const written = parseAssetReference(text)
  if (written.kind === 'ok' && (written.form === 'colon' || written.form === 'at') && written.chain !== undefined) {
    const match = await matchChain(catalog, written.chain)
    if (match.kind === 'ok') return { text: written.token, chain: match.chain.key }
  }
  const words = text.trim().split(/\s+/)
  if (words.length < 2) return { text, chain: undefined }
  for (const [index, word] of [...words.entries()].reverse()) {
    const match = await matchChain(catalog, word)
    if (match.kind !== 'ok') continue
    // `usdc on base` is `usdc base`.
    const isOn = index > 1 && words[index - 1]?.toLowerCase() === 'on'
    const rest = words.filter((_, at) => at !== index && !(isOn && at === index - 1))
    return { text: rest.join(' '), chain: match.chain.key }
  }
  return { text, chain: undefined }
}

/** What a server lists, by the catalog's own names: a server could give a contract the symbol and decimals of another. */
async function ownNames(
  { catalog, embedded }: AssetSource,
  assets: readonly ListedAsset[],
): Promise<readonly ListedAsset[]> {
  if (embedded !== undefined) return assets
  return Promise.all(
    assets.map(async ({ unlisted: _unlisted, ...asset }) => {
      const { known, row } = await inOwnWords(catalog, asset)
      return known === undefined ? { ...row, unlisted: true } : { ...row, address: known.address }
    }),
  )
}

/**
 * A row of a server by the names and the backing that this catalog has for it, and the catalog's row; for one that the catalog
 * lacks nobody but the server says anything.
 */
export async function inOwnWords<T extends Asset>(
  catalog: Pick<Catalog, 'asset'>,
  { evidence: _evidence, form: _form, successor: _successor, ...asset }: T,
) {
  const known = await catalog.asset(asset.chain, asset.address)
  if (known === undefined) return { known, row: { ...asset, ...UNBACKED } }
  const { symbol, name, isNative, decimals, evidence, form, successor } = known
  return { known, row: { ...asset, symbol, name, isNative, decimals, evidence, form, ...defined({ successor }) } }
}

/** Assets of the service with their chains and warnings. */
async function describeAssets(opened: AssetSource, listed: readonly ListedAsset[]): Promise<readonly FoundAsset[]> {
  const { service, catalog } = opened
  const assets = await ownNames(opened, listed)
  const chains = new Map<string, CatalogChain | undefined>()
  const tables = new Map<string, SymbolTable>()
  for (const key of new Set(assets.map(({ chain }) => chain))) {
    const known = await catalog.assets(key)
    const here = assets.filter(({ chain }) => chain === key)
    chains.set(key, await catalog.chain(key))
    // An unlisted token is one contract more of its symbol; a server may list what this catalog lacks altogether.
    tables.set(key, symbolTable(known.length > 0 ? [...known, ...here.filter(({ unlisted }) => unlisted)] : here))
  }
  const missing = [...chains].some(([, chain]) => chain === undefined)
  const served = missing ? (await service.chains({ perPage: CHAINS_QUERY.perPage.maximum })).data : []
  return assets.flatMap((asset) => {
    const chain = chains.get(asset.chain) ?? served.find(({ key }) => key === asset.chain)
    const table = tables.get(asset.chain)
    if (chain === undefined || table === undefined) return []
    const addressFamily = 'addressFamily' in chain ? chain.addressFamily : undefined
    return [
      {
        chain: cleanText(asset.chain),
        chainName: cleanText(chain.name, 60),
        chainId: chain.chainId,
        addressFamily: typeof addressFamily === 'string' ? addressFamily : chain.type === 'EVM' ? 'evm' : '',
        address: cleanText(asset.address, 256),
        symbol: cleanText(asset.symbol, 40),
        name: cleanText(asset.name, 80),
        isNative: asset.isNative,
        decimals: asset.decimals,
        providerCount: asset.providers?.length,
        ...backingOf(asset),
        ...defined({ match: asset.match }),
        warnings: [
          ...(asset.unlisted === true ? ['unlisted'] : []),
          ...symbolWarnings(asset.symbol, table).map((warning) => cleanText(warning, 100)),
        ],
      },
    ]
  })
}

/** What stands behind an asset as a service lists it; nothing but the service where it does not say in words that are known. */
function backingOf({ evidence, form, successor }: Asset): Backing {
  return {
    evidence: EVIDENCES.find((each) => each === evidence) ?? UNBACKED.evidence,
    form: ASSET_FORMS.find((each) => each === form) ?? null,
    ...defined({ successor: successor === undefined ? undefined : cleanText(successor, 300) }),
  }
}
