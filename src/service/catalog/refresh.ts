import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { isCalled, mayAnswer } from '../../core/assets/symbols/answer.ts'
import { defined } from '../../core/defined.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { Json } from '../../core/ports.ts'
import { SwapError } from '../../core/api/errors.ts'
import { type ListedAsset, ProviderError } from '../../providers/index.ts'
import { canonicalAsset, planImport } from './import.ts'
import {
  comparableAddress,
  LISTED_PREFIX,
  listingDocument,
  listingOf,
  type CatalogRefresh,
  readRefresh,
  REFRESH_KEY,
} from './provider-listings.ts'
import type { ServiceContext } from '../context.ts'

type RefreshContext = Pick<ServiceContext, 'clock' | 'store' | 'providers' | 'catalogData'>

export interface RefreshOptions {
  /** Keys of the providers to query. @default every active one */
  readonly providers?: readonly string[]
  /** Longest time for one provider, in milliseconds. @default 30_000 */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  /** Called as each provider finishes. */
  onProvider?(result: ProviderRefresh): void
}

/** The outcome of a refresh for one provider. */
export interface ProviderRefresh {
  readonly key: string
  /** `none`: the provider publishes no list. `skipped`: it needs a key. */
  readonly outcome: 'listed' | 'none' | 'skipped' | 'failed'
  /** Rows in its list. */
  readonly rows: number
  /** Duration in milliseconds. */
  readonly ms: number
  readonly code?: string
  readonly message?: string
}

export interface RefreshResult {
  readonly providers: readonly ProviderRefresh[]
  /** Rows added to the catalog. */
  readonly chains: number
  readonly assets: number
  /** Catalog assets that a provider of this refresh lists. */
  readonly listed: number
  /** One sentence per refused row, safe to print. */
  readonly refused: readonly string[]
}

/** A signal for one of many listeners: Node warns of a leak when one signal has many of them. */
export function copySignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  return signal === undefined ? undefined : AbortSignal.any([signal])
}

/** Most rows accepted from one provider. */
const MAX_ROWS = 100_000

/**
 * Queries providers for the assets they route, adds new rows to the catalog and stores which provider lists what, all in
 * one write at the end. A failure or interruption before it changes nothing, and a provider that fails keeps its old
 * listing. No provider can change a bundled or known row.
 * @throws VALIDATION_ERROR for an unknown provider, INTERRUPTED when the signal aborts
 */
export async function refreshCatalog(context: RefreshContext, options: RefreshOptions = {}): Promise<RefreshResult> {
  const keys = options.providers ?? context.providers.active.map(({ key }) => key)
  requireProviders(context, keys)
  const chains = (await knownChains(context)).filter(({ active }) => active)
  const answers = await Promise.all(
    keys.map(async (key) => {
      const answer = await fetchList(context, key, chains, options)
      if (options.signal?.aborted !== true) options.onProvider?.(answer.result)
      return answer
    }),
  )
  if (options.signal?.aborted === true) {
    throw new SwapError('INTERRUPTED', 'Interrupted: the catalog is unchanged')
  }
  const lists = answers.filter(({ result }) => result.outcome === 'listed')
  const results = answers.map(({ result }) => result)
  if (lists.length === 0) return { providers: results, chains: 0, assets: 0, listed: 0, refused: [] }
  return { providers: results, ...(await merge(context, lists)) }
}

/** @throws VALIDATION_ERROR for a key that no provider of the network has */
export function requireProviders({ providers }: Pick<ServiceContext, 'providers'>, keys: readonly string[]): void {
  const unknown = keys.find((key) => providers.manifest(key) === undefined)
  if (unknown === undefined) return
  const known = providers.manifests.map(({ key }) => key).join(', ')
  throw new SwapError('VALIDATION_ERROR', `Unknown provider ${unknown}; the providers are ${known}`, {
    field: 'provider',
    hint: 'swapcli providers list',
  })
}

interface Answer {
  readonly result: ProviderRefresh
  readonly rows: readonly ListedAsset[]
}

