import { isSwapError, restate } from '../core/api/errors.ts'
import {
  failedRun,
  isBeforePayment,
  ofOpenPayment,
  ofRehearsal,
  ofStandingConsent,
  type RunJournal,
  type SwapRun,
  revokeConsent,
} from '../wallet/index.ts'

/**
 * Settles a run that failed before it was paid: one that was not to send anything is closed, as is one that was
 * refused and leaves nothing; another stays open until its terms are agreed to again.
 * @param output told how to go on
 * @param how.sends false for a dry run, and where another signer pays
 * @param how.isUnseen true for a new run whose terms were agreed to beforehand
 * @param how.isBegun true for a new run
 * @returns the error to report, which names a run that stays open
 */
export async function settleFailedRun(
  output: Notes,
  journal: RunJournal,
  start: SwapRun,
  error: unknown,
  how: HowItFailed,
): Promise<unknown> {
  // The failure itself is what must be reported, also where nothing can be noted.
  return noteFailure(output, journal, start, error, how).catch(() =>
    how.sends ? ofStandingConsent(error, start.id) : error,
  )
}

/** Where a person reads what is to be known. */
interface Notes {
  note(text: string): void
}

interface HowItFailed {
  readonly sends: boolean
  readonly isUnseen: boolean
  readonly isBegun: boolean
  /** True where a run that others began was only looked at: it stays as it is. @default false */
  readonly isRehearsal?: boolean
}

async function noteFailure(
  output: Notes,
  journal: RunJournal,
  start: SwapRun,
  error: unknown,
  { sends, isUnseen, isBegun, isRehearsal = false }: HowItFailed,
): Promise<unknown> {
  if (isRehearsal) return ofRehearsal(error, await journal.get(start.id))
  if (!sends && start.step === 'quoted') {
    const run = await journal.get(start.id)
    if (run === undefined || !isBeforePayment(run)) return error
    const reason = `Nothing was to be sent: ${error instanceof Error ? error.message : 'it failed'}`
    await journal.save(run, { step: 'closed', closedAs: 'unpaid', reason })
    return error
  }
  const run = await revokeConsent(journal, start.id, error, { isUnseen, isBegun })
  if (run === undefined) return ofOpenPayment(error, await journal.get(start.id))
  if (run.step === 'closed') return error
  output.note(
    `not over    swapcli resume ${start.id} asks you and tries again, with --yes without asking; --forget gives it up`,
  )
  return isSwapError(error) ? restate(error, { run: failedRun(run) }) : error
}
