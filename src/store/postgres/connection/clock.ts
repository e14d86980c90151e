import { startTimer } from '../../../core/deadline.ts'
import { defined } from '../../../core/defined.ts'
import { monotonicMs } from '../../../core/monotonic.ts'
import type { Clock, Lag } from '../../../core/ports.ts'
import type { PgDatabase } from '../database.ts'

/** How long a comparison holds, in milliseconds: clocks of machines drift by some milliseconds a minute at worst. */
const COMPARED_FOR_MS = 60_000
/** Questions of one comparison: the fastest answer tells best. */
const QUESTIONS = 3
/** How long after a comparison that failed none begins by itself, in milliseconds. */
const PAUSE_MS = 1_000
/** From when on a person is told that the machine's clock is wrong, in milliseconds. */
const WRONG_FROM_MS = 2_000

/** A clock that shows a database's time. */
export interface DatabaseClock extends Clock {
  /** Compares it with the database's again. */
  compare(): Promise<void>
}

/**
 * The clock of all servers of a database: theirs, carried on between comparisons by what this machine measures. So the times
 * that are stored agree, whatever the machines' own clocks say.
 * @param tell told once, with a sentence, of a machine's clock that is wrong by more than two seconds
 */
export async function openDatabaseClock(
  database: Pick<PgDatabase, 'read' | 'name'>,
  own: Clock,
  tell: (text: string) => void,
): Promise<DatabaseClock> {
  let base = { databaseMs: own.now(), atMs: monotonicMs(own), ownMs: own.now() }
  let comparing: Promise<void> | undefined
  let isTold = false
  let failedAtMs = -PAUSE_MS
  const ask = async () => {
    const beforeMs = monotonicMs(own)
    const [row] = await database.read({
      text: 'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us',
      values: [],
    })
    const atMs = monotonicMs(own)
    return {
      databaseMs: Number(row?.['now_us']) / 1000 + (atMs - beforeMs) / 2,
      atMs,
      ownMs: own.now(),
      tookMs: atMs - beforeMs,
    }
  }
  const compare = async (): Promise<void> => {
    const answers = []
    for (let asked = 0; asked < QUESTIONS; asked += 1) answers.push(await ask())
    const [best] = answers.sort((one, other) => one.tookMs - other.tookMs)
    if (best === undefined) return
    base = best
    const aheadMs = best.ownMs - best.databaseMs
    if (isTold || Math.abs(aheadMs) < WRONG_FROM_MS + best.tookMs) return
    isTold = true
    const difference = `${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`
    tell(`the clock of this machine is ${difference} that of the store ${database.name}; the store's is used`)
  }
  const compareOnce = (): Promise<void> =>
    (comparing ??= compare()
      .catch((error: unknown) => {
        failedAtMs = monotonicMs(own)
        throw error
      })
      .finally(() => (comparing = undefined)))
  await compareOnce()
  return {
    now: () => {
      const passedMs = monotonicMs(own) - base.atMs
      // What this machine slept through, its monotonic clock may not have counted.
      const wasSet = Math.abs(own.now() - base.ownMs - passedMs) > WRONG_FROM_MS
      const isPaused = monotonicMs(own) - failedAtMs < PAUSE_MS
      if ((passedMs > COMPARED_FOR_MS || wasSet) && !isPaused) void compareOnce().catch(() => undefined)
      return Math.round(base.databaseMs + passedMs)
    },
    monotonicMs: () => monotonicMs(own),
    sleep: (ms, signal) => own.sleep(ms, signal),
    ...defined({
      startTimer: own.startTimer === undefined ? undefined : (ms: number, run: () => void) => startTimer(own, ms, run),
      watchLag: own.watchLag === undefined ? undefined : () => own.watchLag?.() ?? NEVER_LATE,
    }),
    compare: compareOnce,
  }
}

const NEVER_LATE: Lag = { ms: () => 0, catchUp: async () => undefined, stop: () => undefined }
