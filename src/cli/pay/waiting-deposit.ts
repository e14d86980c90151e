import { existsSync } from 'node:fs'
import { isSwapError } from '../../core/api/errors.ts'
import type { StatusTransaction } from '../../core/api/documents.ts'
import { walletFile } from '../../payments/index.ts'
import type { SwapRun } from '../../wallet/index.ts'
import { promptSize } from '../prompts.ts'
import type { Session } from '../session.ts'
import { isDepositDue, noteDeposit } from '../views/deposit-view.ts'
import { openRunFile } from './runs.ts'

/**
 * Says where the deposit of a transaction goes, where a swap of this machine waits for it; nothing elsewhere: a service does
 * not keep where that is.
 */
export async function tellWaitingDeposit(session: Session, transaction: StatusTransaction): Promise<void> {
  const run = await findWaiting(session, transaction)
  if (run === undefined) return
  try {
    await noteDeposit(session.output, run, promptSize(session), session.clock.now())
  } catch (error) {
    // An address or memo that cannot be right is not told; the run itself stops with the reason.
    if (!isSwapError(error)) throw error
  }
}

async function findWaiting(session: Session, transaction: StatusTransaction): Promise<SwapRun | undefined> {
  if (transaction.status !== 'PENDING') return undefined
  const run = await findRunOf(session, transaction)
  if (run === undefined || !isOpen(run)) return undefined
  const waiting = { ...run, step: 'tracked' as const, transaction }
  return isDepositDue(session.output, waiting) ? waiting : undefined
}

/** The newest run of this machine of a transaction; undefined where it has none, or it cannot be read. */
export async function findRunOf(session: Session, { id }: StatusTransaction): Promise<SwapRun | undefined> {
  if (!existsSync(walletFile(session.home, session.network))) return undefined
  try {
    const { journal } = await openRunFile(session, true)
    return (await journal.listOf(id)).at(-1)
  } catch (error) {
    // Status is the service's word: doctor says what is wrong with the file.
    if (isSwapError(error)) return undefined
    throw error
  }
}

/** True for a run whose payment nobody refused. */
function isOpen({ step, closedAs }: SwapRun): boolean {
  return step === 'executed' || step === 'tracked' || (step === 'closed' && (closedAs ?? 'unpaid') === 'unpaid')
}