async function fetchList(
  context: RefreshContext,
  key: string,
  chains: readonly CatalogChain[],
  options: RefreshOptions,
): Promise<Answer> {
  const startMs = monotonicMs(context.clock)
  const end = (
    outcome: ProviderRefresh['outcome'],
    rows: readonly ListedAsset[],
    code?: string,
    message?: string,
  ): Answer => ({
    result: {
      key,
      outcome,
      rows: rows.length,
      ms: monotonicMs(context.clock) - startMs,
      ...defined({ code, message: message === undefined ? undefined : cleanText(message, 300) }),
    },
    rows,
  })
  const missing = context.providers.missingKey(key)
  if (missing !== undefined) return end('skipped', [], 'needs_key', missing)
  try {
    const rows = await context.providers.run(
      key,
      options.deadlineMs ?? 30_000,
      copySignal(options.signal),
      (adapter, context) =>
        adapter.assets === undefined ? Promise.resolve(undefined) : adapter.assets(context, chains),
    )
    if (rows === undefined) return end('none', [], undefined, 'It publishes no asset list')
    if (rows.length > MAX_ROWS) return end('failed', [], 'bad_response', `It lists more than ${MAX_ROWS} assets`)
    return end('listed', rows)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return end('failed', [], error.code, error.message)
  }
}

async function merge(context: RefreshContext, answers: readonly Answer[]): Promise<Omit<RefreshResult, 'providers'>> {
  const nowMs = context.clock.now()
  const refused: string[] = []
  const known = await knownRows(context)
  const rows = answers.flatMap(({ result, rows: own }) =>
    own.map(({ chain, asset }) => ({ chain, asset: { ...asset, chain: chain.key }, provider: result.key })),
  )
  const fresh = freshRows(known, rows, refused)
  const stamp = <T extends CatalogChain | CatalogAsset>(row: T): T => ({ ...row, addedAt: nowMs })
  const plan = await planImport(context, { chains: fresh.chains.map(stamp), assets: fresh.assets.map(stamp) }, nowMs)
  const chains = new Map([...known.chains, ...plan.chains.map((chain) => [chain.key, chain] as const)])
  const assets = new Map([...known.assets, ...plan.assets.map((asset) => [assetKeyOf(asset), asset] as const)])
  const listings = new Map(
    (await context.store.documents.list(LISTED_PREFIX)).map(({ key, doc }) => [
      key.slice(LISTED_PREFIX.length),
      new Map(listingOf(doc)),
    ]),
  )
  const refreshed = new Set(answers.map(({ result }) => result.key))
  for (const listing of listings.values()) {
    for (const [address, keys] of listing) {
      const others = keys.filter((key) => !refreshed.has(key))
      if (others.length === 0) listing.delete(address)
      else listing.set(address, others)
    }
  }
  const listed = new Set<string>()
  const counts = new Map<string, { assets: number; chains: Set<string> }>()
  for (const { provider, chain, asset } of rows) {
    const ours = chains.get(asset.chain)
    if (ours === undefined || ours.chainId !== chain.chainId) continue
    if (assets.get(assetKeyOf(asset))?.decimals !== asset.decimals) continue
    const listing = listings.get(ours.key) ?? new Map<string, readonly string[]>()
    listings.set(ours.key, listing)
    const address = comparableAddress(asset.address)
    const before = listing.get(address) ?? []
    if (before.includes(provider)) continue
    listing.set(address, [...before, provider])
    listed.add(assetKeyOf(asset))
    const count = counts.get(provider) ?? { assets: 0, chains: new Set<string>() }
    counts.set(provider, { assets: count.assets + 1, chains: count.chains.add(ours.key) })
  }
  const at = new Date(nowMs).toISOString()
  const before = await readRefresh(context.store)
  const providers: Record<string, CatalogRefresh['providers'][string]> = { ...before?.providers }
  for (const key of refreshed) {
    const count = counts.get(key)
    providers[key] = { at, assets: count?.assets ?? 0, chains: count?.chains.size ?? 0 }
  }
  const notes = new Map<string, Json>([
    ...[...listings].map(([key, listing]) => [`${LISTED_PREFIX}${key}`, listingDocument(listing)] as const),
    [REFRESH_KEY, { at, providers }],
  ])
  await context.store.catalog.put(plan.chains, plan.assets, notes)
  return {
    chains: plan.chains.length,
    assets: plan.assets.length,
    listed: listed.size,
    refused: [...refused, ...plan.refused],
  }
}

