import type { Versioned } from '../../core/ports.ts'
import { defined } from '../../core/defined.ts'
import { SwapError } from '../../core/api/errors.ts'
import { isOver } from '../../core/stored-time.ts'
import { ACTION_DEADLINE_MS } from '../../core/swap/defaults.ts'
import type { LockRecord, TransactionRecord } from '../../core/swap/records.ts'
import { endedAhead, isOfClockAhead } from '../lock/clock-ahead.ts'
import { requestRunning } from '../lock/idempotency.ts'
import type { ServiceContext } from '../context.ts'

/*
 * Who executes a lock. Of any number of callers, in any number of processes, one claims it, by the lock's version. Whoever is
 * told that a lock has run out, or that the call which claimed it ended, is told so after the store has it: a call that was
 * only late, in a process that was paused, then fails to claim or to commit, whatever its clock says.
 */

/** How long a claim of another process is valid, in milliseconds: longer than any call to a provider, which may take twice its deadline. */
const CLAIM_MS = 2 * ACTION_DEADLINE_MS + 2_000

/** Said only of a lock that is ended in the store. */
const NOTHING_SENT = 'no swap of it is stored, so nothing was handed out to be paid and nothing was sent'

/** A lock that the caller has claimed, or the swap that an earlier call made of it under the same key. */
type ClaimedLock = { readonly claim: Versioned<LockRecord> } | { readonly transaction: TransactionRecord }

/** Claims a lock for the caller. @throws QUOTE_EXPIRED IDEMPOTENCY_IN_PROGRESS */
export async function claimLock(
  context: ServiceContext,
  lockId: string,
  idempotencyKey: string | undefined,
): Promise<ClaimedLock> {
  const unread = await claimNew(context, lockId, idempotencyKey)
  if (unread !== undefined) return { claim: unread }
  // Each time another call has changed the lock, what is true now is looked at again.
  for (;;) {
    const found = await context.store.locks.get(lockId)
    if (found === undefined) throw quoteExpired('There is no such lock')
    const transaction = await repeatedSwap(context, found.doc, idempotencyKey)
    if (transaction !== undefined) return { transaction }
    const claim = await claimFound(context, found, idempotencyKey)
    if (claim !== undefined) return { claim }
  }
}

/**
 * Releases the lock after a failure before any payment data was returned, so that it can be executed until it expires.
 * @returns false where it has changed since it was claimed
 */
export async function releaseLock(context: ServiceContext, claimed: Versioned<LockRecord>): Promise<boolean> {
  const { idempotencyKey: _key, claimedAtMs: _at, ...rest } = claimed.doc
  return context.store.locks.replace({ ...rest, state: 'locked' }, claimed.version, [
    { at: new Date(context.clock.now()).toISOString(), type: 'lock.released', lockId: claimed.doc.id },
  ])
}

/** Why a swap could not be stored with the lock that its call had claimed. @throws Error where that cannot be */
export async function claimLost(context: ServiceContext, lockId: string): Promise<SwapError> {
  const found = await context.store.locks.get(lockId)
  // Only one that nobody used is removed.
  const isEnded = found === undefined || found.doc.endedAtMs !== undefined
  if (!isEnded) throw new Error(`lock ${lockId} changed while its claim was held`)
  return quoteExpired(`This call took so long that another one ended it: ${NOTHING_SENT}`)
}

/** Claims a lock that this process has just made and that nothing has changed since, without reading it. */
async function claimNew(
  context: ServiceContext,
  lockId: string,
  idempotencyKey: string | undefined,
): Promise<Versioned<LockRecord> | undefined> {
  const made = context.newLocks.take(lockId)
  const nowMs = context.clock.now()
  if (made === undefined || nowMs >= made.doc.expiresAtMs || isOfClockAhead(made.doc, nowMs)) return undefined
  return claim(context, made, idempotencyKey)
}

/** True for the key under which the lock was claimed. */
function isRepeat(lock: LockRecord, idempotencyKey: string | undefined): boolean {
  return idempotencyKey !== undefined && lock.idempotencyKey === idempotencyKey
}

/** The swap that an earlier call made of the lock under the same key. */
async function repeatedSwap(
  { store }: ServiceContext,
  lock: LockRecord,
  idempotencyKey: string | undefined,
): Promise<TransactionRecord | undefined> {
  if (lock.transactionId === undefined || !isRepeat(lock, idempotencyKey)) return undefined
  return (await store.transactions.get(lock.transactionId))?.doc
}

