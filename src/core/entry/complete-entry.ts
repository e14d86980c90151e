import { searchMeant } from '../assets/asset-match.ts'
import { matchAsset, type ReferenceCatalog } from '../assets/asset-reference.ts'
import type { Catalog, CatalogAsset } from '../assets/catalog.ts'
import { backingText, byBacking } from '../assets/evidence.ts'
import { isCalled } from '../assets/symbols/answer.ts'
import { RANK_MODES } from '../swap/ranking.ts'
import { cleanText } from '../text/clean-text.ts'
import { ENTRY_CLAUSES, type EntryClause, EVERY_CLAUSE } from './clauses.ts'
import { type EntryScope, readEntry } from './read-entry.ts'

/** A way in which an entry may go on. */
export interface EntryCompletion {
  /** The part of the text whose place it takes, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** What stands there then; clean text. */
  readonly text: string
  /** What it is, for people; clean text, '' for nothing. */
  readonly detail: string
}

/** What entries may name besides assets; clean texts. */
export interface EntryNames extends EntryScope {
  /** Names of the address book, without @. */
  readonly contacts: readonly string[]
  /** Keys of providers. */
  readonly providers: readonly string[]
}

type CompletingCatalog = ReferenceCatalog & Pick<Catalog, 'findAssets'>
type Candidate = Pick<EntryCompletion, 'text' | 'detail'>

/** Most assets that are offered. */
const MOST_ASSETS = 8
/** Most assets that are looked at for them: a search finds a text anywhere in addresses too, by chance. */
const MOST_LOOKED_AT = 1000
/** Slippages that are offered. */
const SLIPPAGES = ['10bps', '50bps', '100bps'] as const

/**
 * How the text before the cursor may go on, best first: each completion of an asset means exactly that one.
 * @param cursor UTF-16 units before it
 */
export async function completeEntry(
  catalog: CompletingCatalog,
  names: EntryNames,
  text: string,
  cursor: number,
): Promise<readonly EntryCompletion[]> {
  const typed = /[^\s>]*$/.exec(text.slice(0, cursor))?.[0] ?? ''
  const start = Math.min(cursor, text.length) - typed.length
  const found = await candidatesFor(catalog, names, text.slice(0, start), typed)
  return found.filter((each) => each.text !== typed).map((each) => ({ start, end: start + typed.length, ...each }))
}

/** What may stand behind the whole words before the one that is being typed. */
async function candidatesFor(
  catalog: CompletingCatalog,
  names: EntryNames,
  before: string,
  typed: string,
): Promise<readonly Candidate[]> {
  const { clauses = EVERY_CLAUSE } = names
  const { spans, order, problem } = readEntry(before, names)
  const last = spans.at(-1)
  const isBehindOn = /\son\s+$/i.test(before)
  if (last === undefined || (order === undefined && problem?.isUnfinished !== true)) return []
  switch (last.part) {
    case 'amount':
    case 'separator':
      return findAssets(catalog, typed)
    case 'from':
      return beginningWith(typed, [
        ...(await chainsOf(catalog, last.reference)),
        ...(isBehindOn ? [] : [{ text: 'to', detail: 'the asset to get' }]),
      ])
    case 'to':
      return beginningWith(typed, [
        ...(await chainsOf(catalog, last.reference)),
        ...(isBehindOn ? [] : keywords(clauses)),
      ])
    case 'value': {
      const used = spans.map(({ clause }) => clause)
      return beginningWith(typed, keywords(clauses.filter((name) => !used.includes(name))))
    }
    case 'keyword':
      return last.clause === undefined ? [] : beginningWith(typed, valuesOf(last.clause, names))
    case 'wrong':
      return []
  }
}

/** The assets that a part of an entry may mean, each written so that it means exactly that one; none that is dead. */
export async function completeAmbiguous(
  catalog: ReferenceCatalog,
  { start, end }: Pick<EntryCompletion, 'start' | 'end'>,
  candidates: readonly CatalogAsset[],
): Promise<readonly EntryCompletion[]> {
  const alive = candidates.filter(isAlive).slice(0, MOST_ASSETS)
  const written = await Promise.all(alive.map((asset) => writeAsset(catalog, asset)))
  return written.map((each) => ({ start, end, ...each }))
}

function beginningWith(typed: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ text }) => text.toLowerCase().startsWith(typed.toLowerCase()))
}

function keywords(clauses: readonly EntryClause[]): readonly Candidate[] {
  return clauses.map((name) => ({ text: ENTRY_CLAUSES[name].words[0], detail: ENTRY_CLAUSES[name].value }))
}

function valuesOf(clause: EntryClause, { contacts, providers }: EntryNames): readonly Candidate[] {
  const plain = (texts: readonly string[]) => texts.map((text) => ({ text, detail: '' }))
  switch (clause) {
    case 'recipient':
      return contacts.map((name) => ({ text: `@${name}`, detail: 'your address book' }))
    case 'provider':
      return plain(providers)
    case 'rank':
      return plain(RANK_MODES)
    case 'slippage':
      return plain(SLIPPAGES)
    case 'recipientMemo':
    case 'minReceive':
      return []
  }
}

async function findAssets(catalog: CompletingCatalog, typed: string): Promise<readonly Candidate[]> {
  if (typed === '') return []
  const { rows } = await searchMeant(typed, { first: MOST_ASSETS, longest: MOST_LOOKED_AT }, async (count) => {
    const { items, total } = await catalog.findAssets(typed, { skip: 0, count })
    return { rows: items, total }
  })
  const alive = rows.map(({ asset }) => asset).filter(isAlive)
  return Promise.all(alive.map((asset) => writeAsset(catalog, asset)))
}

function isAlive({ form }: CatalogAsset): boolean {
  return form !== 'dead'
}

/** An asset as an entry names it and no other: `USDC base`, or by its address, with what backs it. */
async function writeAsset(catalog: ReferenceCatalog, asset: CatalogAsset) {
  const { chain, symbol, address, name } = asset
  const short = `${symbol} ${chain}`
  const { order } = readEntry(`1 x to ${short}`)
  const match = order === undefined ? undefined : await matchAsset(catalog, order.to)
  const isOwn = match?.kind === 'ok' && match.asset.chain === chain && match.asset.address === address
  if (isOwn) return { text: short, detail: cleanText(name, 60) }
  return { text: cleanText(`${chain}:${address}`, 256), detail: `${cleanText(name, 60)}, ${backingText(asset)}` }
}

/** The chains that have an asset of this symbol, the best backed first; none where the reference names a chain. */
async function chainsOf(catalog: ReferenceCatalog, reference = ''): Promise<readonly Candidate[]> {
  if (/[:@]/.test(reference)) return []
  const having = (await catalog.assets()).filter(isCalled(reference)).filter(isAlive).sort(byBacking)
  return [...new Set(having.map(({ chain }) => cleanText(chain)))].map((text) => ({ text, detail: 'chain' }))
}
