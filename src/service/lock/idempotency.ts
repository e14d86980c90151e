import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isRecord } from '../../core/is-record.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import type { Json } from '../../core/ports.ts'
import type { Lock } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { ServiceContext } from '../context.ts'

/** How long an Idempotency-Key is stored, in milliseconds. */
export const KEEP_MS = DAY_MS
/** How long the first request may run before a repeat runs instead, in milliseconds. */
const RUNNING_MS = 30_000

type KeyContext = Pick<ServiceContext, 'clock' | 'store'>

/**
 * Runs a lock request once per key. Repeating the same request returns the first answer; after a failure it runs again.
 * @throws IDEMPOTENCY_CONFLICT
 */
export async function lockOnce(
  context: KeyContext,
  key: string | undefined,
  request: unknown,
  run: () => Promise<Lock>,
): Promise<Lock> {
  if (key === undefined) return run()
  const entryKey = `lock:${key}`
  const digest = digestOf(request)
  const known = await begin(context, entryKey, digest, RUNNING_MS)
  if (known !== undefined) {
    if (known.outcome === undefined) throw requestRunning()
    // Loaded here, so that commands that repeat nothing start without the validator.
    const { lockSchema } = await import('../../core/api/documents.ts')
    return lockSchema.parse(known.outcome)
  }
  try {
    const lock = await run()
    await context.store.idempotency.finish(entryKey, digest, JSON.parse(JSON.stringify(lock)) as Json)
    return lock
  } catch (error) {
    await context.store.idempotency.delete(entryKey)
    throw error
  }
}

/**
 * Binds an execute key to its request while keys are stored. The answer is stored with the lock, so that a repeat finds
 * it even when the first caller was killed between the commit and the answer.
 * @throws IDEMPOTENCY_CONFLICT when the key was used with another request
 */
export async function bindExecuteKey(context: KeyContext, key: string | undefined, request: unknown): Promise<void> {
  if (key === undefined) return
  await begin(context, `execute:${key}`, digestOf(request), KEEP_MS)
}

/** Stores a key, or gives what is stored under it. @throws IDEMPOTENCY_CONFLICT when that is of another request */
async function begin({ clock, store }: KeyContext, key: string, digest: string, runningMs: number) {
  const nowMs = clock.now()
  const entry = { key, digest, runningUntil: nowMs + runningMs, keepUntil: nowMs + KEEP_MS }
  const known = await store.idempotency.begin(entry, nowMs)
  if (known === undefined || known.digest === digest) return known
  throw new SwapError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used with another request', {
    hint: 'Use a new key for a new request',
  })
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

/** The error for a repeat that arrives before the first call has ended. */
export function requestRunning(): SwapError {
  return new SwapError('IDEMPOTENCY_CONFLICT', 'The first request with this Idempotency-Key is still running', {
    retryAfterSec: 1,
    hint: 'Send the same request again in a moment',
  })
}