/** Claims the lock as it was read; undefined when another call has changed it since. */
async function claimFound(
  context: ServiceContext,
  found: Versioned<LockRecord>,
  idempotencyKey: string | undefined,
): Promise<Versioned<LockRecord> | undefined> {
  const nowMs = context.clock.now()
  if (found.doc.state === 'used') throw lockTaken('The lock has already been used')
  if (found.doc.endedAtMs !== undefined) throw lockEnded(found.doc)
  if (found.doc.state === 'executing') {
    if (isUnderway(context, found.doc, nowMs)) throw lockUnderway(context, found.doc, idempotencyKey, nowMs)
    if (await endLock(context, found, nowMs)) throw lockEnded(found.doc)
    return undefined
  }
  if (nowMs >= found.doc.expiresAtMs) {
    if (await endLock(context, found, nowMs)) throw lockEnded(found.doc)
    return undefined
  }
  if (isOfClockAhead(found.doc, nowMs)) {
    // Also one that is good again when the clock comes to its time: a claim of it that is not stored yet fails by the version.
    const isRefused = await context.store.locks.replace(endedAhead(found.doc, nowMs), found.version, [])
    if (isRefused) throw quoteExpired('The lock was made while the clock was ahead')
    return undefined
  }
  return claim(context, found, idempotencyKey)
}

/** Claims the lock; undefined when another caller was faster. */
async function claim(
  context: ServiceContext,
  found: Versioned<LockRecord>,
  idempotencyKey: string | undefined,
): Promise<Versioned<LockRecord> | undefined> {
  const nowMs = context.clock.now()
  const doc: LockRecord = {
    ...found.doc,
    state: 'executing',
    claimedAtMs: nowMs,
    ...defined({ idempotencyKey }),
  }
  // Before it is stored: who finds it there asks whether this process is at it.
  context.ownClaims.begin(doc.id)
  let won = false
  try {
    won = await context.store.locks.replace(doc, found.version, [
      { at: new Date(nowMs).toISOString(), type: 'lock.claimed', lockId: doc.id },
    ])
  } finally {
    if (!won) context.ownClaims.end(doc.id)
  }
  return won ? { doc, version: found.version + 1 } : undefined
}

/** True while a call is at the lock: what this process is at, it knows whatever was done to the clock. */
function isUnderway({ ownClaims }: ServiceContext, { id, claimedAtMs = 0 }: LockRecord, nowMs: number): boolean {
  return ownClaims.has(id) || !isOver(claimedAtMs + CLAIM_MS, nowMs, CLAIM_MS)
}

/** The refusal of a lock that a call is at. */
function lockUnderway(
  { ownClaims }: ServiceContext,
  lock: LockRecord,
  idempotencyKey: string | undefined,
  nowMs: number,
): SwapError {
  if (!isRepeat(lock, idempotencyKey)) return lockTaken('The lock is already being executed')
  return requestRunning(ownClaims.has(lock.id) ? undefined : (lock.claimedAtMs ?? 0) + CLAIM_MS - nowMs)
}

/**
 * Ends a lock that has run out, or whose call has: nobody claims it again, and no swap of it is stored.
 * @returns false where it has changed since it was read
 */
function endLock({ store }: ServiceContext, { doc, version }: Versioned<LockRecord>, nowMs: number): Promise<boolean> {
  const ended = { ...doc, state: 'locked', endedAtMs: nowMs, expiresAtMs: Math.min(doc.expiresAtMs, nowMs) } as const
  return store.locks.replace(ended, version, [
    { at: new Date(nowMs).toISOString(), type: 'lock.ended', lockId: doc.id },
  ])
}

/** The refusal of a lock that is ended in the store. */
function lockEnded({ claimedAtMs }: LockRecord): SwapError {
  if (claimedAtMs === undefined) return quoteExpired('The lock has expired')
  return quoteExpired(`The call that was to execute this lock ended without an answer: ${NOTHING_SENT}`)
}

/** The refusal of a lock whose swap there is, or may be: somebody may pay it. */
function lockTaken(message: string): SwapError {
  const hint = 'Look for its swap in the history; lock the route again for another swap'
  return new SwapError('QUOTE_EXPIRED', message, { funds: 'unknown', hint })
}

function quoteExpired(message: string): SwapError {
  return new SwapError('QUOTE_EXPIRED', message, { hint: 'Lock the route again, then execute the new lock' })
}
