import { SwapError } from '../../core/api/errors.ts'
import { isBeforePayment, type SwapRun } from '../../wallet/index.ts'
import type { Session } from '../session.ts'

/*
 * The wallet's file and the store are two files: one of them may have been put back, or lost its last writes, alone. A run
 * that was executed has its transaction in the store, and a lock that was used has it in its run.
 */

/** What the store of this session lacks of a run, or the run of the store; undefined where they agree, or cannot be held together. */
export async function findLostTransaction(session: Session, run: SwapRun): Promise<string | undefined> {
  if (run.api !== undefined || session.api !== undefined) return undefined
  const { embedded } = await session.open()
  if (embedded === undefined) return undefined
  if (run.transactionId !== undefined) {
    const found = await embedded.store.transactions.get(run.transactionId)
    return found === undefined ? `the store lacks ${run.transactionId}, which run ${run.id} has executed` : undefined
  }
  if (run.lock === undefined || run.step === 'closed') return undefined
  const lock = await embedded.store.locks.get(run.lock.lockId)
  const { transactionId } = lock?.doc ?? {}
  // Between the two writes a process may have been killed: the key of the run says that it is its own.
  if (transactionId === undefined || lock?.doc.idempotencyKey === run.executeKey) return undefined
  return `the run ${run.id} does not know ${transactionId}, as which its lock was executed`
}

/** Nothing is paid for a run whose transaction the store lacks: nobody would follow it. @throws STORE_UNUSABLE */
export async function refuseLostTransaction(session: Session, run: SwapRun): Promise<void> {
  if (!isBeforePayment(run) || run.transactionId === undefined) return
  const lost = await findLostTransaction(session, run)
  if (lost === undefined) return
  throw new SwapError('STORE_UNUSABLE', `Nothing was paid: ${lost}`, {
    hint: `Put the store back that belongs to this wallet file, or give the run up: swapcli resume ${run.id} --forget`,
  })
}
