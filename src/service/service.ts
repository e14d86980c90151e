import type { Network } from '../core/api/enums.ts'
import type { Catalog } from '../core/assets/catalog.ts'
import type { PublicNodes } from '../core/evm/nodes.ts'
import type { Asset, QuoteEvent, QuoteResult, StatusResult } from '../core/api/documents.ts'
import { SwapError } from '../core/api/errors.ts'
import type { RoutePair, SwapEvent } from '../core/swap/records.ts'
import { checkIdempotencyKey } from '../core/api/idempotency-key.ts'
import type { CallOptions, SwapService } from '../core/api/service.ts'
import type { QuoteRequest } from '../core/api/requests.ts'
import type { QuotedRate } from '../core/rates/point.ts'
import type { RateMark } from '../core/rates/marks.ts'
import type { OrderRates, RateRange, RateSeries, RateSize } from '../core/rates/series.ts'
import type { SeenRate } from '../core/rates/watch-entry.ts'
import type { PriceBook } from '../core/money/valuation.ts'
import type { ChainRpc, PooledHttp } from '../core/ports.ts'
import { createTurns } from '../core/turns.ts'
import type { Provider, ProviderManifest } from '../providers/index.ts'
import type { EventCursor, Store } from '../store/index.ts'
import type { ServiceAdmin } from './admin.ts'
import { createAssetLookup } from './catalog/asset-lookup.ts'
import type { ServiceContext, TrackingFailure } from './context.ts'
import { toAsset } from './catalog/list-pages.ts'
import { createCatalogLists } from './catalog/lists.ts'
import type { ServiceRpc } from './providers/chain-rpc.ts'
import { type StoreDatabase, type SharedState, sharedState } from './database.ts'
import { type AnswerTexts, createAnswerTexts } from './track/answer-texts.ts'
import { type EventJournal, followEvents, journalOf } from './track/events.ts'
import { createOutcomeLog, startDeliveries } from './track/outcome-log.ts'
import { checkExecuteRequest, executeLock } from './execute/execute.ts'
import { listHistory, statsOf } from './track/history.ts'
import { executeOnce, lockOnce } from './lock/idempotency.ts'
import { checkHistoryQuery, checkStatsQuery } from './catalog/list-queries.ts'
import { lockRoute } from './lock/lock.ts'
import { createOwnClaims } from './lock/own-claims.ts'
import { createProviderConnections } from './providers/connections.ts'
import { createProviderSet } from './providers/provider-set.ts'
import { fanOut } from './quote/fan-out.ts'
import { createKeptRoutes } from './quote/kept-routes.ts'
import { createKeptRates } from './rates/kept-rates.ts'
import { readRateMarks, readRates, readRatesOfOrder, readRatesOfWatched } from './rates/read-rates.ts'
import { createNewLocks } from './lock/new-locks.ts'
import { createQuotePlaces, defaultQuotesInFlight } from './quote/places.ts'
import { recentRates } from './quote/recent-rates.ts'
import { checkLockRequest, checkQuoteRequest } from './quote/requests.ts'
import { type RateAlert, startRateWatch } from './rates/rate-watch.ts'
import { createWatchList, type WatchList } from './rates/watch-list.ts'
import { createTidyingTurns, startRetention } from './retention.ts'
import { transactionStatus, trackTransaction } from './track/track.ts'
import { pollDue, startTracker } from './track/tracker.ts'
import { watchTransaction } from './track/watch.ts'

export type { Network }

