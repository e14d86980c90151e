import { type BigIntStats, closeSync, openSync, readSync, statSync } from 'node:fs'
import { SwapError } from '../../core/api/errors.ts'
import { isDamageFailure } from './failures.ts'
import { readMarker } from './store-file.ts'

/** Reads of a file by a connection that has nothing of it in memory. */
export interface ColdReads {
  /** How many commits it has seen. */
  readonly countCommits: () => number
  /** SQLite's number of the schema, which VACUUM changes too. */
  readonly schemaVersion: () => number
  /** Whether each of its pages is where it belongs: as long as it takes to read the file. */
  readonly hasAllPages: () => boolean
}

/** A file that is in use. */
export interface WatchedFile {
  /**
   * @throws STORE_UNUSABLE while another file is in its place, and for good once it or its write-ahead log was cut short: SQLite
   * goes on with what it has in memory, and would make a hole of what is lost
   */
  verify(): void
  /** Notes how long they are now that something was written. */
  noteWritten(): void
  /** True once it was found cut short: what is left of the log must not be moved into the file. */
  isCutShort(): boolean
}

/**
 * Watches the file at `path`, which has a page at least.
 * @param schemaVersion SQLite's number of the schema now
 * @param onLost called once it is found cut short
 * @param cold used where one of them is shorter than before: VACUUM does that, and a checkpoint, and both keep all commits
 */
export function watchFile(
  path: string,
  schemaVersion: number,
  cold: ColdReads,
  onLost: () => void = () => undefined,
): WatchedFile {
  const log = `${path}-wal`
  // By this file processes tell each other what the log holds: those that have two of them write over each other.
  const index = `${path}-shm`
  const indexBefore = statOf(index)
  const before = statOf(path)
  let fileBytes = before?.size ?? 0n
  // Read before the length, here and below: where the log begins anew between the two, the header that is kept is the older one,
  // and differs from that of the log whose length is kept.
  let logHeader = readLogHeader(log)
  let logBytes = statOf(log)?.size ?? 0n
  let writes = 0
  let vacuumedAt = schemaVersion
  let lost: SwapError | undefined

  /** True for a file that has all its pages, though it is shorter. */
  function isVacuumed(): boolean {
    const before = vacuumedAt
    vacuumedAt = cold.schemaVersion()
    return vacuumedAt !== before || cold.hasAllPages()
  }

  /** False for a shorter log with the header of before: one that was emptied when all of it was in the file begins anew. */
  function isLogWhole(): boolean {
    const before = logHeader
    logHeader = readLogHeader(log)
    const newLogBytes = statOf(log)?.size ?? 0n
    const isWhole = newLogBytes >= logBytes || logHeader === '' || logHeader !== before
    logBytes = newLogBytes
    return isWhole
  }

  function isWhole(newFileBytes: bigint): boolean {
    if (newFileBytes === 0n || !isLogWhole()) return false
    // By the commits that are noted as such: what the log has lost is missing in the file.
    const commits = readMarker(path)?.commits ?? 0
    return cold.countCommits() >= commits && (newFileBytes >= fileBytes || isVacuumed())
  }

  /** What is wrong with a file that is shorter than it was, or its log. */
  function judge(newFileBytes: bigint): SwapError | undefined {
    try {
      return isWhole(newFileBytes) ? undefined : cutShort(path)
    } catch (error) {
      if (isDamageFailure(error)) return cutShort(path, error)
      throw error
    }
  }

  function refuseLost(): void {
    if (lost === undefined) return
    onLost()
    throw lost
  }

  function verify(): void {
    if (lost !== undefined) throw lost
    const file = statOf(path)
    if (file === undefined || !isSame(file, before)) throw movedStore(path)
    if (!isSame(statOf(index), indexBefore)) lost = lostIndex(path)
    refuseLost()
    const newLogBytes = statOf(log)?.size ?? 0n
    if (file.size < fileBytes || newLogBytes < logBytes) lost = judge(file.size)
    else logBytes = newLogBytes
    refuseLost()
    fileBytes = file.size
  }

  function noteWritten(): void {
    const newFileBytes = statOf(path)?.size ?? 0n
    if (newFileBytes > fileBytes) fileBytes = newFileBytes
    const isHeaderDue = writes % WRITES_A_HEADER === 0 || (statOf(log)?.size ?? 0n) > logBytes
    const newLogHeader = isHeaderDue ? readLogHeader(log) : logHeader
    const newLogBytes = statOf(log)?.size ?? 0n
    writes += 1
    // What is shorter is judged before the next write, by the header that it had when it was longer.
    if (newLogBytes < logBytes) return
    logHeader = newLogHeader
    logBytes = newLogBytes
  }

  return { verify, noteWritten, isCutShort: () => lost !== undefined }
}

function isSame(found: BigIntStats | undefined, before: BigIntStats | undefined): boolean {
  return found?.dev === before?.dev && found?.ino === before?.ino
}

/** Writes after which it is looked whether the log began anew, where it does not grow. */
const WRITES_A_HEADER = 64
/** Bytes of a log's header, which are other ones each time it begins anew (https://www.sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER_BYTES = 32

/** The header of a log; '' where there is none. SQLite locks no log: one may be opened and closed. */
function readLogHeader(log: string): string {
  try {
    const handle = openSync(log, 'r')
    try {
      const bytes = Buffer.alloc(LOG_HEADER_BYTES)
      return readSync(handle, bytes) === LOG_HEADER_BYTES ? bytes.toString('latin1') : ''
    } finally {
      closeSync(handle)
    }
  } catch {
    return ''
  }
}

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true })
}

function movedStore(path: string): SwapError {
  return new SwapError('STORE_UNUSABLE', `The store ${path} was moved, deleted or replaced while it was in use.`, {
    reason: 'store-moved',
    hint: 'Put the file back where it was, or start swapcli again',
  })
}

function lostIndex(path: string): SwapError {
  return new SwapError(
    'STORE_UNUSABLE',
    `${path}-shm was deleted or replaced while the store was in use: what other processes write is not seen any more.`,
    {
      reason: 'store-moved',
      hint: 'Nothing is written to it any more. Stop all swapcli processes that use it, then start swapcli again',
    },
  )
}

function cutShort(path: string, cause?: unknown): SwapError {
  return new SwapError(
    'STORE_UNUSABLE',
    `The store ${path} or its write-ahead log was emptied or cut short while it was in use.`,
    {
      reason: 'store-moved',
      funds: 'unknown',
      hint: 'Nothing is written to it any more. Copy its folder to a safe place, then start swapcli again, which says what is lost',
      cause,
    },
  )
}
