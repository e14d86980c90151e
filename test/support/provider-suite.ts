import { readdirSync } from 'node:fs'
import { isDeepStrictEqual as equals } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Catalog, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../src/core/assets/catalog.ts'
import type { DocumentStore, Json } from '../../src/core/ports.ts'
import type { Exec, NoRouteCode, ProviderErrorCode, ProviderResult } from '../../src/core/api/documents.ts'
import { formatAmount } from '../../src/core/money/amount.ts'
import type { ReceiptReport } from '../../src/core/evm/receipt.ts'
import { formatUsd } from '../../src/core/money/usd.ts'
import type { PooledHttp } from '../../src/core/ports.ts'
import { openPooledHttp } from '../../src/io/http/http-fetch.ts'
import {
  type ListedAsset,
  type Prepared,
  type Provider,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
  type QuoteAnswer,
  type RouteDraft,
  type StatusReport,
} from '../../src/providers/contract.ts'
import { createProviderConnections } from '../../src/service/providers/connections.ts'
import { createProviderSet } from '../../src/service/providers/provider-set.ts'
import { buildRoute, toRoute } from '../../src/service/quote/routes.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { type Exchange, openProviderLab, type ProviderLab, toFullReply } from './provider-lab.ts'
import { openBundledCatalog } from './bundled-catalog.ts'
import { agreeOf } from './provider-context.ts'
import {
  callsOf,
  expectedOf,
  faultsOf,
  jsonOf,
  type Operation,
  spoiltFields,
  type Tolerance,
  withReply,
} from './provider-faults.ts'
import { openTempStore } from './store.ts'
import { receiptOf, toLock, toQuoteRequest, toStatusRequest } from './case-requests.ts'
import type { Need } from './reply-mutations.ts'
import { readingFaults } from './reply-reading.ts'

/** A request as a person would write it; assets are `chainKey:address` of the bundled catalog (`native` for coins). */
export interface CaseRequest {
  readonly src: string
  readonly dst: string
  /** Human-readable. */
  readonly amount: string
  /** @default 50 */
  readonly slippageBps?: number
  readonly confidentiality?: 'public' | 'basic'
  readonly depositor?: string
  readonly recipient?: string
  readonly forLock?: boolean
}

/** A route as the suite compares it: everything that is shown, human-readable, so that a person can check it. */
export interface ExpectedRoute {
  readonly routeId?: string
  readonly amountOut: string
  /** As the provider states it; absent when it follows from the slippage. */
  readonly minimumOut?: string
  /** Absent when the provider states none. */
  readonly srcUsd?: string | undefined
  readonly dstUsd?: string | undefined
  readonly priceImpactBps?: number
  /** `type amount SYMBOL usd` a fee, ` on top` appended when it is not included; usd `?` when unknown. */
  readonly fees: readonly string[]
  readonly unknownCosts?: readonly string[]
  /** `type name` a step. */
  readonly steps: readonly string[]
  readonly estimatedTimeSec: number
  /** ISO 8601. */
  readonly expiresAt?: string
  readonly display?: Readonly<Record<string, Json>>
}

export interface QuoteCase {
  readonly name: string
  /** On top of the provider's settings. */
  readonly settings?: Readonly<Record<string, string>>
  readonly request: CaseRequest
  readonly exchanges: readonly Exchange[]
  readonly expected:
    | { readonly routes: readonly ExpectedRoute[] }
    | { readonly noRoute: NoRouteCode; readonly minimum?: string; readonly maximum?: string }
    | { readonly error: ProviderErrorCode }
}

export interface PrepareCase {
  readonly name: string
  /** On top of the provider's settings. */
  readonly settings?: Readonly<Record<string, string>>
  /** Name of the quote case whose first route is locked; it is quoted with `forLock` first, from its own exchanges. */
  readonly quote: string
  readonly lockId?: string
  readonly exchanges: readonly Exchange[]
  readonly expected:
    | {
        readonly exec?: Exec
        readonly providerResult: ProviderResult
        readonly needsHash: boolean
        readonly tracking: Json
      }
    | { readonly error: ProviderErrorCode }
}

