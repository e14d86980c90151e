import { isSwapError, SwapError } from '../../../core/api/errors.ts'
import { monotonicMs } from '../../../core/monotonic.ts'
import type { Clock } from '../../../core/ports.ts'
import type { PgDatabase, PgWrite, Query, Statement } from '../database.ts'
import {
  constraintOf,
  databaseAway,
  databaseFailure,
  type FailureKind,
  failureKind,
  isAnswer,
  isNoSuchHost,
  isStalePlan,
} from './failures.ts'
import { type PgConnection, type PgPool, STATEMENT_MS } from './pool.ts'

/** How long a call tries again what fails for a passing reason, in milliseconds. */
const PATIENCE_MS = 5_000
/** Pauses between two tries, in milliseconds: the first and the longest, each less a part by chance. */
const PAUSE_MS = { first: 10, longest: 400 } as const
/** Tries of a transaction that others keep from being one at a time. */
const MOST_ROLLBACKS = 10

interface DatabaseParts {
  readonly pool: PgPool
  /** Not that of the database: for waits. */
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly schema: string
  readonly name: string
  /** @default that of the database */
  readonly nowMs?: (() => number) | undefined
}

/** A failure of one try: not what a caller sees. */
interface Failure {
  readonly error: unknown
  /** False where no statement was sent. */
  readonly wasSent: boolean
  readonly kind: FailureKind
}

/** The failure of a statement, apart from those of whoever runs several in a transaction. */
class StatementFailure extends Error {
  readonly error: unknown
  constructor(error: unknown) {
    super('a statement failed')
    this.error = error
  }
}

