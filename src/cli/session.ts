import { existsSync } from 'node:fs'
import type { Catalog } from '../core/assets/catalog.ts'
import type { PublicNodes } from '../core/evm/nodes.ts'
import type { Clock, Ids, PooledHttp } from '../core/ports.ts'
import type { Source } from '../core/api/documents.ts'
import { SOURCES_QUERY } from '../core/api/requests.ts'
import { SwapError } from '../core/api/errors.ts'
import type { SwapService } from '../core/api/service.ts'
import { defined } from '../core/defined.ts'
import { DAY_MS } from '../core/text/duration.ts'
import { type PlainSetting, readSetting, type Settings } from '../io/index.ts'
import type { CatalogLists, EmbeddedSwapService, Network, StoreDatabase, ServiceAdmin } from '../service/index.ts'
import type { StoreThreads } from '../open.ts'
import type { RunPoint } from '../wallet/index.ts'
import { databaseOf, loadPayChains, type PayChains } from '../payments/index.ts'
import { movedStorePath, shareDatabases } from './database.ts'
import type { Examiner } from './examination.ts'
import type { Output } from './output/output.ts'
import { settingReader } from './provider-settings.ts'
import { tracedHttp } from './trace.ts'

/** The service that a command talks to. */
export interface OpenedService {
  readonly service: SwapService
  /** Names of chains and assets: the service's own, or the bundled ones where it is on a server. */
  readonly catalog: Catalog
  /** Undefined where the service is on a server. */
  readonly embedded: EmbeddedSwapService | undefined
}

/** The lists of chains, assets and providers, as a command sees them. */
export interface ListedService {
  readonly service: CatalogLists
  readonly catalog: Catalog
  /** True where they are a server's. */
  readonly isServers: boolean
}

/** Settings that a command has of its own where the user has set none. */
export interface OpenDefaults {
  /** How many times faster sandbox swaps settle. */
  readonly sandboxSpeed?: number
  /** What the threads of a store in a file run, or true for the program's own; absent to read it in this thread. */
  readonly storeThreads?: true | StoreThreads
}

/** The terminal that screens are typed at and drawn on. */
export interface ScreenTerminal {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
}

/** What a command works with. */
export interface Session {
  readonly output: Output
  readonly settings: Settings
  /** Why some settings cannot be used, for commands that repair or report that; the others are in `settings`. */
  readonly settingsProblems: readonly SwapError[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** As `process.version`. */
  readonly nodeVersion: string
  /** What looks through a file in a process of its own; absent where nothing is started. */
  readonly examiner?: () => Examiner
  /** Folder of the store files. */
  readonly home: string
  /** The same as the command line names it; absent where it does not. */
  readonly typedHome?: string
  readonly configFile: string
  /** Folder of what this machine has seen of each home. */
  readonly stateHome: string
  readonly network: Network
  /** Base URL of the server to use; undefined for the embedded service. */
  readonly api: string | undefined
  /** URL of the PostgreSQL database that keeps the store instead of a file of the home. It may hold a password: never printed. */
  readonly store: string | undefined
  /** Opens it for a network, once for all of a session; `databaseOf` says where there is one. */
  readonly databases: (network: Network) => Promise<StoreDatabase>
  /** The time by which quotes and locks run out: that of the store's database once it is open, else this machine's. */
  readonly clock: Clock
  /** This machine's, whatever the store's database says. */
  readonly machineClock: Clock
  readonly ids: Ids
  /** Aborts on Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal
  /** True when there is a person to ask. */
  readonly interactive: boolean
  /** Where questions and spinners go: never stdout. */
  readonly promptStreams: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream }
  /** What leads through the screens of a session; undefined where they cannot be shown. Absent but in the program. */
  readonly tourGuide?: () => ((session: Session) => Promise<void>) | undefined
  /** Everything that comes on stdin. @throws USAGE when stdin is a terminal */
  readStdin(): Promise<string>
  /** The service, opened at the first call and closed at the end. */
  open(defaults?: OpenDefaults): Promise<OpenedService>
  /** The lists alone: a store that holds nothing of them is not opened. */
  openLists(): Promise<ListedService>
  /** The chains that the wallet reaches, opened at the first call: all of a session share connections and what is known of nodes. */
  payChains(): Promise<PayChains>
  /** The catalog that ships with the program, opened at the first call. */
  bundledCatalog(): Promise<Catalog>
  /** Keys of every provider of the network, those that are switched off included; with --api of the server's sources. */
  providerKeys(): Promise<readonly string[]>
  /** Runs when the command has ended, last registered first. */
  onEnd(end: () => Promise<void>): void
  /** Cost of guessing the password of a new key file; absent but in tests. */
  readonly scryptN?: number
  /** What the threads of a store run; absent but in tests. */
  readonly storeThreads?: () => StoreThreads
  /** Tells whether the pages of a large file are damaged, where this thread must not be held meanwhile. @default it looks itself */
  readonly hasPageDamage?: (path: string) => Promise<boolean>
  /** The nodes that are asked where the user has set none. @default those of the bundled list */
  readonly publicNodes?: (chainKey: string) => PublicNodes | undefined
  /** Opens connections whose calls are traced; absent where none are, but in tests. */
  readonly openHttp?: () => Promise<PooledHttp>
  /** Told the points of a swap run; undefined but in tests. */
  readonly checkpoint: ((point: RunPoint) => void) | undefined
}