/** The routing service in this process. `await using` closes it at the end of its block. */
export interface EmbeddedSwapService extends SwapService, AsyncDisposable {
  readonly network: Network
  readonly store: Store
  /** The database that keeps the store; undefined where a file does. */
  readonly database: StoreDatabase | undefined
  /** What servers of one database share, for `createHandler`; undefined where the store is a file. */
  readonly shared: SharedState | undefined
  readonly catalog: Catalog
  /** Every provider of the network, in the order of a quote's verdicts. */
  readonly providers: readonly ProviderManifest[]
  /** Polls every transaction that is due, once. @returns how many were polled */
  pollDue(): Promise<number>
  /** Follows pending transactions in the background until the returned function is called, or close(). */
  startTracker(): () => Promise<void>
  /** Removes what is past its time in the background, a little at a time, until the returned function is called, or close(). */
  startRetention(): () => Promise<void>
  /** Reads in the background what providers promised and delivered, for statistics, until the returned function is called, or close(). */
  startDeliveries(): () => Promise<void>
  /**
   * Watches the pairs of the watch list in the background, one process of a store at a time, until the returned function is
   * called, or close(). @param onAlert called with each alert that this process has found. @default the journal tells it alone
   */
  startRateWatch(onAlert?: (alert: RateAlert) => void): () => Promise<void>
  /** The pairs that are watched. */
  readonly watchList: WatchList
  /**
   * Journal events: those stored, then new ones, until the signal aborts.
   * @param after a place that `journal` gave, or the number of an event of a file; 0 for all
   * @param tellDamaged told the number of each that cannot be read, in its turn
   */
  events(
    after: EventCursor | number,
    signal: AbortSignal,
    tellDamaged?: (seq: number) => void,
  ): AsyncIterable<SwapEvent>
  /** The event journal, for `createHandler`'s `/events` and others that keep their own place. */
  readonly journal: EventJournal
  /** Answers as JSON text, for `createHandler`. */
  readonly texts: AnswerTexts
  /** Provider states, provider checks and catalog refreshes. */
  admin(): Promise<ServiceAdmin>
  /**
   * The asset with this address; on the live network also an unlisted token of an EVM chain, as its contract describes it.
   * @throws VALIDATION_ERROR with the reason when there is none, SERVICE_UNAVAILABLE when no RPC answers
   */
  token(chainKey: string, address: string): Promise<Asset>
  /** Changes whenever the lists of chains, assets or sources change. */
  catalogVersion(): string
  /** The best rate of each recent quote of a pair: destination tokens for one source token, as decimal text, oldest first. */
  recentRates(pair: RoutePair): Promise<readonly string[]>
  /**
   * The rate of a pair over an hour, a day or a week, as quotes answered by services of this store had it.
   * @param size points of amounts of about that size are taken. @default that of the newest point
   */
  rates(pair: RoutePair, range: RateRange, size?: RateSize): Promise<RateSeries>
  /** The same for an order: of amounts of its size where enough are known, else of all sizes, as `isOfAllSizes` says. */
  ratesOfOrder(pair: RoutePair, order: OrderRates): Promise<RateSeries>
  /** The same of a watched pair as it was when that was last seen, whoever has quoted it since. */
  ratesOfWatched(pair: RoutePair, seen: SeenRate | undefined, range: RateRange): Promise<RateSeries>
  /** The swaps of a pair since a time, oldest first, of the newest 500 swaps. @param sinceMs epoch milliseconds */
  rateMarks(pair: RoutePair, sinceMs: number): Promise<readonly RateMark[]>
}

interface ServiceParts extends Pick<
  ServiceContext,
  'clock' | 'ids' | 'store' | 'catalog' | 'catalogData' | 'limits' | 'price' | 'setting' | 'onError'
> {
  readonly network: Network
  /** The database that keeps the store, of which `clock` is that. @default a file keeps it */
  readonly database?: StoreDatabase | undefined
  readonly providers: readonly Provider[]
  /** Opens what values amounts by evidence, over the nodes of a chain by its id; undefined where `price` needs none. */
  readonly openPrices: ((nodes: PriceNodes) => Promise<PriceBook>) | undefined
  /** The public nodes of a chain. */
  publicNodes(chainKey: string): PublicNodes | undefined
  /** User-Agent of requests to providers. */
  readonly userAgent: string
  /** A number from 0 to below 1, for the jitter of retries. */
  random(): number
  /** Called each time a provider cannot say how a transaction stands. @default nobody is told */
  readonly onTrackingFailure?: (failure: TrackingFailure) => void
  /** Lets everything else have its turn. @default nothing does: no other work waits */
  nextTurn?(): Promise<void>
  /** Opens the connection pool, on first use. */
  openHttp(): Promise<PooledHttp>
}

