import type { CatalogAsset } from './catalog.ts'

/** Fewest characters of an address, without its 0x, by which an asset is found. */
const LEAST_OF_ADDRESS = 4

/** What of an asset a search text is looked for in; letter case does not count. */
export type Searched = Pick<CatalogAsset, 'symbol' | 'name' | 'address' | 'isNative'> &
  Partial<Pick<CatalogAsset, 'altSymbols'>>

/**
 * By what a search text found an asset: its symbols, its name or its whole address (`words`), how its address or a part of
 * that begins (`address`), or what stands within an address by chance (`chance`), which nobody means by a typing mistake.
 * @param text not empty
 */
export function matchOf({ symbol, name, address, isNative, altSymbols }: Searched, text: string) {
  const typed = text.toLowerCase()
  const whole = address.toLowerCase()
  if (typed === whole || [symbol, name, ...(altSymbols ?? [])].some((field) => field.toLowerCase().includes(typed)))
    return 'words'
  const start = typed.replace(/^0x/, '')
  if (!isNative && start.length >= LEAST_OF_ADDRESS && beginsPart(whole, start)) return 'address'
  // A document of the API does not state the older symbols: what its address does not hold was found by one.
  return altSymbols === undefined && !whole.includes(typed) ? 'words' : 'chance'
}

/** True where the text begins the address or what stands behind its 0x or a separator, as in `factory/…/ampKUJI`. */
function beginsPart(address: string, text: string): boolean {
  for (let at = address.indexOf(text); at !== -1; at = address.indexOf(text, at + 1)) {
    if (at === 0 || /(?:[^a-z0-9]|0x)$/.test(address.slice(0, at))) return true
  }
  return false
}
