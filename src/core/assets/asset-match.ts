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
function matchOf({ symbol, name, address, isNative, altSymbols }: Searched, text: string) {
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

/** Rows that a search gives, best first. */
export interface SearchPage<T> {
  readonly rows: readonly T[]
  /** How many there are on all pages. */
  readonly total: number
}

/** An asset that a search text means, and by what it was found. */
export interface MeantAsset<T> {
  readonly asset: T
  readonly by: 'words' | 'address'
}

/**
 * The best of what a search finds, without what it hits by chance; where that crowded others out, a longer page is read.
 * @param text not empty
 * @param size.first rows that are wanted @param size.longest rows that are read at most
 * @param read gives the first page of so many rows @throws what it throws
 * @returns the total counts chance hits on pages that were not read
 */
export async function searchMeant<T extends Searched>(
  text: string,
  size: { readonly first: number; readonly longest: number },
  read: (count: number) => Promise<SearchPage<T>>,
): Promise<SearchPage<MeantAsset<T>>> {
  const readPage = async (count: number) => {
    const { rows, total } = await read(count)
    const meant = rows.flatMap((asset): readonly MeantAsset<T>[] => {
      const by = matchOf(asset, text)
      return by === 'chance' ? [] : [{ asset, by }]
    })
    const isWhole = total <= count
    return { rows: meant.slice(0, size.first), total: isWhole ? meant.length : total, isWhole }
  }
  const first = await readPage(size.first)
  return first.isWhole || first.rows.length === size.first ? first : readPage(size.longest)
}
