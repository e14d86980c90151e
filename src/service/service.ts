import { isEvmAddress } from '../core/assets/addresses/evm.ts'
import type { Catalog, CatalogAsset, CatalogChain, CatalogData, PricedAsset } from '../core/assets/catalog.ts'
import { cleanText } from '../core/text/clean-text.ts'
import type { Clock, Ids } from '../core/ports.ts'
import type { Asset, QuoteEvent, QuoteResult, StatusResult } from '../core/api/documents.ts'
import { isSwapError, SwapError } from '../core/api/errors.ts'
import type { RoutePair, SwapEvent } from '../core/swap/records.ts'
import type { CallOptions, SwapService } from '../core/api/service.ts'
import type { MicroUsd } from '../core/money/usd.ts'
import type { PooledHttp } from '../io/index.ts'
import type { Provider, ProviderManifest } from '../providers/index.ts'
import type { Store } from '../store/index.ts'
import type { ServiceAdmin } from './admin.ts'
import { addListings, listAssets, listChains, listSources, toAsset, toSources } from './catalog/lists.ts'
import type { ServiceRpc } from './providers/chain-rpc.ts'
import { followEvents } from './track/events.ts'
import { checkExecuteRequest, executeLock } from './execute/execute.ts'
import { listHistory, statsOf } from './track/history.ts'
import { bindExecuteKey, checkIdempotencyKey, lockOnce } from './lock/idempotency.ts'
import {
  checkAssetsQuery,
  checkChainsQuery,
  checkHistoryQuery,
  checkSourcesQuery,
  checkStatsQuery,
} from './catalog/list-queries.ts'
import { lockRoute } from './lock/lock.ts'
import { boundsOf, pageOf } from './catalog/paging.ts'
import { createProviderConnections } from './providers/connections.ts'
import { createProviderSet } from './providers/set.ts'
import { fanOut } from './quote/fan-out.ts'
import { recentRates } from './quote/recent-rates.ts'
import { checkLockRequest, checkQuoteRequest, type RequestContext } from './quote/requests.ts'
import { transactionStatus, trackTransaction } from './track/track.ts'
import { pollDue, startTracker } from './track/tracker.ts'
import type { UnlistedTokens } from './catalog/unlisted-tokens.ts'
import { watchTransaction } from './track/watch.ts'

export type Network = 'sandbox' | 'live'

/** The service with the whole router in this process. `await using` closes it at the end of its block. */
export interface EmbeddedSwapService extends SwapService, AsyncDisposable {
  readonly network: Network
  readonly store: Store
  readonly catalog: Catalog
  /** Every provider of the network, in fan-out order. */
  readonly providers: readonly ProviderManifest[]
  /** Polls what is due once. @returns how many transactions were polled */
  pollDue(): Promise<number>
  /** Follows pending transactions in the background until the returned function is called; close() stops it too. */
  startTracker(): () => Promise<void>
  /** Events of the journal after `afterSeq`, now and as they come, until the signal aborts. */
  events(afterSeq: number, signal: AbortSignal): AsyncIterable<SwapEvent>
  /** The states of providers, checks of them, and refreshes of the catalog. */
  admin(): Promise<ServiceAdmin>
  /**
   * The asset with this address; on the live network also a token of an EVM chain that the catalog lacks, as its contract
   * describes it. @throws VALIDATION_ERROR where there is none, with the reason; SERVICE_UNAVAILABLE when no node could say
   */
  token(chainKey: string, address: string): Promise<Asset>
  /** Changes whenever the lists of chains, assets or sources do. */
  catalogVersion(): string
  /** What the best route of each quote of the last minutes paid for one whole source token, as decimal text, oldest first. */
  recentRates(pair: RoutePair): Promise<readonly string[]>
}

export interface ServiceParts {
  readonly network: Network
  readonly clock: Clock
  readonly ids: Ids
  readonly store: Store
  readonly catalog: Catalog
  /** What the catalog has without the store's rows. */
  readonly catalogData: CatalogData
  readonly providers: readonly Provider[]
  /** Price of one whole token in micro-dollars, where known. */
  price(chain: CatalogChain, asset: CatalogAsset): MicroUsd | undefined
  /** Value of a provider's declared setting. */
  setting(providerKey: string, name: string): string | undefined
  /** Named in every request to a provider. */
  readonly userAgent: string
  /** A number from 0 up to 1, for the jitter of retries. */
  random(): number
  /** Opens the connections to providers; called when the first one is needed. */
  openHttp(): Promise<PooledHttp>
  readonly limits: ServiceLimits
  /** Told about failures of background work. */
  onError(error: unknown): void
}

