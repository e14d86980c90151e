import { SwapError } from '../../src/core/api/errors.ts'
import type { CatalogAsset, CatalogChain } from '../../src/core/assets/catalog.ts'
import type { DocumentStore, RunDocuments, Json, Versioned } from '../../src/core/ports.ts'
import { isOver, latestStoredMs } from '../../src/core/stored-time.ts'
import { RATE_GRAINS } from '../../src/core/rates/point.ts'
import { KEEP_ROUTE_MS } from '../../src/core/swap/defaults.ts'
import { LEASE_MS, LONGEST_POLL_AHEAD_MS } from '../../src/core/swap/poll-times.ts'
import type { SwapEvent, TransactionRecord } from '../../src/core/swap/records.ts'
import { hashKey } from '../../src/core/swap/transaction-hash.ts'
import type {
  IdempotencyEntry,
  NewEvent,
  ReplaceOutcome,
  Store,
  TransactionChange,
  TransactionFilter,
} from '../../src/store/port.ts'
import { pairKey } from '../../src/store/pair-key.ts'
import { oldestRates, rateRows } from '../../src/store/rate-rows.ts'
import { EVENTS_SINCE } from '../../src/store/sqlite/events.ts'
import { storeFailure } from '../../src/store/sqlite/failures.ts'
import { type JsonForm, lockForm, quotedRouteForm, rateForm, transactionForm } from '../../src/store/record-json.ts'
import { matches, modelStats, newestFirst } from '../support/transaction-model.ts'
import type { Process } from './kernel.ts'
import { scanRuns } from '../support/run-documents.ts'

/*
 * Files of a machine that a simulation may take the power from, at the level of what SQLite's log promises. A commit is a group of
 * frames, each with a sum over all before it: at the next start the log ends before the first frame that is torn, missing or out of
 * order, and a commit counts once its last frame does. So whatever of the bytes a power loss leaves, torn in any place, what is
 * read again are the synced commits and the first few of the others, each whole: `losePower` chooses how many. The store and the
 * wallet's file lose theirs apart. That the real file keeps that promise, with every prefix and every write dropped or torn, is
 * proved on the real file (`npm run proof -- kills`). What is stored is JSON text, as there; a full disk takes no commit, and one
 * that answers errors gives none and takes none.
 */

/** A stored row; none is ever changed, so that an image shares them. */
interface Row {
  /** JSON. */
  readonly text: string
  readonly version: number
  /** Of a transaction. */
  readonly nextPollAtMs?: number | null
  readonly hashes?: readonly string[]
}

const TABLES = [
  ...(['locks', 'transactions', 'leases', 'routes', 'rates', 'idempotency'] as const),
  ...(['events', 'chains', 'assets', 'documents', 'counters'] as const),
] as const
type Table = (typeof TABLES)[number]
type Tables = Readonly<Record<Table, Map<string, Row>>>

/** A file. */
export interface SimulatedFile {
  readonly tables: Tables
  /** What takes back each commit that a power loss may still take, oldest first. */
  readonly unsynced: (() => void)[]
  /** Commits so far. */
  commits: number
  /** True while the disk takes no commit. */
  isFull: boolean
  /** True while the disk answers errors to whoever reads or writes it. */
  isFailing: boolean
}

/** What a file held once. */
export type FileImage = Tables

export function createFile(): SimulatedFile {
  return { tables: emptyTables(), unsynced: [], commits: 0, isFull: false, isFailing: false }
}

/** A copy of a file as it is now. */
export function imageOf({ tables }: SimulatedFile): FileImage {
  return copyOf(tables)
}

/** Puts an image back in place of what a file holds. */
export function putBack(file: SimulatedFile, image: FileImage): void {
  const copy = copyOf(image)
  for (const table of TABLES) {
    file.tables[table].clear()
    for (const [key, row] of copy[table]) file.tables[table].set(key, row)
  }
  file.unsynced.splice(0)
}

