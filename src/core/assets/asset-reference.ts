import { isEvmAddress } from './addresses/evm.ts'
import { type AssetReference, parseAssetReference } from './asset-form.ts'
import type { Catalog, CatalogAsset, CatalogChain } from './catalog.ts'
import { matchChain, unresolvedChain } from './chain-reference.ts'
import { defined } from '../defined.ts'
import { cleanText } from '../text/clean-text.ts'
import { SwapError } from '../api/errors.ts'
import { HEX_ADDRESS } from '../text/hex.ts'
import { nearest } from '../text/nearest.ts'

export { parseAssetReference, type AssetReference, type AssetReferenceForm } from './asset-form.ts'
export { matchChain, resolveChain, type ChainMatch } from './chain-reference.ts'

/** The part of a catalog that references need. */
export type ReferenceCatalog = Pick<Catalog, 'aliases' | 'asset' | 'assets' | 'assetsNear' | 'chains'>

/** The asset that a text means, or why there is none. */
export type AssetMatch =
  | { readonly kind: 'ok'; readonly chain: CatalogChain; readonly asset: CatalogAsset }
  | {
      readonly kind: 'unknown'
      /** The chain, where the text names one that exists: a token of it may exist that the catalog lacks. */
      readonly chain?: CatalogChain
      /** The EVM address, where the text names one on that chain, with a right checksum if it has one. */
      readonly contract?: string
      readonly message: string
      /** At most three near misses, as `chain:SYMBOL`. */
      readonly suggestions: readonly string[]
    }
  | {
      readonly kind: 'ambiguous'
      /** In catalog order, all of them. */
      readonly candidates: readonly CatalogAsset[]
      readonly message: string
    }

type Written = Extract<AssetReference, { kind: 'ok' }>

/** How many candidates a message lists. */
const LISTED = 8

/**
 * Finds the asset that `text` means, and never guesses: text that fits several assets is ambiguous, and a near miss is only
 * suggested. On a chain, the native coin's own symbol means the native coin, whatever tokens share it. A word alone
 * that names a chain means its native coin when it is that coin's symbol or name (`eth`, `bitcoin`), or when no asset
 * has that name (`arbitrum`); `arb`, Arbitrum's shortname and a token, is ambiguous.
 */
export async function matchAsset(catalog: ReferenceCatalog, text: string): Promise<AssetMatch> {
  const written = parseAssetReference(text)
  if (written.kind === 'bad') return { kind: 'unknown', message: written.message, suggestions: [] }
  switch (written.form) {
    case 'caip19':
      return matchCaip19(catalog, written)
    case 'at':
      return matchOnNamedChain(catalog, written)
    case 'colon':
      return matchColon(catalog, text.trim(), written)
    case 'dotted':
      return matchDotted(catalog, text.trim(), written)
    case 'address':
    case 'word':
      return matchWord(catalog, written.token)
  }
}

/** The failure of a text that means no asset, or several. */
export function unresolvedAsset(match: Exclude<AssetMatch, { kind: 'ok' }>): SwapError {
  return new SwapError('VALIDATION_ERROR', match.message, hintOf(match))
}

function hintOf(match: Exclude<AssetMatch, { kind: 'ok' }>): { readonly hint?: string } {
  if (match.kind === 'ambiguous') {
    const [first] = match.candidates
    return defined({ hint: first && `Write the one you mean, such as ${addressLabel(first)}` })
  }
  return match.suggestions.length === 0 ? {} : { hint: `Did you mean ${match.suggestions.join(' or ')}?` }
}

async function matchCaip19(catalog: ReferenceCatalog, written: Written): Promise<AssetMatch> {
  const found = await findNamedChain(catalog, written.chain ?? '')
  if (found.kind !== 'ok') return found.match
  const { chain } = found
  if (written.token.startsWith('0x')) return matchOnChain(catalog, chain, written)
  const caip19 = `${chain.caip2 ?? ''}/${written.token}`
  const asset = (await catalog.assets(chain.key)).find((row) => row.caip19 === caip19)
  return asset === undefined ? unknownOn(chain, written.token, []) : { kind: 'ok', chain, asset }
}

async function matchOnNamedChain(catalog: ReferenceCatalog, written: Written): Promise<AssetMatch> {
  const found = await findNamedChain(catalog, written.chain ?? '')
  return found.kind === 'ok' ? matchOnChain(catalog, found.chain, written) : found.match
}

