import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { DEFAULT_CONNECTIONS } from '../../src/store/postgres/connection/pool.ts'
import type { Store } from '../../src/store/port.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { SWAP_REQUEST } from './fill.ts'
import {
  databaseHash,
  databaseWallet,
  EACH,
  fillDatabase,
  openBenchStore,
  RARE_SYMBOL,
  settleSwap,
  verifyFilled,
} from './fill-database.ts'
import { cpuMs, familyCpuMs, median } from './measure.ts'
import { recordDatabaseSwaps } from './record-database-swaps.ts'
import { serveSwaps, swapOver } from './swap-load.ts'

/* A store on PostgreSQL against a bare program, against a file, of several servers, and as it grows. */

const CLIENTS = [1, 8, 32] as const
const SERVERS = [1, 2, 4] as const
const ROUNDS = 3
const SWAPS = 400
/** Swaps of each before it is measured: until then the engine is still compiling. */
const WARM_UP = 600

/** What several servers of one database come to. */
export interface ServerFigure {
  readonly servers: number
  /** Swaps a second. */
  readonly rate: number
  /** CPU time of all servers for a swap, in milliseconds. */
  readonly serverCpuMs: number
  /** CPU time of the database for a swap, in milliseconds. */
  readonly databaseCpuMs: number
}

/** Swaps (lock and execute) a second, by how many clients make them. */
export interface DatabaseSwapFigures {
  /** By a program that sends the same statements through `pg`, and does nothing else. */
  readonly bare: ReadonlyMap<number, number>
  readonly library: ReadonlyMap<number, number>
  /** By `swapcli serve`, over HTTP. */
  readonly served: ReadonlyMap<number, number>
  /** The same over a file. */
  readonly servedFile: ReadonlyMap<number, number>
  /** 16 clients a server. */
  readonly servers: readonly ServerFigure[]
  /** What a swap adds to the database, in bytes. */
  readonly bytes: number
}

export async function databaseSwaps(folder: string): Promise<DatabaseSwapFigures> {
  const server = await startPostgres({
    durable: true,
    settings: { shared_buffers: '256MB', max_connections: '120', autovacuum: 'on' },
  })
  const ends: (() => Promise<unknown>)[] = []
  try {
    const databases = new Map<number, string>()
    for (const count of SERVERS) databases.set(count, (await server.createDatabase()).url)
    const groups = []
    for (const [count, url] of databases) {
      const running: Awaited<ReturnType<typeof serveSwaps>>[] = []
      for (let index = 0; index < count; index += 1) {
        const one = await serveSwaps(join(folder, `database-${count}-${index}`), url)
        running.push(one)
        ends.push(one.stop)
      }
      groups.push({ count, pids: running.map(({ pid }) => pid), ports: running.map(({ port }) => port) })
    }
    const file = await serveSwaps(join(folder, 'database-file'))
    ends.push(file.stop)
    const ofServed = (await server.createDatabase()).url
    const served = await serveSwaps(join(folder, 'database-served'), ofServed)
    ends.push(served.stop)
    const library = await startLibrary(join(folder, 'database-library'), (await server.createDatabase()).url)
    ends.push(library.stop)
    const bare = await prepareBare(folder, server)
    for (const { count, ports } of groups) await swapOver(ports, 16, WARM_UP * count)
    for (const { port } of [file, served]) await swapOver([port], 8, WARM_UP)
    await library.swap(8, WARM_UP)
    const alone = [served.port]
    const rates = {
      bare: new Map<number, number[]>(),
      library: new Map<number, number[]>(),
      served: new Map<number, number[]>(),
      file: new Map<number, number[]>(),
    }
    const figures = new Map<number, Omit<ServerFigure, 'servers'>[]>()
    // In turns, so that a busy neighbour slows all of them alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const clients of CLIENTS) {
        const swaps = clients === 1 ? SWAPS / 4 : SWAPS
        note(rates.bare, clients, await bare(clients))
        note(rates.library, clients, await library.swap(clients, swaps))
        note(rates.served, clients, await swapOver(alone, clients, swaps))
        note(rates.file, clients, await swapOver([file.port], clients, swaps))
      }
      for (const { count, pids, ports } of groups) {
        const cpu = () => [pids.reduce((sum, pid) => sum + cpuMs(pid), 0), familyCpuMs(server.pid())] as const
        const before = cpu()
        // As many for each server, so that each is as warm.
        const swaps = (SWAPS / 2) * count
        const rate = await swapOver(ports, 16, swaps)
        const [ofServers, ofDatabase] = cpu()
        const each = { serverCpuMs: (ofServers - before[0]) / swaps, databaseCpuMs: (ofDatabase - before[1]) / swaps }
        note(figures, count, { rate, ...each })
      }
    }
    return {
      ...{ bare: medians(rates.bare), library: medians(rates.library) },
      ...{ served: medians(rates.served), servedFile: medians(rates.file) },
      servers: [...figures].map(([servers, of]) => ({
        servers,
        rate: median(of.map(({ rate }) => rate)),
        serverCpuMs: median(of.map((one) => one.serverCpuMs)),
        databaseCpuMs: median(of.map((one) => one.databaseCpuMs)),
      })),
      bytes: await bytesOfSwap(ofServed, alone),
    }
  } finally {
    await Promise.all(ends.map((end) => end()))
    await server.close()
  }
}

