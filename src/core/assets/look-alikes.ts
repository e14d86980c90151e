import type { CatalogAsset } from './catalog.ts'

/** Letters of other scripts, and the Latin ones that they look like. */
const LATIN: Readonly<Record<string, string>> = {
  а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', і: 'i', ј: 'j',
  α: 'a', β: 'b', ε: 'e', η: 'h', ι: 'i', κ: 'k', μ: 'm', ν: 'n', ο: 'o', ρ: 'p', τ: 't', υ: 'y', χ: 'x', ζ: 'z',
  '₮': 't', ł: 'l', ø: 'o', đ: 'd',
} // prettier-ignore

/** Signs of a keyboard that look like letters, and a letter that looks like another. */
const CONFUSED: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '|': 'l', '5': 's' }

/** A symbol's appearance: two that look alike give the same text. */
export function appearanceOf(symbol: string): string {
  return withLatinLooks(withoutMarks(symbol.toLowerCase()))
}

/** A symbol as a plain keyboard writes it, in lower case: `usdt0` for `USD₮0`; a digit is never taken for a letter. */
export function typedSymbol(symbol: string): string {
  const lower = symbol.toLowerCase()
  return isPlain(lower) ? lower : withoutMarks(lower).replace(/[^\x20-\x7e]/gu, (sign) => LATIN[sign] ?? sign)
}

/** @param lower in lower case */
function withoutMarks(lower: string): string {
  return isPlain(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A name's appearance, in which marks count: two that look alike give the same text. */
export function lookOf(name: string): string {
  return withLatinLooks(name.toLowerCase().normalize('NFKD'))
}

/** @param text in lower case */
function withLatinLooks(text: string): string {
  return text.replace(/[^a-hj-z2-46-9]/gu, (sign) => {
    const letter = LATIN[sign] ?? sign
    return CONFUSED[letter] ?? letter
  })
}

/** True for symbols that differ by letter case, or by signs of currencies in the place of letters, alone: `USD₮0` is `USDT0`. */
export function isSameSymbol(one: string, other: string): boolean {
  return withPlainSigns(one) === withPlainSigns(other)
}

/** In lower case, with letters for the signs of currencies that stand for them: `usdt0` for `USD₮0`. */
export function withPlainSigns(symbol: string): string {
  return symbol.toLowerCase().replace(/\p{Sc}/gu, (sign) => LATIN[sign] ?? sign)
}

/** The symbols of one chain and their appearances. */
export interface SymbolTable {
  /** How many contracts have a symbol, in capitals. */
  readonly counts: ReadonlyMap<string, number>
  /** The first symbol in catalog order of each appearance. */
  readonly first: ReadonlyMap<string, string>
}

/** Prepares the assets of one chain, in catalog order. */
export function symbolTable(assets: readonly Pick<CatalogAsset, 'symbol'>[]): SymbolTable {
  const counts = new Map<string, number>()
  const first = new Map<string, string>()
  for (const { symbol } of assets) {
    const name = symbol.toUpperCase()
    counts.set(name, (counts.get(name) ?? 0) + 1)
    const appearance = appearanceOf(symbol)
    if (!first.has(appearance)) first.set(appearance, symbol)
  }
  return { counts, first }
}

/** A symbol where there is no room for its warnings: one with unusual letters, which may pass for another one, has a `!` before it. */
export function markedSymbol(symbol: string): string {
  return isPlain(symbol) ? symbol : `!${symbol}`
}

/** True for a symbol in which all signs are those of a plain keyboard. */
export function isPlain(symbol: string): boolean {
  return /^[\x20-\x7e]*$/.test(symbol)
}

/** Warnings about an asset with this symbol; not cleaned, like the symbols. */
export function symbolWarnings(symbol: string, table: SymbolTable): readonly string[] {
  const count = table.counts.get(symbol.toUpperCase()) ?? 0
  const original = table.first.get(appearanceOf(symbol))
  const looksLike = original !== undefined && original.toUpperCase() !== symbol.toUpperCase() ? original : undefined
  return [
    ...(count > 1 ? [`${count} contracts with this symbol on this chain`] : []),
    ...(looksLike === undefined ? [] : [`looks like ${looksLike}`]),
    ...(isPlain(symbol) || looksLike !== undefined ? [] : ['unusual letters']),
  ]
}
