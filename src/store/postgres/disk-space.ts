import { isSwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import type { PgDatabase } from './database.ts'

/** For how long a disk that was full is looked at again, in milliseconds. */
const DOUBTED_FOR_MS = 60_000
/** Lines of 32 characters that are written to see whether files can grow. */
const PROBE_LINES = 8_192

/** Ends the transaction of a probe. */
const ROLL_BACK = new Error('the probe is rolled back')

/**
 * Sees whether the files of the database can grow: a row that is changed in its place says nothing of that. Leaves nothing that
 * is read, and some space for vacuum.
 * @throws STORE_UNUSABLE where its disk is full, SERVICE_UNAVAILABLE
 */
export async function probeSpace(database: PgDatabase): Promise<void> {
  const { schema } = database
  try {
    await database.transaction(async (query) => {
      await query({
        text: `insert into ${schema}.documents (id, version, writes, sum, doc)
          select 'probe:' || gen_random_uuid(), 1, '{}', '', string_agg(md5(random()::text || line), '')
          from generate_series(1, ${PROBE_LINES}) as line`,
        values: [],
      })
      throw ROLL_BACK
    })
  } catch (error) {
    if (error !== ROLL_BACK) throw error
  }
}

/** Remembers that a write found the disk full: what is changed in its place may go on for long. */
export function noteFullDisk(database: PgDatabase, clock: Pick<Clock, 'now' | 'monotonicMs'>) {
  let fullMs: number | undefined
  const noting = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      if (isSwapError(error) && errorCode(error.cause) === DISK_FULL) fullMs = monotonicMs(clock)
      throw error
    }
  }
  const noted: PgDatabase = {
    ...database,
    write: (write) => noting(database.write(write)),
    relax: (statement) => noting(database.relax(statement)),
    transaction: (work, timeoutMs) => noting(database.transaction(work, timeoutMs)),
  }
  return {
    database: noted,
    /** @throws STORE_UNUSABLE while a disk that was found full still is */
    verify: async (): Promise<void> => {
      if (fullMs === undefined || monotonicMs(clock) - fullMs > DOUBTED_FOR_MS) return
      await probeSpace(noted)
      fullMs = undefined
    },
  }
}

/** SQLSTATE of a disk without space. */
const DISK_FULL = '53100'