/** Takes the power away: of the commits that are not synced, only the first ones stay. @param keep how many, from 0 */
export function losePower(file: SimulatedFile, keep: (unsynced: number) => number): number {
  const lost = file.unsynced.splice(keep(file.unsynced.length))
  for (const undo of lost.reverse()) undo()
  return lost.length
}

/** Through what a process reaches its files. */
export type DiskAccess = Pick<Process, 'call'>

/** Reaches a file at once, for tests. */
export const AT_ONCE: DiskAccess = { call: async (_what, act) => act() }

/** The service's store in a file. */
export function openSimulatedStore(file: SimulatedFile, access: DiskAccess, now: () => number): Store {
  const { read, write, close } = openFile(file, access, 'store')
  const { tables } = file
  const lockOf = (id: string) => decode(tables.locks.get(id), lockForm)
  const transactionOf = (id: string) => decode(tables.transactions.get(id), transactionForm)
  const all = () => [...tables.transactions.values()].map(({ text }) => fromText(text, transactionForm))
  const pageOf = (filter: TransactionFilter, page: number, perPage: number) => {
    const found = all()
      .filter((record) => matches(record, filter))
      .sort(newestFirst)
    return { items: found.slice((page - 1) * perPage, page * perPage), total: found.length }
  }
  const append = (set: Set, events: readonly NewEvent[]) => {
    for (const event of events) {
      const seq = (tables.counters.get('seq')?.version ?? 0) + 1
      set('counters', 'seq', { text: '', version: seq })
      set('events', String(seq).padStart(12, '0'), { text: JSON.stringify({ seq, ...event }), version: 1 })
    }
  }
  const isTaken = (hashes: readonly string[], id: string) =>
    [...tables.transactions].some(
      ([other, { hashes: theirs = [] }]) => other !== id && theirs.some((hash) => hashes.includes(hash)),
    )
  const events = (which: (event: SwapEvent) => boolean) =>
    [...tables.events.values()].map(({ text }) => JSON.parse(text) as SwapEvent).filter(which)
  const leaseOf = (id: string): { readonly holder: string; readonly untilMs: number } | undefined => {
    const row = tables.leases.get(id)
    return row === undefined ? undefined : (JSON.parse(row.text) as { holder: string; untilMs: number })
  }
  const isLeased = (id: string, leaseMs: number) => !isOver(leaseOf(id)?.untilMs ?? 0, now(), leaseMs)
  const leaseOne = (set: Set, id: string, holder: string, leaseMs: number): void => {
    set('leases', id, { text: JSON.stringify({ holder, untilMs: now() + leaseMs }), version: 1 })
  }
  const releaseOne = (set: Set, id: string, holder: string): void => {
    if (leaseOf(id)?.holder === holder) set('leases', id, undefined)
  }
  const replaceOne = (set: Set, { record, expectedVersion, events: noted }: TransactionChange): ReplaceOutcome => {
    if (tables.transactions.get(record.id)?.version !== expectedVersion) return 'conflict'
    const row = transactionRow(record, expectedVersion + 1)
    if (isTaken(row.hashes ?? [], record.id)) return 'hash_taken'
    set('transactions', record.id, row)
    append(set, noted)
    return 'ok'
  }
  /** Times of the polls that no lease keeps, earliest first; one that only a clock ahead can have set is long past. */
  const freePolls = (leaseMs: number) =>
    [...tables.transactions]
      .flatMap(([id, { nextPollAtMs: atMs }]) => (typeof atMs === 'number' ? [{ id, atMs }] : []))
      .filter(({ id }) => !isLeased(id, leaseMs))
      .map(({ id, atMs }) => ({ id, atMs: atMs > latestStoredMs(now(), LONGEST_POLL_AHEAD_MS) ? atMs - 1e15 : atMs }))
      .sort((a, b) => a.atMs - b.atMs)
  return {
    locks: {
      insert: (lock, noted) =>
        write('locks.insert', (set) => {
          if (tables.locks.has(lock.id)) throw new Error(`there is a lock ${lock.id}`)
          set('locks', lock.id, { text: toText(lock, lockForm), version: 1 })
          append(set, noted)
        }),
      get: (id) => read('locks.get', () => lockOf(id)),
      replace: (lock, expectedVersion, noted) =>
        write('locks.replace', (set) => {
          if (tables.locks.get(lock.id)?.version !== expectedVersion) return false
          set('locks', lock.id, { text: toText(lock, lockForm), version: expectedVersion + 1 })
          append(set, noted)
          return true
        }),
      latest: (aheadMs, limit) =>
        read('locks.latest', () =>
          [...tables.locks.keys()]
            .flatMap((id) => lockOf(id) ?? [])
            .filter(({ doc: { state, expiresAtMs } }) => state === 'locked' && expiresAtMs > now() + aheadMs)
            .sort((a, b) => b.doc.expiresAtMs - a.doc.expiresAtMs)
            .slice(0, limit),
        ),
      prune: (keepMs, limit) =>
        write('locks.prune', (set) => {
          const over = [...tables.locks.keys()]
            .filter((id) => {
              const { state, expiresAtMs } = lockOf(id)?.doc ?? { state: 'used', expiresAtMs: 0 }
              return state === 'locked' && expiresAtMs < now() - keepMs
            })
            .slice(0, limit)
          for (const id of over) set('locks', id, undefined)
          return over.length
        }),
    },
    transactions: {
      get: (id) => read('transactions.get', () => transactionOf(id)),
      findByHash: (key) =>
        read('transactions.findByHash', () => {
          const found = [...tables.transactions].find(([, { hashes = [] }]) => hashes.includes(key))
          return found === undefined ? undefined : transactionOf(found[0])
        }),
      replace: (record, expectedVersion, noted) =>
        write('transactions.replace', (set) => replaceOne(set, { record, expectedVersion, events: noted })),
      storeMany: (changes, holder) =>
        write('transactions.storeMany', (set) => {
          const outcomes = changes.map((change) => replaceOne(set, change))
          for (const { record } of changes) releaseOne(set, record.id, holder)
          return outcomes
        }),
      list: (filter, page, perPage) => read('transactions.list', () => pageOf(filter, page, perPage)),
      listMarks: (filter, page, perPage) =>
        read('transactions.listMarks', () => {
          const { items, total } = pageOf(filter, page, perPage)
          return { rows: items.map((record) => ({ id: record.id, mark: toText(record, transactionForm) })), total }
        }),
      state: () => read('transactions.state', () => undefined),
      getMany: (ids) =>
        read('transactions.getMany', () =>
          all()
            .filter(({ id }) => ids.includes(id))
            .map((doc) => ({ mark: toText(doc, transactionForm), doc })),
        ),
      stats: (filter) =>
        read('transactions.stats', () => modelStats(all().filter((record) => matches(record, filter)))),
      claimDue: (holder, leaseMs, { total, each, taken }) =>
        write(
          'transactions.claimDue',
          (set) => {
            const used = new Map(taken)
            const leased = freePolls(leaseMs)
              .filter(({ atMs }) => atMs <= now())
              .flatMap(({ id }) => transactionOf(id) ?? [])
              .filter(({ doc: { provider } }) => {
                used.set(provider, (used.get(provider) ?? 0) + 1)
                return (used.get(provider) ?? 0) <= each
              })
              .slice(0, Math.max(0, total))
            for (const { doc } of leased) leaseOne(set, doc.id, holder, leaseMs)
            return { leased, damaged: [] }
          },
          'relaxed',
        ),
      nextDueInMs: () =>
        read('transactions.nextDueInMs', () => {
          const [first] = freePolls(LEASE_MS)
          return first === undefined ? undefined : first.atMs - now()
        }),
      lease: (id, holder, leaseMs) =>
        write(
          'transactions.lease',
          (set) => {
            const isFree = !isLeased(id, leaseMs) || leaseOf(id)?.holder === holder
            if (!tables.transactions.has(id) || !isFree) return false
            leaseOne(set, id, holder, leaseMs)
            return true
          },
          'relaxed',
        ),
      release: (id, holder) => write('transactions.release', (set) => releaseOne(set, id, holder), 'relaxed'),
      releaseMany: (ids, holder) =>
        write(
          'transactions.releaseMany',
          (set) => {
            for (const id of ids) releaseOne(set, id, holder)
          },
          'relaxed',
        ),
      verifyTexts: async (after) => after,
      mendTexts: async () => true,
      dropPayloads: (keepMs, limit) =>
        write('transactions.dropPayloads', (set) => {
          const old = [...tables.transactions.keys()]
            .flatMap((id) => transactionOf(id) ?? [])
            .filter(({ doc: { status, exec, createdAt } }) => {
              return status !== 'PENDING' && exec !== undefined && Date.parse(createdAt) < now() - keepMs
            })
            .slice(0, limit)
          for (const { doc, version } of old) {
            const { exec: _payload, ...record } = doc
            set('transactions', doc.id, transactionRow(record, version + 1))
          }
          return old.length
        }),
      countByStatus: () => read('transactions.countByStatus', () => modelStats(all()).byStatus),
    },
    commitExecution: (lock, expectedLockVersion, transaction, noted) =>
      write('commitExecution', (set) => {
        if (tables.locks.get(lock.id)?.version !== expectedLockVersion) return false
        const row = transactionRow(transaction, 1)
        if (isTaken(row.hashes ?? [], transaction.id)) {
          throw new SwapError('BAD_GATEWAY', 'The provider returned a transaction hash that belongs to another swap.')
        }
        set('locks', lock.id, { text: toText(lock, lockForm), version: expectedLockVersion + 1 })
        set('transactions', transaction.id, row)
        append(set, noted)
        return true
      }),
    routes: {
      putMany: (routes) =>
        write(
          'routes.putMany',
          (set) => {
            for (const route of routes) {
              set('routes', `${route.provider}\n${route.routeId}`, { text: toText(route, quotedRouteForm), version: 1 })
            }
          },
          'relaxed',
        ),
      get: (provider, routeId) =>
        read('routes.get', () => decode(tables.routes.get(`${provider}\n${routeId}`), quotedRouteForm)?.doc),
      ofPair: ({ srcChain, srcAddress, dstChain, dstAddress }) =>
        read('routes.ofPair', () =>
          [...tables.routes.values()]
            .map(({ text }) => fromText(text, quotedRouteForm))
            .filter(
              (route) =>
                !isOver(route.keepUntilMs, now(), KEEP_ROUTE_MS) &&
                JSON.stringify([route.srcChain, route.srcAddress, route.dstChain, route.dstAddress]) ===
                  JSON.stringify([srcChain, srcAddress, dstChain, dstAddress]),
            )
            .sort((a, b) => a.keepUntilMs - b.keepUntilMs)
            .map(({ terms: { src, dst }, keepUntilMs }) => ({ src, dst, keepUntilMs })),
        ),
      prune: (limit) =>
        write(
          'routes.prune',
          (set) => {
            const over = [...tables.routes]
              .filter(([, { text }]) => isOver(fromText(text, quotedRouteForm).keepUntilMs + 1, now(), KEEP_ROUTE_MS))
              .slice(0, limit)
            for (const [key] of over) set('routes', key, undefined)
            return over.length
          },
          'relaxed',
        ),
    },
    rates: {
      putMany: (rates) =>
        write(
          'rates.putMany',
          (set) => {
            for (const { pair, grainMs, slotMs, size, doc } of rateRows(rates)) {
              set('rates', `${pair}\n${grainMs}\n${slotMs}\n${size}`, { text: doc, version: 1 })
            }
          },
          'relaxed',
        ),
      ofPair: (pair, grain, withinMs) =>
        read('rates.ofPair', () =>
          [...tables.rates]
            .filter(([key]) => key.startsWith(`${pairKey(pair)}\n${RATE_GRAINS[grain]}\n`))
            .map(([, { text }]) => fromText(text, rateForm))
            .filter(({ atMs }) => atMs >= now() - withinMs && atMs <= latestStoredMs(now(), 0))
            .sort((a, b) => a.atMs - b.atMs),
        ),
      prune: (keepMs, limit) =>
        write(
          'rates.prune',
          (set) => {
            const over = [...tables.rates.keys()].filter((key) => {
              const [, grainMs = 0, slotMs = 0] = key.split('\n').map(Number)
              const oldestMs = oldestRates(keepMs).find(([each]) => each === grainMs)?.[1] ?? 0
              return slotMs < now() - oldestMs - grainMs || slotMs > latestStoredMs(now(), 0)
            })
            for (const key of over.slice(0, limit)) set('rates', key, undefined)
            return Math.min(over.length, limit)
          },
          'relaxed',
        ),
    },
    idempotency: {
      begin: ({ key: wanted, digest, runningMs, keepMs }) =>
        write('idempotency.begin', (set) => {
          const nowMs = now()
          for (const [key, { text }] of tables.idempotency) {
            const { keepUntil, runningUntil, outcome } = JSON.parse(text) as IdempotencyEntry
            const isKept = keepUntil > nowMs && (outcome !== undefined || !isOver(keepUntil, nowMs, keepMs))
            const isStuck = key === wanted && outcome === undefined && isOver(runningUntil, nowMs, runningMs)
            if (!isKept || isStuck) set('idempotency', key, undefined)
          }
          const known = tables.idempotency.get(wanted)
          if (known !== undefined) return { known: JSON.parse(known.text) as IdempotencyEntry }
          const begun = { key: wanted, digest, runningUntil: nowMs + runningMs, keepUntil: nowMs + keepMs }
          set('idempotency', wanted, { text: JSON.stringify(begun), version: 1 })
          return { begun }
        }),
      finish: (key, runningUntil, outcome) =>
        write('idempotency.finish', (set) => {
          const known = tables.idempotency.get(key)
          const entry = known === undefined ? undefined : (JSON.parse(known.text) as IdempotencyEntry)
          if (entry?.runningUntil !== runningUntil) return false
          set('idempotency', key, { text: JSON.stringify({ ...entry, outcome }), version: 1 })
          return true
        }),
      delete: (key, runningUntil) =>
        write('idempotency.delete', (set) => {
          const known = tables.idempotency.get(key)
          const entry = known === undefined ? undefined : (JSON.parse(known.text) as IdempotencyEntry)
          if (entry?.runningUntil === runningUntil) set('idempotency', key, undefined)
        }),
    },
    events: {
      append: (noted) => write('events.append', (set) => append(set, noted)),
      since: (after, limit) =>
        read('events.since', () => {
          let before = Number(after)
          return events(({ seq }) => seq > Number(after))
            .slice(0, limit)
            .map((event) => {
              const [fromSeq, toSeq] = [before + 1, event.seq - 1]
              before = event.seq
              const missing = fromSeq > toSeq ? {} : { missing: { cursor: String(toSeq), fromSeq, toSeq } }
              return { cursor: String(event.seq), seq: event.seq, event, ...missing }
            })
        }),
      bounds: () =>
        read('events.bounds', () => {
          const newest = tables.counters.get('seq')?.version ?? 0
          const [oldest] = events(() => true)
          return { first: String(oldest === undefined ? newest : oldest.seq - 1), newest: String(newest) }
        }),
      find: (cursor) =>
        read('events.find', () => {
          const isHere = /^\d+$/.test(cursor) && Number(cursor) <= (tables.counters.get('seq')?.version ?? 0)
          return isHere ? events(({ seq }) => seq === Number(cursor)).at(0) : 'elsewhere'
        }),
      ofTransaction: (id) => read('events.ofTransaction', () => events(({ transactionId }) => transactionId === id)),
      prune: (keepMs, limit) =>
        write('events.prune', (set) => {
          const newest = events(() => true).at(-1)?.seq ?? 0
          const noted = events(({ seq }) => seq <= newest - EVENTS_SINCE).at(-1)
          if (noted === undefined) return 0
          const beforeMs = Math.min(now(), Date.parse(noted.at)) - keepMs
          const [before = '', latest = ''] = [beforeMs, latestStoredMs(now(), 0)].map((ms) =>
            new Date(ms).toISOString(),
          )
          const isPending = (id: string) => transactionOf(id)?.doc.status === 'PENDING'
          const last = events(({ at }) => at < before).at(-1)?.seq ?? 0
          const isOld = ({ seq, at }: SwapEvent) => seq <= last && (at < before || at > latest)
          const over = events((one) => isOld(one) && !isPending(one.transactionId ?? '')).slice(0, limit)
          for (const { seq } of over) set('events', String(seq).padStart(12, '0'), undefined)
          return over.length
        }),
    },
    catalog: {
      chains: () => read('catalog.chains', () => rowsOf<CatalogChain>(tables.chains)),
      assets: (chainKey) =>
        read('catalog.assets', () =>
          rowsOf<CatalogAsset>(tables.assets).filter(({ chain }) => chainKey === undefined || chain === chainKey),
        ),
      put: (chains, assets, documents = new Map()) =>
        write('catalog.put', (set) => {
          for (const chain of chains) set('chains', chain.key, { text: JSON.stringify(chain), version: 1 })
          for (const asset of assets) {
            set('assets', `${asset.chain}\n${asset.address}`, { text: JSON.stringify(asset), version: 1 })
          }
          for (const [key, doc] of documents) {
            const version = (tables.documents.get(key)?.version ?? 0) + 1
            set('documents', key, { text: JSON.stringify(doc), version })
          }
          set('counters', 'catalog', { text: '', version: (tables.counters.get('catalog')?.version ?? 0) + 1 })
        }),
      version: () => read('catalog.version', () => tables.counters.get('catalog')?.version ?? 0),
    },
    documents: documentsOf(file, { read, write }),
    check: () =>
      write('check', (set) => {
        set('counters', 'checked_at', { text: String(now()), version: 1 })
        return { schemaVersion: 1, sizeBytes: 4096 }
      }),
    countRemovable: () =>
      read('countRemovable', () => {
        const nothing = { rows: 0, bytes: 0, counted: 'exactly' } as const
        return { routes: nothing, locks: nothing, events: nothing, payloads: nothing, freeBytes: 0 }
      }),
    compact: () => read('compact', () => ({ beforeBytes: 4096, afterBytes: 4096 })),
    close,
  }
}

