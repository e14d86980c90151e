import type { Clock } from '../../../core/ports.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import { type PgAddress, readAddress } from './address.ts'
import { createDatabase } from './repeats.ts'
import type { PgDatabase } from '../database.ts'
import { databaseAway, databaseFailure, failureKind } from './failures.ts'
import { openPool, type PgPool } from './pool.ts'
import { checkServer, type ServerFacts } from './server-checks.ts'

/** How often an opening tries to reach a server that starts, and the pause between, in milliseconds. */
const TRIES = { most: 10, pauseMs: 300 } as const

export interface PgOptions {
  /** `postgres://…`, which may hold a password: nothing that this throws or shows has it. */
  readonly url: string
  /** PG* variables, HOME and APPDATA. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** This machine's. */
  readonly clock: Clock
  /** From 0 to 1, not guessable. */
  readonly random: () => number
  /** Name of the schema, a plain word. */
  readonly schema: string
  /** Most connections. @default 10 */
  readonly connections?: number | undefined
  /** The store's time in place of the database's, epoch milliseconds; for tests. */
  readonly nowMs?: (() => number) | undefined
}

/** A database that can hold a store. */
export interface OpenedDatabase {
  readonly database: PgDatabase
  readonly facts: ServerFacts
  readonly address: PgAddress
}

/**
 * Connects to the server of a URL and looks whether a store can be there.
 * @throws CONFIG_INVALID for a URL that cannot be read, STORE_UNUSABLE where the server cannot be used, SERVICE_UNAVAILABLE
 * where it does not answer
 */
export async function connectDatabase(options: PgOptions): Promise<OpenedDatabase> {
  const { clock, random } = options
  const address = readAddress(options.url, options.env)
  const pool = openPool(address, clock, random, options.connections)
  try {
    const facts = await lookAt(pool, address.shown, clock)
    const database = createDatabase({
      ...{ pool, clock, random, schema: `"${options.schema}"`, name: address.shown },
      nowMs: options.nowMs,
    })
    return { database, facts, address }
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** The server's facts, once it answers: one that has just begun does soon. */
async function lookAt(pool: PgPool, name: string, clock: Clock): Promise<ServerFacts> {
  for (let tries = 1; ; tries += 1) {
    let connection
    try {
      connection = await pool.connect()
    } catch (error) {
      if (failureKind(error, false) !== 'passing') throw databaseFailure(name, error, false)
      if (tries === TRIES.most || !isStarting(error)) throw databaseAway(name, error)
      await clock.sleep(TRIES.pauseMs)
      continue
    }
    let isBroken = true
    try {
      const facts = await checkServer(connection, name)
      isBroken = false
      return facts
    } catch (error) {
      if (isSwapError(error)) throw error
      const kind = failureKind(error, true)
      throw kind === 'passing' || kind === 'unknown' ? databaseAway(name, error) : databaseFailure(name, error)
    } finally {
      connection.release(isBroken)
    }
  }
}

/** True where the server is there, and takes no calls yet, or no more connections now. */
function isStarting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '57P03' || error.code === '53300')
}
