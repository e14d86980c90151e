import { join } from 'node:path'
import { compareDates } from './core/clock-offset.ts'
import { defined } from './core/defined.ts'
import type { Clock, Ids, PooledHttp } from './core/ports.ts'
import { VERSION } from './core/version.ts'
import { SwapError } from './core/api/errors.ts'
import { DAY_MS } from './core/text/duration.ts'
import {
  ACTION_DEADLINE_MS,
  DEFAULT_LOCK_TTL_SEC,
  KEEP_EVENTS_DAYS,
  KEEP_LOCKS_DAYS,
  KEEP_RATES_DAYS,
  MAX_LOCK_TTL_SEC,
  MAX_QUOTE_DEADLINE_SEC,
  MOST_KEPT_DAYS,
  QUOTE_DEADLINE_SEC,
} from './core/swap/defaults.ts'
import {
  createDataFiles,
  createNodeFile,
  checkedFolder,
  dataHome,
  environmentSetting,
  atExit,
  keepUntilExit,
  nextTurn,
  openPooledHttp,
  processEnvironment,
  randomFraction,
  createPooledIds,
  randomIds,
  readPriceTables,
  secretFraction,
  SETTINGS,
  systemClock,
  refuseForeignStore,
} from './io/index.ts'
import { loadPriceBook } from './prices/index.ts'
import { loadLiveProviders, type Provider } from './providers/index.ts'
import { createSandboxMarket, createSandboxProviders, pricedSymbol } from './sandbox/index.ts'
import {
  createCatalog,
  createSwapService,
  type EmbeddedSwapService,
  type Network,
  type StoreDatabase,
  type TrackingFailure,
} from './service/index.ts'
import { loadExaminer, loadPostgres, loadThreads, openStore, type Store, type StoreThreads } from './store/index.ts'

export type { StoreDatabase, StoreThreads }

/** Options of the service; every one has a default. */
export interface OpenOptions {
  /** @default 'sandbox' */
  readonly network?: Network
  /** Folder of the store files, an absolute path. @default SWAPCLI_HOME, or the platform's data folder */
  readonly home?: string
  /**
   * URL of a PostgreSQL database (13 or newer) that keeps the store instead of a file: `postgres://USER@HOST/DATABASE`. What it
   * leaves out, such as the password, comes from the variables PG* and PGPASSFILE. Each network has a schema of its own, which is
   * made where there is none. Any number of services on any machines may use it, and all times are by its clock. @default a file
   */
  readonly store?: string
  /**
   * Where a server (`tracker`) hears what others change in that database, by another way than the store's, as around a pooler:
   * `postgres://…`, or `off` to look for changes only. @default the way of the store
   */
  readonly storeListen?: string
  /** @default the machine's clock */
  readonly clock?: Clock
  /** @default random ids */
  readonly ids?: Ids
  /** Providers in addition to those of the network. */
  readonly providers?: readonly Provider[]
  /** Value of a provider's setting: a declared one, `URL`, or `ENABLED`. @default that of SWAPCLI_PROVIDER_<KEY>_<NAME> */
  readonly setting?: (providerKey: string, name: string) => string | undefined
  readonly sandbox?: SandboxOptions
  /** Lifetime of a lock in milliseconds, 1,000 to 86,400,000. @default 60_000 */
  readonly lockTtlMs?: number
  /** How long a lock that nobody used is stored after it ran out, in milliseconds. @default 7 days */
  readonly keepLocksMs?: number
  /** How long events are stored, in milliseconds; those of a transaction that is PENDING stay. @default 365 days */
  readonly keepEventsMs?: number
  /** How long rates of quotes are stored, in milliseconds; 0 keeps none. @default 30 days */
  readonly keepRatesMs?: number
  /**
   * How long a quote waits while there is no route, in milliseconds, 1 to 120,000; once there are routes the other providers get
   * 8 s from the start, or this where it is less. @default 15_000
   */
  readonly quoteDeadlineMs?: number
  /**
   * True to read and write the store in threads of its own, so that nothing in this process waits for the disk, for another
   * process or for a long read; writes that come together share a commit. For a server with a store in a file. Where the program
   * is bundled anew, it says what they run. @default false: a single call takes less
   */
  readonly storeThreads?: boolean | StoreThreads
  /**
   * Most quotes worked on at once, 1 to 1,000; others wait for up to 9 s, or are refused with SERVICE_UNAVAILABLE.
   * @default 2 to 64, so that no more than about 640 providers are asked at a time
   */
  readonly quotesInFlight?: number
  /** True to follow pending transactions in the background. @default false: they are polled when their status is read */
  readonly tracker?: boolean
  /** Opens the connections to providers and nodes. @default a pool of them */
  readonly openHttp?: () => Promise<PooledHttp>
  /** Called with each failure of background work. @default failures are dropped; the next pass retries */
  readonly onError?: (error: unknown) => void
  /** Called each time a provider cannot say how a transaction stands; it is asked again later. @default nobody is told */
  readonly onTrackingFailure?: (failure: TrackingFailure) => void
  /** Called with a sentence when the clock turns out to differ from what providers and nodes say. @default it is not compared */
  readonly onWrongClock?: (problem: string) => void
  /** Called with what a person should know of the store, such as that a large one is brought up to date. @default nobody is told */
  readonly onNotice?: (text: string) => void
}