/** The database behind a pool. */
export function createDatabase({ pool, clock, random, schema, name, nowMs }: DatabaseParts): PgDatabase {
  let isClosed = false
  /** Since when the database has not answered anybody, by `monotonicMs`. */
  let awaySinceMs: number | undefined
  /** Since when it has taken no write, where it says that it takes none. */
  let movedSinceMs: number | undefined

  const note = (failure: Failure | undefined): void => {
    if (failure === undefined || (failure.wasSent && isAnswer(failure.error))) awaySinceMs = undefined
    else awaySinceMs ??= monotonicMs(clock)
    if (failure?.kind === 'moved') pool.leave()
  }

  /** One try on a connection. @throws what `work` throws by itself */
  const attempt = async <T>(
    work: (connection: PgConnection) => Promise<T>,
    use: 'statement' | 'transaction' | 'end' = 'statement',
  ): Promise<T | Failure> => {
    let connection: PgConnection
    try {
      connection = await pool.connect()
    } catch (error) {
      // Its name was found when the store was opened: a resolver that lacks it now may have it again.
      const failure = toFailure(error, false, isNoSuchHost(error) ? 'passing' : undefined)
      note(failure)
      return failure
    }
    const told = async <R>(running: Promise<R>): Promise<R> => {
      try {
        return await running
      } catch (error) {
        throw new StatementFailure(error)
      }
    }
    const watched: PgConnection = {
      ...connection,
      run: (statement, timeoutMs) => told(connection.run(statement, timeoutMs)),
      command: (text) => told(connection.command(text)),
    }
    try {
      const value = await work(watched)
      connection.release(use === 'end')
      note(undefined)
      return value
    } catch (error) {
      if (!(error instanceof StatementFailure)) {
        connection.release(true)
        throw error
      }
      const failure = toFailure(error.error, true)
      connection.release(use !== 'statement' || isBroken(failure))
      note(failure)
      return failure
    }
  }

  /** Tries until something else than a passing failure comes of it, or patience ends. */
  const persist = async <T>(work: () => Promise<T | Failure>, mayBeDone: boolean): Promise<T> => {
    if (isClosed) throw closedStore(name)
    const startedMs = monotonicMs(clock)
    // While nobody reaches the database, each call looks once, so that none waits behind others that do.
    const patienceMs = awaySinceMs !== undefined && startedMs - awaySinceMs > PATIENCE_MS ? 0 : PATIENCE_MS
    let wasSent = false
    for (let tries = 0; ; tries += 1) {
      const result = await work()
      if (!isFailure(result)) {
        if (mayBeDone) movedSinceMs = undefined
        return result
      }
      wasSent ||= result.kind === 'unknown' && mayBeDone
      if (!isPassing(result.kind)) {
        throw wasSent ? databaseAway(name, result.error, true) : databaseFailure(name, result.error, result.wasSent)
      }
      if (result.kind === 'moved') movedSinceMs ??= monotonicMs(clock)
      const isLongMoved = movedSinceMs !== undefined && monotonicMs(clock) - movedSinceMs > PATIENCE_MS
      const pauseMs = Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** tries) * (0.5 + random() / 2)
      const hasPatience = monotonicMs(clock) - startedMs + pauseMs <= patienceMs
      if (isClosed || !hasPatience || (result.kind === 'moved' && isLongMoved))
        throw databaseAway(name, result.error, wasSent)
      await clock.sleep(pauseMs)
    }
  }

  const ask = (statement: Statement) => persist(() => attempt((connection) => connection.run(statement)), false)

  const write = async <T>({ run, read, readRefusal, mine }: PgWrite<T>): Promise<T> => {
    let wasSent = false
    /** What an earlier try of this call came to, where the answer to it was lost. */
    const earlier = async (): Promise<T | undefined> => {
      if (!wasSent || mine === undefined) return undefined
      try {
        return mine.read(await ask(mine.statement))
      } catch (error) {
        throw isSwapError(error) ? databaseAway(name, error.cause ?? error, true) : error
      }
    }
    return persist(async () => {
      const result = await attempt((connection) => connection.run(run))
      if (!isFailure(result)) return (await earlier()) ?? read(result)
      if (result.kind === 'unknown') wasSent = true
      if (result.kind !== 'constraint') return result
      const outcome = (await earlier()) ?? readRefusal?.(constraintOf(result.error) ?? '')
      return outcome ?? result
    }, true)
  }

  const transact = async <T>(
    connection: PgConnection,
    work: (query: Query) => Promise<T>,
    timeoutMs: number,
    onCommit: () => void,
  ): Promise<T> => {
    await connection.command('begin')
    if (timeoutMs !== STATEMENT_MS) await connection.command(`set local statement_timeout = ${timeoutMs}`)
    const value = await work((statement) => connection.run(statement, timeoutMs))
    onCommit()
    await connection.command('commit')
    return value
  }

  return {
    schema,
    name,
    nowMs: () => nowMs?.() ?? null,
    // A bigint, of 62 random bits.
    createWriteId: () =>
      ((BigInt(Math.floor(random() * 2 ** 31)) << 31n) | BigInt(Math.floor(random() * 2 ** 31))).toString(),
    read: ask,
    write,
    relax: (statement) =>
      persist(async () => {
        const result = await attempt((connection) => connection.run(statement))
        // It may have been written: its caller does not rely on it, and does not write it twice.
        if (isFailure(result) && result.kind === 'unknown') throw databaseAway(name, result.error)
        return result
      }, false),
    transaction: async (work, timeoutMs = STATEMENT_MS) => {
      let rollbacks = 0
      let isEnding = false
      return persist(async () => {
        isEnding = false
        const result = await attempt(
          (connection) => transact(connection, work, timeoutMs, () => (isEnding = true)),
          'transaction',
        )
        if (!isFailure(result)) return result
        if (result.kind === 'unknown' && isEnding) throw databaseAway(name, result.error, true)
        if (result.wasSent) rollbacks += 1
        if (rollbacks >= MOST_ROLLBACKS) throw databaseAway(name, result.error)
        // Before its end, what was lost was rolled back.
        return result.kind === 'unknown' ? toFailure(result.error, true, 'passing') : result
      }, false)
    },
    maintain: (statement, timeoutMs) =>
      persist(async () => {
        const result = await attempt(async (connection) => {
          // A session of our own is not used again after that.
          if (connection.isDirect) await connection.command(`set statement_timeout = ${timeoutMs}`)
          await connection.run({ ...statement, isOnce: true }, timeoutMs)
        }, 'end')
        // It may still run: whoever needs it does it again the next time.
        if (isFailure(result) && result.kind === 'unknown') throw databaseAway(name, result.error)
        return result
      }, false),
    connections: () => pool.counts(),
    close: async () => {
      if (isClosed) return
      isClosed = true
      await pool.close()
    },
  }
}

const FAILURE = Symbol('failure')

function toFailure(error: unknown, wasSent: boolean, kind: FailureKind = failureKind(error, wasSent)): Failure {
  return { [FAILURE]: true, error, wasSent, kind } as Failure
}

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && FAILURE in value
}

function isPassing(kind: FailureKind): boolean {
  return kind === 'passing' || kind === 'unknown' || kind === 'moved'
}

/** A connection of which nobody knows what it is doing, or that nobody should use again. */
function isBroken({ kind, error }: Failure): boolean {
  return kind === 'unknown' || kind === 'moved' || isStalePlan(error)
}

function closedStore(name: string): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', `The store ${name} is closed.`, { reason: 'store-away' })
}