export interface SessionParts extends Omit<
  Session,
  | 'network'
  | 'api'
  | 'store'
  | 'databases'
  | 'machineClock'
  | 'open'
  | 'openLists'
  | 'payChains'
  | 'bundledCatalog'
  | 'providerKeys'
  | 'onEnd'
> {
  /** True when the command line names the network itself: that overrides a server named elsewhere. */
  readonly networkByFlag: boolean
}

/** A session and how to end it. */
export interface SessionHandle {
  readonly session: Session
  end(): Promise<void>
}

export function createSession(parts: SessionParts): SessionHandle {
  const { settings, output, networkByFlag, clock: machineClock, ...rest } = parts
  const network: Network = readSetting('network', settings.get('network')?.value)
  const [server, store] = [settings.get('api'), settings.get('store')]
  const isOwnNamed = networkByFlag || store?.origin === '--store'
  const api = server === undefined || (isOwnNamed && server.origin !== '--api') ? undefined : server.value
  const ends: (() => Promise<void>)[] = []
  const onEnd = (end: () => Promise<void>) => void ends.push(end)
  let opened: Promise<OpenedService> | undefined
  let isNoted = api !== undefined || network !== 'sandbox'
  const noteSandbox = () => {
    if (!isNoted) output.note(SANDBOX_NOTE)
    isNoted = true
  }
  let bundled: Promise<Catalog> | undefined
  const session: Session = {
    ...rest,
    ...shareDatabases({ store: store?.value, machineClock, env: rest.env, output, onEnd }),
    settings,
    output,
    network,
    api,
    machineClock,
    onEnd,
    ...defined({ openHttp: tracedHttp({ settings, output, clock: machineClock, onEnd }) ?? rest.openHttp }),
    open: (defaults = {}) => {
      noteSandbox()
      return (opened ??= open(session, defaults))
    },
    openLists: () => {
      noteSandbox()
      return openLists(session)
    },
    payChains: sharePayChains(() => session),
    bundledCatalog: () =>
      (bundled ??= import('./quote/bundled-catalog.ts').then(({ openBundledCatalog }) => openBundledCatalog())),
    providerKeys: async () => {
      const { service, embedded } = await session.open()
      const providers = embedded?.providers ?? (await allSources(service))
      return providers.map(({ key }) => key)
    },
  }
  return {
    session,
    end: async () => {
      for (const end of ends.splice(0).reverse()) await end()
    },
  }
}

/** Opens the chains of a session once. */
export function sharePayChains(session: () => Session): Session['payChains'] {
  let opened: Promise<PayChains> | undefined
  return () => (opened ??= loadPayChains().then(({ createPayChains }) => createPayChains(session())))
}

/** The sources of a service, as many as it lists on one page. */
export async function allSources(service: SwapService): Promise<readonly Source[]> {
  return (await service.sources({ perPage: SOURCES_QUERY.perPage.maximum })).data
}

async function open(session: Session, defaults: OpenDefaults): Promise<OpenedService> {
  if (session.store === undefined && session.api === undefined && existsSync(movedStorePath(session)))
    await (await import('./pay/home/moved-store.ts')).warnOfMovedStore(session)
  return openService(session, defaults)
}

