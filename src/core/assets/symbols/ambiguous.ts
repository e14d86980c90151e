import { defined } from '../../defined.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { CatalogAsset } from '../catalog.ts'
import { backingText, byBacking, type AssetEvidence } from '../evidence.ts'
import { isCalled, isOwnSymbol, mayAnswer } from './answer.ts'

/** Several assets that a text may mean, or a single one that is too weakly backed to be taken for its symbol alone. */
export interface AmbiguousAsset {
  readonly kind: 'ambiguous'
  /** All of them, the best backed first, dead ones last. */
  readonly candidates: readonly CatalogAsset[]
  /** The first of them where it is backed well enough to be proposed. */
  readonly proposed?: CatalogAsset
  /** At most three well-backed ones of the same symbol on other chains, where none of the candidates is. */
  readonly heldBy: readonly CatalogAsset[]
  /** Why none is taken, without the candidates; clean text, as `message` is. */
  readonly why: string
  readonly message: string
}

/** How many candidates a message lists. */
const LISTED = 8

/** What is said of a symbol by the evidence of the best row that bears it, where that may not answer to it; a predicate. */
const WEAKNESS: Readonly<Record<AssetEvidence, string>> = {
  issuer: "is not the issuer's own and not of the bridge of its chain",
  two_lists: "is not the issuer's own and not of the bridge of its chain",
  one_list: 'is known only to one list',
  provider: 'is known only to a provider',
  contract: 'is known only from its contract',
}

/** Why a symbol means none of these rows, as a predicate. */
export function weaknessOf(rows: readonly CatalogAsset[]): string {
  const [best] = [...rows].sort(byBacking)
  return best === undefined || best.form === 'dead' ? 'is dead' : WEAKNESS[best.evidence]
}

/** A text that may mean any of these. */
export function anyOf(rows: readonly CatalogAsset[], text: string): AmbiguousAsset {
  return ambiguous(rows, { why: `${quote(text)} may mean any of ${rows.length} assets`, symbol: text })
}

/** A symbol that means none of these for sure, whatever the reason. */
export function ambiguous(
  rows: readonly CatalogAsset[],
  {
    why,
    symbol,
    heldBy = [],
  }: { readonly why: string; readonly symbol: string; readonly heldBy?: readonly CatalogAsset[] },
): AmbiguousAsset {
  const places = new Map(rows.map((row) => [row, placeOf(row, symbol)]))
  const candidates = [...rows].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0) || byBacking(a, b))
  const [best] = candidates
  const proposed = best !== undefined && mayAnswer(best, symbol) ? best : undefined
  const more = candidates.length > LISTED ? `, and ${candidates.length - LISTED} more` : ''
  const elsewhere = heldBy.length === 0 ? '' : `; elsewhere called so: ${heldBy.map(candidateText).join(', ')}`
  const message = `${why}: ${candidates.slice(0, LISTED).map(candidateText).join(', ')}${more}${elsewhere}`
  return { kind: 'ambiguous', candidates, heldBy, why, message, ...defined({ proposed }) }
}

/** Those that may answer to the symbol first, of these those that have it as their own, and then those that have it at all. */
function placeOf(row: CatalogAsset, symbol: string): number {
  const named = isOwnSymbol(row, symbol) ? 0 : isCalled(symbol)(row) ? 1 : 2
  return mayAnswer(row, symbol) ? named : 3 + named
}

/** A row as a message lists it: where it is, what it is called, and what backs it. */
function candidateText(asset: CatalogAsset): string {
  const { symbol, name } = asset
  const names = symbol === name ? cleanText(symbol, 40) : `${cleanText(symbol, 40)}, ${cleanText(name, 60)}`
  return `${addressLabel(asset)} (${names}; ${backingText(asset)})`
}

/** `chain:address`; clean text. */
export function addressLabel(asset: Pick<CatalogAsset, 'chain' | 'address'>): string {
  return `${cleanText(asset.chain)}:${cleanText(asset.address, 256)}`
}

/** A text as messages quote it. */
export function quote(text: string): string {
  return `"${cleanText(text, 60)}"`
}
