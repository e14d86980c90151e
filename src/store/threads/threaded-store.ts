import { resolve } from 'node:path'
import type { CatalogAsset } from '../../core/assets/catalog.ts'
import { SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import { claimInSteps } from '../claim-in-steps.ts'
import type { Store } from '../port.ts'
import type { AssetRow } from '../sqlite/catalog.ts'
import type { StoreTables } from '../sqlite/open.ts'
import { createBoundedReads } from './bounded-reads.ts'
import { type AtExit, type Channel, createChannel, type NewCall, type StoreThreads } from './channel.ts'
import { isTextSearch, type Lane, readsOne, storeOfCalls } from './lanes.ts'
import { type StoreAnswer, errorFromMessage } from './messages.ts'

export interface ThreadedStoreOptions {
  /** The file, created along with its folder when missing. */
  readonly path: string
  /** What its threads run. */
  readonly program: StoreThreads
  readonly clock: Clock
  /** Resolves in the next turn of the event loop. */
  readonly nextTurn: () => Promise<void>
  /** Called before anything of the file is read; rejects where it cannot be believed. @default it is */
  readonly verify?: (path: string) => Promise<void>
  /** Called with what a person should know. @default nobody is told */
  readonly tell?: (text: string) => void
  readonly atExit: AtExit
  /** Keeps an object until the process ends. @default it is kept while the store is */
  readonly keep?: (held: object) => void
  /** Longest time that the thread of a read which is not by a key takes for it, in milliseconds. @default 2_000 */
  readonly readBudgetMs?: number
}

const READ_BUDGET_MS = 2_000
/** How long such a read waits for others and its own answer, in milliseconds, and how many do. */
const READ_WAIT_MS = 8_000
const MOST_READS = 2_000

/** Lists that are sent to their thread at once: the next is there when one is read. */
const MOST_LISTS = 8

/** Rows of the catalog that are written or read at a time: some milliseconds of a thread. */
const CATALOG_ROWS = 500

/** How long the version of the catalog is believed that another process may have changed, in milliseconds. */
const VERSION_FOR_MS = 100

/** Documents that are kept here, to be sent again only when they have changed. */
const MOST_KEPT = 500

/**
 * Opens a store that works in threads of its own, so that nothing here waits for a disk or for another process: one writes,
 * by commits that calls share, one reads by keys, and two, started when they are needed, read lists and look for text.
 * @throws STORE_UNUSABLE when the file cannot be used, SERVICE_UNAVAILABLE when another process holds it too long or a
 * thread cannot be started
 */
export async function openThreadedStore(options: ThreadedStoreOptions): Promise<Store> {
  const { clock, program, readBudgetMs = READ_BUDGET_MS } = options
  const path = resolve(options.path)
  await options.verify?.(path)
  const open = (role: 'writer' | 'reader', title: string): Channel =>
    createChannel({
      ...{ role, title, path, program, atExit: options.atExit },
      now: () => clock.now(),
      tell: (text) => options.tell?.(text),
      hold,
      nextTurn: () => options.nextTurn(),
    })
  let holding: Promise<object> | undefined
  async function hold(): Promise<void> {
    const { holdFile } = await import('../sqlite/hold-file.ts')
    holding ??= holdFile(path)
    options.keep?.(await holding)
  }
  const writer = open('writer', 'writer')
  const points = open('reader', 'reader')
  const lists = open('reader', 'list')
  const scans = open('reader', 'search')
  await writer.open()
  await points.open().catch(async (error: unknown) => {
    await writer.close()
    throw error
  })
  const bounds = { budgetMs: readBudgetMs, waitMs: READ_WAIT_MS, mostOpen: MOST_READS }
  const boundedLists = createBoundedReads(lists, { ...bounds, most: MOST_LISTS }, clock)
  const boundedScans = createBoundedReads(scans, { ...bounds, most: 1 }, clock)
  const inProgress = new Set<Promise<unknown>>()
  const kept = keepDocuments()
  let closing: Promise<void> | undefined

  function send(name: string, lane: Lane, call: NewCall): Promise<StoreAnswer> {
    switch (lane) {
      case 'full':
      case 'relaxed':
      case 'alone':
        return writer.call(call)
      case 'point':
        return points.call(call)
      case 'list':
        return (SEARCHES.includes(name) && isTextSearch(call.args) ? boundedScans : boundedLists).call(call)
    }
  }

  async function run(name: string, lane: Lane, args: readonly unknown[]): Promise<unknown> {
    const skipAt = args.findIndex((arg) => typeof arg === 'function')
    const before = readsOne(name) ? kept.get(name, args) : undefined
    const answer = await send(name, lane, {
      name,
      isRelaxed: lane === 'relaxed',
      isAlone: lane === 'alone',
      args: args.map((arg) => (typeof arg === 'function' ? undefined : arg)),
      ...defined({ skipAt: skipAt < 0 ? undefined : skipAt, known: before?.mark }),
    })
    if (answer.error !== undefined) throw errorFromMessage(answer.error)
    const skip = args[skipAt]
    if (typeof skip === 'function') for (const one of answer.skipped ?? []) (skip as (told: unknown) => void)(one)
    if (answer.mark === undefined) return answer.value
    const { version, doc } = answer.value as { readonly version: number; readonly doc?: unknown }
    if (answer.mark === before?.mark) return { doc: before.doc, version }
    kept.keep(name, args, { mark: answer.mark, doc })
    return answer.value
  }

  const store = storeOfCalls((name, lane, args) => {
    if (closing !== undefined) {
      return Promise.reject(new SwapError('SERVICE_UNAVAILABLE', `The store ${path} is closed.`))
    }
    const call = run(name, lane, args)
    inProgress.add(call)
    const end = () => inProgress.delete(call)
    call.then(end, end)
    return call
  })
  return {
    ...store,
    // What is due is found by a thread that reads: behind thousands of a slow provider that takes long.
    transactions: { ...store.transactions, claimDue: claimInSteps(store.transactions, () => clock.now()) },
    catalog: catalogInParts(store, clock),
    close: () => {
      closing ??= (async () => {
        await Promise.allSettled(inProgress)
        boundedLists.stop()
        boundedScans.stop()
        // The last connection to a file tidies its log away: that is the writer's.
        const ends = await Promise.allSettled([points, lists, scans].map((reader) => reader.close()))
        await writer.close()
        const failed = ends.find((end) => end.status === 'rejected')
        if (failed !== undefined) throw failed.reason
      })()
      return closing
    },
  }
}

/** Lists that may be looked through for a text. */
const SEARCHES: readonly string[] = ['transactions.list', 'transactions.stats']

/**
 * The catalog, of which some hundred rows are written or read at a time, so that others wait for no more than these. Its
 * version, by which readers know that it has changed, does so with the last of them.
 */
function catalogInParts({ catalog }: Pick<StoreTables, 'catalog'>, clock: Clock): Store['catalog'] {
  let last: { readonly version: Promise<number>; readonly untilMs: number } | undefined
  return {
    chains: catalog.chains,
    // A swap asks for it a dozen times.
    version: () => {
      if (last === undefined || monotonicMs(clock) >= last.untilMs) {
        const version = catalog.version()
        last = { version, untilMs: monotonicMs(clock) + VERSION_FOR_MS }
        version.catch(() => (last = undefined))
      }
      return last.version
    },
    put: async (chains, assets, documents) => {
      let from = 0
      for (; assets.length - from > CATALOG_ROWS; from += CATALOG_ROWS) {
        await catalog.stage(from === 0 ? chains : [], assets.slice(from, from + CATALOG_ROWS))
      }
      await catalog.put(from === 0 ? chains : [], assets.slice(from), documents)
      last = undefined
    },
    assets: async (chainKey) => {
      const rows: AssetRow[] = []
      for (;;) {
        const last = rows.at(-1)
        const page =
          chainKey === undefined
            ? await catalog.allAssetsAfter(last?.place ?? 0, CATALOG_ROWS)
            : await catalog.assetsAfter(chainKey, last?.asset.address ?? '', CATALOG_ROWS)
        rows.push(...page)
        if (page.length < CATALOG_ROWS) break
      }
      return inOrder(rows)
    },
  }
}

function inOrder(rows: readonly AssetRow[]): CatalogAsset[] {
  return rows.toSorted((a, b) => a.place - b.place).map(({ asset }) => asset)
}

/** Documents with the mark by which their thread knows them. */
function keepDocuments() {
  interface Kept {
    readonly mark: number
    readonly doc: unknown
  }
  const kept = new Map<string, Kept>()
  const keyOf = (name: string, [id]: readonly unknown[]) => `${name} ${String(id)}`
  return {
    get: (name: string, args: readonly unknown[]) => kept.get(keyOf(name, args)),
    keep: (name: string, args: readonly unknown[], found: Kept) => {
      const key = keyOf(name, args)
      kept.delete(key)
      kept.set(key, found)
      // A Map lists what was set first first.
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) return
        kept.delete(oldest)
      }
    },
  }
}
