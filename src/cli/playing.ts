import { SwapError } from '../core/errors.ts'
import type { SwapService } from '../core/service.ts'
import type { SwapRun } from '../wallet/run-journal.ts'
import { continueRun } from '../wallet/swap-run.ts'
import { confirm } from './ask.ts'
import { usage } from './command.ts'
import { printPayment } from './payment-view.ts'
import { noteProgress, noteReview, runDocument } from './run-view.ts'
import type { Runs } from './runs.ts'
import type { Session } from './session.ts'
import { failureOf, printTransaction } from './transaction-view.ts'

export interface PlayOptions {
  /** Agree to the terms without asking. */
  readonly yes: boolean
  readonly until: 'tracked' | 'final'
  /** Stop following after this many seconds. @default never */
  readonly timeoutSec: number | undefined
}

/**
 * Plays a run on, and prints its record at the end.
 * @throws SWAP_FAILED for a swap that ended FAILED or REFUND, OUTCOME_UNKNOWN, and what the run throws
 */
export async function playRun(
  session: Session,
  service: SwapService,
  { journal, wallet }: Runs,
  start: SwapRun,
  options: PlayOptions,
): Promise<SwapRun> {
  const { output } = session
  const leave = new AbortController()
  const ended = new AbortController()
  const signal = AbortSignal.any([session.signal, leave.signal])
  if (options.timeoutSec !== undefined) {
    void session.clock.sleep(options.timeoutSec * 1000, ended.signal).then(
      () => leave.abort(),
      () => undefined,
    )
  }
  try {
    const run = await continueRun(
      {
        service,
        journal,
        wallet,
        signal,
        now: () => session.clock.now(),
        ...(session.checkpoint === undefined ? {} : { checkpoint: session.checkpoint }),
        review: async (locked) => {
          noteReview(output, locked)
          if (options.yes) return true
          if (!session.interactive) throw needsYes()
          return confirm(session, 'Send it?')
        },
        onProgress: (progress) => noteProgress(output, progress),
      },
      start,
      options.until,
    )
    await report(session, run)
    return run
  } finally {
    ended.abort()
  }
}

/** Where nobody can be asked, the flag must say it. */
export function needsYes(): SwapError {
  return usage(
    'There is no terminal to ask for your agreement',
    'Agree beforehand, within bounds: --yes --min-receive AMOUNT',
  )
}

async function report({ output }: Session, run: SwapRun): Promise<void> {
  if (output.json) output.printJson(runDocument(run))
  else if (run.step === 'final' && run.transaction !== undefined) await printTransaction(output, run.transaction)
  else if (run.step === 'closed' && run.execution !== undefined) await printPayment(output, run.execution)
  else if (run.step === 'tracked') {
    await output.fields([
      ['run', run.id],
      ['transaction', run.transactionId ?? ''],
      ['status', 'PENDING'],
      ['source hash', run.payment?.hash ?? ''],
    ])
    output.note(`follow it: swapcli resume ${run.id}`)
  }
  if (run.step === 'closed' && run.execution === undefined) {
    throw new SwapError('WALLET_REFUSED', run.reason ?? 'The run was closed; nothing was sent')
  }
  const failure = run.transaction === undefined ? undefined : failureOf(run.transaction)
  if (run.step === 'final' && failure !== undefined) throw failure
}