/** Small documents in a file. */
export function openSimulatedDocuments(
  file: SimulatedFile,
  access: DiskAccess,
): RunDocuments & { close(): Promise<void> } {
  const opened = openFile(file, access, 'wallet')
  return { ...scanRuns(documentsOf(file, opened)), close: opened.close }
}

function documentsOf(
  { tables: { documents } }: SimulatedFile,
  { read, write }: Pick<OpenFile, 'read' | 'write'>,
): DocumentStore {
  return {
    get: (key) => read(`get ${key}`, () => plain(documents.get(key))),
    put: (key, value, expectedVersion) =>
      write(`put ${key}`, (set) => {
        if ((documents.get(key)?.version ?? 0) !== expectedVersion) return false
        set('documents', key, { text: JSON.stringify(value), version: expectedVersion + 1 })
        return true
      }),
    delete: (key) => write(`delete ${key}`, (set) => set('documents', key, undefined)),
    list: (prefix) =>
      read(`list ${prefix}`, () =>
        [...documents]
          .filter(([key]) => key.startsWith(prefix))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, { text, version }]) => ({ key, doc: JSON.parse(text) as Json, version })),
      ),
  }
}

/** Writes a row, or removes it. */
type Set = (table: Table, key: string, row: Row | undefined) => void

interface OpenFile {
  readonly read: <T>(what: string, work: () => T) => Promise<T>
  /** One commit, whole; a relaxed one lasts only once a later one is synced. */
  readonly write: <T>(what: string, work: (set: Set) => T, sync?: 'full' | 'relaxed') => Promise<T>
  readonly close: () => Promise<void>
}