/** Opens the service of a session without a note; it is closed when the session ends. */
export async function openService(session: Session, defaults: OpenDefaults = {}): Promise<OpenedService> {
  if (session.api !== undefined) return openServer(session, session.api)
  const [{ openServiceOn, openSwapService }, database] = await Promise.all([import('../open.ts'), databaseOf(session)])
  const options = embeddedOptions(session, defaults)
  const { storeThreads } = defaults
  const embedded = await (database === undefined
    ? openSwapService({ ...options, ...defined({ storeThreads }) })
    : openServiceOn(database, options))
  session.onEnd(() => embedded.close())
  return { service: embedded, catalog: embedded.catalog, embedded }
}

/** Looks through the pages of a large file in another thread, so that this one goes on meanwhile. */
export function lookApart({ storeThreads }: Session): (path: string) => Promise<boolean> {
  return async (path) => (await import('../open.ts')).hasPageDamageApart(storeThreads?.() ?? true, path)
}

/** Opens the lists of a session without a note. */
export async function openLists(session: Session): Promise<ListedService> {
  if (session.api === undefined && session.store === undefined) {
    const { openBundledLists } = await import('../open-lists.ts')
    const { network, home, clock } = session
    const setting = settingReader(session.settings)
    const token = async (chainKey: string, address: string) => (await openOwn(session)).token(chainKey, address)
    const found = openBundledLists({ network, home, clock, setting, token })
    if (found !== undefined) return { service: found.lists, catalog: found.catalog, isServers: false }
  }
  const { service, catalog, embedded } = await openService(session)
  return { service, catalog, isServers: embedded === undefined }
}

/** Noted once by every command that works on the sandbox. */
const SANDBOX_NOTE = 'sandbox: a simulated network with paper money; nothing here is real'

async function openServer(session: Session, api: string): Promise<OpenedService> {
  const [{ createSwapClient }, catalog] = await Promise.all([import('../client/index.ts'), session.bundledCatalog()])
  const service = createSwapClient(api, {}, session.openHttp)
  session.onEnd(() => service.close())
  return { service, catalog, embedded: undefined }
}

/** How this session opens a service in this process. */
export function embeddedOptions(session: Session, defaults: OpenDefaults = {}) {
  const { settings, network, home, machineClock: clock, output, openHttp } = session
  const number = (key: PlainSetting) => {
    const value = settings.get(key)?.value
    return value === undefined ? undefined : Number(value)
  }
  const lockTtlSec = number('lock-ttl')
  const quoteDeadlineSec = number('quote-deadline')
  const daysMs = (key: 'keep-locks' | 'keep-events' | 'keep-rates') => {
    const days = number(key)
    return days === undefined ? undefined : days * DAY_MS
  }
  return {
    network,
    home,
    clock,
    setting: settingReader(settings),
    onNotice: (text: string) => output.note(text),
    ...defined({ storeListen: settings.get('store-listen')?.value }),
    sandbox: defined({ speed: number('sandbox-speed') ?? defaults.sandboxSpeed, seed: number('sandbox-seed') }),
    ...defined({
      openHttp,
      lockTtlMs: lockTtlSec === undefined ? undefined : lockTtlSec * 1000,
      quoteDeadlineMs: quoteDeadlineSec === undefined ? undefined : quoteDeadlineSec * 1000,
      keepLocksMs: daysMs('keep-locks'),
      keepEventsMs: daysMs('keep-events'),
      keepRatesMs: daysMs('keep-rates'),
    }),
  }
}

/** What only the service of this process can do. */
export async function openAdmin(session: Session): Promise<ServiceAdmin> {
  return (await openOwn(session)).admin()
}

/** The service of this process, for a command that is `local`. */
export async function openOwn(session: Session): Promise<EmbeddedSwapService> {
  const { embedded } = await session.open()
  if (embedded === undefined) throw new Error('a command that needs this service refuses a server')
  return embedded
}

/** Commands that read settings cannot work with ones that cannot be used. @throws CONFIG_INVALID */
export function refuseBrokenSettings({ settingsProblems: [first] }: Session): void {
  if (first !== undefined) throw first
}

/** Commands that need this process's own service refuse a server. @throws USAGE */
export function refuseServer(session: Session, command: string): void {
  if (session.api === undefined) return
  throw new SwapError('USAGE', `${command} works on this machine's own service and cannot be used with --api`, {
    hint: `Leave --api out, or name the network: swapcli ${command} --network ${session.network}`,
  })
}
