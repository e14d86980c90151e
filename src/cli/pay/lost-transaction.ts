import { existsSync } from 'node:fs'
import { isSwapError, restate, SwapError } from '../../core/api/errors.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { SwapService } from '../../core/api/service.ts'
import {
  abandonRun,
  describeLost,
  endLostRun,
  endReplacedRun,
  failedRun,
  type HomeStanding,
  isLosable,
  type RunContext,
  type RunJournal,
  type SwapRun,
  verifyLosingServer,
  type Wallet,
} from '../../wallet/index.ts'
import { movedStorePath } from '../database.ts'
import { confirm } from '../prompts.ts'
import type { Session } from '../session.ts'
import { loadLossValues, serviceOfRun } from './runs.ts'
import { openRunTurn, storeFile } from '../../payments/index.ts'

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
    return found === undefined ? describeLacking(run.transactionId, run.id) : undefined
  }
  if (run.lock === undefined || run.step === 'closed') return undefined
  const lock = await embedded.store.locks.get(run.lock.lockId)
  const { transactionId } = lock?.doc ?? {}
  // Between the two writes a process may have been killed: the key of the run says that it is its own.
  if (transactionId === undefined || lock?.doc.idempotencyKey === run.executeKey) return undefined
  return `the run ${run.id} does not know ${transactionId}, as which its lock was executed`
}

/** What to do about a swap that the store lacks: that may be in the file of the home, from before a database took its place. */
export function ofUncopiedFile(session: Session, next: string): string {
  const { store, home, network } = session
  if (store === undefined) {
    if (!existsSync(movedStorePath(session))) return next
    return `Use the database that the swaps of this home were copied to: swapcli config set store - (or SWAPCLI_STORE). Else: ${next}`
  }
  if (!existsSync(storeFile(home, network))) return next
  return `Copy the swaps of the file into the database, where that was not done: swapcli store copy file database. Else: ${next}`
}

/** The error of a run, with what to do where a file of the home may have what the database lacks. */
export async function ofLostRun(session: Session, run: SwapRun, error: unknown): Promise<unknown> {
  if (!isSwapError(error) || error.hint === undefined) return error
  const hint = ofUncopiedFile(session, error.hint)
  if (hint === error.hint || (await findLostTransaction(session, run).catch(() => undefined)) === undefined)
    return error
  return restate(error, { hint })
}

/** What a store lacks of a run. */
export function describeLacking(transactionId: string, runId: string): string {
  return `the store lacks ${transactionId}, which run ${runId} has executed`
}

/** What accepts that a run is given up that was sent and that its service does not know. */
export const LOST_RECORD = 'lost-record'

/** What is to be given up, and by whom. */
interface GivenUp {
  readonly session: Session
  readonly journal: RunJournal
  readonly run: SwapRun
  /** True where its record may be lost: nobody is asked about that. */
  readonly isLossAccepted: boolean
  /** How it stands: what another copy of it may have paid is not given up as unpaid. */
  readonly home: HomeStanding
}

/**
 * Gives a run up. One that was sent is given up only where another transaction has its nonce, or where its service does not know
 * it, a person agrees to that, and its payment is in a block, or never will be.
 * @throws WALLET_REFUSED, OUTCOME_UNKNOWN where nobody agrees, where its server is of the other network, and where it is not known what became of the payment
 */
export async function giveUpRun(given: GivenUp): Promise<SwapRun> {
  const ended = await endRun(given)
  const turn = openRunTurn(given.session, given.run.id, () => undefined)
  if (await turn.take().catch(() => false)) turn.end()
  return ended
}

async function endRun({ session, journal, run, isLossAccepted, home }: GivenUp): Promise<SwapRun> {
  const isSigned = run.payment !== undefined && run.step === 'signed'
  if (!isSigned && !isLosable(run)) return abandonRun(journal, run, home)
  const service = await serviceOfRun(session, run.api)
  const isKnown = isSigned || !(await isUnknown(session, service, run))
  if (isKnown && run.step === 'tracked') return abandonRun(journal, run, home)
  if (!isKnown) await verifyLosingServer(run, { service, network: session.network })
  const context: RunContext = {
    ...{ service, journal, signal: session.signal, now: () => session.clock.now() },
    wallet: await openFollower(session, run),
    review: () => Promise.resolve(false),
    onProgress: () => undefined,
  }
  if (isKnown) return (await endReplacedRun(context, run)) ?? abandonRun(journal, run, home)
  const isOnItsWay = run.step === 'sent' && run.payment !== undefined && session.network !== 'sandbox'
  if (!isLossAccepted) {
    const text = `Given up, nobody follows it: ${describeLost(run)}`
    const refused = new SwapError('OUTCOME_UNKNOWN', text, {
      ...{ reason: LOST_RECORD, run: failedRun(run), funds: run.payment === undefined ? 'unknown' : 'moved' },
      hint: `See what became of it in an explorer. Put the store back that knows it, or give it up${isOnItsWay ? ', which waits until its payment is in a block' : ''}`,
      accept: ['--forget', '--accept', LOST_RECORD],
    })
    if (!session.interactive) throw refused
    session.output.say(cleanText(`warning     ${text}`))
    if (!(await confirm(session, 'Give it up all the same?'))) throw refused
  }
  if (isOnItsWay) session.output.note(`waiting     ${run.payment?.hash ?? ''} must be in a block first`)
  return endLostRun(context, run)
}

/** What reads the chain for a run, and signs nothing; undefined where no chain is asked. */
async function openFollower(session: Session, { payment, request }: SwapRun): Promise<Wallet | undefined> {
  if (payment === undefined || session.network === 'sandbox') return undefined
  const [{ openSender }, payChains, { appraise }] = await Promise.all([
    import('./earlier-sends.ts'),
    session.payChains(),
    loadLossValues(session),
  ])
  return openSender(session, payChains, request.depositor, { appraise, tell: (text) => session.output.note(text) })
}

async function isUnknown({ signal }: Session, service: SwapService, { transactionId }: SwapRun): Promise<boolean> {
  if (transactionId === undefined) return false
  try {
    await service.status({ transactionId }, { signal })
    return false
  } catch (error) {
    if (isSwapError(error) && error.code === 'NOT_FOUND') return true
    throw error
  }
}