/** The nodes of a chain, by the catalog's id; undefined where none are known. */
type PriceNodes = (chainId: number) => Promise<ChainRpc | undefined>

/** Builds the service; `openSwapService` is the public way. */
export function createSwapService(parts: ServiceParts): EmbeddedSwapService {
  const { clock, ids, store, catalog, catalogData, limits } = parts
  const price: ServiceContext['price'] = (chain, asset) => parts.price(chain, asset)
  const setting: ServiceContext['setting'] = (providerKey, name) => parts.setting(providerKey, name)
  const onError: ServiceContext['onError'] = (error) => parts.onError(error)
  const onTrackingFailure: ServiceContext['onTrackingFailure'] = (failure) => parts.onTrackingFailure?.(failure)
  const connections = createProviderConnections({
    clock,
    store,
    userAgent: parts.userAgent,
    random: () => parts.random(),
    openHttp: () => parts.openHttp(),
    setting,
  })
  let rpc: Promise<ServiceRpc> | undefined
  // Loaded on the first call: most commands need no RPC.
  const openRpc = (): Promise<ServiceRpc> => {
    rpc ??= import('./providers/chain-rpc.ts').then(({ createServiceRpc }) =>
      createServiceRpc({
        clock,
        connections,
        documents: store.documents,
        publicNodes: (chainKey) => parts.publicNodes(chainKey),
        setting,
        chain: (chainKey) => catalog.chain(chainKey),
      }),
    )
    return rpc
  }
  const leaving = new AbortController()
  const nodesOf: PriceNodes = async (chainId) => {
    const chain = (await catalog.chains()).find((one) => one.chainId === chainId)
    const nodes = chain === undefined ? undefined : await (await openRpc()).chainRpc(chain.key, leaving.signal)
    return nodes?.operators.length === 0 ? undefined : nodes
  }
  let prices: Promise<PriceBook> | undefined
  const { openPrices: openBook } = parts
  const openPrices = openBook === undefined ? undefined : () => (prices ??= openBook(nodesOf))
  const openTokens = async () => {
    const { createUnlistedTokens } = await import('./catalog/unlisted-tokens.ts')
    return createUnlistedTokens({ store, catalog, clock, rpc: openRpc })
  }
  // The sandbox has no unlisted tokens.
  const lookup = createAssetLookup(catalog, price, parts.network === 'live' ? openTokens : undefined)
  const providers = createProviderSet(parts.providers, {
    clock,
    price: async (chainKey, address) => {
      const [chain, asset] = await Promise.all([catalog.chain(chainKey), catalog.asset(chainKey, address)])
      return chain === undefined || asset === undefined ? undefined : price(chain, asset)
    },
    setting,
    http: (manifest, signal, options) => connections.http(manifest, signal, options),
    receipt: async (chainKey, hash, usd, signal) => {
      const { readReceipt } = await import('./track/receipts.ts')
      return readReceipt(await openRpc(), chainKey, hash, usd, signal)
    },
    rpc: async (chainKey, method, params, signal) => (await openRpc()).request(chainKey, method, params, signal),
    rpcOfOperators: async (chainKey, method, params, signal) =>
      (await openRpc()).requestSeveral(chainKey, method, params, signal),
    rpcAgreed: async (chainKey, method, params, read, signal) =>
      (await openRpc()).requestAgreed(chainKey, { method, params }, read, signal),
    onError,
  })
  const keptRoutes = createKeptRoutes(store.routes, clock, onError)
  const keptRates = createKeptRates(store.rates, clock, limits.keepRatesMs, onError)
  const nextTurn = () => parts.nextTurn?.() ?? Promise.resolve()
  // Quotes that end come before those that begin: they hold more.
  const [beginnings, endings] = [createTurns(clock, nextTurn), createTurns(clock, nextTurn)]
  const places = createQuotePlaces(clock, limits.quotesInFlight ?? defaultQuotesInFlight(providers.active.length))
  const newLocks = createNewLocks()
  const core = {
    clock,
    ids,
    store,
    catalog,
    catalogData,
    providers,
    connections,
    keptRoutes,
    keptRates,
    newLocks,
    limits,
  }
  const { readStoredAsset, findUnlisted } = lookup
  const readStanding: ServiceContext['readStanding'] =
    parts.network === 'sandbox'
      ? undefined
      : async (chainKey, hash) => {
          const receipts = await import('./track/receipts.ts')
          return receipts.readStanding(await openRpc(), chainKey, hash, leaving.signal)
        }
  const readPayment: ServiceContext['readPayment'] =
    parts.network === 'sandbox'
      ? undefined
      : async (record, hash) => {
          const payments = await import('./track/read-payment.ts')
          return payments.readPayment(await openRpc(), record, hash, leaving.signal)
        }
  const requiresMemo: ServiceContext['requiresMemo'] =
    parts.network === 'sandbox'
      ? undefined
      : async (chainKey, account, asked) => {
          const node = setting('RPC', chainKey)
          if (node === undefined) return false
          const { requiresMemo: ask } = await import('./quote/memo-need.ts')
          return ask({ clock, connections, leaving: leaving.signal }, { chainKey, node }, account, asked)
        }
  const outcomes = createOutcomeLog({ store, nextTurn })
  const outside = {
    requiresMemo,
    price,
    openPrices,
    setting,
    readStoredAsset,
    findUnlisted,
    readStanding,
    readPayment,
    onError,
    onTrackingFailure,
    nextTurn,
    readDeliveries: () => outcomes.read(),
  }
  const isTidyingDue = createTidyingTurns(clock)
  const ownClaims = createOwnClaims()
  const context: ServiceContext = { ...core, ...outside, isTidyingDue, ownClaims, leaving: leaving.signal }
  const tokenAt = async (chainKey: string, address: string): Promise<Asset> =>
    toAsset(await lookup.asset(chainKey, address), clock.now())
  const lists = createCatalogLists({ clock, catalog, store, providers: async () => providers.active, token: tokenAt })
  const sourceKeys = providers.active
    .map(({ key }) => key)
    .sort()
    .join(',')
  const inBackground = new Set<() => Promise<void>>()
  const inProgress = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined

  /** Runs a call that close() waits for. */
  const runCall = <T>(work: () => Promise<T>): Promise<T> => {
    if (closed !== undefined) return Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'The service is closed'))
    const running = work()
    const settled = running.catch(() => undefined)
    inProgress.add(settled)
    void settled.finally(() => inProgress.delete(settled))
    return running
  }

  /** Starts work that close() stops. */
  const runInBackground = (start: (context: ServiceContext) => () => Promise<void>) => {
    const stopWork = start(context)
    const stop = async () => {
      inBackground.delete(stop)
      await stopWork()
    }
    inBackground.add(stop)
    return stop
  }

  async function* runQuote(
    request: unknown,
    { signal, caller }: CallOptions,
    isWhole: boolean,
    onRate?: (rate: QuotedRate) => void,
  ): AsyncGenerator<QuoteEvent, void, undefined> {
    const checked = await checkQuoteRequest(context, request, signal)
    const onAnswered = await places.take(caller, signal)
    const begunAtMs = clock.now()
    await beginnings.take(caller)
    const takeTurn = () => endings.take(caller)
    yield* fanOut(context, checked, { signal, isWhole, begunAtMs, onAnswered, takeTurn, onRate })
  }

  /** The rate that a quote finds. */
  const quoteRate = async (request: QuoteRequest, signal: AbortSignal): Promise<QuotedRate | undefined> => {
    let found: QuotedRate | undefined
    const onRate = (rate: QuotedRate) => {
      found = rate
    }
    for await (const event of runQuote(request, { signal, caller: 'rates' }, true, onRate))
      if (event.type === 'done') break
    return found
  }

  const status = (query: unknown): Promise<StatusResult> => runCall(() => transactionStatus(context, query))

  const texts = createAnswerTexts(context)

  const close = (): Promise<void> => {
    closed ??= (async () => {
      leaving.abort()
      await Promise.all([...inBackground].map((stop) => stop()))
      await Promise.all(inProgress)
      await outcomes.close()
      await keptRoutes.close()
      await keptRates.close()
      await connections.close()
      await store.close()
    })()
    return closed
  }

  return {
    network: parts.network,
    store,
    database: parts.database,
    shared: store.shared && sharedState(store.shared),
    catalog,
    providers: providers.manifests,
    chains: (query) => runCall(() => lists.chains(query)),
    assets: (query) => runCall(() => lists.assets(query)),
    token: (chainKey, address) => runCall(() => tokenAt(chainKey, address)),
    sources: (query) => runCall(() => lists.sources(query)),
    quoteStream: (request, options = {}) => runQuote(request, options, false),
    quote: (request, options = {}) =>
      runCall(async () => {
        let result: QuoteResult = { data: [], verdicts: [] }
        for await (const event of runQuote(request, options, true)) if (event.type === 'done') result = event.result
        return result
      }),
    lock: (request, options) =>
      runCall(async () => {
        const key = checkIdempotencyKey(options?.idempotencyKey)
        const checked = await checkLockRequest(context, request, options?.signal)
        const run = () => lockRoute(context, checked, options?.signal)
        return lockOnce(context, key, { sent: request, checked }, run, options?.onReplay)
      }),
    execute: (request, options) =>
      runCall(async () => {
        const key = checkIdempotencyKey(options?.idempotencyKey)
        const checked = checkExecuteRequest(request)
        return executeOnce(context, key, checked, () => executeLock(context, checked, options ?? {}))
      }),
    track: (request) => runCall(() => trackTransaction(context, request)),
    status,
    history: (query) => runCall(async () => listHistory(store, checkHistoryQuery(query), clock.now())),
    stats: (query) => runCall(async () => statsOf(context, checkStatsQuery(query))),
    watch: (query, options) => watchTransaction(status, clock, query, options?.signal, store.hints),
    pollDue: () => runCall(() => pollDue(context, leaving.signal)),
    startTracker: () => runInBackground(startTracker),
    startRetention: () => runInBackground(startRetention),
    startDeliveries: () => runInBackground(startDeliveries),
    startRateWatch: (onAlert = () => undefined) =>
      runInBackground((parts) => startRateWatch(parts, { quote: quoteRate, onAlert })),
    watchList: createWatchList(store.documents),
    events: (after, signal, tellDamaged) =>
      followEvents(store, clock, String(after), AbortSignal.any([signal, leaving.signal]), tellDamaged),
    journal: journalOf(store),
    texts: {
      history: (query) => runCall(() => texts.history(query)),
      stats: (query) => runCall(() => texts.stats(query)),
      status: (query) => runCall(() => texts.status(query)),
    },
    admin: async () => {
      const { createAdmin } = await import('./admin.ts')
      return createAdmin(context, parts.network === 'live' ? openRpc : undefined)
    },
    catalogVersion: () => `${catalog.version()}.${sourceKeys}`,
    recentRates: (pair) => runCall(() => recentRates(store, pair)),
    rates: (pair, range, size) => runCall(() => readRates(context, pair, range, size)),
    ratesOfOrder: (pair, order) => runCall(() => readRatesOfOrder(context, pair, order)),
    ratesOfWatched: (pair, seen, range) => runCall(() => readRatesOfWatched(context, pair, seen, range)),
    rateMarks: (pair, sinceMs) => runCall(() => readRateMarks(context, pair, sinceMs)),
    close,
    [Symbol.asyncDispose]: close,
  }
}