export interface StatusCase {
  readonly name: string
  /** On top of the provider's settings. */
  readonly settings?: Readonly<Record<string, string>>
  readonly src: string
  readonly dst: string
  /** @default '' */
  readonly hash?: string
  readonly tracking: Json
  /** Seconds since execute. @default 60 */
  readonly ageSec?: number
  /** What the source chain says about `hash`. @default 'pending' */
  readonly receipt?: ReceiptReport['state'] | ReceiptReport
  /** True where the adapter may ask nodes, of which none answers. @default false */
  readonly nodesFail?: boolean
  readonly exchanges: readonly Exchange[]
  readonly expected: StatusReport | { readonly error: ProviderErrorCode }
}

/** What a provider says it can route. */
export interface DiscoveryCase {
  readonly name: string
  /** On top of the provider's settings. */
  readonly settings?: Readonly<Record<string, string>>
  readonly exchanges: readonly Exchange[]
  /** `chain:SYMBOL address decimals` an asset, in the order in which the adapter gives them. */
  readonly expected: { readonly assets: readonly string[] } | { readonly error: ProviderErrorCode }
}

export interface ProviderCases {
  readonly provider: Provider
  /** `import.meta.url` of the cases file; recordings are beside it in `recordings/`. */
  readonly url: string
  /** Epoch milliseconds at which the cases play. @default 2026-01-15T12:00:00Z */
  readonly nowMs?: number
  readonly settings?: Readonly<Record<string, string>>
  readonly quotes: readonly QuoteCase[]
  readonly prepares: readonly PrepareCase[]
  readonly statuses: readonly StatusCase[]
  /** For a provider whose adapter lists its assets. */
  readonly discoveries?: readonly DiscoveryCase[]
  /**
   * What the nodes of every chain answer, for a provider that asks them too; throws what a node would.
   * @default asking one is a mistake
   */
  readonly node?: (method: string, params: readonly Json[]) => unknown
  /** What of the replies it needs; anything else may be missing, null or of another type. */
  readonly needs?: readonly Need[]
  /** Calls whose faults do not come to the fault's code, and why. */
  readonly tolerates?: readonly Tolerance[]
}

interface World {
  readonly lab: ProviderLab
  /** What the adapter threw besides ProviderErrors. */
  readonly bugs: unknown[]
  readonly clock: FakeClock
  readonly catalog: Catalog
  /** What is set on top of the provider's settings from now on. */
  set(settings: Readonly<Record<string, string>> | undefined): void
  quote(request: CaseRequest): Promise<QuoteAnswer>
  prepare(lock: ProviderLock): Promise<Prepared>
  status(item: StatusCase): Promise<StatusReport>
  assets(): Promise<readonly ListedAsset[]>
  close(): Promise<void>
}

const FIRST_DEADLINE_MS = 4_000
/** Some ten thousand replies are read, in a second or two of a quiet core. */
const READING_TIMEOUT_MS = 120_000

