import type { SwapError } from '../../core/api/errors.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import type { PgDatabase } from './database.ts'

/** How long a look at the schema holds, in milliseconds: then the next call begins another one. */
const LOOKED_FOR_MS = 2_000
/** After how long without a call one waits for it, in milliseconds. */
const IDLE_MS = 60_000

/**
 * The same database, whose calls fail once its schema is not this program's any more: a newer one has changed it in a way in
 * which this one must not write beside it. Servers of several versions find that out within seconds of each other.
 * @param look gives why the schema is not to be used any more, where it is not
 * @param clock of this machine
 */
export function refuseNewerSchema(
  database: PgDatabase,
  look: () => Promise<SwapError | undefined>,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
): PgDatabase {
  let refusal: SwapError | undefined
  let lookedMs = monotonicMs(clock)
  let looking: Promise<void> | undefined

  const lookAgain = (): Promise<void> => {
    lookedMs = monotonicMs(clock)
    looking ??= look()
      .then((found) => void (refusal = found))
      // A database that does not answer says nothing of its schema.
      .catch(() => undefined)
      .finally(() => (looking = undefined))
    return looking
  }
  const verify = async (): Promise<void> => {
    const passedMs = monotonicMs(clock) - lookedMs
    if (passedMs > IDLE_MS) await lookAgain()
    else if (passedMs > LOOKED_FOR_MS) void lookAgain()
    if (refusal !== undefined) throw refusal
  }
  /** Calls run at once while the schema is known. */
  const whenVerified = <T>(call: () => Promise<T>): Promise<T> => {
    if (refusal === undefined && monotonicMs(clock) - lookedMs <= LOOKED_FOR_MS) return call()
    return verify().then(call)
  }
  return {
    ...database,
    read: (statement) => whenVerified(() => database.read(statement)),
    write: (write) => whenVerified(() => database.write(write)),
    relax: (statement) => whenVerified(() => database.relax(statement)),
    transaction: (work, timeoutMs) => whenVerified(() => database.transaction(work, timeoutMs)),
    maintain: (statement, timeoutMs) => whenVerified(() => database.maintain(statement, timeoutMs)),
  }
}
