import type { CatalogAsset, CatalogChain, FoundAssets } from './catalog.ts'
import { evidenceRank, EVIDENCES, isOwnCoin } from './evidence.ts'

/*
 * Search is a scan over prepared lower-case text. Every character of the search text is literal, letter case does not
 * count. Of equally good matches native coins come first and then the better backed; the rest stay in catalog order, which begins
 * with well-known chains.
 */

/** Behind every field of a haystack; no search text with it can match. */
const SEPARATOR = '\n'

/** Ranks of a match, best first. */
const RANK = { exact: 0, symbolPrefix: 1, nameExact: 2, namePrefix: 3, anywhere: 4 } as const
/** Of all matches that are alive; that many come again for dead ones. */
const RANKS = 5
/** Places in a rank: native coins, one for each evidence, and one for an issuer's form that two lists know. */
const PLACES = EVIDENCES.length + 2

/** Assets of one chain with the text that a search looks at. */
export interface AssetIndex {
  readonly assets: readonly CatalogAsset[]
  /** Symbol, other symbols, name and address of every asset, in lower case; one text, so that a scan is one call. */
  readonly text: string
  /** Where each asset begins in the text, and at last where the text ends. */
  readonly starts: Uint32Array
  /** Where its symbol ends. */
  readonly symbolEnds: Uint32Array
  /** Where its name begins; other symbols lie between the symbol and the name. */
  readonly nameStarts: Uint32Array
  readonly addressStarts: Uint32Array
  /** Place of each asset within a rank; dead ones have theirs behind all ranks of the others. */
  readonly places: Uint8Array
}

/** Prepares the assets of a chain for searching. */
export function indexAssets(assets: readonly CatalogAsset[]): AssetIndex {
  const starts = new Uint32Array(assets.length + 1)
  const symbolEnds = new Uint32Array(assets.length)
  const nameStarts = new Uint32Array(assets.length)
  const addressStarts = new Uint32Array(assets.length)
  const places = new Uint8Array(assets.length)
  const fields: string[] = []
  let length = 0
  const add = (field: string): void => {
    const lower = field.toLowerCase() + SEPARATOR
    fields.push(lower)
    length += lower.length
  }
  for (const [row, asset] of assets.entries()) {
    add(asset.symbol)
    symbolEnds[row] = length - 1
    asset.altSymbols.forEach(add)
    nameStarts[row] = length
    add(asset.name)
    addressStarts[row] = length
    places[row] = placeOf(asset) + (asset.form === 'dead' ? RANKS * PLACES : 0)
    add(asset.address)
    starts[row + 1] = length
  }
  return { assets, text: fields.join(''), starts, symbolEnds, nameStarts, addressStarts, places }
}

/**
 * Finds assets by part of symbol, name or address. Best first: exact symbol (also an older one), whole address, or exact
 * name of what the issuer gives out, then symbols that begin with the text, exact names, names that begin with it, the rest;
 * on ties native coins, then the best evidence, then catalog order. Dead ones come behind all others.
 * @param indexes one a chain, in catalog order
 * @param text not empty
 * @param skip how many of the best matches to leave out, from 0
 * @param count how many matches to give, from 0
 */
export function searchAssets(indexes: readonly AssetIndex[], text: string, skip: number, count: number): FoundAssets {
  const needle = text.toLowerCase()
  if (needle.includes(SEPARATOR)) return { items: [], total: 0 }
  const best: CatalogAsset[][] = Array.from({ length: 2 * RANKS * PLACES }, () => [])
  let total = 0
  for (const index of indexes) total += searchOne(index, needle, best, skip + count)
  return { items: best.flat().slice(skip, skip + count), total }
}

/** Adds the matches of one chain to those found so far, at most `wanted` a rank. @returns how many match */
function searchOne(index: AssetIndex, needle: string, best: readonly CatalogAsset[][], wanted: number): number {
  const { text, starts, assets, places } = index
  let matches = 0
  let row = 0
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, starts[row])) {
    while ((starts[row + 1] ?? text.length) <= at) row += 1
    matches += 1
    const found = best[rankOf(index, row, needle, at) * PLACES + (places[row] ?? 0)]
    const asset = assets[row]
    if (asset === undefined) break
    if (found !== undefined && found.length < wanted) found.push(asset)
    row += 1
  }
  return matches
}

/** Place of an asset within its rank. */
function placeOf(asset: CatalogAsset): number {
  if (isOwnCoin(asset)) return 0
  if (asset.evidence === 'issuer') return 1
  return asset.evidence === 'two_lists' && asset.form === 'issuer' ? 2 : 2 + evidenceRank(asset.evidence)
}

/** @param at where the needle is first found in the row */
function rankOf(index: AssetIndex, row: number, needle: string, at: number): number {
  const { text } = index
  const { length } = needle
  const symbolEnd = index.symbolEnds[row] ?? 0
  const nameStart = index.nameStarts[row] ?? 0
  const addressStart = index.addressStarts[row] ?? 0
  const isSymbolStart = at === index.starts[row]
  if (isSymbolStart && at + length === symbolEnd) return RANK.exact
  if (addressStart + length + 1 === index.starts[row + 1] && text.startsWith(needle, addressStart)) return RANK.exact
  if (nameStart > symbolEnd + 1 && text.slice(symbolEnd, nameStart).includes(SEPARATOR + needle + SEPARATOR)) {
    return RANK.exact
  }
  if (isSymbolStart) return RANK.symbolPrefix
  if (at > nameStart || !text.startsWith(needle, nameStart)) return RANK.anywhere
  if (nameStart + length + 1 !== addressStart) return RANK.namePrefix
  // The name of a coin means it as its symbol does, which others bear as well: `bitcoin`.
  const { evidence, form } = index.assets[row] ?? {}
  return evidence === 'issuer' || form === 'issuer' ? RANK.exact : RANK.nameExact
}

/** Chains with `text` in name, shortname or key: exact ones first, then those that begin with it, each in catalog order. */
export function searchChains(chains: readonly CatalogChain[], text: string): readonly CatalogChain[] {
  const needle = text.toLowerCase()
  const best: [CatalogChain[], CatalogChain[], CatalogChain[]] = [[], [], []]
  for (const chain of chains) {
    const fields = [chain.key, chain.shortname, chain.name].map((field) => field.toLowerCase())
    if (fields.includes(needle)) best[0].push(chain)
    else if (fields.some((field) => field.startsWith(needle))) best[1].push(chain)
    else if (fields.some((field) => field.includes(needle))) best[2].push(chain)
  }
  return best.flat()
}
