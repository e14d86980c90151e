import { readFileSync } from 'node:fs'
import { type AssetEvidence, type AssetForm, EVIDENCES, evidenceRank } from '../../src/core/assets/evidence.ts'
import { withPlainSigns } from '../../src/core/assets/look-alikes.ts'
import type { CatalogChain } from '../../src/core/assets/catalog.ts'
import { isReservedSymbol } from '../../src/core/assets/symbols/reserved.ts'
import type { Reading } from './read-sources.ts'
import { ARCHIVES, type Family, KEPT_ALONE, TEXTS_OF } from './sources.ts'

/*
 * The bundled assets, made of what the lists say and of the facts of this folder. The same readings give the same rows.
 */

/** A token as it is bundled. */
export interface MadeAsset {
  readonly chain: string
  readonly symbol: string
  readonly others: readonly string[]
  readonly address: string
  readonly decimals: number
  readonly name: string
  readonly image: string
  readonly evidence: AssetEvidence
  readonly form: AssetForm | null
  readonly successor: string
  /** Families that state this contract under this symbol with these decimals. */
  readonly families: readonly Family[]
}

/** A token that is not bundled, and why. */
export interface LeftOut {
  readonly chain: string
  readonly symbol: string
  readonly address: string
  readonly why: string
}

/** What this folder says of a token; '' where the lists decide. */
interface Fact {
  readonly chain: string
  readonly symbol: string
  readonly others: string
  readonly address: string
  readonly decimals: string
  readonly name: string
  readonly evidence: string
  readonly form: string
  readonly source: string
  /** What replaces it, as `chain:address`, where its issuer does so. */
  readonly successor: string
}