/** Options of the sandbox network. */
export interface SandboxOptions {
  /** How many times faster than estimated swaps settle, above 0. @default 1 */
  readonly speed?: number
  /** Seed of prices and outcomes, a whole number from 0. @default 1 */
  readonly seed?: number
}

/**
 * Opens the routing service in this process, with a store file of its own or in a database.
 * @throws CONFIG_INVALID for an invalid option, STORE_UNUSABLE when the store cannot be used, SERVICE_UNAVAILABLE when its
 * database does not answer
 */
export async function openSwapService(options: OpenOptions = {}): Promise<EmbeddedSwapService> {
  const checked = checkOptions(options)
  const { network } = checked
  const { clock = systemClock, store: url, onNotice } = options
  if (url === undefined) {
    const home = options.home === undefined ? dataHome() : checkedFolder('home', options.home)
    const store = await openFile(options, join(home, `${network}.db`), clock)
    return createService(options, checked, { store, clock, database: undefined })
  }
  const tell = (text: string) => onNotice?.(text)
  const database = await openDatabase({ url, network, clock, env: processEnvironment(), tell })
  if (database.textIndex !== undefined) tell(withoutTextIndex(database))
  try {
    return await createService(options, checked, { store: database.store, clock: database.clock, database })
  } catch (error) {
    await database.store.close()
    throw error
  }
}

/**
 * Opens the service of a network over its database, which stays open when the service is closed.
 * @throws CONFIG_INVALID for an invalid option
 */
export async function openServiceOn(database: StoreDatabase, options: OpenOptions): Promise<EmbeddedSwapService> {
  const { store: opened, clock } = database
  const store = { ...opened, close: () => Promise.resolve() }
  return createService(options, checkOptions(options), { store, clock, database })
}

/** Where the database of a network is. */
interface DatabasePlace {
  /** `postgres://…`, which may hold a password: nothing that is thrown or shown has it. */
  readonly url: string
  readonly network: Network
  /** This machine's. */
  readonly clock: Clock
  /** PG* variables, HOME and APPDATA. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Told with a sentence that the machine's clock is wrong. */
  readonly tell: (text: string) => void
}

/** The store of a network in a PostgreSQL database. @throws CONFIG_INVALID STORE_UNUSABLE SERVICE_UNAVAILABLE */
export async function openDatabase(place: DatabasePlace): Promise<StoreDatabase> {
  const { openPostgresStore } = await loadPostgres()
  const opened = await openPostgresStore({ ...place, random: secretFraction })
  return { ...opened, aheadMs: () => place.clock.now() - opened.clock.now() }
}

/** What is said of a database in which a text is searched for without an index. */
export function withoutTextIndex({ name, textIndex = '' }: Pick<StoreDatabase, 'name' | 'textIndex'>): string {
  return `a search in ${name} reads every transaction: ${textIndex}`
}

/** What of the options is checked, with defaults. */
type CheckedOptions = ReturnType<typeof checkOptions>

/** @throws CONFIG_INVALID */
function checkOptions(options: OpenOptions) {
  const network = checkNetwork(options.network)
  const speed = checkSetting('sandbox.speed', SETTINGS['sandbox-speed'], options.sandbox?.speed)
  const seed = checkSetting('sandbox.seed', SETTINGS['sandbox-seed'], options.sandbox?.seed)
  const longest = MOST_KEPT_DAYS * DAY_MS
  const quoteDeadlineMs = whole(
    'quoteDeadlineMs',
    options.quoteDeadlineMs ?? QUOTE_DEADLINE_SEC * 1000,
    1,
    MAX_QUOTE_DEADLINE_SEC * 1000,
  )
  const limits = {
    lockTtlMs: whole('lockTtlMs', options.lockTtlMs ?? DEFAULT_LOCK_TTL_SEC * 1000, 1_000, MAX_LOCK_TTL_SEC * 1000),
    keepLocksMs: whole('keepLocksMs', options.keepLocksMs ?? KEEP_LOCKS_DAYS * DAY_MS, 0, longest),
    keepEventsMs: whole('keepEventsMs', options.keepEventsMs ?? KEEP_EVENTS_DAYS * DAY_MS, 0, longest),
    keepRatesMs: whole('keepRatesMs', options.keepRatesMs ?? KEEP_RATES_DAYS * DAY_MS, 0, longest),
    quoteDeadlineMs,
    actionDeadlineMs: ACTION_DEADLINE_MS,
    ...defined({
      quotesInFlight:
        options.quotesInFlight === undefined ? undefined : whole('quotesInFlight', options.quotesInFlight, 1, 1_000),
    }),
  }
  return { network, speed, seed, limits }
}

