import type { Store } from '../port.ts'
import type { StoreTables } from '../sqlite/open.ts'

/**
 * Where an operation of a store runs when it has threads. By the writer: `full` commits are on disk when they resolve, of
 * `relaxed` ones a power loss may take the last, and what runs `alone` shares no commit. By readers: a `point` read finds
 * rows by their keys; a `list` may take longer, and longest where it looks for text.
 */
export type Lane = 'full' | 'relaxed' | 'alone' | 'point' | 'list'

/** The lanes of a store's operations: of each collection, and of those that stand alone. */
type LanesOf<T> = {
  readonly [K in keyof Omit<T, 'close'>]: T[K] extends (...args: never[]) => unknown ? Lane : LanesOf<T[K]>
}

/** Every operation of a store but `close`, which is not sent to one thread. */
export const STORE_LANES = {
  locks: { insert: 'full', get: 'point', replace: 'full', prune: 'full', latest: 'point' },
  transactions: {
    get: 'point',
    findByHash: 'point',
    replace: 'full',
    list: 'list',
    listMarks: 'list',
    getMany: 'point',
    state: 'point',
    stats: 'list',
    claimDue: 'relaxed',
    findDue: 'list',
    claimRows: 'relaxed',
    nextDueInMs: 'point',
    storeMany: 'full',
    lease: 'relaxed',
    release: 'relaxed',
    releaseMany: 'relaxed',
    countByStatus: 'list',
    dropPayloads: 'full',
    verifyTexts: 'list',
    mendTexts: 'full',
  },
  commitExecution: 'full',
  routes: { putMany: 'relaxed', get: 'point', ofPair: 'list', prune: 'relaxed' },
  rates: { putMany: 'relaxed', ofPair: 'point', prune: 'relaxed' },
  idempotency: { begin: 'full', finish: 'full', delete: 'full' },
  events: { append: 'full', since: 'list', bounds: 'point', find: 'point', ofTransaction: 'point', prune: 'full' },
  catalog: {
    chains: 'list',
    assets: 'list',
    put: 'full',
    version: 'point',
    stage: 'full',
    assetsAfter: 'list',
    allAssetsAfter: 'list',
  },
  documents: { get: 'point', put: 'full', delete: 'full', list: 'list' },
  check: 'full',
  compact: 'alone',
  countRemovable: 'list',
} as const satisfies LanesOf<StoreTables>

/** Reads whose document is not sent again while it is the same. */
const READS_OF_ONE: readonly string[] = ['locks.get', 'transactions.get', 'transactions.findByHash']

/** Calls an operation: its name as `locks.get` or `check`, and its lane. */
export type CallOperation = (name: string, lane: Lane, args: readonly unknown[]) => Promise<unknown>

/** A store whose operations are calls. */
export function storeOfCalls(call: CallOperation): Omit<StoreTables, 'close'> {
  const operationsOf = (lanes: Readonly<Record<string, unknown>>, prefix: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(lanes).map(([key, lane]) => [
        key,
        typeof lane === 'string'
          ? (...args: readonly unknown[]) => call(`${prefix}${key}`, lane as Lane, args)
          : operationsOf(lane as Readonly<Record<string, unknown>>, `${prefix}${key}.`),
      ]),
    )
  // The table names every operation of a store, each once.
  return operationsOf(STORE_LANES, '') as unknown as Omit<StoreTables, 'close'>
}

/** The operation of that name. */
export function operationOf(store: StoreTables, name: string): (...args: readonly unknown[]) => Promise<unknown> {
  const [collection = '', member] = name.split('.')
  const found = store[collection as keyof StoreTables] as unknown
  const operation = member === undefined ? found : (found as Readonly<Record<string, unknown>>)[member]
  if (typeof operation !== 'function') throw new Error(`a store has no operation ${name}`)
  return operation as (...args: readonly unknown[]) => Promise<unknown>
}

/** True for a read of one document by its key. */
export function readsOne(name: string): boolean {
  return READS_OF_ONE.includes(name)
}

/** True where a list is looked through for a text. */
export function isTextSearch(args: readonly unknown[]): boolean {
  const [filter] = args as Parameters<Store['transactions']['stats']>
  return typeof filter === 'object' && (filter.query ?? '') !== ''
}