function openFile(file: SimulatedFile, access: DiskAccess, name: string): OpenFile {
  const { call } = access
  let closed = false
  const mustBeOpen = () => {
    if (closed) throw new SwapError('SERVICE_UNAVAILABLE', 'The store is closed')
    if (file.isFailing && access !== AT_ONCE) throw failure('SQLITE_IOERR', name)
  }
  return {
    read: (what, work) => {
      return call(`${name}.${what}`, () => {
        mustBeOpen()
        return work()
      })
    },
    write: (what, work, sync = 'full') => {
      let undo: (() => void) | undefined
      return call(
        `${name}.${what}`,
        () => {
          mustBeOpen()
          const done = commit(file, name, work)
          undo = done.undo
          return done.result
        },
        undefined,
        () => {
          if (sync === 'full' && undo !== undefined) file.unsynced.splice(0, file.unsynced.indexOf(undo) + 1)
        },
      )
    },
    close: async () => {
      closed = true
    },
  }
}

function commit<T>(
  file: SimulatedFile,
  name: string,
  work: (set: Set) => T,
): { readonly result: T; readonly undo?: () => void } {
  const before: [Table, string, Row | undefined][] = []
  const undo = () => {
    for (const [table, key, row] of before.reverse()) place(file.tables[table], key, row)
  }
  try {
    const result = work((table, key, row) => {
      before.push([table, key, file.tables[table].get(key)])
      place(file.tables[table], key, row)
    })
    if (before.length === 0) return { result }
    if (file.isFull) throw failure('SQLITE_FULL', name)
    file.unsynced.push(undo)
    file.commits += 1
    return { result, undo }
  } catch (error) {
    undo()
    throw error
  }
}

