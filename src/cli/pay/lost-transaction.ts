import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { abandonRun, describeLost, endLostRun, failedRun, type RunJournal, type SwapRun } from '../../wallet/index.ts'
import { confirm } from '../prompts.ts'
import type { Session } from '../session.ts'
import { serviceOfRun } from './runs.ts'
import { openRunTurn } from './turns.ts'

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

/** What accepts that a run is given up that was sent and that its service does not know. */
export const LOST_RECORD = 'lost-record'

/**
 * Gives a run up. One that was sent is given up only where its service does not know it, and a person agrees to that.
 * @throws WALLET_REFUSED, OUTCOME_UNKNOWN where nobody agrees
 */
export async function giveUpRun(
  session: Session,
  journal: RunJournal,
  run: SwapRun,
  isAccepted: boolean,
): Promise<SwapRun> {
  const ended = await endRun(session, journal, run, isAccepted)
  const turn = openRunTurn(session, run.id, () => undefined)
  if (await turn.take().catch(() => false)) turn.end()
  return ended
}

async function endRun(session: Session, journal: RunJournal, run: SwapRun, isAccepted: boolean): Promise<SwapRun> {
  if (!(await isLost(session, run))) return abandonRun(journal, run)
  const text = `Given up, nobody follows it: ${describeLost(run)}`
  if (!isAccepted) {
    const refused = new SwapError('OUTCOME_UNKNOWN', text, {
      ...{ reason: LOST_RECORD, run: failedRun(run), funds: run.payment === undefined ? 'unknown' : 'moved' },
      hint: 'See what became of it in an explorer. Put the store back that knows it, or give it up',
      accept: ['--forget', '--accept', LOST_RECORD],
    })
    if (!session.interactive) throw refused
    session.output.say(cleanText(`warning     ${text}`))
    if (!(await confirm(session, 'Give it up all the same?'))) throw refused
  }
  return endLostRun(journal, run)
}

async function isLost(session: Session, { step, api, transactionId }: SwapRun): Promise<boolean> {
  if (transactionId === undefined || (step !== 'sent' && step !== 'tracked')) return false
  try {
    await (await serviceOfRun(session, api)).status({ transactionId }, { signal: session.signal })
    return false
  } catch (error) {
    if (isSwapError(error) && error.code === 'NOT_FOUND') return true
    throw error
  }
}
