import pg from 'pg'
import { defined } from '../../../core/defined.ts'
import { startTimer } from '../../../core/deadline.ts'
import type { Clock } from '../../../core/ports.ts'
import type { PgAddress } from './address.ts'
import type { ConnectionCounts, PgRow, Statement } from '../database.ts'
import { CONNECT_MS, connectionOptions, createClient } from './client.ts'
import { isWithoutTls } from './failures.ts'

/** Most connections of a process. @see src/docs/scaling.md for how many a server may have */
export const DEFAULT_CONNECTIONS = 10
/** Longest time of a statement, as the server counts it, in milliseconds. */
export const STATEMENT_MS = 5_000
/** How much longer this side waits, so that the server's own word comes first. */
const GRACE_MS = 2_000
const LOCK_MS = 2_000
const IDLE_IN_TRANSACTION_MS = 10_000
const IDLE_MS = 30_000
/** How long a connection is used, in seconds: at most, and how much less by chance, so that servers do not reconnect together. */
const LIFETIME_SEC = { most: 1_800, spread: 300 } as const

/** What a session of our own is set to: a pooler would hand it to others. */
const SESSION: readonly (readonly [name: string, value: string])[] = [
  ['statement_timeout', String(STATEMENT_MS)],
  ['lock_timeout', String(LOCK_MS)],
  ['idle_in_transaction_session_timeout', String(IDLE_IN_TRANSACTION_MS)],
  ['default_transaction_isolation', 'read committed'],
  ['bytea_output', 'hex'],
  ['DateStyle', 'ISO'],
  // Or the text NULL is written for nothing.
  ['array_nulls', 'on'],
  ['extra_float_digits', '1'],
  // Operators and functions are not qualified: another role could make some of its own in a schema that is looked through first.
  ['search_path', 'pg_catalog'],
]

/** A commit is on the disk, or where its user has it so, on those of replicas too. */
const DURABLE = `set_config('synchronous_commit',
  case when current_setting('synchronous_commit') = 'remote_apply' then 'remote_apply' else 'on' end, false)`

/** Statements that a session keeps prepared, each with some memory of the server: some have limits and offsets in their text. */
const MOST_PREPARED = 250

/** One connection, while it is lent. */
export interface PgConnection {
  /** True for a session of our own; false behind a pooler, which gives each transaction another one. */
  readonly isDirect: boolean
  /** Runs a statement; one that the server does not answer in time ends the connection. */
  run(statement: Statement, timeoutMs?: number): Promise<readonly PgRow[]>
  /** Runs BEGIN, COMMIT and the like. */
  command(text: string): Promise<void>
  /** Gives it back. @param isBroken true where it must not be used again */
  release(isBroken: boolean): void
}

/** Connections to one database. */
export interface PgPool {
  /** @throws the failure of connecting */
  connect(): Promise<PgConnection>
  counts(): ConnectionCounts
  /** Uses none of the present connections again: they lead to a server that is not the one any more. */
  leave(): void
  close(): Promise<void>
}

/** @param random from 0 to 1 */
export function openPool(
  address: PgAddress,
  clock: Pick<Clock, 'sleep' | 'startTimer'>,
  random: () => number,
  most = DEFAULT_CONNECTIONS,
): PgPool {
  const names = new Map<string, string>()
  /** One name for each statement: prepared once on each connection. */
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_PREPARED) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
  let isClear = address.tls === undefined
  let pool = create()
  let isClosed = false
  const pools = new WeakMap<pg.PoolClient, pg.Pool>()
  const left = new Set<pg.Pool>()

  function createOwnClient(config: pg.ClientConfig): pg.Client {
    return createClient(address, config)
  }

  function create(): pg.Pool {
    const made = new pg.Pool({
      ...connectionOptions(address, isClear),
      ...{ max: most, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true },
      maxLifetimeSeconds: LIFETIME_SEC.most - Math.floor(random() * LIFETIME_SEC.spread),
      // pg's types take classes only: `new` gives what a function returns.
      Client: createOwnClient as unknown as typeof pg.Client,
    })
    // The next statement tells what became of a connection: without a listener, the process would end.
    made.on('error', () => undefined)
    made.on('connect', (client) => {
      client.on('error', () => undefined)
      pools.set(client, made)
    })
    return made
  }

  async function lend(): Promise<pg.PoolClient> {
    const from = pool
    try {
      return await from.connect()
    } catch (error) {
      if (!isWithoutTls(error) || !address.isTlsOptional) throw error
      // Of several that learn it at once, the first one changes it for all.
      if (!isClear) {
        isClear = true
        leave()
      }
      return pool.connect()
    }
  }

  function leave(): void {
    // What still runs when it is closed may learn then that its server has moved.
    if (isClosed) return
    const old = pool
    pool = create()
    left.add(old)
    void old.end().finally(() => left.delete(old))
  }

  const sessions = new WeakMap<pg.PoolClient, Promise<boolean>>()
  const isDirect = (client: pg.PoolClient): Promise<boolean> => {
    const known = sessions.get(client)
    if (known !== undefined) return known
    const found = beginSession(client)
    sessions.set(client, found)
    return found
  }

  return {
    counts: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      awaited: pool.waitingCount,
    }),
    connect: async () => {
      const client = await lend()
      let direct: boolean
      try {
        direct = await isDirect(client)
      } catch (error) {
        client.release(true)
        throw error
      }
      // Others may lead into the same network that is cut: none of them has to find that out for itself.
      const onLate = () => {
        if (pools.get(client) === pool) leave()
      }
      return {
        isDirect: direct,
        run: async ({ text, values, isOnce }, timeoutMs = STATEMENT_MS) => {
          const query = {
            text,
            values: [...values],
            ...defined({ name: direct && isOnce !== true ? nameOf(text) : undefined }),
          }
          return runInTime(clock, client, query, timeoutMs + GRACE_MS, onLate)
        },
        command: async (text) => void (await runInTime(clock, client, { text }, STATEMENT_MS + GRACE_MS, onLate)),
        release: (isBroken) => client.release(isBroken),
      }
    },
    leave,
    close: async () => {
      isClosed = true
      await Promise.all([pool.end(), ...[...left].map((old) => (old.ending ? undefined : old.end()))])
    },
  }

  async function beginSession(client: pg.PoolClient): Promise<boolean> {
    const own = await runInTime(clock, client, { text: 'select pg_backend_pid() as pid' }, CONNECT_MS)
    // A pooler gives a number of its own; one server cannot have two of one number.
    const { processID } = client as unknown as { readonly processID: unknown }
    if (own[0]?.['pid'] !== processID) return false
    const sets = [DURABLE, ...SESSION.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`)]
    await runInTime(clock, client, { text: `select ${sets.join(', ')}`, values: SESSION.flat() }, CONNECT_MS)
    return true
  }
}

/** A network that is cut leaves a query without an answer for a quarter of an hour: a timer of our own ends the connection. */
async function runInTime(
  clock: Pick<Clock, 'sleep' | 'startTimer'>,
  client: pg.PoolClient,
  query: pg.QueryConfig,
  ms: number,
  onLate: () => void = () => undefined,
): Promise<readonly PgRow[]> {
  let stop: () => void = () => undefined
  const late = new Promise<never>((_, reject) => {
    stop = startTimer(clock, ms, () => {
      onLate()
      reject(new Error(`the server did not answer within ${ms} ms`))
    })
  })
  try {
    const { rows } = await Promise.race([client.query<PgRow>(query), late])
    return rows
  } finally {
    stop()
  }
}