/** As the real store fails. */
function failure(code: 'SQLITE_FULL' | 'SQLITE_IOERR', name: string): Error {
  return storeFailure(Object.assign(new Error('disk'), { code }), `${name}.db`)
}

function place(table: Map<string, Row>, key: string, row: Row | undefined): void {
  if (row === undefined) table.delete(key)
  else table.set(key, row)
}

function transactionRow(record: TransactionRecord, version: number): Row {
  const { hash, inboundHash, outboundHash, nextPollAtMs } = record
  const hashes = [hash, inboundHash, outboundHash ?? ''].filter((text) => text !== '').map(hashKey)
  return { text: toText(record, transactionForm), version, nextPollAtMs, hashes }
}

function toText<T, J>(record: T, form: JsonForm<T, J>): string {
  return JSON.stringify(form.toJson(record))
}

function fromText<T, J>(text: string, form: JsonForm<T, J>): T {
  return form.fromJson(JSON.parse(text) as J)
}

function decode<T, J>(row: Row | undefined, form: JsonForm<T, J>): Versioned<T> | undefined {
  return row === undefined ? undefined : { doc: fromText(row.text, form), version: row.version }
}

function plain(row: Row | undefined): Versioned<Json> | undefined {
  return row === undefined ? undefined : { doc: JSON.parse(row.text) as Json, version: row.version }
}

function rowsOf<T>(table: Map<string, Row>): T[] {
  return [...table.values()].map(({ text }) => JSON.parse(text) as T)
}

function emptyTables(): Tables {
  return Object.fromEntries(TABLES.map((table) => [table, new Map<string, Row>()])) as unknown as Tables
}

function copyOf(tables: Tables): Tables {
  return Object.fromEntries(TABLES.map((table) => [table, new Map(tables[table])])) as unknown as Tables
}