/** `chain:token`, a CAIP-2 id that names a chain's native coin, or a token whose own name has a colon in it. */
async function matchColon(catalog: ReferenceCatalog, text: string, written: Written): Promise<AssetMatch> {
  const whole = await matchChain(catalog, text)
  if (whole.kind === 'ok') return nativeOf(catalog, [whole.chain], text)
  const match = await matchOnNamedChain(catalog, written)
  if (match.kind !== 'unknown' || match.chain !== undefined) return match
  const elsewhere = await findByName(catalog, text)
  return elsewhere.length === 0 ? match : oneOf(catalog, elsewhere, text)
}

/** `CHAIN.TOKEN`, or a symbol with a dot in it such as `USDC.e`; ambiguous when both exist. */
async function matchDotted(catalog: ReferenceCatalog, text: string, written: Written): Promise<AssetMatch> {
  const [match, elsewhere] = [await matchOnNamedChain(catalog, written), await findByName(catalog, text)]
  if (elsewhere.length === 0) return match
  if (match.kind === 'unknown') return oneOf(catalog, elsewhere, text)
  const candidates = match.kind === 'ok' ? [match.asset] : match.candidates
  return oneOf(catalog, [...new Set([...candidates, ...elsewhere])], text)
}

async function matchWord(catalog: ReferenceCatalog, word: string): Promise<AssetMatch> {
  const [match, assets] = [await matchChain(catalog, word), await findByName(catalog, word)]
  if (match.kind === 'ambiguous') return nativeOf(catalog, match.candidates, word)
  if (match.kind === 'ok') {
    if (match.also.length > 0) return nativeOf(catalog, [match.chain, ...match.also], word)
    const native = await nativeOf(catalog, [match.chain], word)
    if (native.kind !== 'ok' || assets.length === 0 || isOwnName(match.chain, native.asset, word)) return native
    return oneOf(catalog, [...new Set([native.asset, ...assets])], word)
  }
  if (assets.length > 0) return oneOf(catalog, assets, word)
  if (isEvmAddress(word)) {
    const message = `The catalog has no ${quote(word)}: write its chain before it, as in ethereum:${word}`
    return { kind: 'unknown', message, suggestions: [] }
  }
  const everywhere = await catalog.assets()
  const suggestions = nearest(word, symbolsOf(everywhere), 3).map(symbolLabel)
  const chains = match.suggestions.map(({ key }) => cleanText(key))
  return {
    kind: 'unknown',
    message: `Unknown asset or chain ${quote(word)}`,
    suggestions: [...new Set([...chains, ...suggestions])].slice(0, 3),
  }
}

/** True when the word that named the chain is also what its native coin is called. */
function isOwnName(chain: CatalogChain, native: CatalogAsset, word: string): boolean {
  const typed = word.toLowerCase()
  if (native.symbol.toLowerCase() === typed || native.name.toLowerCase() === typed) return true
  return chain.key === typed && native.altSymbols.some((symbol) => symbol.toLowerCase() === typed)
}

async function matchOnChain(catalog: ReferenceCatalog, chain: CatalogChain, written: Written): Promise<AssetMatch> {
  const { token, symbol } = written
  const assets = await catalog.assetsNear(chain.key, token)
  const typed = token.toLowerCase()
  if (symbol !== undefined) {
    const stated = symbol.toLowerCase()
    const fitting = assets.filter((row) => row.address.toLowerCase() === typed && row.symbol.toLowerCase() === stated)
    return fitting.length === 0 ? unknownOn(chain, `${symbol}-${token}`, []) : oneOf(catalog, fitting, token)
  }
  const asset = await catalog.asset(chain.key, token)
  if (asset !== undefined) return { kind: 'ok', chain, asset }
  const bySymbol = assets.filter((row) => row.symbol.toLowerCase() === typed)
  const native = bySymbol.find(({ isNative }) => isNative)
  if (native !== undefined) return { kind: 'ok', chain, asset: native }
  const fitting = assets.filter(
    (row) => bySymbol.includes(row) || row.altSymbols.some((other) => other.toLowerCase() === typed),
  )
  if (fitting.length > 0) return oneOf(catalog, fitting, token)
  if (chain.addressFamily === 'evm' && HEX_ADDRESS.test(token) && !isEvmAddress(token)) {
    const message = `The letter case of ${quote(token)} breaks its EIP-55 checksum: a character is wrong, so copy it again`
    return { kind: 'unknown', chain, message, suggestions: [] }
  }
  const near = nearest(token, symbolsOf(await catalog.assets(chain.key)), 3)
  const unknown = unknownOn(chain, token, near.map(symbolLabel))
  return chain.type === 'EVM' && isEvmAddress(token) ? { ...unknown, contract: token } : unknown
}

