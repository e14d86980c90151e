import type { ReplaceOutcome } from '../../store/index.ts'
import type { Versioned } from '../../core/ports.ts'
import type { TransactionRecord } from '../../core/swap/records.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import type { ServiceContext } from '../context.ts'
import { noteHashes } from './hash-changes.ts'
import type { PaymentLook } from './payment-look.ts'
import { laterLookMs } from './recheck.ts'

/*
 * Hashes that were reported beside the one that is there, and may be shown to be the payment later. One that has ended FAILED
 * by what may not have been its payment looks at them for an hour.
 */

/** Keeps a hash for which nothing speaks yet. @param bound what the chain shows of the hash that is there */
export async function keepForLater(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  current: Versioned<TransactionRecord>,
  hash: string,
  bound: PaymentLook,
): Promise<ReplaceOutcome> {
  const { record, expectedVersion } = noteHashes(current, bound, [hash, ...(current.doc.otherHashes ?? [])])
  const nowMs = clock.now()
  // What has ended is looked at for an hour from then on; what waits for a hash, from then on.
  const kept = isFinal(record.status)
    ? lookForKept({ ...record, updatedAt: new Date(nowMs).toISOString() }, nowMs)
    : { ...record, nextPollAtMs: record.nextPollAtMs ?? nowMs }
  return store.transactions.replace(kept, expectedVersion, [])
}

/** One that has ended FAILED, with the time of the next look at the hashes that are kept beside its own. */
export function lookForKept(record: TransactionRecord, nowMs: number): TransactionRecord {
  const isKept = record.status === 'FAILED' && (record.otherHashes ?? []).length > 0
  return { ...record, polls: record.polls + 1, nextPollAtMs: isKept ? laterLookMs(record.updatedAt, nowMs) : null }
}

/** Some of the kept hashes, others with each poll. @param most how many */
export function pickTurn(hashes: readonly string[], polls: number, most: number): readonly string[] {
  if (hashes.length <= most) return hashes
  const start = (polls * most) % hashes.length
  return [...hashes.slice(start), ...hashes.slice(0, start)].slice(0, most)
}
