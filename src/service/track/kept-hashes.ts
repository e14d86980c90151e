import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import type { ServiceContext } from '../context.ts'
import { noteHashes } from './hash-changes.ts'
import type { PaymentLook } from './payment-look.ts'
import { laterLookMs } from './recheck.ts'

/*
 * Hashes that were reported beside the one that a block holds, and may be in a block later. One that has ended FAILED, by a
 * payment that moved nothing, looks at them for an hour.
 */

/** Keeps a hash that no block holds yet. @param bound what the chain shows of the hash that is there */
export async function keepForLater(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  current: Versioned<TransactionRecord>,
  hash: string,
  bound: PaymentLook,
): Promise<void> {
  const { record, expectedVersion } = noteHashes(current, bound, [hash, ...(current.doc.otherHashes ?? [])])
  const nowMs = clock.now()
  const isEnded = isFinal(record.status)
  // What has ended is looked at for an hour from then on.
  const kept = isEnded ? lookForKept({ ...record, updatedAt: new Date(nowMs).toISOString() }, nowMs) : record
  await store.transactions.replace(kept, expectedVersion, [])
}

/** One that has ended FAILED, with the time of the next look at the hashes that are kept beside its own. */
export function lookForKept(record: TransactionRecord, nowMs: number): TransactionRecord {
  const isKept = record.status === 'FAILED' && (record.otherHashes ?? []).length > 0
  return { ...record, nextPollAtMs: isKept ? laterLookMs(record.updatedAt, nowMs) : null }
}
