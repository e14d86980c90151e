import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isRecord } from '../../core/is-record.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import type { Json } from '../../core/ports.ts'
import { type Execution, type Lock, lockShape } from '../../core/api/documents.ts'
import { hasShape } from '../../core/api/shape.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { latestStoredMs } from '../../core/stored-time.ts'
import type { IdempotencyEntry } from '../../store/index.ts'
import type { ServiceContext } from '../context.ts'
import type { CheckedExecute } from '../execute/execute.ts'
import { type CheckedLock, pairOf } from '../quote/requests.ts'

/** How long an Idempotency-Key is stored, in milliseconds. */
export const KEEP_MS = DAY_MS
/** How long the first request may run before a repeat runs instead, in milliseconds. */
const RUNNING_MS = 30_000

type KeyContext = Pick<ServiceContext, 'clock' | 'store' | 'ownClaims'>

/** A lock request as it was sent, and as it is used. */
interface LockRequests {
  readonly sent: unknown
  readonly checked: CheckedLock
}

/**
 * Runs a lock request once per key. Repeating the same request returns the first answer, with the time that is left; after
 * a failure, and once its lock has expired, it runs again.
 * @param onReplay called before the first answer is returned again
 * @throws IDEMPOTENCY_CONFLICT IDEMPOTENCY_IN_PROGRESS
 */
export async function lockOnce(
  context: KeyContext,
  key: string | undefined,
  { sent, checked }: LockRequests,
  run: () => Promise<Lock>,
  onReplay?: () => void,
): Promise<Lock> {
  if (key === undefined) return run()
  const { store, ownClaims } = context
  for (;;) {
    const entry = await beginLock(context, `lock:${key}`, digestOf(identityOf(checked)), digestOf(sent))
    if ('answer' in entry) {
      onReplay?.()
      return entry.answer
    }
    try {
      const lock = await run()
      const outcome = JSON.parse(JSON.stringify(lock)) as Json
      // Where it took so long that another call has begun under the key, the answer is the one that is stored there.
      if (await store.idempotency.finish(entry.key, entry.runningUntil, outcome)) return lock
    } catch (error) {
      await store.idempotency.delete(entry.key, entry.runningUntil)
      throw error
    } finally {
      for (const id of [entry.key, requestOf(entry.key, entry.digest)]) ownClaims.end(id)
    }
  }
}

/**
 * Stores the key of a lock, or gives the answer that is stored under it.
 * @param earlierDigest that of the request by earlier versions, which counted what was sent
 */
async function beginLock(
  context: KeyContext,
  key: string,
  digest: string,
  earlierDigest: string,
): Promise<IdempotencyEntry | { readonly answer: Lock }> {
  const { ownClaims } = context
  for (;;) {
    // What this process is at goes on whatever was done to the clock, which would take its entry for one that is over.
    if (ownClaims.has(key)) throw ownClaims.has(requestOf(key, digest)) ? requestRunning() : otherRequest()
    const entry = await context.store.idempotency.begin({ key, digest, runningMs: RUNNING_MS, keepMs: KEEP_MS })
    if ('begun' in entry) {
      for (const id of [key, requestOf(key, digest)]) ownClaims.begin(id)
      return entry.begun
    }
    const { known } = entry
    const isRepeat = known.digest === digest || known.digest === earlierDigest
    if (known.outcome === undefined) {
      if (!isRepeat) throw otherRequest()
      throw requestRunning(ownClaims.has(key) ? undefined : known.runningUntil - context.clock.now())
    }
    const lock = known.outcome
    if (!hasShape(lockShape, lock)) throw new Error('what is kept under an idempotency key is no lock')
    const nowMs = context.clock.now()
    const ttlMs = Date.parse(lock.expiresAt) - nowMs
    // One that was begun while the clock was ahead is never executed.
    const isAhead = known.runningUntil > latestStoredMs(nowMs, RUNNING_MS)
    if (ttlMs > 0 && !isAhead) {
      if (!isRepeat) throw otherRequest()
      // A clock that was set back a little gives it no longer than it had.
      return { answer: { ...lock, ttlMs: Math.min(ttlMs, lock.ttlMs) } }
    }
    // Of any number that find it expired, one stores its own next.
    await context.store.idempotency.delete(key, known.runningUntil)
  }
}

/**
 * Runs an execute request with its key bound to it while keys are stored. The answer is stored with the lock, so that a repeat
 * finds it even when the first caller was killed between the commit and the answer. The key of a lock that nobody can execute
 * any more, and that it has not executed, is free.
 * @throws IDEMPOTENCY_CONFLICT when the key was used with another request
 */
export async function executeOnce(
  context: KeyContext,
  key: string | undefined,
  request: CheckedExecute,
  run: () => Promise<Execution>,
): Promise<Execution> {
  if (key === undefined) return run()
  const digest = digestOf(request)
  const times = { runningMs: KEEP_MS, keepMs: KEEP_MS }
  const entry = await context.store.idempotency.begin({ key: `execute:${key}`, digest, ...times })
  const known = 'begun' in entry ? entry.begun : entry.known
  if (known.digest !== digest) throw otherRequest()
  try {
    return await run()
  } catch (error) {
    if (isSwapError(error) && error.code === 'QUOTE_EXPIRED') await freeUnused(context, key, request.lockId, known)
    throw error
  }
}

async function freeUnused({ store }: KeyContext, key: string, lockId: string, entry: IdempotencyEntry): Promise<void> {
  const found = await store.locks.get(lockId)
  const isUsedByAnother = found?.doc.state === 'used' && found.doc.idempotencyKey !== key
  if (found === undefined || found.doc.endedAtMs !== undefined || isUsedByAnother) {
    await store.idempotency.delete(entry.key, entry.runningUntil)
  }
}

function otherRequest(): SwapError {
  return new SwapError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used with another request', {
    hint: 'Use a new key for a new request',
  })
}

/** What this process is at under a key is a claim of its own. No key has a line break. */
function requestOf(key: string, digest: string): string {
  return `${key}\n${digest}`
}

/** What makes a lock request another one: its declared fields as they are used. Prices and members that are not declared do not count. */
function identityOf(request: CheckedLock): Readonly<Record<string, unknown>> {
  const { src: _src, dst: _dst, amountIn: _units, exclude, ...fields } = request
  return { ...pairOf(request), ...fields, exclude: [...exclude].sort() }
}

/** Digest of a request, independent of the order of its fields. */
function digestOf(request: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(sortKeys(request)) ?? '')))
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  )
}

/**
 * The error for a repeat that arrives before the first call has ended.
 * @param leftMs until the first call counts as over, in milliseconds, where another process is at it, or was; undefined where
 *   this one is
 */
export function requestRunning(leftMs?: number): SwapError {
  if (leftMs === undefined) {
    return new SwapError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still running', {
      retryAfterSec: 1,
      hint: 'Send the same request again in a moment',
    })
  }
  const retryAfterSec = Math.max(1, Math.ceil(Math.min(leftMs, RUNNING_MS) / 1000))
  const message =
    'The first request with this Idempotency-Key has no answer yet: another process is at it, or ended before it had one'
  return new SwapError('IDEMPOTENCY_IN_PROGRESS', message, {
    retryAfterSec,
    hint: `Send the same request again in ${retryAfterSec} s`,
  })
}