function unknownOn(
  chain: CatalogChain,
  token: string,
  suggestions: readonly string[],
): Extract<AssetMatch, { kind: 'unknown' }> {
  const message = `The catalog has no ${quote(token)} on ${cleanText(chain.name, 60)} (${cleanText(chain.key)})`
  return { kind: 'unknown', chain, message, suggestions }
}

/** The native coin of the chain, or of which of the chains. */
async function nativeOf(catalog: ReferenceCatalog, chains: readonly CatalogChain[], text: string): Promise<AssetMatch> {
  const lists = await Promise.all(chains.map(({ key }) => catalog.assets(key)))
  const natives = lists.flatMap((assets) => assets.find(({ isNative }) => isNative) ?? [])
  const [chain] = chains
  if (natives.length > 0 || chain === undefined) return oneOf(catalog, natives, text)
  return unknownOn(chain, 'native', [])
}

/** Every asset with this symbol or address, in catalog order. */
async function findByName(catalog: ReferenceCatalog, text: string): Promise<readonly CatalogAsset[]> {
  const typed = text.toLowerCase()
  const isHex = isEvmAddress(text)
  return (await catalog.assets()).filter(
    ({ symbol, address, altSymbols }) =>
      symbol.toLowerCase() === typed ||
      address === text ||
      (isHex && address.toLowerCase() === typed) ||
      altSymbols.some((other) => other.toLowerCase() === typed),
  )
}

/** The only one of `candidates`, or the list of them. */
async function oneOf(
  catalog: ReferenceCatalog,
  candidates: readonly CatalogAsset[],
  text: string,
): Promise<AssetMatch> {
  const [asset, second] = candidates
  if (asset !== undefined && second === undefined) {
    const chain = (await catalog.chains()).find(({ key }) => key === asset.chain)
    if (chain !== undefined) return { kind: 'ok', chain, asset }
  }
  const listed = candidates.slice(0, LISTED).map((row) => `${addressLabel(row)} (${labelOf(row)})`)
  const more = candidates.length > LISTED ? `, and ${candidates.length - LISTED} more` : ''
  const message = `${quote(text)} may mean any of ${candidates.length} assets: ${listed.join(', ')}${more}`
  return { kind: 'ambiguous', candidates, message }
}

type ChainFound =
  { readonly kind: 'ok'; readonly chain: CatalogChain } | { readonly kind: 'none'; readonly match: AssetMatch }

async function findNamedChain(catalog: ReferenceCatalog, text: string): Promise<ChainFound> {
  const match = await matchChain(catalog, text)
  if (match.kind === 'ok') return match
  const { message } = unresolvedChain(text, match)
  const near = match.kind === 'unknown' ? match.suggestions : match.candidates
  const suggestions = near.slice(0, 3).map(({ key }) => cleanText(key))
  return { kind: 'none', match: { kind: 'unknown', message, suggestions } }
}

function* symbolsOf(assets: readonly CatalogAsset[]): Iterable<readonly [string, CatalogAsset]> {
  for (const asset of assets) for (const symbol of [asset.symbol, ...asset.altSymbols]) yield [symbol, asset]
}

function symbolLabel(asset: CatalogAsset): string {
  return `${cleanText(asset.chain)}:${cleanText(asset.symbol, 40)}`
}

function addressLabel(asset: CatalogAsset): string {
  return `${cleanText(asset.chain)}:${cleanText(asset.address)}`
}

function labelOf({ symbol, name }: CatalogAsset): string {
  return symbol === name ? cleanText(symbol, 40) : `${cleanText(symbol, 40)}, ${cleanText(name, 60)}`
}

function quote(text: string): string {
  return `"${cleanText(text, 60)}"`
}