async function openWorld(cases: ProviderCases): Promise<World> {
  const clock = createFakeClock(cases.nowMs)
  const lab = await openProviderLab(new URL('./recordings/', cases.url))
  const { store, cleanup } = await openTempStore()
  const catalog = await openBundledCatalog()
  let pool: PooledHttp | undefined
  const bugs: unknown[] = []
  let settings: Readonly<Record<string, string>> = {}
  let nodesFail = false
  let source: { chainKey: string; hash: string; report: ReceiptReport } | undefined
  const setting = (_key: string, name: string) =>
    name === 'URL' ? lab.url : (settings[name] ?? cases.settings?.[name])
  // Every call starts with a healthy provider: the breaker has tests of its own.
  const documents: DocumentStore = {
    ...store.documents,
    get: () => Promise.resolve(undefined),
    list: () => Promise.resolve([]),
    put: () => Promise.resolve(true),
  }
  const openConnections = () =>
    createProviderConnections({
      clock,
      store: { ...store, documents },
      userAgent: 'swapcli/test',
      random: () => 0,
      openHttp: async () => (pool ??= await openPooledHttp()),
      setting,
    })
  const answerOfNode: ProviderContext['rpc'] = async (chainKey, method, params) => {
    if (nodesFail) throw new ProviderError('unreachable', 'no node answers')
    if (cases.node === undefined) throw new Error(`the case has no answer to ${method} on ${chainKey}`)
    return cases.node(method, params)
  }
  const providers = createProviderSet([cases.provider], {
    clock,
    price: () => Promise.resolve(undefined),
    setting,
    http: (manifest, signal) => openConnections().http(manifest, signal),
    receipt: (chainKey, hash) =>
      source?.chainKey === chainKey && source.hash === hash
        ? Promise.resolve(source.report)
        : Promise.reject(new Error(`the case has no receipt of ${hash} on ${chainKey}`)),
    rpc: answerOfNode,
    rpcOfOperators: (chainKey, method) =>
      Promise.reject(new Error(`the case has no answer to ${method} on ${chainKey}`)),
    rpcAgreed: agreeOf(answerOfNode),
    onError: (error) => bugs.push(error),
  })
  const key = cases.provider.manifest.key
  const run = <T>(work: (adapter: Awaited<ReturnType<Provider['load']>>, context: ProviderContext) => Promise<T>) =>
    advancing(clock, providers.run(key, FIRST_DEADLINE_MS, undefined, work))
  return {
    lab,
    bugs,
    clock,
    catalog,
    set: (wanted) => {
      settings = wanted ?? {}
    },
    quote: async (request) => {
      const input = await toQuoteRequest(request)
      return run((adapter, context) => adapter.quote(input, context))
    },
    prepare: (lock) => run((adapter, context) => adapter.prepare(lock, context)),
    status: async (item) => {
      nodesFail = item.nodesFail ?? false
      const request = await toStatusRequest(item, clock.now())
      source = { chainKey: request.src.chain.key, hash: request.hash, report: receiptOf(item) }
      return run((adapter, context) => adapter.status(request, context))
    },
    assets: async () => {
      const chains = await catalog.chains()
      const listed = await run(async (adapter, context) => adapter.assets?.(context, chains))
      if (listed === undefined) throw new Error('the adapter lists no assets')
      return listed
    },
    close: async () => {
      await lab.close()
      await pool?.close()
      await cleanup()
    },
  }
}

