import { SwapError } from '../../core/api/errors.ts'
import type { RunJournal, SwapRun } from './journal.ts'
import { isBeforePayment, isPastSigning } from './steps.ts'
import type { RunContext } from './swap-run.ts'

/*
 * Two processes that bring one run on would ask for two locks, or keep each other from noting what they did. So before its
 * payment a run has one process at a time; the others wait, and go on from where that one left it.
 */

/** The right of one process to bring a run on, over all processes of this machine; it ends with the process. */
export interface RunTurn {
  /** True while this process has it. */
  readonly isTaken: boolean
  /** Takes it, or has it already. @returns false while another process has it @throws STORE_UNUSABLE */
  take(): Promise<boolean>
  /** Takes it, and waits for it. @returns false where the signal aborts first @throws STORE_UNUSABLE */
  wait(signal: AbortSignal): Promise<boolean>
  /** Gives it back. */
  release(): void
  /** Gives it back for good: nobody will sign anything of this run any more. */
  end(): void
}

/**
 * Takes the turn of a run: what may still be signed waits for it, while what is signed already is sent in any case, since
 * whoever has the turn may wait for that.
 * @returns true where it was taken now: another process may have brought the run on before
 * @throws OUTCOME_UNKNOWN where the user leaves while another process has it
 */
export async function takeTurn({ turn, signal }: Pick<RunContext, 'turn' | 'signal'>, run: SwapRun): Promise<boolean> {
  if (turn === undefined || turn.isTaken) return false
  if (!isBeforePayment(run)) return turn.take()
  if (await turn.wait(signal)) return true
  throw new SwapError('OUTCOME_UNKNOWN', `Another swapcli is continuing the run ${run.id}, and may pay it`, {
    funds: 'unknown',
    hint: `This one stopped waiting for it. See where it stands: swapcli resume --list`,
  })
}

/** Gives the turn of a run back, and for good where nothing more of that is signed. */
export async function leaveTurn(turn: RunTurn, journal: Pick<RunJournal, 'get'>, runId: string): Promise<void> {
  if (!turn.isTaken) return
  const run = await journal.get(runId).catch(() => undefined)
  if (run !== undefined && isPastSigning(run)) turn.end()
  else turn.release()
}
