import type { Lock, StatusResult } from '../core/api/documents.ts'
import { contraryEndText } from '../core/swap/stage-words.ts'

/*
 * What a server says against itself: of two statements, the one that promises less is taken.
 */

/** By how much the two ends that a lock states may differ before they contradict each other, in milliseconds. */
const SAME_END_MS = 3_000

/** A status as it may be taken: one that is called final and pending, or ended and not final, is pending, and says so. */
export function soundStatus(result: StatusResult): StatusResult {
  const doubt = contraryEndText(result.transaction.status, result.final)
  if (doubt === undefined) return result
  const { stage, status, progress } = result.transaction
  const note = progress?.note === undefined ? doubt : `${doubt}. ${progress.note}`
  // Nobody is asked for a payment once more by what the end of a swap is made of.
  const isPastDeposit = status !== 'PENDING' && (stage === undefined || stage === 'done')
  return {
    transaction: {
      ...result.transaction,
      ...(isPastDeposit ? { stage: 'confirming' } : {}),
      status: 'PENDING',
      progress: { ...progress, note },
    },
    final: false,
  }
}

/**
 * A lock by this machine's clock: one that is to end later than its lifetime says ends with that, counted from its receipt.
 * One that is to end earlier may be an answer that is repeated.
 * @param nowMs of its receipt, epoch milliseconds
 */
export function soundLock(lock: Lock, nowMs: number): Lock {
  const endMs = nowMs + lock.ttlMs
  const isLater = Date.parse(lock.expiresAt) > endMs + SAME_END_MS
  return isLater && Number.isFinite(endMs) ? { ...lock, expiresAt: new Date(endMs).toISOString() } : lock
}