/** A store that is open, and the clock that its times are by. */
interface OpenedStore {
  readonly store: Store
  readonly clock: Clock
  readonly database: StoreDatabase | undefined
}

async function createService(
  options: OpenOptions,
  { network, speed, seed, limits }: CheckedOptions,
  { store, clock, database }: OpenedStore,
): Promise<EmbeddedSwapService> {
  const { onWrongClock, storeThreads = false } = options
  const catalogData = createDataFiles()
  const catalog = createCatalog({ data: catalogData, store })
  const sandboxPrice = createSandboxMarket(seed)
  const service = createSwapService({
    network,
    clock,
    ids: options.ids ?? (storeThreads === false && database === undefined ? randomIds : createPooledIds()),
    store,
    database,
    catalog,
    catalogData,
    providers: [
      ...(network === 'sandbox' ? createSandboxProviders({ seed, speed }) : await openLiveProviders()),
      ...(options.providers ?? []),
    ],
    price: (chain, asset) =>
      network === 'sandbox' ? sandboxPrice(clock.now(), chain.key, pricedSymbol(asset), asset.address) : undefined,
    openPrices:
      network === 'sandbox'
        ? undefined
        : async (nodes) => (await loadPriceBook()).createPriceBook({ clock, nodes, data: readPriceTables }),
    publicNodes: createNodeFile(),
    setting: options.setting ?? environmentSetting,
    userAgent: `swapcli/${VERSION}`,
    random: randomFraction,
    nextTurn,
    openHttp: async () => {
      const http = await (options.openHttp ?? openPooledHttp)()
      const whose = database === undefined ? undefined : 'the database'
      return onWrongClock === undefined ? http : compareDates(http, clock, onWrongClock, whose)
    },
    limits,
    onError: options.onError ?? (() => undefined),
    onTrackingFailure: (failure) => options.onTrackingFailure?.(failure),
  })
  if (options.tracker === true) {
    database?.serve(options.storeListen)
    service.startTracker()
  }
  return service
}

/** The store in a file, in threads of its own where the options say so. */
async function openFile({ storeThreads, onNotice }: OpenOptions, path: string, clock: Clock): Promise<Store> {
  const common = { path, verify: refuseForeignStore, tell: (text: string) => onNotice?.(text) }
  if (storeThreads === undefined || storeThreads === false) return openStore({ ...common, now: () => clock.now() })
  const { openThreadedStore } = await loadThreads()
  const program = storeProgram(storeThreads)
  return openThreadedStore({ ...common, clock, nextTurn, program, atExit, keep: keepUntilExit })
}

/** Whether the pages of a file of swapcli are damaged, as a thread of its own finds. @throws what keeps it from looking */
export async function hasPageDamageApart(threads: true | StoreThreads, path: string): Promise<boolean> {
  return (await loadExaminer()).hasPageDamageApart(storeProgram(threads), path, atExit)
}

/** What the threads of a store run: what is named, or the program's own. */
function storeProgram(threads: true | StoreThreads): StoreThreads {
  return threads === true ? { url: new URL('./store-worker.js', import.meta.url) } : threads
}

/** The providers of the live network; the sandbox never loads them. */
async function openLiveProviders(): Promise<readonly Provider[]> {
  const { liveProviders } = await loadLiveProviders()
  return liveProviders()
}

/** A misspelt network must not open the live one. */
function checkNetwork(network: Network = SETTINGS.network.default): Network {
  if (SETTINGS.network.choices.includes(network)) return network
  throw new SwapError('CONFIG_INVALID', `network must be ${SETTINGS.network.choices.join(' or ')}`)
}

/** Checks an option that is also a setting against the setting's bounds. */
function checkSetting(
  name: string,
  row: (typeof SETTINGS)['sandbox-speed' | 'sandbox-seed'],
  value: number = row.default,
) {
  return (row.isWhole ? whole : within)(name, value, row.least, row.most)
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value)) return within(name, value, least, most)
  throw new SwapError('CONFIG_INVALID', `${name} must be a whole number`)
}

function within(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value
  throw new SwapError('CONFIG_INVALID', `${name} must be from ${least} to ${most}`)
}
