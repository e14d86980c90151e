import { isEvmAddress } from './addresses/evm.ts'
import { type AssetReference, parseAssetReference } from './asset-form.ts'
import type { Catalog, CatalogAsset, CatalogChain } from './catalog.ts'
import { matchChain, unresolvedChain } from './chain-reference.ts'
import { addressLabel, type AmbiguousAsset, ambiguous, anyOf, quote, weaknessOf } from './symbols/ambiguous.ts'
import { byBacking } from './evidence.ts'
import { isPlain, withPlainSigns } from './look-alikes.ts'
import { isReservedSymbol } from './symbols/reserved.ts'
import { answerOf, isBacked, isCalled, isCalledAlike, isOwnSymbol, mayAnswer } from './symbols/answer.ts'
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
  | {
      readonly kind: 'ok'
      readonly chain: CatalogChain
      readonly asset: CatalogAsset
      /** How many other rows are called so where it was looked for; absent for none. */
      readonly others?: number
    }
  | {
      readonly kind: 'unknown'
      /** The chain, where the text names one that exists: a token of it may exist that the catalog lacks. */
      readonly chain?: CatalogChain
      /** The EVM address, where the text names one on that chain, with a right checksum if it has one. */
      readonly contract?: string
      readonly message: string
      /** At most three near misses that are well backed, as `chain:SYMBOL`. */
      readonly suggestions: readonly string[]
    }
  | AmbiguousAsset

type Written = Extract<AssetReference, { kind: 'ok' }>

type Ok = Extract<AssetMatch, { kind: 'ok' }>

/** How many rows of other chains are named beside weak ones. */
const HELD_BY = 3

/**
 * Finds the asset that `text` means, and never guesses: text that fits several assets is ambiguous, and a near miss is only
 * suggested. On a chain, the native coin's own symbol means the native coin, whatever tokens share it; any other symbol means
 * the one row that its issuer stands behind, else the one that two lists know, and never a dead one. A word alone
 * that names a chain means its native coin when it is that coin's symbol or name (`eth`, `bitcoin`), or when no asset
 * has that name (`arbitrum`); `arb`, Arbitrum's shortname and a token, is ambiguous. An address means its row, whatever it is.
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
    const { proposed, candidates } = match
    if (proposed !== undefined) {
      return { hint: `Write the one you mean, such as ${proposalLabel(proposed, candidates)}` }
    }
    return { hint: 'Write the one you mean by its address, as chain:ADDRESS' }
  }
  return match.suggestions.length === 0 ? {} : { hint: `Did you mean ${match.suggestions.join(' or ')}?` }
}

/** An asset as a later call finds it and no other: `chain:SYMBOL` where that means it, else `chain:address`. */
export async function writeReference(catalog: ReferenceCatalog, asset: CatalogAsset): Promise<string> {
  const { chain, symbol, address, isNative } = asset
  const byAddress = `${chain}:${address}`
  if (!isNative && !mayAnswer(asset, symbol)) return byAddress
  const match = await matchAsset(catalog, `${chain}:${symbol}`)
  const isOwn = match.kind === 'ok' && match.asset.chain === chain && match.asset.address === address
  return isOwn ? `${chain}:${symbol}` : byAddress
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
  const named = await findByName(catalog, text)
  return named.rows.length === 0 ? match : meantBy(catalog, named, text)
}

/** `CHAIN.TOKEN`, or a symbol with a dot in it such as `USDC.e`; ambiguous when both exist. */
async function matchDotted(catalog: ReferenceCatalog, text: string, written: Written): Promise<AssetMatch> {
  const [match, named] = [await matchOnNamedChain(catalog, written), await findByName(catalog, text)]
  if (match.kind === 'unknown') return named.rows.length === 0 ? match : meantBy(catalog, named, text)
  const rivals = named.by === 'likeness' ? [] : named.rows.filter((row) => mayAnswer(row, text))
  if (rivals.length === 0) return match
  return anyOf([...new Set([...(match.kind === 'ok' ? [match.asset] : match.candidates), ...rivals])], text)
}

