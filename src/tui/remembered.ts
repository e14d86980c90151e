import { parseJson } from '../core/text/parse-json.ts'

/*
 * What the screens remember from one time to the next: which of them was shown, and pairs. Nothing of it is needed: what
 * cannot be read is begun anew.
 */

/** One end of a pair. */
export interface PairEnd {
  /** Chain key. */
  readonly chain: string
  /** Null for the native coin. */
  readonly contract: string | null
  /** Clean text. */
  readonly symbol: string
}

/** What was sent, and what was received. */
export interface KeptPair {
  readonly from: PairEnd
  readonly to: PairEnd
}

/** What is remembered. */
export interface Remembered {
  /** Name of the screen that was shown last; undefined for the first one. */
  readonly tab: string | undefined
  /** Pairs that were quoted, the last one first. */
  readonly recent: readonly KeptPair[]
  /** Pairs that the user marked. */
  readonly favourites: readonly KeptPair[]
}

/** Nothing, as of the first time. */
export const NOTHING_REMEMBERED: Remembered = { tab: undefined, recent: [], favourites: [] }

/** Most pairs of each list. */
const MOST_PAIRS = 20
/** Most UTF-16 units of a name or an address. */
const MOST_UNITS = 200

/** Reads what was kept as a text; undefined where it is damaged. */
export function readRemembered(text: string): Remembered | undefined {
  const kept = parseJson(text)
  if (!isRecord(kept)) return undefined
  const { tab, recent, favourites } = kept
  const [readRecent, readFavourites] = [readPairs(recent), readPairs(favourites)]
  if (readRecent === undefined || readFavourites === undefined) return undefined
  return { tab: isName(tab) ? tab : undefined, recent: readRecent, favourites: readFavourites }
}

/** The same as a text that is kept. */
export function writeRemembered(remembered: Remembered): string {
  return `${JSON.stringify(remembered)}\n`
}

/** The same with a pair as the last one that was used. */
export function rememberPair(remembered: Remembered, pair: KeptPair): Remembered {
  const others = remembered.recent.filter((each) => !isSamePair(each, pair))
  return { ...remembered, recent: [pair, ...others].slice(0, MOST_PAIRS) }
}

/** The same with a pair as a favourite, or as none where it was one. */
export function toggleFavourite(remembered: Remembered, pair: KeptPair): Remembered {
  const others = remembered.favourites.filter((each) => !isSamePair(each, pair))
  const isNew = others.length === remembered.favourites.length
  return { ...remembered, favourites: isNew ? [...others, pair].slice(-MOST_PAIRS) : others }
}

/** All pairs to choose from: favourites, then the others. */
export function rememberedPairs({ recent, favourites }: Remembered): readonly KeptPair[] {
  return [...favourites, ...recent.filter((pair) => !favourites.some((each) => isSamePair(each, pair)))]
}

/** True for two pairs of the same assets, in the same direction. */
export function isSamePair(one: KeptPair, other: KeptPair): boolean {
  return isSameEnd(one.from, other.from) && isSameEnd(one.to, other.to)
}

function isSameEnd(one: PairEnd, other: PairEnd): boolean {
  return one.chain === other.chain && one.contract === other.contract
}

function readPairs(value: unknown): readonly KeptPair[] | undefined {
  if (!Array.isArray(value) || !value.every(isPair)) return undefined
  return value.slice(0, MOST_PAIRS)
}

function isPair(value: unknown): value is KeptPair {
  return isRecord(value) && isEnd(value['from']) && isEnd(value['to'])
}

function isEnd(value: unknown): value is PairEnd {
  if (!isRecord(value)) return false
  const { chain, contract, symbol } = value
  return isName(chain) && isName(symbol) && (contract === null || isName(contract))
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MOST_UNITS && !/\p{C}/u.test(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