export interface ServiceLimits {
  /** Lifetime of a lock in milliseconds. */
  readonly lockTtlMs: number
  /** Longest time for one provider to quote, in milliseconds. */
  readonly providerDeadlineMs: number
  /** Longest time for a whole quote, in milliseconds. */
  readonly totalDeadlineMs: number
  /** Longest time for one provider to prepare or to tell a status, in milliseconds. */
  readonly actionDeadlineMs: number
}

/** Puts the parts together; `openSwapService` is the usual way to get one. */
export function createSwapService(parts: ServiceParts): EmbeddedSwapService {
  const { clock, ids, store, catalog, limits } = parts
  let tokens: Promise<UnlistedTokens> | undefined
  // Loaded with the first token that the catalog lacks; the sandbox has none of these.
  const unlisted = async (): Promise<UnlistedTokens | undefined> => {
    if (parts.network !== 'live') return undefined
    tokens ??= import('./catalog/unlisted-tokens.ts').then(({ createUnlistedTokens }) =>
      createUnlistedTokens({ store, catalog, clock, rpc: openRpc }),
    )
    return tokens
  }
  const resolve = async (chainKey: string, address: string): Promise<PricedAsset> => {
    const [chain, listed] = await Promise.all([catalog.chain(chainKey), catalog.asset(chainKey, address)])
    const asset = listed ?? (chain === undefined ? undefined : await (await unlisted())?.kept(chain, address))
    if (chain === undefined || asset === undefined) {
      throw new SwapError(
        'STORE_UNUSABLE',
        `The catalog no longer holds an asset of ${chainKey} that the store refers to`,
      )
    }
    return { chain, asset, priceUsd: parts.price(chain, asset) }
  }
  const tokenAt = async (chainKey: string, address: string): Promise<Asset> => {
    const [chain, listed] = await Promise.all([catalog.chain(chainKey), catalog.asset(chainKey, address)])
    const asset = listed ?? (chain === undefined ? undefined : await (await unlisted())?.get(chain, address))
    if (asset !== undefined) return toAsset(asset, clock.now())
    throw new SwapError(
      'VALIDATION_ERROR',
      `The catalog has no ${cleanText(address, 60)} on ${cleanText(chainKey, 60)}`,
    )
  }
  const connections = createProviderConnections({
    clock,
    store,
    userAgent: parts.userAgent,
    random: () => parts.random(),
    openHttp: () => parts.openHttp(),
    setting: (providerKey, name) => parts.setting(providerKey, name),
  })
  let rpc: Promise<ServiceRpc> | undefined
  // Loaded with the first call: most commands ask no chain.
  const openRpc = (): Promise<ServiceRpc> => {
    rpc ??= import('./providers/chain-rpc.ts').then(({ createServiceRpc }) =>
      createServiceRpc({
        clock,
        connections,
        setting: (providerKey, name) => parts.setting(providerKey, name),
        chain: (chainKey) => catalog.chain(chainKey),
      }),
    )
    return rpc
  }
  const providers = createProviderSet(parts.providers, {
    clock,
    price: async (chainKey, address) => {
      const [chain, asset] = await Promise.all([catalog.chain(chainKey), catalog.asset(chainKey, address)])
      return chain === undefined || asset === undefined ? undefined : parts.price(chain, asset)
    },
    setting: (providerKey, name) => parts.setting(providerKey, name),
    http: (manifest, signal) => connections.http(manifest, signal),
    receipt: async (chainKey, hash, signal) => {
      const { readReceipt } = await import('./track/receipts.ts')
      return readReceipt(await openRpc(), chainKey, hash, signal)
    },
    rpc: async (chainKey, method, params, signal) => (await openRpc()).request(chainKey, method, params, signal),
    onError: (error) => parts.onError(error),
  })
  const sources = toSources(providers.active)
  const sourceKeys = sources.map((source) => source.key).join(',')
  const requestContext = (signal: AbortSignal | undefined): RequestContext => ({
    catalog,
    price: (chain, asset) => parts.price(chain, asset),
    unlisted: async (chain, address) => (await unlisted())?.find(chain, address, signal),
  })
  const fanOutContext = {
    clock,
    store,
    providers,
    providerDeadlineMs: limits.providerDeadlineMs,
    totalDeadlineMs: limits.totalDeadlineMs,
  }
  const lockContext = {
    clock,
    ids,
    store,
    providers,
    lockTtlMs: limits.lockTtlMs,
    providerDeadlineMs: limits.actionDeadlineMs,
  }
  const executeContext = { clock, ids, catalog, store, providers, prepareDeadlineMs: limits.actionDeadlineMs, resolve }
  const trackContext = {
    clock,
    ids,
    store,
    providers,
    statusDeadlineMs: limits.actionDeadlineMs,
    resolve,
    chain: (key: string) => catalog.chain(key),
  }
  const idempotency = { clock, store }
  const listings = addListings(catalog, store, providers.active)
  const trackers = new Set<() => Promise<void>>()
  const leaving = new AbortController()
  const inProgress = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined

  /** Runs a call that close() waits for. */
  const during = <T>(work: () => Promise<T>): Promise<T> => {
    if (closed !== undefined) return Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'The service has been closed'))
    const running = work()
    const settled = running.catch(() => undefined)
    inProgress.add(settled)
    void settled.finally(() => inProgress.delete(settled))
    return running
  }

  async function* quoteStream(request: unknown, options?: CallOptions): AsyncGenerator<QuoteEvent, void, undefined> {
    const checked = await checkQuoteRequest(requestContext(options?.signal), request)
    yield* fanOut(fanOutContext, checked, options?.signal)
  }

  const status = (query: unknown): Promise<StatusResult> => during(() => transactionStatus(trackContext, query))

  const close = (): Promise<void> => {
    closed ??= (async () => {
      leaving.abort()
      await Promise.all([...trackers].map((stop) => stop()))
      await Promise.all(inProgress)
      await connections.close()
      await store.close()
    })()
    return closed
  }

  return {
    network: parts.network,
    store,
    catalog,
    providers: providers.manifests,
    chains: (query) => during(async () => listChains(catalog, checkChainsQuery(query), clock.now())),
    assets: (query) =>
      during(async () => {
        const asked = await checkAssetsQuery(catalog, query)
        const page = await listAssets(catalog, asked, clock.now())
        const { chain, query: text = '' } = asked
        if (page.pagination.total > 0 || chain === undefined || !isEvmAddress(text)) {
          return { ...page, data: await listings(page.data) }
        }
        const token = await tokenAt(chain, text).catch(noneIfInvalid)
        const found = token === undefined ? [] : [token]
        return pageOf(found.slice(...boundsOf(asked)), found.length, asked)
      }),
    token: (chainKey, address) => during(() => tokenAt(chainKey, address)),
    sources: (query) => during(async () => listSources(sources, checkSourcesQuery(query))),
    quoteStream,
    quote: (request, options) =>
      during(async () => {
        let result: QuoteResult = { data: [], verdicts: [] }
        for await (const event of quoteStream(request, options)) if (event.type === 'done') result = event.result
        return result
      }),
    lock: (request, options) =>
      during(async () => {
        const key = checkIdempotencyKey(options?.idempotencyKey)
        const checked = await checkLockRequest(requestContext(options?.signal), request)
        return lockOnce(idempotency, key, request, () => lockRoute(lockContext, checked, options?.signal))
      }),
    execute: (request, options) =>
      during(async () => {
        const key = checkIdempotencyKey(options?.idempotencyKey)
        const checked = checkExecuteRequest(request)
        await bindExecuteKey(idempotency, key, checked)
        return executeLock(executeContext, checked, key, options?.signal)
      }),
    track: (request) => during(() => trackTransaction(trackContext, request)),
    status,
    history: (query) => during(async () => listHistory(store, checkHistoryQuery(query), clock.now())),
    stats: (query) => during(async () => statsOf(store, checkStatsQuery(query))),
    watch: (query, options) => watchTransaction(status, clock, query, options?.signal),
    pollDue: () => during(() => pollDue(trackContext, (error) => parts.onError(error))),
    startTracker: () => {
      const tracker = startTracker(trackContext, (error) => parts.onError(error))
      const stop = async () => {
        trackers.delete(stop)
        await tracker.stop()
      }
      trackers.add(stop)
      return stop
    },
    events: (afterSeq, signal) => followEvents(store, clock, afterSeq, AbortSignal.any([signal, leaving.signal])),
    admin: async () => {
      const { createAdmin } = await import('./admin.ts')
      const setting = (providerKey: string, name: string) => parts.setting(providerKey, name)
      return createAdmin({ clock, store, data: parts.catalogData, providers, connections, setting })
    },
    catalogVersion: () => `${catalog.version()}.${sourceKeys}`,
    recentRates: (pair) => during(() => recentRates(store, pair, clock.now())),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Where nothing is found, a search is empty; that it could not be looked for stays a failure. */
function noneIfInvalid(error: unknown): undefined {
  if (!isSwapError(error) || error.code !== 'VALIDATION_ERROR') throw error
}