async function matchWord(catalog: ReferenceCatalog, word: string): Promise<AssetMatch> {
  const [match, named] = [await matchChain(catalog, word), await findByName(catalog, word)]
  if (match.kind === 'ambiguous') return nativeOf(catalog, match.candidates, word)
  if (match.kind === 'ok') {
    if (match.also.length > 0) return nativeOf(catalog, [match.chain, ...match.also], word)
    const native = await nativeOf(catalog, [match.chain], word)
    if (native.kind !== 'ok') return native
    // A chain that only a provider lists takes no word from the assets that are called so, and gives its coin to none.
    if (!isBacked(native.asset))
      return meantBy(catalog, { by: 'symbol', rows: [...new Set([native.asset, ...named.rows])] }, word)
    if (named.rows.length === 0 || named.by === 'likeness') return native
    // FRAX is the coin of a chain, and what its issuer calls another one.
    const isIssued = (row: CatalogAsset) => row.evidence === 'issuer' && row.form === 'issuer' && isOwnSymbol(row, word)
    if (isOwnName(match.chain, native.asset, word) && !named.rows.some(isIssued)) return native
    return oneOf(catalog, [...new Set([native.asset, ...named.rows])], word)
  }
  if (named.rows.length > 0) return meantBy(catalog, named, word)
  if (isEvmAddress(word)) {
    const message = `The catalog has no ${quote(word)}: write its chain before it, as in ethereum:${word}`
    return { kind: 'unknown', message, suggestions: [] }
  }
  const everywhere = await catalog.assets()
  // Nothing that is spelt nearly so is meant by a famous symbol.
  const suggestions = isReservedSymbol(word) ? [] : nearest(word, proposable(everywhere), 3).map(symbolLabel)
  const chains = isReservedSymbol(word) ? [] : match.suggestions.map(({ key }) => cleanText(key))
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
  const assets = await catalog.assetsNear(chain.key, withPlainSigns(token))
  const typed = token.toLowerCase()
  if (symbol !== undefined) {
    const stated = symbol.toLowerCase()
    const fitting = assets.filter((row) => row.address.toLowerCase() === typed && row.symbol.toLowerCase() === stated)
    return fitting.length === 0 ? unknownOn(chain, `${symbol}-${token}`, []) : oneOf(catalog, fitting, token)
  }
  const asset = await catalog.asset(chain.key, token)
  // Some chains have words for addresses: one that is a famous symbol is nobody's address.
  if (asset !== undefined && !isReservedSymbol(token)) return { kind: 'ok', chain, asset }
  const called = assets.filter(isCalled(token))
  const native = called.find((row) => row.isNative && isBacked(row) && row.symbol.toLowerCase() === typed)
  if (native !== undefined) return okOf(chain, native, called)
  if (called.length > 0) return meantBy(catalog, { by: 'symbol', rows: called }, token, chain)
  if (chain.addressFamily === 'evm' && HEX_ADDRESS.test(token) && !isEvmAddress(token)) {
    const message = `The letter case of ${quote(token)} breaks its EIP-55 checksum: a character is wrong, so copy it again`
    return { kind: 'unknown', chain, message, suggestions: [] }
  }
  const all = await catalog.assets(chain.key)
  const alike = all.filter(isCalledAlike(token))
  if (alike.length > 0) return meantBy(catalog, { by: 'likeness', rows: alike }, token, chain)
  // What is called exactly so elsewhere is nearer than what is spelt nearly so here.
  const holders = (await holdersOf(catalog, token, chain)).map(symbolLabel)
  const near = isReservedSymbol(token) ? [] : nearest(token, proposable(all), 3).map(symbolLabel)
  const unknown = unknownOn(chain, token, [...new Set([...holders, ...near])].slice(0, 3))
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

/** Rows that a text may mean, in catalog order. */
interface NamedRows {
  /** `likeness`: nothing is called so, but this once it is written as a plain keyboard writes it. */
  readonly by: 'symbol' | 'address' | 'likeness'
  readonly rows: readonly CatalogAsset[]
}

/** Every asset with this symbol or address; a text that is both counts as a symbol, and so does a famous one. */
async function findByName(catalog: ReferenceCatalog, text: string): Promise<NamedRows> {
  const typed = text.toLowerCase()
  const isHex = isEvmAddress(text)
  const all = await catalog.assets()
  const called = new Set(all.filter(isCalled(text)))
  const isIts = ({ address }: CatalogAsset) => address === text || (isHex && address.toLowerCase() === typed)
  const rows = all.filter((row) => called.has(row) || isIts(row))
  if (rows.length > 0) return { by: called.size > 0 || isReservedSymbol(text) ? 'symbol' : 'address', rows }
  return { by: 'likeness', rows: all.filter(isCalledAlike(text)) }
}

/** What a text means by these rows, which are not none. @param chain where all of them are, if the text names it */
async function meantBy(
  catalog: ReferenceCatalog,
  { by, rows }: NamedRows,
  text: string,
  chain?: CatalogChain,
): Promise<AssetMatch> {
  if (by === 'address') return oneOf(catalog, rows, text)
  const where = chain === undefined ? '' : ` on ${cleanText(chain.name, 60)} (${cleanText(chain.key)})`
  // Foreign letters that look like a symbol are somebody's trick or a slip; such letters of a row are only its own spelling.
  if (by === 'likeness' && !isPlain(text)) {
    const why = `Nothing${where} is spelt ${quote(text)}, only something that looks like it`
    return ambiguous(rows, { why, symbol: text })
  }
  const best = answerOf(rows, text)
  // Many coins were once called as others are now: without its chain, an older symbol gives way to none and takes from none.
  const isContested =
    chain === undefined &&
    best !== undefined &&
    !isOwnSymbol(best, text) &&
    rows.some((row) => mayAnswer(row, text) && isOwnSymbol(row, text))
  const answer = isContested ? undefined : best
  const its = answer === undefined ? undefined : (chain ?? (await chainOf(catalog, answer)))
  if (answer !== undefined && its !== undefined) return okOf(its, answer, rows)
  if (rows.some((row) => mayAnswer(row, text))) return anyOf(rows, text)
  const heldBy = chain === undefined ? [] : await holdersOf(catalog, text, chain)
  return ambiguous(rows, { why: `${quote(text)}${where} ${weaknessOf(rows)}`, symbol: text, heldBy })
}

function okOf(chain: CatalogChain, asset: CatalogAsset, rows: readonly CatalogAsset[]): Ok {
  const others = rows.filter((row) => row !== asset).length
  return { kind: 'ok', chain, asset, ...defined({ others: others === 0 ? undefined : others }) }
}

async function chainOf(catalog: ReferenceCatalog, asset: CatalogAsset): Promise<CatalogChain | undefined> {
  return (await catalog.chains()).find(({ key }) => key === asset.chain)
}

/** The best rows of other chains that the symbol may mean. */
async function holdersOf(catalog: ReferenceCatalog, symbol: string, { key }: CatalogChain) {
  const rows = await catalog.assets()
  return rows
    .filter(isCalled(symbol))
    .filter((row) => row.chain !== key && mayAnswer(row, symbol))
    .sort(byBacking)
    .slice(0, HELD_BY)
}

/** The only one of `rows`, whatever backs it, or the list of them. */
async function oneOf(catalog: ReferenceCatalog, rows: readonly CatalogAsset[], text: string): Promise<AssetMatch> {
  const [asset, second] = rows
  if (asset !== undefined && second === undefined) {
    const chain = await chainOf(catalog, asset)
    if (chain !== undefined) return { kind: 'ok', chain, asset }
  }
  return anyOf(rows, text)
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

/** The rows that `chain:SYMBOL` may mean by all that they are called, the best backed first. */
function* proposable(assets: readonly CatalogAsset[]): Iterable<readonly [string, CatalogAsset]> {
  const rows = assets.filter((asset) => mayAnswer(asset, asset.symbol)).sort(byBacking)
  for (const asset of rows) for (const symbol of [asset.symbol, ...asset.altSymbols]) yield [symbol, asset]
}

/** A well-backed row as a hint names it: by its symbol where nothing on its chain competes with it, else by its address. */
function proposalLabel(asset: CatalogAsset, candidates: readonly CatalogAsset[]): string {
  const rivals = candidates.filter(({ chain, evidence }) => chain === asset.chain && evidence === 'issuer')
  const isClear = asset.evidence === 'issuer' && (asset.isNative || rivals.length === 1)
  return isClear && /^[A-Za-z0-9.]+$/.test(asset.symbol) ? symbolLabel(asset) : addressLabel(asset)
}

function symbolLabel(asset: CatalogAsset): string {
  return `${cleanText(asset.chain)}:${cleanText(asset.symbol, 40)}`
}