interface KnownRows {
  readonly chains: ReadonlyMap<string, CatalogChain>
  /** By `assetKeyOf`. */
  readonly assets: ReadonlyMap<string, Pick<CatalogAsset, 'symbol' | 'altSymbols' | 'decimals'>>
  /** Symbols in lower case that a bundled asset answers to, by chain: no other address may use one of them. */
  readonly symbols: ReadonlyMap<string, ReadonlySet<string>>
}

/** Bundled and added chains. */
async function knownChains({ catalogData: data, store }: RefreshContext): Promise<CatalogChain[]> {
  const all = [...(await store.catalog.chains()), ...data.chains()]
  return [...new Map(all.map((chain) => [chain.key, chain])).values()]
}

async function knownRows(context: RefreshContext): Promise<KnownRows> {
  const { catalogData: data, store } = context
  const [chains, addedAssets] = await Promise.all([knownChains(context), store.catalog.assets()])
  const bundled = data.chains()
  const bundledAssets = bundled.map(({ key }) => [key, data.assets(key)] as const)
  return {
    chains: new Map(chains.map((chain) => [chain.key, chain])),
    assets: new Map(
      [...addedAssets, ...bundledAssets.flatMap(([, assets]) => assets)].map((asset) => [assetKeyOf(asset), asset]),
    ),
    symbols: new Map(
      bundledAssets.map(([key, assets]) => [
        key,
        new Set(assets.flatMap((asset) => symbolsOf(asset).filter((symbol) => mayAnswer(asset, symbol)))),
      ]),
    ),
  }
}

/** New chains and assets, each once, without those on which two providers disagree. */
function freshRows(
  known: KnownRows,
  rows: readonly (ListedAsset & { readonly provider: string })[],
  refused: string[],
): { chains: CatalogChain[]; assets: CatalogAsset[] } {
  const refuse = (what: string, why: string) => void refused.push(`${cleanText(what, 100)}: ${why}`)
  const chains = new Map<string, CatalogChain>()
  const assets = new Map<string, { asset: CatalogAsset; provider: string; disputed: boolean }>()
  for (const { chain, asset: row, provider } of rows) {
    const ours = known.chains.get(chain.key) ?? chains.get(chain.key)
    if (ours !== undefined && ours.chainId !== chain.chainId) {
      refuse(`${provider} ${chain.key}:${row.symbol}`, `it states chain id ${chain.chainId} for ${chain.key}`)
      continue
    }
    if (ours === undefined) chains.set(chain.key, chain)
    const asset = canonicalAsset(ours ?? chain, row)
    const key = assetKeyOf(asset)
    const before = known.assets.get(key)
    const taken = known.symbols.get(chain.key)
    const what = `${provider} ${asset.chain}:${asset.symbol}`
    if (before !== undefined) {
      // A known row never changes, including its name and symbol.
      if (before.decimals !== asset.decimals) refuse(what, `the catalog says ${before.decimals} decimals`)
      else if (!isCalled(asset.symbol)(before)) refuse(what, `the catalog calls it ${before.symbol}`)
      continue
    }
    if (taken !== undefined && symbolsOf(asset).some((symbol) => taken.has(symbol))) {
      refuse(what, 'the catalog has another asset with this symbol on the chain')
      continue
    }
    const rival = assets.get(key)
    if (rival === undefined) assets.set(key, { asset, provider, disputed: false })
    else if (rival.asset.decimals !== asset.decimals && !rival.disputed) {
      const theirs = `${rival.provider} says ${rival.asset.decimals} decimals, ${provider} ${asset.decimals}`
      refuse(`${asset.chain}:${asset.symbol}`, theirs)
      assets.set(key, { ...rival, disputed: true })
    }
  }
  return {
    chains: [...chains.values()],
    assets: [...assets.values()].filter(({ disputed }) => !disputed).map(({ asset }) => asset),
  }
}

/** Every symbol of an asset, in lower case. */
function symbolsOf({ symbol, altSymbols }: CatalogAsset): readonly string[] {
  return [symbol, ...altSymbols].map((name) => name.toLowerCase())
}

function assetKeyOf({ chain, address }: Pick<CatalogAsset, 'chain' | 'address'>): string {
  return `${chain}:${comparableAddress(address)}`
}