/** A table of facts: tab-separated, its first line names the columns. */
export function readFacts<T>(name: string): readonly T[] {
  const [head = '', ...lines] = readFileSync(new URL(`facts/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as T
  })
}

/** Tokens of dead bridges by their names, leveraged tokens, shares of pools and of houses: nobody searches for them. */
const NOT_WORTH_A_ROW =
  /\(Sollet\)|wormhole v1|_v1$|\bLP\b|liquidity pool|\b(BULL|BEAR)\b|[A-Z](BULL|BEAR)$|^real ?token[- ]|\(old\)|\bold$|[A-Z]v1$/i
/** Longest symbol and name that the catalog takes, in characters. */
const LONGEST = { symbol: 40, name: 80 }
/** Names that say which bridge made a token. */
const OTHER_BRIDGES =
  /\((wormhole|portal|allbridge|axelar|multichain|celer|stargate|hyperlane|synapse|sollet)\b|^wormhole:|^axelar wrapped|^stargate eth/i
const BINANCE_PEG = /^binance-peg/i

/** A symbol as lists agree on it: letter case, marks and the sign of the tugrik do not count. */
export function foldedSymbol(symbol: string): string {
  return withPlainSigns(symbol.normalize('NFKC'))
}

/** @param readings in the order of the sources */
export function makeCatalog(
  chains: readonly CatalogChain[],
  readings: readonly Reading[],
): { readonly assets: readonly MadeAsset[]; readonly leftOut: readonly LeftOut[] } {
  const unrouted = new Set(readFacts<{ chain: string }>('unrouted').map(({ chain }) => chain))
  const facts = new Map(readFacts<Fact>('assets').map((fact) => [keyOf(fact), fact]))
  const dead = new Map(readFacts<LeftOut & { successor: string }>('dead').map((row) => [keyOf(row), row]))
  const out = new Map(readFacts<LeftOut>('left-out').map((row) => [keyOf(row), row]))
  const stated = readingsByToken(readings)
  for (const { chain, others } of readFacts<{ chain: string; others: string }>('natives')) {
    // Chains of Cosmos name their coin by its denomination.
    for (const other of others.split(',')) stated.delete(keyOf({ chain, address: other }))
  }
  for (const key of [...facts.keys(), ...dead.keys()]) if (!stated.has(key)) stated.set(key, [])
  const assets: MadeAsset[] = []
  const leftOut: LeftOut[] = []
  for (const [key, rows] of stated) {
    const made = makeAsset(rows, facts.get(key), dead.get(key), out.get(key), unrouted)
    if ('why' in made) leftOut.push(made)
    else assets.push(made)
  }
  const order = new Map(chains.map((chain, at) => [chain.key, at]))
  const place = ({ chain }: MadeAsset) => order.get(chain) ?? 0
  const sorted = assets
    .map((asset) => (facts.has(keyOf(asset)) ? asset : withoutSecondBridge(asset, assets)))
    .sort((a, b) => place(a) - place(b) || compareInChain(a, b))
  return { assets: sorted.map((asset) => withImage(asset, sorted)), leftOut }
}

/** What a rollup's bridge makes of a famous coin that another bridge brought to Ethereum is not that bridge's alone. */
function withoutSecondBridge(asset: MadeAsset, all: readonly MadeAsset[]): MadeAsset {
  const { form, symbol, name } = asset
  if (form !== 'canonical_bridge' || !isReservedSymbol(symbol) || BINANCE_PEG.test(name)) return asset
  const isAtHome = all.some(
    (one) => one.chain === 'ethereum' && one.form === 'issuer' && foldedSymbol(one.symbol) === foldedSymbol(symbol),
  )
  return isAtHome ? asset : { ...asset, form: null }
}

/** A form of a coin that no list gives an image has that of the coin, if its issuer or the chain made it. */
function withImage(asset: MadeAsset, all: readonly MadeAsset[]): MadeAsset {
  if (asset.image !== '' || asset.form === null || ['dead', 'other_bridge'].includes(asset.form)) return asset
  const like = all.find(
    ({ symbol, form, image }) =>
      image !== '' && form === 'issuer' && foldedSymbol(symbol) === foldedSymbol(asset.symbol),
  )
  return { ...asset, image: like?.image ?? '' }
}

/** The strongest evidence first, then what most families know. */
function compareInChain(a: MadeAsset, b: MadeAsset): number {
  const rank = ({ form, evidence }: MadeAsset) => (form === 'dead' ? EVIDENCES.length : evidenceRank(evidence))
  return (
    rank(a) - rank(b) ||
    b.families.length - a.families.length ||
    compare(a.symbol, b.symbol) ||
    compare(a.address, b.address)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What all families say of each token, by its key. */
export function readingsByToken(readings: readonly Reading[]): Map<string, Reading[]> {
  const found = new Map<string, Reading[]>()
  for (const reading of readings) {
    const rows = found.get(keyOf(reading))
    if (rows === undefined) found.set(keyOf(reading), [reading])
    else rows.push(reading)
  }
  return found
}

/** A token, whatever the letter case of its address where that does not count. */
export function keyOf({ chain, address }: { readonly chain: string; readonly address: string }): string {
  return `${chain} ${address.startsWith('0x') ? address.toLowerCase() : address}`
}

function makeAsset(
  rows: readonly Reading[],
  fact: Fact | undefined,
  dead: (LeftOut & { successor: string }) | undefined,
  out: LeftOut | undefined,
  unrouted: ReadonlySet<string>,
): MadeAsset | LeftOut {
  const texts = rows.filter(({ family }) => TEXTS_OF.includes(family)).sort((a, b) => textPlace(a) - textPlace(b))
  const [first] = texts
  const chain = fact?.chain ?? dead?.chain ?? rows[0]?.chain ?? ''
  const address = rows[0]?.address ?? fact?.address ?? dead?.address ?? ''
  const agreed = mostStated(
    rows,
    ({ symbol }) => foldedSymbol(symbol),
    ({ symbol }) => symbol,
  )
  const symbol = fact?.symbol ?? dead?.symbol ?? agreed ?? first?.symbol
  const refuse = (why: string): LeftOut => ({ chain, symbol: symbol ?? '', address, why })
  if (out !== undefined) return refuse(out.why)
  const decimals =
    fact !== undefined && fact.decimals !== ''
      ? Number(fact.decimals)
      : mostStated(
          rows,
          ({ decimals }) => String(decimals),
          ({ decimals }) => decimals,
        )
  if (symbol === undefined) return refuse('no list gives it a name')
  if (decimals === undefined)
    return refuse(rows.length === 0 ? 'no list states its decimals' : 'lists differ about its decimals')
  const others = fact === undefined || fact.others === '' ? [] : fact.others.split(',')
  const named = new Set([symbol, ...others].map(foldedSymbol))
  const families = [
    ...new Set(
      rows
        .filter((row) => named.has(foldedSymbol(row.symbol)) && row.decimals === decimals)
        .map(({ family }) => family),
    ),
  ]
  const name = fact?.name ?? first?.name ?? symbol
  // What as many lists call otherwise is known to one.
  const isDisputed = fact === undefined && dead === undefined && agreed === undefined
  const isAgreed = families.length > 1 && !isDisputed && families.some((family) => !ARCHIVES.includes(family))
  const counted: AssetEvidence = families.includes('circle') ? 'issuer' : isAgreed ? 'two_lists' : 'one_list'
  const evidence = fact?.evidence === 'issuer' || fact?.evidence === 'two_lists' ? fact.evidence : counted
  const form = dead !== undefined ? 'dead' : formOf(fact, rows, name)
  if (dead === undefined && fact === undefined) {
    if (first === undefined) return refuse('no list gives it a name')
    if ([name, symbol].some((text) => NOT_WORTH_A_ROW.test(text))) return refuse('nobody searches for it')
    if (symbol.length > LONGEST.symbol || name.length > LONGEST.name) return refuse('its name is too long')
    if (evidence === 'one_list' && !families.some((family) => KEPT_ALONE.includes(family)))
      return refuse('known to one list that is not kept')
    if (evidence === 'one_list' && unrouted.has(chain)) return refuse('no provider routes it')
  }
  const image = [...texts, ...rows].find((row) => row.image !== '')?.image ?? ''
  const ascii = /[^\x20-\x7e]/.test(symbol)
    ? [symbol.normalize('NFKC').replaceAll('\u20ae', 'T')].filter((text) => /^[\x21-\x7e]+$/.test(text))
    : []
  return {
    chain,
    symbol,
    others: [...new Set([...others, ...ascii])],
    address,
    decimals,
    name: name === '' ? symbol : name,
    image,
    evidence,
    form,
    successor: dead?.successor ?? fact?.successor ?? '',
    families,
  }
}

/** Lists that give full names stand before those that give the symbol for a name. */
function textPlace({ family, name, symbol }: Reading): number {
  return TEXTS_OF.indexOf(family) + (name === symbol ? TEXTS_OF.length : 0)
}

/** What most families state; undefined where as many state something else. */
function mostStated<T>(
  rows: readonly Reading[],
  kindOf: (row: Reading) => string,
  valueOf: (row: Reading) => T,
): T | undefined {
  const byKind = new Map<string, Set<Family>>()
  for (const row of rows) byKind.set(kindOf(row), (byKind.get(kindOf(row)) ?? new Set()).add(row.family))
  const [best, second] = [...byKind].sort(([, a], [, b]) => b.size - a.size)
  if (best === undefined || second?.[1].size === best[1].size) return undefined
  const row = [...rows].sort((a, b) => symbolPlace(a) - symbolPlace(b)).find((row) => kindOf(row) === best[0])
  return row === undefined ? undefined : valueOf(row)
}

/** Lists that write symbols in capitals only come last. */
function symbolPlace({ family, symbol }: Reading): number {
  const isShouted = ['oneinch', 'thorchain', 'chainflip', 'traderjoe', 'across'].includes(family)
  return (isShouted ? 1 : 0) + (/^[\x21-\x7e]+$/.test(symbol) ? 0 : 2)
}

function formOf(fact: Fact | undefined, rows: readonly Reading[], name: string): AssetForm | null {
  if (fact !== undefined && fact.form !== '') return fact.form as AssetForm
  if (rows.some(({ family }) => family === 'circle')) return 'issuer'
  if ([name, ...rows.map((row) => row.name)].some((text) => OTHER_BRIDGES.test(text))) return 'other_bridge'
  const isCanonical = rows.some(({ bridgedBy, name: text }) => bridgedBy === 'canonical' || BINANCE_PEG.test(text))
  return isCanonical ? 'canonical_bridge' : null
}