function note<T>(lists: Map<number, T[]>, key: number, value: T): void {
  lists.set(key, [...(lists.get(key) ?? []), value])
}

function medians(rates: ReadonlyMap<number, readonly number[]>): ReadonlyMap<number, number> {
  return new Map([...rates].map(([key, list]) => [key, median(list)]))
}

/** Records swaps, and gives what plays their statements in a database of their own, as often as it is called. */
async function prepareBare(folder: string, server: PostgresServer): Promise<(clients: number) => Promise<number>> {
  const [warmUp, file] = [SWAPS / 2, join(folder, 'database-statements')]
  const recorded = await server.createDatabase()
  await recordDatabaseSwaps(join(folder, 'database-recorded'), recorded.url, SWAPS + warmUp, file)
  const empty = await server.createDatabase()
  await (await openBenchStore(empty.url)).store.close()
  const script = fileURLToPath(new URL('./bare-database.mjs', import.meta.url))
  const { searchParams, username } = new URL(empty.url)
  let runs = 0
  return async (clients) => {
    runs += 1
    const database = `bare_${runs}`
    await server.query(`create database ${database} template ${empty.name}`)
    const options = { host: searchParams.get('host'), user: username, database, max: DEFAULT_CONNECTIONS }
    const { status, stdout } = spawnSync(
      process.execPath,
      [script, file, String(clients), String(warmUp), JSON.stringify(options)],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await server.query(`drop database ${database} with (force)`)
    if (status !== 0) throw new Error('the bare program failed')
    return Number(stdout)
  }
}

/** The built library in a process of its own. */
async function startLibrary(home: string, store: string) {
  const script = fileURLToPath(new URL('./library-swaps.mjs', import.meta.url))
  const request = JSON.stringify({ ...SWAP_REQUEST, provider: 'SANDBOX_BRIDGE' })
  const child = spawn(process.execPath, [script, home, store, request], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const line = await lines.next()
    if (line.done === true) throw new Error('the process of the library ended')
    return line.value
  }
  await next()
  return {
    swap: async (clients: number, swaps: number): Promise<number> => {
      child.stdin.write(`${clients} ${swaps}\n`)
      return Number(await next())
    },
    stop: async () => void child.kill(),
  }
}

/** What the database grows by with each swap, in bytes. */
async function bytesOfSwap(url: string, ports: readonly number[]): Promise<number> {
  const size = async () => {
    const { store } = await openBenchStore(url)
    const { sizeBytes } = await store.check()
    await store.close()
    return sizeBytes
  }
  const before = await size()
  await swapOver(ports, 8, WARM_UP)
  return ((await size()) - before) / WARM_UP
}

/** What a read takes in a store of a million transactions, in milliseconds, against what it takes in one of a thousand. */
export interface GrowthFigure {
  readonly name: string
  readonly kind: 'wallet' | 'search' | 'other'
  readonly smallMs: number
  readonly largeMs: number
}

const SIZES = { small: 1_000, large: 1_000_000 } as const

interface ReadCase extends Pick<GrowthFigure, 'name' | 'kind'> {
  readonly rounds: number
  /** @returns how many it counted */
  readonly read: (store: Store, transactions: number, round: number) => Promise<number>
  /** What it has to count. */
  readonly expected: (transactions: number) => number
}

const list = async (store: Store, filter: Parameters<Store['transactions']['list']>[0], page = 1) =>
  (await store.transactions.list(filter, page, 20)).total
/** Any of the transactions, another one each time. */
const anyOf = (transactions: number, round: number) => (round * 7_919 + 13) % transactions
const MOST_COUNTED = 10_000
const mostOf = (transactions: number) => Math.min(transactions, MOST_COUNTED)

const CASES: readonly ReadCase[] = [
  {
    ...{ name: 'history of one wallet', kind: 'wallet', rounds: 300, expected: () => EACH },
    read: (store, transactions, round) =>
      list(store, { addressKeys: [databaseWallet(anyOf(transactions, round), transactions)] }),
  },
  {
    ...{ name: 'search: 3 characters', kind: 'search', rounds: 100, expected: () => EACH },
    read: (store) => list(store, { query: RARE_SYMBOL }),
  },
  {
    ...{ name: 'search: 12 characters of a hash', kind: 'search', rounds: 100, expected: () => 1 },
    read: (store, transactions, round) =>
      list(store, { query: databaseHash(anyOf(transactions, round)).slice(20, 32) }),
  },
  {
    ...{ name: 'search: a hash', kind: 'search', rounds: 100, expected: () => 1 },
    read: (store, transactions, round) => list(store, { query: databaseHash(anyOf(transactions, round)) }),
  },
  {
    ...{ name: 'search: a text that none has', kind: 'search', rounds: 100, expected: () => 0 },
    read: (store) => list(store, { query: 'nowhere to be found' }),
  },
  {
    ...{ name: 'search: a word that all have, counted up to 10,000', kind: 'other', rounds: 15, expected: mostOf },
    read: (store) => list(store, { query: 'ethereum' }),
  },
  {
    ...{ name: 'newest 20 of all', kind: 'other', rounds: 100, expected: (transactions) => transactions },
    read: (store) => list(store, {}),
  },
  {
    ...{ name: 'the page in the middle of all', kind: 'other', rounds: 15, expected: (transactions) => transactions },
    read: (store, transactions) => list(store, {}, transactions / 40),
  },
  {
    ...{ name: 'statistics of all', kind: 'other', rounds: 15, expected: (transactions) => transactions },
    read: async (store) => (await store.transactions.stats({})).total,
  },
]

export async function databaseGrowth(folder: string): Promise<readonly GrowthFigure[]> {
  const settings = { shared_buffers: '512MB', maintenance_work_mem: '512MB', max_wal_size: '4GB' }
  // What is filled at once is not written to a log, where nobody else reads that.
  const server = await startPostgres({
    durable: true,
    settings: { ...settings, wal_level: 'minimal', max_wal_senders: '0' },
  })
  try {
    const template = await settleSwap(join(folder, 'database-template'))
    const stores: { readonly size: keyof typeof SIZES; readonly store: Store }[] = []
    for (const size of ['small', 'large'] as const) {
      const { url } = await server.createDatabase()
      await fillDatabase(url, SIZES[size], template)
      await verifyFilled(url, SIZES[size])
      stores.push({ size, store: (await openBenchStore(url)).store })
    }
    const figures: GrowthFigure[] = []
    for (const { name, kind, rounds, read, expected } of CASES) {
      const times = { small: [] as number[], large: [] as number[] }
      for (let round = -5; round < rounds; round += 1) {
        for (const { size, store } of stores) {
          const start = performance.now()
          const total = await read(store, SIZES[size], Math.abs(round))
          const ms = performance.now() - start
          if (total !== expected(SIZES[size])) throw new Error(`${name}: ${total} of ${SIZES[size]} were counted`)
          if (round >= 0) times[size].push(ms)
        }
      }
      figures.push({ name, kind, smallMs: median(times.small), largeMs: median(times.large) })
    }
    for (const { store } of stores) await store.close()
    return figures
  } finally {
    await server.close()
  }
}
