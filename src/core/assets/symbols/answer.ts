import type { CatalogAsset } from '../catalog.ts'
import type { Backing } from '../evidence.ts'
import { isPlain, typedSymbol, withPlainSigns } from '../look-alikes.ts'
import { isReservedSymbol } from './reserved.ts'

/*
 * Which row a symbol alone may mean: people type symbols, anybody can give one to a coin, and money goes to the row that is taken.
 */

type Named = Pick<CatalogAsset, 'symbol' | 'altSymbols'>

/** True where its issuer or two lists stand behind a row. */
export function isBacked({ evidence }: Pick<Backing, 'evidence'>): boolean {
  return evidence === 'issuer' || evidence === 'two_lists'
}

/**
 * True where a symbol alone may mean a row of that symbol. To a reserved one answers only what its issuer stands behind, and of
 * what two lists know its issuer's form and that of the bridge of the chain.
 */
export function mayAnswer({ evidence, form }: Backing, symbol: string): boolean {
  if (form === 'dead' || !isBacked({ evidence })) return false
  if (!isReservedSymbol(symbol)) return true
  return evidence === 'issuer' ? form !== 'other_bridge' : form === 'issuer' || form === 'canonical_bridge'
}

/** The one row, of those that a symbol may mean, with the strongest evidence; undefined where none may answer or two compete. */
export function answerOf(rows: readonly CatalogAsset[], symbol: string): CatalogAsset | undefined {
  const able = rows.filter((row) => mayAnswer(row, symbol))
  const issued = able.filter(({ evidence }) => evidence === 'issuer')
  const [best, second] = issued.length > 0 ? issued : able
  return second === undefined ? best : undefined
}

/** True for a row that has this symbol as its own, not as another one. */
export function isOwnSymbol(row: Named, symbol: string): boolean {
  return typedSymbol(row.symbol) === typedSymbol(symbol)
}

/** Tells rows that have this symbol, as their own or another one, in any letter case; `₮` is a T. */
export function isCalled(text: string): (row: Named) => boolean {
  const typed = withPlainSigns(text)
  const isIt = (name: string) => (isPlain(name) ? name.toLowerCase() : withPlainSigns(name)) === typed
  return ({ symbol, altSymbols }) => isIt(symbol) || altSymbols.some(isIt)
}

/** Tells rows that have this symbol once both are written as a plain keyboard writes them. */
export function isCalledAlike(text: string): (row: Named) => boolean {
  const typed = typedSymbol(text)
  return ({ symbol, altSymbols }) =>
    typedSymbol(symbol) === typed || altSymbols.some((other) => typedSymbol(other) === typed)
}