/** The suite that every provider passes, from its own recordings on a real HTTP server. */
export function describeProvider(cases: ProviderCases): void {
  const { manifest } = cases.provider
  const recordings = new URL('./recordings/', cases.url)
  describe(`${manifest.key}`, () => {
    let world: World
    beforeAll(async () => {
      world = await openWorld(cases)
    })
    afterAll(() => world.close())

    it('has a manifest that fits the contract', () => {
      expect(manifest.key).toMatch(/^[A-Z][A-Z0-9_]*$/)
      expect(['BRIDGE', 'EXCHANGE', 'SERVICE']).toContain(manifest.type)
      expect(manifest.hosts.length).toBeGreaterThan(0)
      expect(manifest.hosts).toContain(new URL(manifest.baseUrl ?? '').host)
      for (const link of [manifest.image, manifest.docs]) expect(new URL(link).protocol).toBe('https:')
    })

    describe('quotes', () => {
      it.each(cases.quotes)('$name', async (item) => {
        const played = await play(world, item, item.expected, () => world.quote(item.request))
        if (played === undefined || 'error' in item.expected) return
        const answer = played.value
        const input = await toQuoteRequest(item.request)
        if ('noRoute' in item.expected) return expect(shownNoRoute(answer, input)).toEqual(item.expected)
        if (answer.status === 'no_route') throw new Error(`no route: ${answer.message}`)
        expect(answer.routes.map((route) => shownRoute(route, input))).toEqual(item.expected.routes)
        // What the adapter gives must also pass the service's own checks and reconcile.
        for (const draft of answer.routes) {
          const built = buildRoute(
            { ...input, slippageBps: input.exactSlippageBps, exclude: new Set() },
            draft,
            world.clock.now(),
          )
          expect(JSON.parse(JSON.stringify(draft.state))).toEqual(draft.state)
          expect(JSON.stringify(toRoute(manifest.key, built))).not.toMatch(/calldata|"data":"0x/i)
        }
      })
    })

    describe('prepares', () => {
      it.each(cases.prepares)('$name', async (item) => {
        const lock = await lockOf(world, cases, item)
        const played = await play(world, item, item.expected, () => world.prepare(lock))
        if (played !== undefined) expect(JSON.parse(JSON.stringify(played.value))).toEqual(item.expected)
      })
    })

    describe('statuses', () => {
      it.each(cases.statuses)('$name', async (item) => {
        const played = await play(world, item, item.expected, () => world.status(item))
        if (played !== undefined) expect(played.value).toEqual(item.expected)
      })
    })

    const discoveries = cases.discoveries ?? []
    if (discoveries.length > 0) {
      describe('lists of assets', () => {
        it.each(discoveries)('$name', async (item) => {
          const played = await play(world, item, item.expected, () => world.assets())
          if (played === undefined || 'error' in item.expected) return
          const assets = played.value
          expect(assets.map(shownAsset)).toEqual(item.expected.assets)
          const chains = new Map(assets.map(({ chain }) => [JSON.stringify(chain), chain]))
          for (const chain of chains.values()) expect(await world.catalog.chain(chain.key)).toEqual(chain)
          for (const { chain, asset } of assets) {
            const native = chain.type === 'EVM' ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS
            expect(asset).toMatchObject({ isNative: asset.address === native, addedAt: world.clock.now() })
            expect(asset.image).toMatch(/^(https:.*)?$/)
          }
        })
      })
    }

    describe('when its API misbehaves', () => {
      const calls = goodRuns(cases).flatMap((run) =>
        callsOf(run.exchanges).map((at) => {
          const { method = '', path = '', reply = {} } = run.exchanges[at] ?? {}
          return { run, at, path, reply: toFullReply(reply), call: `${run.of}: ${method} ${path}` }
        }),
      )

      it.each(calls)('$call makes of every fault what it must', async ({ run, at, path, reply }) => {
        world.set(run.settings)
        const start = await run.open(world)
        const ask = async (exchanges: readonly Exchange[]) => {
          world.lab.replay(exchanges)
          return outcome(start())
        }
        const good = await ask(run.exchanges)
        const json = jsonOf(reply, recordings)
        const found: string[] = []
        const expected: string[] = []
        for (const fault of faultsOf(run.of)) {
          const answer = await ask(withReply(run.exchanges, at, fault.spoil(reply, json)))
          found.push(`${fault.name}: ${shownOutcome(answer, good)}`)
          const gives = expectedOf(fault, run.of, path, cases.tolerates ?? [])
          expected.push(`${fault.name}: ${gives === 'rate_limited' ? 'rate_limited after 17 s' : gives}`)
        }
        expect(found).toEqual(expected)
      })

      it.each(calls)('$call survives each of its fields in another type', async ({ run, at, reply }) => {
        world.set(run.settings)
        const start = await run.open(world)
        for (const spoilt of spoiltFields(jsonOf(reply, recordings))) {
          world.lab.replay(withReply(run.exchanges, at, spoilt))
          const before = world.bugs.length
          const answer = await outcome(start())
          if ('error' in answer)
            expect([answer.error, spoilt.text]).toEqual([
              expect.stringMatching(/^(bad_response|unavailable)$/),
              spoilt.text,
            ])
          expect([world.bugs.slice(before), spoilt.text]).toEqual([[], spoilt.text])
        }
      })

      it(
        'reads what it needs of every good reply, and ignores the rest',
        async () => expect(await readingFaults(cases)).toEqual([]),
        READING_TIMEOUT_MS,
      )

      it('no answer ends at the deadline', async () => {
        world.lab.always({ silent: true })
        const asked = outcome(world.quote(firstRequest(cases)))
        while (world.lab.requests() === 0) await new Promise((resolve) => setImmediate(resolve))
        await world.clock.advance(FIRST_DEADLINE_MS)
        expect(await asked).toMatchObject({ error: 'timeout' })
      })

      it('a server that is gone is unreachable', async () => {
        const gone = await openWorld(cases)
        await gone.lab.close()
        const answer = await outcome(gone.quote(firstRequest(cases)))
        expect(answer).toMatchObject({ error: 'unreachable' })
        await gone.close().catch(() => undefined)
      })
    })

    it('never threw anything but a coded error', () => {
      expect(world.bugs).toEqual([])
    })

    it('uses every recording', () => {
      const all = readdirSync(new URL('./recordings/', cases.url)).filter((name) => name.endsWith('.json'))
      expect(all.filter((name) => !world.lab.used().has(name))).toEqual([])
    })
  })
}

/** What a case came to; undefined when it ended in the error that it expects. */
async function play<T>(
  world: World,
  { settings, exchanges }: Pick<QuoteCase, 'settings' | 'exchanges'>,
  expected: object,
  ask: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  world.set(settings)
  world.lab.play(exchanges)
  const answer = await outcome(ask())
  expect(world.lab.problems()).toEqual([])
  if ('error' in expected) {
    expect(answer).toMatchObject(expected)
    return undefined
  }
  if ('error' in answer) throw new Error(`ended in ${answer.error}: ${answer.message}`)
  return answer
}

/** An operation that ends well, to be spoilt. */
interface GoodRun {
  readonly of: Operation
  readonly settings: Readonly<Record<string, string>> | undefined
  readonly exchanges: readonly Exchange[]
  /** What starts it, as often as wanted. */
  open(world: World): Promise<() => Promise<unknown>>
}

/** The first good case of each operation that asks anything; of lists of assets the one with the fewest calls. */
function goodRuns(cases: ProviderCases): readonly GoodRun[] {
  const asks = ({ exchanges }: { readonly exchanges: readonly Exchange[] }) => exchanges.length > 0
  const quotes = cases.quotes
    .filter((item) => 'routes' in item.expected && asks(item))
    .slice(0, 1)
    .map((item): GoodRun => ({ ...caseOf(item), of: 'quote', open: async (world) => () => world.quote(item.request) }))
  const prepares = cases.prepares
    .filter((item) => !('error' in item.expected) && asks(item))
    .slice(0, 1)
    .map((item): GoodRun => ({
      ...caseOf(item),
      of: 'prepare',
      open: async (world) => {
        const lock = await lockOf(world, cases, item)
        world.set(item.settings)
        return () => world.prepare(lock)
      },
    }))
  const statuses = cases.statuses
    .filter((item) => !('error' in item.expected) && asks(item))
    .slice(0, 1)
    .map((item): GoodRun => ({ ...caseOf(item), of: 'status', open: async (world) => () => world.status(item) }))
  const lists = [...(cases.discoveries ?? [])]
    .filter((item) => 'assets' in item.expected && item.expected.assets.length > 0 && asks(item))
    .sort((a, b) => a.exchanges.length - b.exchanges.length)
    .slice(0, 1)
    .map((item): GoodRun => ({
      ...caseOf(item),
      of: 'assets',
      open: async (world) => async () => (await world.assets()).map(shownAsset),
    }))
  return [...quotes, ...prepares, ...statuses, ...lists]
}

function caseOf({ settings, exchanges }: Pick<QuoteCase, 'settings' | 'exchanges'>) {
  return { settings, exchanges }
}

function shownOutcome(answer: Outcome<unknown>, good: Outcome<unknown>): string {
  if ('error' in answer) {
    return answer.error === 'rate_limited' ? `rate_limited after ${answer.retryAfterSec} s` : answer.error
  }
  return 'value' in good && equals(answer.value, good.value) ? 'the same' : 'an answer'
}

function firstRequest(cases: ProviderCases): CaseRequest {
  const first = cases.quotes.find((item) => 'routes' in item.expected)
  if (first === undefined) throw new Error('a provider needs at least one quote case with routes')
  return first.request
}

async function lockOf(world: World, cases: ProviderCases, item: PrepareCase): Promise<ProviderLock> {
  const quote = cases.quotes.find((candidate) => candidate.name === item.quote)
  if (quote === undefined) throw new Error(`there is no quote case named ${item.quote}`)
  world.set(quote.settings)
  world.lab.play(quote.exchanges)
  const input = await toQuoteRequest(quote.request)
  const answer = await world.quote(quote.request)
  if (answer.status === 'no_route') throw new Error(`no route: ${answer.message}`)
  const draft = answer.routes[0]
  if (draft === undefined || input.depositor === undefined || input.recipient === undefined) {
    throw new Error('a quote case that is locked needs a route and both wallets')
  }
  return toLock(
    { ...input, depositor: input.depositor, recipient: input.recipient },
    draft,
    world.clock.now(),
    item.lockId,
  )
}

function shownRoute(draft: RouteDraft, request: ProviderQuoteRequest): ExpectedRoute {
  const { decimals } = request.dst.asset
  return {
    routeId: draft.routeId,
    amountOut: formatAmount(draft.amountOut, decimals),
    ...(draft.minimumOut === undefined ? {} : { minimumOut: formatAmount(draft.minimumOut, decimals) }),
    ...(draft.srcUsd === undefined ? {} : { srcUsd: formatUsd(draft.srcUsd) }),
    ...(draft.dstUsd === undefined ? {} : { dstUsd: formatUsd(draft.dstUsd) }),
    ...(draft.priceImpactBps === undefined ? {} : { priceImpactBps: draft.priceImpactBps }),
    fees: draft.fees.map(
      (fee) =>
        `${fee.type} ${formatAmount(fee.amount, fee.token.decimals)} ${fee.token.symbol} ${fee.usd === undefined ? '?' : formatUsd(fee.usd)}${fee.included === false ? ' on top' : ''}`,
    ),
    ...(draft.unknownCosts === undefined ? {} : { unknownCosts: draft.unknownCosts }),
    steps: draft.steps.map((step) => `${step.type} ${step.name}`),
    estimatedTimeSec: draft.estimatedTimeSec,
    ...(draft.expiresAt === undefined ? {} : { expiresAt: new Date(draft.expiresAt).toISOString() }),
    ...(draft.display === undefined ? {} : { display: draft.display }),
  }
}

function shownAsset({ chain, asset }: ListedAsset): string {
  return `${asset.chain === chain.key ? chain.key : `${asset.chain} on ${chain.key}`}:${asset.symbol} ${asset.address} ${asset.decimals}`
}

function shownNoRoute(answer: QuoteAnswer, request: ProviderQuoteRequest) {
  if (answer.status === 'routes') return { routes: answer.routes.length }
  const { code, minimum, maximum } = answer
  const { decimals } = request.src.asset
  return {
    noRoute: code,
    ...(minimum === undefined ? {} : { minimum: formatAmount(minimum, decimals) }),
    ...(maximum === undefined ? {} : { maximum: formatAmount(maximum, decimals) }),
  }
}

type Outcome<T> =
  | { readonly value: T }
  | { readonly error: ProviderErrorCode; readonly message: string; readonly retryAfterSec?: number }

async function outcome<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return {
      error: error.code,
      message: error.message,
      ...(error.retryAfterSec === undefined ? {} : { retryAfterSec: error.retryAfterSec }),
    }
  }
}

/** Lets the pauses between retries pass while `work` runs: on a busy core also a good call may need its second attempt. */
async function advancing<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let running = true
  const done = work.finally(() => {
    running = false
  })
  done.catch(() => undefined)
  // One sleeper is the deadline; a second one is a pause before a retry.
  while (running) {
    if (clock.sleepers() > 1) await clock.advance(1)
    else await new Promise((resolve) => setImmediate(resolve))
  }
  return done
}
